// How a game ended.
#pragma once

#include <string_view>
#include <vector>

#include "model/game_definition.h"

namespace nightrider {

struct Outcome {
  bool over = false;
  EndReason reason = EndReason::kNone;
  PlayerId winner = kNone;       // kNone: nobody
  PlayerId loser = kNone;        // by a loss-condition; kNone: by none
  bool draw = false;             // false with no winner: ended without result (end-condition)
  PlayerId subject = kNone;      // kStalemated: the side without a legal move; an accepted offer: the side that accepted
  std::vector<double> points;    // [player]; 1, 0.5, 0 where the file has no `payoff`
};

// "checkmated", "stalemated", "repetition", "no-progress", "move-limit", "captured", "pieces-remaining", "configuration",
// "count", "no moves", "draw agreed", "resigned", "goal", "connected".
std::string_view reason_text(EndReason reason);

// The result, without points, where the goal decides, read for `player`. `pieces`: of each player, markers not counted; asked by count goals.
Outcome outcome_by(const GameDefinition& game, const GoalDefinition& goal, PlayerId player, const std::vector<std::size_t>& pieces);

// What points may depend on beside the position's own result: offers, and when the last move was made.
struct PayoffContext {
  int round = 0;           // of the last move, or of the accepted offer
  int declined_round = 0;  // of the resignation offer that was declined; 0: none was
};

// Points of each player by `payoff`, 1, 0.5 and 0 where the file has none; neutral and random players get 0. The first number
// of a pair goes to the winner, to the side that stalemated, to the side that accepted; the second to every other. A game that
// is not over has no points (empty). A round after the last band counts as in the last band.
std::vector<double> points_for(const GameDefinition& game, const Outcome& outcome, const PayoffContext& context = {});

}  // namespace nightrider
