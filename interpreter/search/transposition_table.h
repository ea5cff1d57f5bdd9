// What was found out about positions, shared by all threads of a search without locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "play/move.h"
#include "search/score.h"

namespace nightrider {

enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };  // kNone: only the move is known

// A move's mark in the table: 24 bits, never 0. Not every move has a mark of its own: compare it with those of the legal
// moves, so that nothing but a legal move can come out of the table, whatever was written into it.
std::uint32_t move_mark(Move move);

struct TableEntry {
  Score score = 0;             // wins and losses counted from this position, not from the root
  int depth = 0;               // 0..255
  Bound bound = Bound::kNone;
  std::uint32_t mark = 0;      // move_mark of the best move; 0: none
};

// Buckets of four entries, replaced by age and depth. Each entry is two words, key XOR data and data, so that one torn by
// two writers no longer fits its key (Hyatt and Mann, "A lockless transposition-table implementation for parallel search", 2002).
class TranspositionTable {
 public:
  static constexpr std::size_t kMaxMegabytes = 32768;

  // At least one bucket; `megabytes` is cut to kMaxMegabytes, and halved until the machine gives the memory.
  explicit TranspositionTable(std::size_t megabytes);

  void clear();
  void new_search() { age_ = (age_ + 1) & kAgeMask; }   // entries of earlier searches are replaced first
  bool probe(std::uint64_t key, TableEntry& entry) const;
  // A move already known for the key is kept where `entry` has none.
  void store(std::uint64_t key, const TableEntry& entry);
  std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }
  // Thousandths of the table written by this search, from a sample.
  int permille_full() const;

 private:
  static constexpr unsigned kAgeMask = 63;
  struct Slot {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket { Slot slots[4]; };

  std::unique_ptr<Bucket[]> buckets_;
  std::uint64_t mask_ = 0;
  unsigned age_ = 0;
};

}  // namespace nightrider
