// Runs `nightrider check` as a user does and measures it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nightrider::test {

struct CheckRun {
  std::string output;       // standard output: diagnostics are the result of `check`
  std::string errors;       // standard error
  int exit_code = -1;       // -1: did not end by itself
  int signal = 0;           // that ended it; 0: none
  double seconds = 0;       // of processor time, so that a busy machine does not matter
  double megabytes = 0;     // largest resident size
};

// Runs in `folder`, so that the messages hold the file's name alone. A run of more than `seconds_limit` is killed.
CheckRun run_check(const std::filesystem::path& folder, const std::vector<std::string>& arguments, int seconds_limit);

}  // namespace nightrider::test
