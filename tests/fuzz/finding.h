// What the fuzzers' ways in share: a finding ends the program with an abort, so that libFuzzer keeps the input.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

namespace nightrider::fuzz {

// Of processor time, with sanitizers, which cost a factor of five to ten: without them an input should stay below a second.
// libFuzzer's own -timeout counts time on the wall, which says little on a machine that does other things too.
inline constexpr double kMaxSeconds = 8;

inline int abort_on_finding(std::string (*run)(std::string_view), std::string_view bytes) {
  const std::clock_t start = std::clock();
  std::string wrong = run(bytes);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (wrong.empty() && seconds > kMaxSeconds) wrong = "the input takes " + std::to_string(seconds) + " s of processor time";
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}

}  // namespace nightrider::fuzz
