// Numbers on the command line: what an option takes, and a message that says so when it gets something else.
#pragma once

#include <cstdint>

#include <CLI/App.hpp>

namespace nightrider::cli {

// Decimal digits alone, `least` to `most`: no sign, no `0x`, and leading zeros make no octal number.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
// Digits with at most one point, `least` to `most`.
CLI::Validator decimal_number(double least, double most);

inline constexpr std::uint64_t kMostMilliseconds = 24 * 3600 * 1000;  // of --movetime: a day

}  // namespace nightrider::cli
