// Plain minimax: every move of every position to a fixed depth, seen from one player; no table, no pruning, no order. The obvious
// counterpart of search/worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "play/position.h"
#include "search/evaluation.h"
#include "search/move_order.h"

namespace nightrider::test {

class Minimax {
 public:
  Minimax(const Position& root, const Evaluation& evaluation, int quiescence_plies)
      : position_(root), evaluation_(evaluation), quiescence_plies_(quiescence_plies), player_(root.side_to_move()) {
    const GameDefinition& game = position_.definition();
    forced_captures_ = !game.move_priorities.empty() || game.options.maximal_captures > 0;
    for (std::size_t player = 0; player < game.players.size(); ++player)
      has_royal_ = has_royal_ || !game.royal_types(static_cast<PlayerId>(player)).empty();
  }

  // Of each legal move of the root, in the order of the rules, for the player to move there. depth >= 1.
  std::vector<Score> move_values(int depth) {
    MoveList moves;
    position_.legal_moves(moves);
    std::vector<Score> values;
    for (const Move& move : moves) values.push_back(after(move, depth - 1, 1));
    return values;
  }
  std::uint64_t nodes() const { return nodes_; }

 private:
  enum class Chooser { kPlayer, kOthers, kChance };

  Chooser chooser() const {
    const PlayerId mover = position_.side_to_move();
    if (position_.definition().players[mover].kind == PlayerKind::kRandom) return Chooser::kChance;
    return mover == player_ ? Chooser::kPlayer : Chooser::kOthers;
  }

  Score after(Move move, int depth, int ply) {
    position_.make(move);
    const Score score = value(depth, ply);
    position_.unmake();
    return score;
  }

  Score value(int depth, int ply) {
    ++nodes_;
    const Outcome outcome = position_.outcome();
    if (outcome.over) {
      if (outcome.winner == kNone) return kDraw;
      return outcome.winner == player_ ? win_at(ply) : loss_at(ply);
    }
    const Score standing = evaluation_.evaluate(position_, player_);
    const Chooser chooses = chooser();
    MoveList moves;
    bool may_stand = false;
    if (depth > 0) {
      position_.legal_moves(moves);
    } else {
      if (-depth >= quiescence_plies_ || chooses == Chooser::kChance) return standing;
      position_.legal_moves(moves);
      if (!(has_royal_ && position_.in_check())) {
        const std::size_t all = moves.size();
        std::erase_if(moves, [&](Move move) {
          const MoveTraits traits = move_traits(position_, evaluation_, move);
          return !traits.capture && !traits.promotion;
        });
        may_stand = !forced_captures_ || moves.size() < all;
      }
    }
    if (moves.empty()) return standing;
    std::vector<Score> values;
    if (may_stand) values.push_back(standing);
    for (const Move& move : moves) values.push_back(after(move, depth - 1, ply + 1));
    switch (chooses) {
      case Chooser::kPlayer: return *std::max_element(values.begin(), values.end());
      case Chooser::kOthers: return *std::min_element(values.begin(), values.end());
      case Chooser::kChance: break;
    }
    std::int64_t sum = 0;
    for (Score score : values) sum += score;
    const Score mean = static_cast<Score>(sum / static_cast<std::int64_t>(values.size()));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return *least > kMaxEval || *most < -kMaxEval ? mean : std::clamp(mean, -kMaxEval, kMaxEval);
  }

  Position position_;
  const Evaluation& evaluation_;
  int quiescence_plies_;
  PlayerId player_;
  bool forced_captures_ = false;
  bool has_royal_ = false;
  std::uint64_t nodes_ = 0;
};

}  // namespace nightrider::test
