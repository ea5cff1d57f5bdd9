// Counting leaves on sets of squares: perft for the games that BitTables cover.
#pragma once

#include <cstdint>
#include <memory>

#include "compile/bit_tables.h"
#include "play/move.h"

namespace nightrider {

class Position;

inline constexpr std::uint16_t kNoRoyal = kNone;
inline constexpr int kMaxBitDepth = 128;

// A position as the kernel plays it.
template <int N>
struct BitBoard {
  Bits<N> pieces[kBitPlayers][kMaxBitClasses];
  Bits<N> occupied[kBitPlayers];
  std::uint8_t code[N * 64];
  std::uint16_t royal[kBitPlayers];
  std::uint16_t last_from, last_to;
  std::uint16_t turn;
  std::uint8_t side;
  std::uint32_t ply;
  std::uint64_t tags, attributes;
};
template <int N>
struct BitUndo {
  std::uint64_t tags, attributes;
  std::uint32_t op_first;
  std::uint16_t last_from, last_to, royal[kBitPlayers], turn;
  std::uint8_t moved, captured;
};
struct MoveRun {
  std::uint32_t first, last;  // of the scratch's moves
};
// Memory of one counting thread.
struct BitScratch {
  Move* moves = nullptr;
  std::uint32_t used = 0, capacity = 0;
  BitOp* ops = nullptr;
  std::uint32_t ops_used = 0;
  void* undo = nullptr;
};
void grow_scratch(BitScratch& scratch);

// What a kernel for one instruction set offers.
enum class BitCount : std::uint8_t { kBulk, kPlay };
template <int N>
using BitKernelFunction = std::uint64_t (*)(const BitTables<N>&, BitBoard<N>&, BitScratch&, int depth, BitCount how);

// Counts from a position, and from others of the same game after `set`.
class BitCounter {
 public:
  virtual ~BitCounter() = default;
  // Null where the game or the position is not covered. `widest`: the newest instructions that the processor has; the counts are
  // the same without.
  static std::unique_ptr<BitCounter> make(const Position& position, bool widest = true);
  // False: not covered (a side with two royal pieces, a chain that goes on).
  virtual bool set(const Position& position) = 0;
  // As perft; depth < kMaxBitDepth.
  virtual std::uint64_t count(int depth, BitCount how) = 0;
};

}  // namespace nightrider
