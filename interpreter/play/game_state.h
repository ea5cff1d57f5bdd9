// Everything that a position is, as plain values: what position text, tests and editors read and write.
#pragma once

#include <cstdint>
#include <vector>

#include "model/ids.h"

namespace nightrider {

// What a position counts: one limit for those who read, write and play it.
inline constexpr int kMaxHand = 1'000'000;       // pieces of one type in one hand; as many as a setup gives
inline constexpr int kMaxCount = 1'000'000'000;  // rounds, half-moves without progress

struct Occupant {
  PlayerId owner = kNone;
  PieceTypeId type = kNone;            // kNone: the square is empty
  std::uint64_t attributes = 0;        // bit [AttributeId]: value; 0 for attributes that the type has not
  bool empty() const { return type == kNone; }
  friend bool operator==(const Occupant&, const Occupant&) = default;
};

struct GameState {
  std::vector<Occupant> squares;                 // [square]
  std::vector<std::vector<int>> hands;           // [player][piece type]
  std::vector<std::uint64_t> player_attributes;  // [player], bit [PlayerAttributeId]
  std::size_t turn = 0;                          // index into the turn order
  SquareId last_from = kNone;                    // of the last leg's first part; kNone: no last move
  SquareId last_to = kNone;
  std::uint64_t last_tags = 0;                   // bit [TagId]
  SquareId partial_square = kNone;               // inside a chain: the piece that must go on
  MoveTypeId partial_type = kNone;               //   and with which blocks (kNone: any)
  std::uint32_t progress_made = 0;               // inside a chain: bit i: the i-th such test is reset when the turn ends
  std::vector<int> no_progress;                  // [i-th no-progress test of the goals, depth first]: half-moves since a reset
  std::vector<int> tallies;                      // [tally * players + player]
  int round = 1;                                 // move number: grows when the turn order begins again
  friend bool operator==(const GameState&, const GameState&) = default;
};

}  // namespace nightrider
