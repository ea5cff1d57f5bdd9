// Effects that general programs work out during play: where there is no more room for them, it is said, and nothing is wrong.
#include <gtest/gtest.h>

#include "compile/compile.h"
#include "engine/simulate.h"
#include "play/game.h"
#include "play/perft.h"
#include "search/search.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

// Each move turns over men of its own.
std::shared_ptr<const CompiledGame> general_othello() {
  CompileOptions plain;
  plain.specialise = false;
  DiagnosticSink sink;
  return compile(shipped_definition("othello"), sink, plain);
}

constexpr std::size_t kFewBytes = 30'000;
constexpr std::uint64_t kOthello5 = 1396;  // Othello perft of the start position

TEST(EffectsTest, AGameWithoutRoomForItsMovesSaysSo) {
  Game game(general_othello());
  game.position().keep_effects_apart(500);
  EXPECT_FALSE(game.position().effects_lost());
  const Status status = game.apply("d3");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().find(kEffectsLost), std::string::npos) << status.error();
  EXPECT_TRUE(game.position().effects_lost());
}

TEST(EffectsTest, CountingForgetsWhatItHasTakenBack) {
  Position position(general_othello());
  const std::size_t before = position.game().dynamic->size();
  EXPECT_EQ(perft(position, 5), kOthello5);
  EXPECT_EQ(position.game().dynamic->size(), before);
  Position tight(general_othello());
  tight.keep_effects_apart(kFewBytes);
  EXPECT_EQ(perft(tight, 5), kOthello5);
  EXPECT_FALSE(tight.effects_lost());
}

TEST(EffectsTest, CountingWithoutRoomSaysSo) {
  Position position(general_othello());
  position.keep_effects_apart(500);
  perft(position, 3);
  EXPECT_TRUE(position.effects_lost());
}

TEST(EffectsTest, ASearchEndsWhereItsMovesHaveNoMoreRoom) {
  Position position(general_othello());
  MoveList legal;
  position.legal_moves(legal);
  position.keep_effects_apart(kFewBytes);
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 20;
  const SearchResult result = searcher.search(position, limits);
  EXPECT_FALSE(result.finished);
  EXPECT_GT(result.depth, 0);
  EXPECT_NE(std::find(legal.begin(), legal.end(), result.best), legal.end());
}

TEST(EffectsTest, ASearchLeavesTheGameWithTheMovesOfItsLinesOnly) {
  Position position(general_othello());
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 6;
  EXPECT_TRUE(searcher.search(position, limits).finished);
  EXPECT_LT(position.game().dynamic->size(), 300u);
  EXPECT_FALSE(position.effects_lost());
}

TEST(EffectsTest, RandomGamesWithoutRoomAreBrokenOff) {
  Position position(general_othello());
  position.keep_effects_apart(2'000);
  SimulationOptions options;
  options.games = 5;
  const SteadyTime time;
  const SimulationResult result = simulate(position, options, time);
  EXPECT_EQ(result.games, 5u);
  ASSERT_EQ(result.rows.size(), 1u);
  EXPECT_EQ(result.rows[0].reason, EndReason::kNone);
}

// Each of 3,600 men walks up and down his file many times.
TEST(EffectsTest, AQuestionThatTakesTooManyStepsIsGivenUpAndSaid) {
  std::string letters, men;
  for (int i = 0; i < 60; ++i) letters += (i > 0 ? "/" : "") + std::string(1, static_cast<char>('a' + i / 26)) + static_cast<char>('a' + i % 26);
  for (int i = 0; i < 8; ++i) men += "(walk)(walk)(walk)(walk)";
  const std::string text =
      "(define walk (while (on-board? n) n) (while (on-board? s) s))"
      "(game (title \"Marathon\") (players White Black) (turn-order White Black)"
      " (board (grid (start-rectangle 0 0 9 9) (dimensions (\"" + letters + "\" (9 0)) (\"60/59/58/57/56/55/54/53/52/51/50/49/48/47/46/45/44/43/42/41/40/"
      "39/38/37/36/35/34/33/32/31/30/29/28/27/26/25/24/23/22/21/20/19/18/17/16/15/14/13/12/11/10/9/8/7/6/5/4/3/2/1\" (0 9)))"
      " (directions (n 0 -1) (s 0 1))))"
      " (piece (name Man) (moves ((verify (not-piece? Man)) add) (" + men + men + " (verify empty?) add)))"
      " (board-setup (White (Man (cells * *)))) (draw-condition (White Black) stalemated))";
  CompileOptions plain;
  plain.specialise = false;
  DiagnosticSink sink;
  const auto compiled = compile(definition_of(text), sink, plain);
  ASSERT_TRUE(compiled);
  Game game(compiled);
  const Status status = game.apply("aa1");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().find(kEffectsLost), std::string::npos) << status.error();
  EXPECT_TRUE(game.position().effects_lost());
}

}  // namespace
}  // namespace nightrider::test
