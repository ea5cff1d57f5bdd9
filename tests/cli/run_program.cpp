#include "cli/run_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

// A folder that is gone when the run is over.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "nightrider-cli-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

ProgramRun run_program(const std::string& command, const std::string& input) {
  const Scratch scratch;
  const fs::path work = scratch.path() / "work";
  fs::create_directory(work);
  std::ofstream(scratch.path() / "in", std::ios::binary) << input;
  std::ofstream(scratch.path() / "command", std::ios::binary) << command << '\n';
  const fs::path program_folder = fs::path(NIGHTRIDER_PROGRAM).parent_path();
  const std::string script = "cd " + quoted(work.string()) + " && unset XDG_DATA_HOME NIGHTRIDER_PATH NO_COLOR COLUMNS && HOME=" +
                             quoted(scratch.path().string()) + " LC_ALL=C.UTF-8 TERM=xterm SOURCE=" + quoted(source_dir().string()) +
                             " PATH=" + quoted(program_folder.string()) + ":$PATH timeout " + std::to_string(kProgramSeconds) + " sh ../command < ../in > ../out 2> ../err";
  const int status = std::system(script.c_str());
  ProgramRun run;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = read_whole_file(scratch.path() / "out");
  run.err = read_whole_file(scratch.path() / "err");
  return run;
}

std::string normalised(std::string text) {
  const std::string source = source_dir().string();
  for (std::size_t at = text.find(source); at != std::string::npos; at = text.find(source, at)) text.replace(at, source.size(), "$SOURCE");
  static const std::regex json_number(R"re("(seconds|nps)":[-+0-9.eE]+)re");
  text = std::regex_replace(text, json_number, "\"$1\":T");
  // Printed only by a run that took a millisecond or more: whether it stands there is chance.
  static const std::regex pace(R"re( +\([0-9.]+ s, [0-9,]+ a second\))re");
  text = std::regex_replace(text, pace, "");
  static const std::regex elapsed(R"re([0-9.]+ s\b)re");
  text = std::regex_replace(text, elapsed, "T s");
  static const std::regex speed(R"re([0-9,]+( nodes)? a second)re");
  return std::regex_replace(text, speed, "N$1 a second");
}

}  // namespace nightrider::test
