#include "search/evaluation.h"

#include <algorithm>
#include <cmath>

#include "search/piece_survey.h"

namespace nightrider {
namespace {

constexpr Score kWeakest = 100;
constexpr double kLeastMobility = 0.25;     // a piece that hardly ever moves counts as if it had this
constexpr double kPromotionShare = 0.04;    // of the mobility of what a piece can become
constexpr double kPlacementShare = 0.10;    // of a piece's value for twice the destinations it has on average
constexpr double kPlacementLimit = 0.25;
constexpr Score kDearest = 100 * kWeakest;  // so that material stays within kMaxEval
constexpr int kMaxInHand = 64;              // pieces of a type that count; reserves may be without end

}  // namespace

Evaluation::Evaluation(const std::shared_ptr<const CompiledGame>& game, std::uint64_t seed) {
  const Position position(game);
  const GameDefinition& definition = position.definition();
  players_ = definition.players.size();
  squares_ = definition.board.squares.size();
  const std::size_t types = definition.pieces.size();
  active_.assign(players_, 0);
  for (const TurnDefinition& turn : definition.turn_order)
    if (turn.player < players_ && definition.players[turn.player].kind == PlayerKind::kActive) active_[turn.player] = 1;
  active_players_ = static_cast<int>(std::count(active_.begin(), active_.end(), 1));
  royal_.assign(types, 0);
  for (std::size_t player = 0; player < players_; ++player)
    for (PieceTypeId type : definition.royal_types(static_cast<PlayerId>(player))) royal_[type] = 1;
  for (std::size_t square = 0; square < squares_; ++square)
    if (!definition.board.squares[square].dummy) board_.push_back(static_cast<SquareId>(square));
  for (std::size_t type = 0; type < types; ++type)
    if (!definition.pieces[type].drops.empty()) hand_types_.push_back(static_cast<PieceTypeId>(type));

  const PieceSurvey survey = survey_pieces(position, royal_, seed);
  std::vector<double> worth(types, 0);
  double weakest = 0;
  for (std::size_t type = 0; type < types; ++type) {
    if (royal_[type] != 0 || definition.pieces[type].dummy || survey.mobility[type] <= 0) continue;
    worth[type] = std::max(survey.mobility[type], kLeastMobility);
    if (survey.best_promotion[type] != kNone) worth[type] += kPromotionShare * survey.mobility[survey.best_promotion[type]];
    if (weakest == 0 || worth[type] < weakest) weakest = worth[type];
  }
  values_.assign(types, 0);
  for (std::size_t type = 0; type < types; ++type) {
    // Where nothing moves (stones that are only put down) each piece counts alike.
    if (weakest == 0 && royal_[type] == 0 && !definition.pieces[type].dummy) values_[type] = kWeakest;
    else if (worth[type] > 0) values_[type] = std::min(kDearest, static_cast<Score>(std::lround(kWeakest * worth[type] / weakest)));
  }

  if (survey.reach.empty()) return;
  piece_square_.assign(types * players_ * squares_, 0);
  for (std::size_t type = 0; type < types; ++type) {
    const PieceTypeId promotes = survey.best_promotion[type];
    const Score gain = promotes == kNone ? 0 : std::max(0, values_[promotes] - values_[type]);
    for (std::size_t player = 0; player < players_; ++player) {
      double mean = 0;
      for (SquareId square : board_) mean += survey.reach[survey.cell(static_cast<PieceTypeId>(type), static_cast<PlayerId>(player), square)];
      mean /= static_cast<double>(board_.size());
      for (SquareId square : board_) {
        const std::size_t cell = survey.cell(static_cast<PieceTypeId>(type), static_cast<PlayerId>(player), square);
        double bonus = 0;
        if (promotes != kNone) {
          // Halved with each move that is still to be made.
          if (survey.promotion_distance[cell] > 0) bonus = gain / std::exp2(std::min(survey.promotion_distance[cell], 20) + 2);
        } else if (mean > 0) {
          bonus = values_[type] * std::clamp(kPlacementShare * (survey.reach[cell] - mean) / mean, -kPlacementLimit, kPlacementLimit);
        }
        piece_square_[cell] = values_[type] + static_cast<Score>(std::lround(bonus));
      }
    }
  }
}

Score Evaluation::evaluate(const Position& position, PlayerId player) const {
  Score own = 0;
  Score others = 0;
  for (SquareId square : board_) {
    const Occupant occupant = position.occupant(square);
    if (occupant.empty() || active_[occupant.owner] == 0) continue;
    (occupant.owner == player ? own : others) += square_value(occupant.type, occupant.owner, square);
  }
  for (PieceTypeId type : hand_types_)
    for (std::size_t owner = 0; owner < players_; ++owner)
      if (active_[owner] != 0) {
        const Score value = std::clamp(position.hand(static_cast<PlayerId>(owner), type), 0, kMaxInHand) * values_[type];
        (owner == player ? own : others) += value;
      }
  const Score rest = active_players_ > 2 ? others / (active_players_ - 1) : others;
  return std::clamp(own - rest, -kMaxEval, kMaxEval);
}

}  // namespace nightrider
