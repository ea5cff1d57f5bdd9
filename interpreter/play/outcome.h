// How a game ended.
#pragma once

#include <string>
#include <vector>

#include "model/game_definition.h"

namespace nightrider {

struct Outcome {
  bool over = false;
  EndReason reason = EndReason::kNone;
  PlayerId winner = kNone;       // kNone: nobody
  bool draw = false;             // false with no winner: ended without result (end-condition)
  PlayerId subject = kNone;      // the side stalemated, or that accepted an offer: whose points `payoff` orders by
  std::vector<double> points;    // [player]; 1, 0.5, 0 where the file has no `payoff`
};

// "checkmated", "stalemated", "repetition", "no-progress", "move-limit", "captured", "pieces-remaining", "configuration",
// "count", "no moves", "draw agreed", "resigned", "goal".
std::string_view reason_text(EndReason reason);

}  // namespace nightrider
