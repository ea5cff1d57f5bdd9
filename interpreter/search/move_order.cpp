#include "search/move_order.h"

#include <algorithm>

#include "search/transposition_table.h"

namespace nightrider {
namespace {

constexpr int kTableMove = 1 << 30;
constexpr int kTactical = 1 << 24;  // plus or minus less than kFirstTactical
constexpr int kKiller = 1 << 20;

}  // namespace

MoveTraits move_traits(Position& position, const Evaluation& evaluation, Move move) {
  MoveTraits traits;
  traits.capture = position.is_capture(move);
  if (traits.capture && move.to != kNone) {
    const Occupant target = position.occupant(move.to);
    if (!target.empty()) traits.gain = evaluation.piece_value(target.type);
  }
  if (move.from == kNone || move.to == kNone || !position.is_promotion(move)) return traits;
  const Occupant piece = position.occupant(move.from);
  position.make(move);
  const Occupant after = position.occupant(move.to);
  position.unmake();
  if (after.empty() || after.type == piece.type || after.owner != piece.owner) return traits;
  const Score better = evaluation.piece_value(after.type) - evaluation.piece_value(piece.type);
  traits.promotion = better > 0;
  traits.gain += better;
  return traits;
}

void MoveOrder::start(int max_ply) {
  killers_.assign(static_cast<std::size_t>(max_ply) + 1, {kNoMove, kNoMove});
  history_.assign(1u << 14, 0);
}

void MoveOrder::rate(Position& position, const Evaluation& evaluation, const MoveList& moves, std::uint32_t table_mark, int ply,
                     std::vector<int>& ratings) const {
  const PlayerId mover = position.side_to_move();
  const std::array<Move, 2>& killers = killers_[static_cast<std::size_t>(ply)];
  ratings.resize(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    if (table_mark != 0 && move_mark(move) == table_mark) {
      ratings[i] = kTableMove;
      continue;
    }
    const MoveTraits traits = move_traits(position, evaluation, move);
    if (traits.capture || traits.promotion) {
      // Most valuable victim, least valuable attacker.
      int attacker = 0;
      if (move.from != kNone) {
        const Occupant piece = position.occupant(move.from);
        if (!piece.empty()) attacker = evaluation.piece_value(piece.type);
      }
      ratings[i] = kTactical + std::clamp(traits.gain * 16 - attacker, 1 - kFirstTactical, kFirstTactical - 1);
    } else if (move == killers[0]) {
      ratings[i] = kKiller + 1;
    } else if (move == killers[1]) {
      ratings[i] = kKiller;
    } else {
      ratings[i] = history_[history_index(mover, move)];
    }
  }
}

void MoveOrder::reward(PlayerId mover, Move move, int ply, int depth) {
  std::array<Move, 2>& killers = killers_[static_cast<std::size_t>(ply)];
  if (!(killers[0] == move)) {
    killers[1] = killers[0];
    killers[0] = move;
  }
  int& value = history_[history_index(mover, move)];
  const int bonus = std::min(depth * depth * 8, 1200);
  value += bonus - value * bonus / kHistoryLimit;
}

void MoveOrder::punish(PlayerId mover, Move move, int depth) {
  int& value = history_[history_index(mover, move)];
  const int malus = std::min(depth * depth * 8, 1200);
  value -= malus + value * malus / kHistoryLimit;
}

}  // namespace nightrider
