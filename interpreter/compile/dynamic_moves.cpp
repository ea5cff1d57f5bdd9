#include "compile/dynamic_moves.h"

#include <algorithm>

#include "base/check.h"

namespace nightrider {
namespace {

// FNV-1a (Fowler, Noll and Vo, 1991), a word at a time.
std::uint64_t hash_of(const PreparedMove& move) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; };
  for (const SquareOp& op : move.ops) add((std::uint64_t{op.square} << 32) + (std::uint64_t{op.source} << 16) + op.value);
  for (const PreparedPart& part : move.parts) add((std::uint64_t{part.from} << 16) + part.to);
  add(move.tags);
  add(move.attributes_set);
  add(move.attributes_cleared);
  return hash ^ (hash >> 29);
}

// Moves with the same effects may still be written differently: one promotes where the other was that type before.
bool same_text(const PreparedMove& a, const PreparedMove& b) {
  const auto same_blast = [](const PreparedMove::Blast& x, const PreparedMove::Blast& y) { return x.square == y.square && x.fate == y.fate; };
  return a.parts == b.parts && a.captures == b.captures && a.texts == b.texts && a.origin_always == b.origin_always &&
         std::equal(a.blasts.begin(), a.blasts.end(), b.blasts.begin(), b.blasts.end(), same_blast);
}

}  // namespace

std::uint32_t DynamicMoves::intern(PreparedMove&& move) {
  const std::uint64_t hash = hash_of(move);
  const std::lock_guard lock(mutex_);
  const auto [first, last] = index_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (moves_[known->second].same_effects(move) && same_text(moves_[known->second], move)) return known->second;
  const auto index = static_cast<std::uint32_t>(moves_.size());
  index_.emplace(hash, index);
  moves_.push_back(std::move(move));
  return index;
}

const PreparedMove& DynamicMoves::at(std::uint32_t index) const {
  const std::lock_guard lock(mutex_);
  NIGHTRIDER_CHECK(index < moves_.size(), "a move belongs to the game of its position");
  return moves_[index];
}

}  // namespace nightrider
