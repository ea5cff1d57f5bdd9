// Counting leaves and playing random games on sets of squares, for the games that BitTables cover.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
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
  std::int16_t over;               // a goal about what stands on the board holds: its place in goals, plus 1; 0: none
  std::uint32_t ply;
  std::uint64_t tags, attributes;
  std::uint64_t captured;          // codes that the last move took, where the tables note it
  std::uint64_t key;               // of squares and hands, where keys are kept
  std::uint32_t hands[kMaxBitHands];
};
template <int N>
struct BitUndo {
  std::uint64_t tags, attributes, captured, key;
  std::uint32_t op_first;
  std::int16_t over;
  std::uint16_t last_from, last_to, royal[kBitPlayers], turn;
  std::uint8_t moved, captured_code;
  bool keyed;                      // `key` is that of before
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
  std::uint64_t keys = 0;          // of all leaves that were made, together
};
void grow_scratch(BitScratch& scratch);

// kPlay makes the last moves too and keeps the key of each position, as a search does.
enum class BitCount : std::uint8_t { kBulk, kPlay };

// How a random game ended.
enum class BitEnd : std::uint8_t {
  kGoal,        // by the goal in `goal`
  kRepetition,  // a third occurrence, where no goal names repetition
  kNoMoves,     // no goal holds, and there is no move
  kTooLong,
  kUnsure       // the tables cannot say whether the game is over: play on from `moves` by the programs
};
// One random game on the tables: what the caller gives, and what comes of it.
struct BitPlayout {
  static constexpr std::uint32_t kMaxPlies = 100'000;

  Random* random = nullptr;
  std::uint32_t most = 0;                // plies; at most kMaxPlies
  std::uint32_t round = 1;               // of the position
  std::uint32_t counters[kMaxBitCounters] = {};
  Move* moves = nullptr;                 // room for `most`
  std::uint64_t* keys = nullptr;         // and for one more
  std::uint16_t* seen = nullptr;         // kSeen: how many of the game's positions have a key that ends so
  static constexpr std::uint32_t kSeen = 4096;

  BitEnd end = BitEnd::kNoMoves;
  std::uint16_t goal = 0;                // of the game's definition
  std::uint8_t player = 0;               // for whom it was read
  std::uint32_t plies = 0;
};

// What a kernel for one instruction set offers.
template <int N>
struct BitKernelFunctions {
  std::uint64_t (*count)(const BitTables<N>&, BitBoard<N>&, BitScratch&, int depth, BitCount how) = nullptr;
  // Fills what follows from the squares: a goal that holds, the key.
  void (*settle)(const BitTables<N>&, BitBoard<N>&, BitScratch&) = nullptr;
  std::uint64_t (*key_after)(const BitTables<N>&, BitBoard<N>&, BitScratch&, Move) = nullptr;
  void (*play_out)(const BitTables<N>&, BitBoard<N>&, BitScratch&, BitPlayout&) = nullptr;
};

// Counts from a position, and from others of the same game after `set`; random games.
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
  // Position::key() after a legal move.
  virtual std::uint64_t key_after(Move move) = 0;
  // Why random games are left to the programs though moves are not; empty: they are played here.
  virtual const std::string& unplayable() const = 0;
  // A game of uniformly random legal moves from the position; `most` at most BitPlayout::kMaxPlies. The result and its moves
  // are good until the next call.
  virtual const BitPlayout& play_out(Random& random, std::uint32_t most) = 0;
  // Pieces of each player that are no markers, in the position where the last random game ended.
  virtual std::vector<std::size_t> pieces_left() const = 0;
};

}  // namespace nightrider
