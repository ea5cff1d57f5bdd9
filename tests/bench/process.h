// Runs a program as a child, speaks with it, and says what it used.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace nightrider::bench {

// The dialogue: `input` is written at once. Without `last` the input then ends; else it stays open until the program prints a
// line for which `last` is true, and `farewell` is written.
struct Command {
  std::vector<std::string> arguments;  // first the path of the program
  std::string input;
  std::function<bool(const std::string& line)> last;
  std::string farewell;
};

struct Finished {
  std::string output;       // standard output; the other is thrown away
  int exit_code = 0;
  double cpu_seconds = 0;   // user and system
  double wall_seconds = 0;
  double megabytes = 0;     // most that it held in memory at once
};

// An error is a program that cannot be started, a signal that ends it, or more than `most_seconds` of wall time, after which
// it is killed.
Result<Finished> run(const Command& command, double most_seconds);

// In $PATH, then in /usr/games.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace nightrider::bench
