// The list of commands. A new one is a file of its own that defines add_<name>, and one line here.
#pragma once

#include <functional>
#include <vector>

#include <CLI/App.hpp>

#include "console.h"

namespace nightrider::cli {

// Adds the command's options to `app`; the returned function runs the command once they are read and gives the exit code.
using Run = std::function<int()>;

#define NIGHTRIDER_COMMANDS(X)                                                    \
  X(play, "play a game in the terminal, against the engine or a friend")         \
  X(list, "name the games that come with the program")                           \
  X(show, "draw a position")                                                      \
  X(moves, "list the legal moves of a position")                                 \
  X(search, "let the engine find the best move")                                 \
  X(check, "read rule files and say what is wrong with them")                    \
  X(perft, "count the positions at each depth")                                  \
  X(simulate, "play random games and count how they end")                        \
  X(replay, "replay a recorded game and say where it departs from the rules")    \
  X(bench, "measure the speed of the engine on fixed positions")                 \
  X(help, "explain a command")

#define NIGHTRIDER_DECLARE(name, summary) Run add_##name(CLI::App& app, Console& console);
NIGHTRIDER_COMMANDS(NIGHTRIDER_DECLARE)
#undef NIGHTRIDER_DECLARE

struct Command {
  const char* name;
  const char* summary;
  Run (*add)(CLI::App& app, Console& console);
};
const std::vector<Command>& commands();

}  // namespace nightrider::cli
