#include "search/transposition_table.h"

#include <algorithm>
#include <new>

namespace nightrider {
namespace {

// Data word: score 24 bits (offset), depth 8, bound 2, age 6, mark 24.
constexpr Score kScoreOffset = 1 << 23;

std::uint64_t pack(const TableEntry& entry, unsigned age) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.score + kScoreOffset) & 0xFFFFFFu) |
         static_cast<std::uint64_t>(std::clamp(entry.depth, 0, 255)) << 24 | static_cast<std::uint64_t>(entry.bound) << 32 |
         static_cast<std::uint64_t>(age) << 34 | static_cast<std::uint64_t>(entry.mark & 0xFFFFFFu) << 40;
}
TableEntry unpack(std::uint64_t data) {
  TableEntry entry;
  entry.score = static_cast<Score>(data & 0xFFFFFFu) - kScoreOffset;
  entry.depth = static_cast<int>(data >> 24 & 0xFF);
  entry.bound = static_cast<Bound>(data >> 32 & 3);
  entry.mark = static_cast<std::uint32_t>(data >> 40);
  return entry;
}
unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 34 & 63); }

}  // namespace

std::uint32_t move_mark(Move move) {
  std::uint64_t bits = static_cast<std::uint64_t>(move.from) << 48 | static_cast<std::uint64_t>(move.to) << 32 | move.action;
  bits *= 0x9E3779B97F4A7C15u;
  bits ^= bits >> 29;
  bits *= 0xBF58476D1CE4E5B9u;
  const std::uint32_t mark = static_cast<std::uint32_t>(bits >> 40);
  return mark == 0 ? 1 : mark;
}

TranspositionTable::TranspositionTable(std::size_t megabytes) {
  std::uint64_t buckets = 1;
  const std::uint64_t wanted = std::min(megabytes, kMaxMegabytes) * 1024 * 1024 / sizeof(Bucket);
  while (buckets * 2 <= wanted) buckets *= 2;
  for (;; buckets /= 2) {
    buckets_.reset(new (std::nothrow) Bucket[buckets]);
    if (buckets_ != nullptr || buckets == 1) break;
  }
  if (buckets_ == nullptr) buckets_ = std::make_unique<Bucket[]>(1);
  mask_ = buckets - 1;
}

void TranspositionTable::clear() {
  for (std::uint64_t i = 0; i <= mask_; ++i)
    for (Slot& slot : buckets_[i].slots) {
      slot.check.store(0, std::memory_order_relaxed);
      slot.data.store(0, std::memory_order_relaxed);
    }
  age_ = 0;
}

bool TranspositionTable::probe(std::uint64_t key, TableEntry& entry) const {
  for (const Slot& slot : buckets_[key & mask_].slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
      entry = unpack(data);
      return true;
    }
  }
  return false;
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry) {
  Bucket& bucket = buckets_[key & mask_];
  Slot* victim = nullptr;
  int least = 0;
  TableEntry stored = entry;
  for (Slot& slot : bucket.slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
      if (stored.mark == 0) stored.mark = unpack(data).mark;
      victim = &slot;
      break;
    }
    const int age = static_cast<int>((age_ - age_of(data)) & kAgeMask);
    const int worth = data == 0 ? -1'000'000 : unpack(data).depth - 8 * age;
    if (victim == nullptr || worth < least) {
      victim = &slot;
      least = worth;
    }
  }
  const std::uint64_t data = pack(stored, age_);
  victim->data.store(data, std::memory_order_relaxed);
  victim->check.store(key ^ data, std::memory_order_relaxed);
}

int TranspositionTable::permille_full() const {
  const std::uint64_t sample = std::min<std::uint64_t>(mask_ + 1, 250);
  std::uint64_t used = 0;
  for (std::uint64_t i = 0; i < sample; ++i)
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      used += data != 0 && age_of(data) == age_ ? 1 : 0;
    }
  return static_cast<int>(used * 1000 / (sample * 4));
}

}  // namespace nightrider
