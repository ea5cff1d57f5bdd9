#include "play/outcome.h"

#include <algorithm>

namespace nightrider {

std::string_view reason_text(EndReason reason) {
  switch (reason) {
    case EndReason::kNone: return "none";
    case EndReason::kCheckmated: return "checkmated";
    case EndReason::kStalemated: return "stalemated";
    case EndReason::kRepetition: return "repetition";
    case EndReason::kNoProgress: return "no-progress";
    case EndReason::kMoveLimit: return "move-limit";
    case EndReason::kCaptured: return "captured";
    case EndReason::kPiecesRemaining: return "pieces-remaining";
    case EndReason::kConfiguration: return "configuration";
    case EndReason::kCount: return "count";
    case EndReason::kNoMoves: return "no moves";
    case EndReason::kDrawAgreed: return "draw agreed";
    case EndReason::kResigned: return "resigned";
    case EndReason::kGoal: return "goal";
    case EndReason::kConnected: return "connected";
  }
  return "none";
}

namespace {

// The band that holds `round`; null where the file has no bands.
const PayoffBand* band_of(const PayoffDefinition& payoff, int round) {
  for (const PayoffBand& band : payoff.resign_bands)
    if (round <= band.last_round) return &band;
  return payoff.resign_bands.empty() ? nullptr : &payoff.resign_bands.back();
}

bool resigned_by_band(const GameDefinition& game) {
  return std::any_of(game.offers.begin(), game.offers.end(),
                     [](const OfferDefinition& offer) { return offer.kind == OfferKind::kResign && offer.by_band; });
}

PayoffPair win_pay(const GameDefinition& game, const Outcome& outcome, const PayoffContext& context) {
  const PayoffDefinition& payoff = game.payoff;
  const PayoffPair win = payoff.win.value_or(PayoffPair{1, 0});
  const PayoffBand* now = band_of(payoff, context.round);
  if (now == nullptr) return win;
  if (outcome.reason == EndReason::kResigned) return resigned_by_band(game) ? now->pay : win;
  if (!payoff.after_declined || context.declined_round == 0) return win;
  const bool same_band = band_of(payoff, context.declined_round) == now;
  return same_band && payoff.same_band_pays_win ? win : now->pay;
}

}  // namespace

std::vector<double> points_for(const GameDefinition& game, const Outcome& outcome, const PayoffContext& context) {
  if (!outcome.over) return {};
  const PayoffDefinition& payoff = game.payoff;
  PayoffPair pay;
  PlayerId first = kNone;      // who gets the first number
  bool all_but_first = false;  // instead everyone else gets it
  if (outcome.reason == EndReason::kStalemated && payoff.stalemated && outcome.subject != kNone) {
    pay = *payoff.stalemated;
    first = outcome.subject;
    all_but_first = true;
  } else if (outcome.winner != kNone) {
    pay = win_pay(game, outcome, context);
    first = outcome.winner;
  } else if (outcome.reason == EndReason::kMoveLimit && payoff.move_limit) {
    pay = *payoff.move_limit;
    first = 0;
  } else if (outcome.draw) {
    pay = payoff.draw.value_or(PayoffPair{0.5, 0.5});
    first = outcome.subject;
  }
  std::vector<double> points(game.players.size(), 0.0);
  for (std::size_t player = 0; player < points.size(); ++player)
    if (game.players[player].kind == PlayerKind::kActive)
      points[player] = (player == first) != all_but_first ? pay.first : pay.second;
  return points;
}

}  // namespace nightrider
