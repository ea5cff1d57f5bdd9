// Bad rule files and the whole text that `nightrider check` prints for each, kept beside them: <name>.zrf and
// <name>.expected. tests/diagnostics/update writes the expected files anew; read what changed before you keep it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "diagnostics/generated.h"
#include "diagnostics/run_check.h"
#include "support/sanitizers.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

bool updating() { return std::getenv("NIGHTRIDER_UPDATE") != nullptr; }

constexpr double kSeconds = 1;      // of processor time, for any bad file, however odd
constexpr double kMegabytes = 300;  // resident
constexpr int kKillSeconds = 60;    // on the clock, for a machine that is busy or a build that is slow

fs::path data_folder() { return source_dir() / "tests" / "diagnostics"; }

// The names of the rule files kept here, without `.zrf`.
std::vector<std::string> kept_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(data_folder()))
    if (entry.path().extension() == ".zrf") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

// A first line `; options: --strict-zrf` gives further arguments.
std::vector<std::string> arguments_of(const fs::path& file) {
  std::vector<std::string> arguments{file.filename().string()};
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return arguments;  // to open a pipe would wait for ever
  std::string line;
  std::ifstream in(file);
  const std::string key = "; options: ";
  if (std::getline(in, line) && line.starts_with(key)) {
    std::istringstream words(line.substr(key.size()));
    for (std::string word; words >> word;) arguments.push_back(word);
  }
  return arguments;
}

// Runs one file and compares, or when updating writes what was printed.
void check_against(const fs::path& folder, const std::string& name, const fs::path& expected_file) {
  SCOPED_TRACE("cd " + folder.string() + " && nightrider check " + name + ".zrf");
  const std::vector<std::string> arguments = arguments_of(folder / (name + ".zrf"));
  const CheckRun run = run_check(folder, arguments, kKillSeconds);
  EXPECT_EQ(run.signal, 0) << "the program was ended by a signal";
  EXPECT_EQ(run.errors, "");
  if (!kSanitized) {
    EXPECT_LT(run.seconds, kSeconds);
    EXPECT_LT(run.megabytes, kMegabytes);
  }
  if (updating()) {
    std::ofstream(expected_file, std::ios::binary) << run.output;
    return;
  }
  const std::string expected = read_whole_file(expected_file);
  EXPECT_EQ(run.output, expected) << "to accept it, run tests/diagnostics/update";
  EXPECT_EQ(run.exit_code, name.starts_with("warning-") ? 0 : 1);
}

TEST(DiagnosticsTest, EachBadFileGivesItsWholeExpectedText) {
  const std::vector<std::string> names = kept_names();
  EXPECT_GE(names.size(), 60u);
  for (const std::string& name : names) check_against(data_folder(), name, data_folder() / (name + ".expected"));
}

TEST(DiagnosticsTest, EachGeneratedBadFileGivesItsWholeExpectedText) {
  std::string pattern = (fs::temp_directory_path() / "nightrider-diagnostics-XXXXXX").string();
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  const fs::path top = pattern;
  if (updating()) fs::create_directories(data_folder() / "generated");
  for (const GeneratedCase& generated : generated_cases()) {
    const fs::path folder = top / generated.name;
    fs::create_directory(folder);
    generated.make(folder);
    check_against(folder, generated.name, data_folder() / "generated" / (generated.name + ".expected"));
    fs::remove_all(folder);
  }
  fs::remove_all(top);
}

// The expected text of every case.
std::string all_expected_text() {
  std::string text;
  for (const fs::path& folder : {data_folder(), data_folder() / "generated"})
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".expected") text += read_whole_file(entry.path());
  return text;
}

TEST(DiagnosticsTest, NoExpectedFileIsLeftOverOrEmpty) {
  std::set<std::string> generated;
  for (const GeneratedCase& one : generated_cases()) EXPECT_TRUE(generated.insert(one.name).second) << one.name << " twice";
  for (const auto& entry : fs::directory_iterator(data_folder() / "generated"))
    EXPECT_TRUE(generated.count(entry.path().stem().string())) << entry.path();
  for (const auto& entry : fs::directory_iterator(data_folder()))
    if (entry.path().extension() == ".expected") {
      EXPECT_TRUE(fs::exists(fs::path(entry.path()).replace_extension(".zrf"))) << entry.path();
      EXPECT_GT(fs::file_size(entry.path()), 0u) << entry.path();
    }
}

// The codes in the sources: the first literal without a space among the arguments of a call that reports. One that ends
// in '-' is the begin of several.
std::map<std::string, std::string> codes_in_sources() {
  static const std::regex call(R"re(\b(?:\w*[Ee]rror\w*|\w*warn\w*|\w*[Dd]iagnostic\w*|report\w*|fail\w*)\s*[({])re");
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  static const std::regex code(R"re([a-z0-9]+(-[a-z0-9]+)*(-[a-z0-9]+|-))re");
  std::map<std::string, std::string> codes;  // -> file
  for (const char* module : {"base", "syntax", "model", "compile", "engine"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_dir() / "interpreter" / module)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      const std::string text = read_whole_file(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
        const std::size_t begin = static_cast<std::size_t>(at->position());
        const std::string arguments = text.substr(begin, std::min<std::size_t>(text.find(';', begin) - begin, 600));
        for (std::sregex_iterator word(arguments.begin(), arguments.end(), literal); word != end; ++word) {
          const std::string value = (*word)[1];
          if (std::regex_match(value, code)) codes.emplace(value, entry.path().filename().string());
          if (value.find(' ') != std::string::npos) break;
        }
      }
    }
  }
  return codes;
}

// Codes that no bad file can show, each with its reason.
const std::set<std::string>& codes_without_example() {
  static const std::set<std::string> codes{};
  return codes;
}

TEST(DiagnosticsTest, EachCodeOfTheSourcesIsShownByAnExpectedFile) {
  const std::string shown = all_expected_text();
  const std::map<std::string, std::string> codes = codes_in_sources();
  EXPECT_GE(codes.size(), 20u) << "the codes were not found";
  for (const auto& [code, file] : codes) {
    const bool is_shown = shown.find("[" + code + (code.ends_with('-') ? "" : "]")) != std::string::npos;
    if (codes_without_example().count(code)) {
      EXPECT_FALSE(is_shown) << code << " has an example: take it off the list";
    } else {
      EXPECT_TRUE(is_shown) << code << " (" << file << ") has no bad rule file that shows it";
    }
  }
}

// A diagnostic names its place, shows the line and ends in its code.
TEST(DiagnosticsTest, EachExpectedFileNamesAPlaceAndACode) {
  static const std::regex head(R"(^[^\n]+:\d+:\d+: (error|warning|note): [^\n]+ \[[a-z0-9-]+\]$)", std::regex::multiline);
  for (const fs::path& folder : {data_folder(), data_folder() / "generated"})
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".expected") continue;
      const std::string name = entry.path().stem().string();
      if (name.starts_with("file-")) continue;  // no text to point into
      EXPECT_TRUE(std::regex_search(read_whole_file(entry.path()), head)) << entry.path();
    }
}

}  // namespace
}  // namespace nightrider::test
