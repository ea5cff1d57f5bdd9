// Counting leaves of the game tree: the contract that a move generator is held to.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "play/position.h"

namespace nightrider {

// Turns to `depth` (a chain with its last leg is one turn; chains with equal effects are one, language.md, decision 9); stops at
// positions that a goal ended, but not by repetition, no-progress or move limit (decision 10). `bulk`: the last turn is counted
// from the number of legal moves where the game allows that, else made too. The position is restored. The numbers are too small where
// it says afterwards that effects were lost.
std::uint64_t perft(Position& position, int depth, bool bulk = true);

struct PerftDivide {
  Move move;                  // the first leg
  std::uint64_t nodes = 0;
};
// Leaves below each legal move of the position. Moves of a position that opens a chain are counted leg by leg at the root.
// `progress(done, total)` may be empty. `threads` work on copies of the position.
std::vector<PerftDivide> perft_divide(const Position& position, int depth, bool bulk = true, int threads = 1,
                                      const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace nightrider
