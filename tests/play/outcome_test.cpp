// Points by `payoff`, without any game.
#include "play/outcome.h"

#include <gtest/gtest.h>

namespace nightrider {
namespace {

GameDefinition three_players() {
  GameDefinition game;
  game.players = {{"White", PlayerKind::kActive}, {"Black", PlayerKind::kActive}, {"?Dice", PlayerKind::kRandom}};
  return game;
}

Outcome ended(EndReason reason, PlayerId winner, bool draw) {
  Outcome outcome;
  outcome.over = true;
  outcome.reason = reason;
  outcome.winner = winner;
  outcome.draw = draw;
  return outcome;
}

using Points = std::vector<double>;

TEST(OutcomeTest, WithoutPayoffAWinIsOnePointAndADrawHalf) {
  const GameDefinition game = three_players();
  EXPECT_EQ(points_for(game, ended(EndReason::kCheckmated, 1, false)), (Points{0, 1, 0}));
  EXPECT_EQ(points_for(game, ended(EndReason::kRepetition, kNone, true)), (Points{0.5, 0.5, 0}));
  EXPECT_EQ(points_for(game, ended(EndReason::kMoveLimit, kNone, false)), (Points{0, 0, 0})) << "neither a win nor a draw";
  EXPECT_EQ(points_for(game, Outcome{}), Points{}) << "not over";
}

TEST(OutcomeTest, StalematePaysTheSideThatGaveItFirst) {
  GameDefinition game = three_players();
  game.payoff.stalemated = PayoffPair{7, 5};
  Outcome outcome = ended(EndReason::kStalemated, kNone, true);
  outcome.subject = 0;
  EXPECT_EQ(points_for(game, outcome), (Points{5, 7, 0}));
}

TEST(OutcomeTest, AWinAfterADeclinedResignationPaysByBands) {
  GameDefinition game = three_players();
  game.payoff.win = PayoffPair{12, 0};
  game.payoff.resign_bands = {{45, {12, 0}}, {60, {11, 1}}, {75, {10, 2}}};
  game.payoff.after_declined = true;
  const Outcome mate = ended(EndReason::kCheckmated, 0, false);
  EXPECT_EQ(points_for(game, mate, {70, 0}), (Points{12, 0, 0})) << "nothing was declined";
  EXPECT_EQ(points_for(game, mate, {70, 61}), (Points{12, 0, 0})) << "the same band";
  EXPECT_EQ(points_for(game, mate, {70, 60}), (Points{10, 2, 0})) << "a later band";
  EXPECT_EQ(points_for(game, mate, {200, 60}), (Points{10, 2, 0})) << "the last band has no end";
  game.payoff.same_band_pays_win = false;
  EXPECT_EQ(points_for(game, mate, {60, 46}), (Points{11, 1, 0}));
  const Outcome resigned = ended(EndReason::kResigned, 1, false);
  EXPECT_EQ(points_for(game, resigned, {50, 0}), (Points{0, 12, 0})) << "acceptance pays a win";
  game.offers.push_back({OfferKind::kResign, 1, true, true});
  EXPECT_EQ(points_for(game, resigned, {50, 0}), (Points{1, 11, 0})) << "acceptance pays the band";
}

TEST(OutcomeTest, EveryReasonHasAText) {
  EXPECT_EQ(reason_text(EndReason::kDrawAgreed), "draw agreed");
  EXPECT_EQ(reason_text(EndReason::kMoveLimit), "move-limit");
}

}  // namespace
}  // namespace nightrider
