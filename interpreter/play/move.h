// One leg of play, as an index into prepared effects.
#pragma once

#include <cstdint>
#include <vector>

#include "model/ids.h"

namespace nightrider {

// Meaningful only with the Position (or a position with the same history of legal moves) it was generated for. Two legal
// moves of a position are the same move exactly when they compare equal.
struct Move {
  std::uint16_t from = kNone;   // first part's origin; kNone: a drop or a pass
  std::uint16_t to = kNone;     // first part's destination; kNone: a pass
  std::uint32_t action = 0;     // < kFirstPrepared: the code put down on `to`; else prepared effects

  static constexpr std::uint32_t kFirstPrepared = 1u << 16;  // = kFirstPreparedAction of compile
  friend bool operator==(const Move&, const Move&) = default;
};

inline constexpr Move kNoMove{kNone, kNone, 0xFFFFFFFFu};

// Legal or pseudo-legal moves of one position; grows as needed (no fixed size).
using MoveList = std::vector<Move>;

}  // namespace nightrider
