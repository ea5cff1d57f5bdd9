// Effects of moves that general programs work out during play, each kept once and numbered for as long as the game lives.
// Positions of one game share them, on several threads too, so that a Move means the same in all of them.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "compile/prepared_move.h"

namespace nightrider {

class DynamicMoves {
 public:
  // The number of these effects (captures included), new or known.
  std::uint32_t intern(PreparedMove&& move);
  // Of a number that intern gave; stays where it is.
  const PreparedMove& at(std::uint32_t index) const;

 private:
  mutable std::mutex mutex_;
  std::deque<PreparedMove> moves_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> index_;  // hash of the effects -> place in moves_
};

}  // namespace nightrider
