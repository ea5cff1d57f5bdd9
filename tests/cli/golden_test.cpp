// Whole runs of the program, kept as data: each file of golden/ is a command, what it reads, and what must come out.
//   $ nightrider moves chess --after e4      (may be several lines: a little shell script)
//   --- stdin
//   --- stdout
//   --- stderr
//   --- exit 0
// NIGHTRIDER_WRITE_GOLDEN=1 writes the files anew from what the program does now; read the difference before you commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cli/run_program.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

struct GoldenCase {
  std::string comment, command, input, out, err;
  int exit_code = 0;
};

GoldenCase read_case(const fs::path& path) {
  GoldenCase golden;
  std::istringstream lines(read_whole_file(path));
  std::string* section = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line == "--- stdin") {
      section = &golden.input;
    } else if (line == "--- stdout") {
      section = &golden.out;
    } else if (line == "--- stderr") {
      section = &golden.err;
    } else if (line.starts_with("--- exit ")) {
      golden.exit_code = std::stoi(line.substr(9));
    } else if (section != nullptr) {
      *section += line + '\n';
    } else if (line.starts_with("$ ")) {
      golden.command += line.substr(2) + '\n';
    } else {
      golden.comment += line + '\n';
    }
  }
  return golden;
}

std::string case_text(const GoldenCase& golden) {
  std::string text = golden.comment;
  std::istringstream lines(golden.command);
  for (std::string line; std::getline(lines, line);) text += "$ " + line + '\n';
  if (!golden.input.empty()) text += "--- stdin\n" + golden.input;
  text += "--- stdout\n" + golden.out;
  if (!golden.err.empty()) text += "--- stderr\n" + golden.err;
  return text + "--- exit " + std::to_string(golden.exit_code) + '\n';
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(source_dir() / "tests/cli/golden")) names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, ProgramSaysWhatTheFileSays) {
  const fs::path path = source_dir() / "tests/cli/golden" / (GetParam() + ".txt");
  const GoldenCase expected = read_case(path);
  ASSERT_FALSE(expected.command.empty()) << path << " has no line that begins with '$ '";
  const ProgramRun run = run_program(expected.command, expected.input);
  GoldenCase found = expected;
  found.out = normalised(run.out);
  found.err = normalised(run.err);
  found.exit_code = run.exit_code;
  if (std::getenv("NIGHTRIDER_WRITE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << case_text(found);
  EXPECT_EQ(case_text(found), case_text(expected)) << "in " << path;
}

INSTANTIATE_TEST_SUITE_P(Cli, GoldenTest, testing::ValuesIn(case_names()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace nightrider::test
