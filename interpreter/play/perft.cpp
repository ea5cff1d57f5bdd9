#include "play/perft.h"

#include "base/check.h"
#include "play/bit_counter.h"

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

namespace nightrider {
namespace {

class Counter {
 public:
  Counter(Position& position, bool bulk)
      : position_(position), bulk_(bulk && !position.game().has_board_goals && !position.game().has_partial_moves),
        board_goals_(position.game().has_board_goals) {
    position_.keep_effects_apart();
  }

  std::uint64_t count(int depth) {
    if (depth == 0) return 1;
    if (position_.game().has_partial_moves) return count_turns(depth);
    if (bulk_ && depth == 1) return position_.count_legal_moves();
    MoveList& moves = list(depth);
    position_.legal_moves(moves);
    if (board_goals_ && position_.outcome_knowing(!moves.empty(), true).over) return 0;
    std::uint64_t nodes = 0;
    const std::size_t mark = position_.effects_mark();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      position_.make(moves[i]);
      nodes += count(depth - 1);
      position_.unmake();
      position_.forget_effects(mark);
    }
    return nodes;
  }

  // Below one move of the root; `seen` goes on over all of them, since chains with equal effects are one.
  std::uint64_t count_below(Move move, int depth, std::set<std::uint64_t>& seen) { return count_leg(move, kNone, depth, seen); }

 private:
  // `from`: where the chain began; kNone where it did before the root.
  std::uint64_t count_leg(Move move, SquareId from, int depth, std::set<std::uint64_t>& seen) {
    const bool first_leg = !position_.in_chain();
    if (first_leg) from = move.from;
    const SquareId to = move.to == kNone ? position_.last_to() : move.to;
    std::uint64_t nodes = 0;
    const std::size_t mark = position_.effects_mark();
    position_.make(move);
    if (position_.in_chain()) {
      // Where two chains meet they go on alike: the keys of open chains differ from those of finished ones. The next leg may ask
      // where this one began.
      if (seen.insert(chain_key(position_.effect_key(), from, position_.last_from())).second) nodes = walk_legs(further(), from, depth, seen);
    } else if (!position_.game().has_partial_moves) {
      nodes = count(depth - 1);
    } else if (seen.insert(chain_key(position_.effect_key(), from, to)).second) {
      nodes = count_turns(depth - 1);
    }
    position_.unmake();
    position_.forget_effects(mark);
    return nodes;
  }

  static std::uint64_t chain_key(std::uint64_t key, SquareId from, SquareId to) {
    const std::uint64_t squares = (std::uint64_t{from} << 16) + to;
    return key ^ (squares * 0x9e3779b97f4a7c15);  // spread over the key (Knuth, multiplicative hashing)
  }

  // Where moves may have several legs: whole turns, each resulting position once.
  std::uint64_t count_turns(int depth) {
    if (depth == 0) return 1;
    MoveList moves;
    position_.legal_moves(moves);
    if (position_.outcome_knowing(!moves.empty(), true).over) return 0;
    std::set<std::uint64_t> seen;
    return walk_legs(moves, kNone, depth, seen);
  }

  std::uint64_t walk_legs(const MoveList& moves, SquareId from, int depth, std::set<std::uint64_t>& seen) {
    std::uint64_t nodes = 0;
    for (Move move : moves) nodes += count_leg(move, from, depth, seen);
    return nodes;
  }

  MoveList further() {
    MoveList moves;
    position_.legal_moves(moves);
    return moves;
  }

  MoveList& list(int depth) {
    if (lists_.size() <= static_cast<std::size_t>(depth)) lists_.resize(static_cast<std::size_t>(depth) + 1);
    return lists_[static_cast<std::size_t>(depth)];
  }

  Position& position_;
  bool bulk_;
  bool board_goals_;
  std::vector<MoveList> lists_;
};

}  // namespace

std::uint64_t perft(Position& position, int depth, bool bulk) {
  if (depth < kMaxBitDepth)
    if (const auto bits = BitCounter::make(position)) return bits->count(depth, bulk ? BitCount::kBulk : BitCount::kPlay);
  Position copy = position;
  copy.set_track_repetition(false);
  Counter counter(copy, bulk);
  const std::uint64_t nodes = counter.count(depth);
  if (copy.effects_lost()) position.set_effects_lost();
  return nodes;
}

std::vector<PerftDivide> perft_divide(const Position& position, int depth, bool bulk, int threads,
                                      const std::function<void(std::size_t, std::size_t)>& progress) {
  Position root = position;
  root.set_track_repetition(false);
  MoveList moves;
  if (!root.outcome(true).over) root.legal_moves(moves);
  std::vector<PerftDivide> result;
  for (Move move : moves) result.push_back({move, 0});
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::mutex mutex;
  const auto work = [&] {
    Position mine = root;
    Counter counter(mine, bulk);
    const auto bits = depth < kMaxBitDepth ? BitCounter::make(root) : nullptr;
    std::set<std::uint64_t> seen;
    for (std::size_t i = next++; i < result.size(); i = next++) {
      if (bits) {
        mine.make(result[i].move);
        NIGHTRIDER_CHECK(bits->set(mine), "a legal move keeps a position that sets of squares cover");
        result[i].nodes = bits->count(depth - 1, bulk ? BitCount::kBulk : BitCount::kPlay);
        mine.unmake();
      } else {
        result[i].nodes = counter.count_below(result[i].move, depth, seen);
      }
      const std::lock_guard lock(mutex);
      ++done;
      if (mine.effects_lost()) position.set_effects_lost();
      if (progress) progress(done, result.size());
    }
  };
  if (threads <= 1 || root.game().has_partial_moves) {  // one after the other: which chains are equal is known to one only
    work();
  } else {
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back(work);
    for (std::thread& worker : workers) worker.join();
  }
  return result;
}

}  // namespace nightrider
