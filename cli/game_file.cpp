#include "game_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "play/record.h"

namespace nightrider::cli {

namespace fs = std::filesystem;

Result<std::string> read_game_file(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return Error{"there is no file '" + path + "'"};
  if (!fs::is_regular_file(path, error)) return Error{"'" + path + "' is no plain file"};
  if (fs::file_size(path, error) > kMaxRecordText)
    return Error{"'" + path + "' is larger than a recorded game may be (" + std::to_string(kMaxRecordText / 1000000) + " MB)"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{"'" + path + "' cannot be read"};
  return std::string((std::istreambuf_iterator<char>(in)), {});
}

Status write_game_file(const std::string& path, const std::string& text) {
  std::error_code error;
  if (fs::exists(path, error)) {
    const Result<std::string> present = read_game_file(path);
    if (!present || (!present->empty() && !present->starts_with("game:")))
      return Error{"'" + path + "' is there already and is no saved game; choose another name"};
  }
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) return Error{"'" + path + "' cannot be written"};
  return Done{};
}

}  // namespace nightrider::cli
