// Plays seeded random games through the reference interpreter and the compiled engine and compares them ply by ply.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crosscheck/engine.h"

namespace nightrider::crosscheck {

using MakeEngine = std::function<std::unique_ptr<Engine>(std::shared_ptr<const CompiledGame>)>;

// What to do at a position.
struct Choice {
  enum class Kind { kMove, kTakeBack, kStop } kind = Kind::kStop;
  std::size_t number = 0;   // kMove: index into the moves; kTakeBack: legs, no more than were made are taken
  std::string failure;      // what whoever chooses found wrong here; empty: nothing
};
using Choose = std::function<Choice(Engine& engine, const std::vector<NamedMove>& moves)>;

struct Walk {
  std::string variant;      // id or path, for messages
  std::uint64_t seed = 1;   // an odd seed now and then takes moves back, so that positions come again
  int plies = 100;          // legs at most
  bool specialise = true;   // how the game was compiled, for messages
  bool light = false;       // compares only which moves are legal, what the one played does, and endings: for games that the reference plays slowly
  std::function<bool()> stop = {};  // where given: asked between moves; true ends the walk without a difference
  std::optional<GameState> start = std::nullopt;  // where the walk begins; nothing: the setup. Refused by set_state: a failure
  Choose choose = {};       // in place of random numbers; asked also where there is no move
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
