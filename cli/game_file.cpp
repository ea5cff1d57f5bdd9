#include "game_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/load.h"

namespace nightrider::cli {

namespace fs = std::filesystem;

namespace {

// Between the game and its variant.
const std::string kVariantMark = " --variant ";

}  // namespace

std::string saved_name_text(const SavedName& name) {
  std::error_code error;
  const fs::path absolute = is_path(name.name) ? fs::absolute(name.name, error).lexically_normal() : fs::path(name.name);
  return (error ? name.name : absolute.string()) + (name.variant.empty() ? "" : kVariantMark + name.variant);
}

SavedName read_saved_name(const std::string& text, const std::string& path) {
  const std::size_t mark = text.find(kVariantMark);
  SavedName read{text.substr(0, mark), mark == std::string::npos ? std::string() : text.substr(mark + kVariantMark.size())};
  if (!is_path(read.name) || fs::path(read.name).is_absolute()) return read;
  std::error_code error;
  const fs::path beside = fs::absolute(path, error).parent_path() / read.name;
  if (!error && fs::exists(beside, error)) read.name = beside.lexically_normal().string();
  return read;
}

bool same_game(const SavedName& a, const SavedName& b) {
  if (a.variant != b.variant) return false;
  std::error_code error;
  return a.name == b.name || (is_path(a.name) && is_path(b.name) && fs::equivalent(a.name, b.name, error));
}

std::string no_game_word(const GameRecord& record, const Replay& replayed) {
  if (!record.game.empty() || !record.tags.empty() || !replayed.first_mismatch || replayed.matched > 0) return {};
  const std::string& word = replayed.first_mismatch->text;
  // Nearly every move has the number of a rank; castling, passes and drops have a sign.
  const bool like_a_move = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) || c == '-' || c == '@'; });
  const bool only_signs = word.find_first_not_of("-=*_#") == std::string::npos;  // the rules and headings of plain text
  return like_a_move && !only_signs ? std::string() : word;
}

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
