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

}  // namespace
}  // namespace nightrider::test
