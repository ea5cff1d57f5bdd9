// The compiled moves of one piece on one square, sorted for tables on sets of squares: those that depend on which squares are occupied and on
// what stands on the target, and the odd ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compile/bit_tables.h"

namespace nightrider {

// A move onto a square whose occupant is in `target`, while these squares are empty and those are not.
struct BitEntry {
  std::vector<SquareId> empty, full;    // ascending
  SquareId to = kNone;
  std::uint64_t target = 0;             // codes
  BitGuard guard;
  bool exchange = false;                // the origin is left to an own piece
  std::vector<std::uint32_t> actions;   // as Move::action, to choose from
};
struct BitOdd {
  struct Conjunction {
    std::vector<Test> tests;
  };
  SquareId from = kNone, to = kNone;
  std::uint32_t action = 0;
  std::vector<Conjunction> conjunctions;
};
struct BitEntries {
  std::vector<BitEntry> entries;
  std::vector<BitOdd> odd;
  std::string error;                    // the piece has moves that neither form holds
};
// `counts`: as counts_asked gives them.
BitEntries bit_entries(const CompiledGame& game, const std::vector<BitFewer>& counts, Code code, SquareId square);

// What moves ask about how many pieces there are, each once; `classes` is not yet known.
std::vector<BitFewer> counts_asked(const CompiledGame& game);

// Codes that may stand on the target of a move with all of these tags; every code where that is not known.
std::uint64_t tagged_codes(const CompiledGame& game, SquareId square, std::uint64_t tags);

// What the n-th code map makes of whatever `tests` let stand on the square.
std::uint64_t mapped_codes(const CompiledGame& game, SquareId square, std::size_t map, const std::vector<Test>& tests);

// Why a game as a whole has no bit tables; empty: it may have.
std::string why_not(const CompiledGame& game);

}  // namespace nightrider
