// Scores of positions: hundredths of the weakest piece; + is good for the side to move. A decided game scores by its
// distance: a win after p plies is kWin - p, a loss p - kWin, so that the shorter win and the longer loss are preferred.
// A draw, and an end without a result (`end-condition`), score 0; the points of `payoff` are not looked at.
#pragma once

#include <string>

namespace nightrider {

using Score = int;

inline constexpr Score kWin = 1'000'000;
inline constexpr Score kMaxEval = 900'000;      // static evaluations stay within -kMaxEval..kMaxEval
inline constexpr Score kInfinity = kWin + 1;    // outside of every score
inline constexpr Score kDraw = 0;

constexpr Score win_at(int ply) { return kWin - ply; }
constexpr Score loss_at(int ply) { return ply - kWin; }
constexpr bool is_decisive(Score score) { return score > kMaxEval || score < -kMaxEval; }
// Plies to the end of the game; only for decisive scores.
constexpr int plies_to_end(Score score) { return kWin - (score < 0 ? -score : score); }

// "+0.35", "-12.00", "0.00", "win in 3", "loss in 4" (plies).
std::string score_text(Score score);

}  // namespace nightrider
