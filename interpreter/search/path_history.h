// The positions on the way to the one being searched, counted: those met again change what the table may be used for.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "play/position.h"

namespace nightrider {

// Scores depend on the way to a position as soon as one on that way could be repeated into a draw. `salt()` names the set of
// positions met at least twice so far, and how often; keys of the transposition table hold it, so that scores found with
// different sets are never mixed (the "graph history interaction" problem; Campbell, 1985). What remains: a position met once
// before and twice more below one node; that takes more plies than are searched exactly by the tests.
class PathHistory {
 public:
  // Takes the moves already made in `position` into account. `position` is left as it was.
  void start(Position& position);

  void push(std::uint64_t key) {
    std::uint8_t& filter = filter_[key % filter_.size()];
    std::uint64_t salt = entries_.empty() ? 0 : entries_.back().salt;
    if (filter != 0) salt ^= met_again(key);
    if (filter < 255) ++filter;
    entries_.push_back({key, salt});
  }
  void pop() {
    std::uint8_t& filter = filter_[entries_.back().key % filter_.size()];
    if (filter < 255) --filter;  // a full counter stays: it only costs a look
    entries_.pop_back();
  }
  std::uint64_t salt() const { return entries_.empty() ? 0 : entries_.back().salt; }

 private:
  // 0 unless `key` is on the path.
  std::uint64_t met_again(std::uint64_t key) const;

  struct Entry { std::uint64_t key, salt; };
  std::vector<Entry> entries_;
  std::array<std::uint8_t, 16384> filter_{};  // [key % size] entries, so that most pushes need no look at the path
};

}  // namespace nightrider
