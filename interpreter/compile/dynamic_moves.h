// Effects of moves that general programs work out during play, each kept once and numbered. A game has one such store for as long
// as it lives; its positions share it, on several threads too, so that a Move means the same in all of them. What meets many moves
// that nobody asks for again, such as a search, puts a store of its own on top and drops it afterwards.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "compile/prepared_move.h"

namespace nightrider {

class DynamicMoves {
 public:
  // Memory that the moves of one store take, roughly. Half a million moves fit, fewer where they change many squares.
  static constexpr std::size_t kMaxBytes = 256u * 1024 * 1024;

  // `below`: a store whose moves are known here by its numbers.
  explicit DynamicMoves(std::shared_ptr<DynamicMoves> below = nullptr, std::size_t most_bytes = kMaxBytes);

  // The number of these effects (captures included), new or known; nothing where they are new and the store is full.
  std::optional<std::uint32_t> intern(PreparedMove&& move);
  // Of a number that intern gave; stays where it is.
  const PreparedMove& at(std::uint32_t index) const;

  // A move had no place: lists of moves may since lack some. Stays so.
  bool full() const;
  void set_full();

  // How many moves there are, those below not counted; the ones after the first `count` are forgotten, and their numbers given anew.
  std::size_t size() const;
  void forget_after(std::size_t count);

 private:
  static constexpr std::uint32_t kFirstOnTop = 1u << 30;  // numbers of a store that has one below; no store holds so many

  std::uint32_t first_number() const { return below_ == nullptr ? 0 : kFirstOnTop; }
  std::optional<std::uint32_t> find(std::uint64_t hash, const PreparedMove& move) const;  // its number; the lock is held

  const std::shared_ptr<DynamicMoves> below_;
  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::deque<PreparedMove> moves_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> index_;  // hash of the effects -> place in moves_
  std::size_t bytes_ = 0;
  bool full_ = false;
};

}  // namespace nightrider
