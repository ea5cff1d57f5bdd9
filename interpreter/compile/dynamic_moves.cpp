#include "compile/dynamic_moves.h"

#include <algorithm>
#include <utility>

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

// With the places in the containers of a store.
std::size_t bytes_of(const PreparedMove& move) {
  std::size_t bytes = sizeof(PreparedMove) + 64;
  bytes += (move.ops.capacity() + move.recycled.capacity()) * sizeof(SquareOp) + move.parts.capacity() * sizeof(PreparedPart);
  bytes += move.captures.capacity() * sizeof(SquareId) + move.blasts.capacity() * sizeof(PreparedMove::Blast);
  for (const std::string& text : move.texts) bytes += sizeof(std::string) + text.capacity();
  return bytes;
}

}  // namespace

DynamicMoves::DynamicMoves(std::shared_ptr<DynamicMoves> below, std::size_t most_bytes) : below_(std::move(below)), most_bytes_(most_bytes) {
  NIGHTRIDER_CHECK(below_ == nullptr || below_->below_ == nullptr, "there are two stores of moves at most, one on the other");
}

std::optional<std::uint32_t> DynamicMoves::find(std::uint64_t hash, const PreparedMove& move) const {
  const auto [first, last] = index_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (moves_[known->second].same_effects(move) && same_text(moves_[known->second], move)) return first_number() + known->second;
  return std::nullopt;
}

std::optional<std::uint32_t> DynamicMoves::intern(PreparedMove&& move) {
  const std::uint64_t hash = hash_of(move);
  const std::lock_guard lock(mutex_);
  // First here: what has a number keeps it, also when the store below comes to know it.
  if (const auto known = find(hash, move)) return known;
  if (below_ != nullptr) {
    const std::lock_guard lock_below(below_->mutex_);
    if (const auto known = below_->find(hash, move)) return known;
  }
  const std::size_t bytes = bytes_of(move);
  if (bytes_ + bytes > most_bytes_) {
    full_ = true;
    return std::nullopt;
  }
  const auto place = static_cast<std::uint32_t>(moves_.size());
  index_.emplace(hash, place);
  moves_.push_back(std::move(move));
  bytes_ += bytes;
  return first_number() + place;
}

const PreparedMove& DynamicMoves::at(std::uint32_t index) const {
  if (below_ != nullptr && index < kFirstOnTop) return below_->at(index);
  const std::size_t place = index - first_number();
  const std::lock_guard lock(mutex_);
  NIGHTRIDER_CHECK(place < moves_.size(), "a move belongs to the game of its position");
  return moves_[place];
}

bool DynamicMoves::full() const {
  const std::lock_guard lock(mutex_);
  return full_;
}

void DynamicMoves::set_full() {
  const std::lock_guard lock(mutex_);
  full_ = true;
}

std::size_t DynamicMoves::size() const {
  const std::lock_guard lock(mutex_);
  return moves_.size();
}

void DynamicMoves::forget_after(std::size_t count) {
  const std::lock_guard lock(mutex_);
  for (; moves_.size() > count; moves_.pop_back()) {
    bytes_ -= bytes_of(moves_.back());
    const auto [first, last] = index_.equal_range(hash_of(moves_.back()));
    for (auto known = first; known != last; ++known)
      if (known->second + 1 == moves_.size()) {
        index_.erase(known);
        break;
      }
  }
}

}  // namespace nightrider
