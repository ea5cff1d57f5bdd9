// Plays seeded random games through the reference interpreter and the compiled engine and compares them ply by ply.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "crosscheck/engine.h"

namespace nightrider::crosscheck {

using MakeEngine = std::function<std::unique_ptr<Engine>(std::shared_ptr<const CompiledGame>)>;

struct Walk {
  std::string variant;      // id or path, for messages
  std::uint64_t seed = 1;   // an odd seed now and then takes moves back, so that positions come again
  int plies = 100;          // legs at most
  bool specialise = true;   // how the game was compiled, for messages
  std::function<bool()> stop;  // where given: asked between moves; true ends the walk without a difference
};

// What a walk met: tests ask that the walks reach what they are for.
struct Seen {
  std::uint64_t plies = 0;
  std::uint64_t moves = 0;
  std::uint64_t endings = 0;
  std::uint64_t chains = 0;       // legs inside a chain
  std::uint64_t captures = 0;
  std::uint64_t drops = 0;
  std::uint64_t repetitions = 0;  // positions met again
};

// Empty, or the first difference: what, where, and the one command that repeats it.
std::string compare(const std::shared_ptr<const CompiledGame>& game, const Walk& walk, Seen& seen, const MakeEngine& make_engine);
std::string compare(const std::shared_ptr<const CompiledGame>& game, const Walk& walk, Seen& seen);

}  // namespace nightrider::crosscheck
