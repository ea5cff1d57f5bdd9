// Runs the built program as a user would: arguments, standard input, what comes out.
#pragma once

#include <filesystem>
#include <string>

namespace nightrider::test {

struct ProgramRun {
  int exit_code = -1;   // 128 + signal where it was killed; 124 after kProgramSeconds
  std::string out;
  std::string err;
};

inline constexpr int kProgramSeconds = 120;

// `command` is a line of shell in which `nightrider` is the built program; it runs in an empty folder of its own with a plain
// environment (no terminal, no colours asked for, no library but that of the build).
ProgramRun run_program(const std::string& command, const std::string& input = {});

// Text with what differs from run to run made the same: times, speeds, the folder of the sources.
std::string normalised(std::string text);

}  // namespace nightrider::test
