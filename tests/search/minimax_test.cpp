#include "compare.h"
#include "small_games.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

class ShippedMinimaxTest : public testing::TestWithParam<std::string> {};

TEST_P(ShippedMinimaxTest, SearchEqualsPlainMinimax) {
  compare_with_minimax(shipped(GetParam()), GetParam(), {{1, 40, 0}, {2, 8, 0}, {1, 12, 2}, {2, 1, 2}}, 11);
}
INSTANTIATE_TEST_SUITE_P(Variants, ShippedMinimaxTest,
                         testing::Values("chess", "mageca", "magi", "magi-12", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(MinimaxTest, TicTacToeEqualsPlainMinimax) {
  compare_with_minimax(compile_text(kTicTacToe), "tic-tac-toe", {{1, 60, 0}, {2, 60, 0}, {3, 60, 0}, {4, 20, 0}, {6, 6, 2}}, 3);
}
TEST(MinimaxTest, ForcedJumpsInSeveralLegsEqualPlainMinimax) {
  compare_with_minimax(compile_text(kDraughts), "draughts", {{1, 60, 0}, {2, 60, 3}, {3, 60, 0}, {5, 20, 2}}, 5);
}
TEST(MinimaxTest, SeveralMovesATurnAndPassesEqualPlainMinimax) {
  compare_with_minimax(compile_text(kDoubleMoves), "double moves", {{1, 60, 0}, {2, 40, 2}, {3, 30, 0}, {4, 5, 0}}, 7);
}
TEST(MinimaxTest, PositionsMetOnManyWaysEqualPlainMinimax) {
  compare_with_minimax(compile_text(kRace), "race", {{2, 200, 0}, {3, 200, 0}, {4, 150, 0}, {5, 60, 0}}, 15);
}
// The numbers are such that a table that tests its bounds wrongly, or counts wins from where they were found, fails here.
TEST(MinimaxTest, WhatTheTableKeptIsTrueOnePlyFurther) {
  compare_along_games(compile_text(kRace), "race", 3, 40, 30, 17);
  compare_along_games(compile_text(kRace), "race", 4, 12, 30, 19);
  compare_along_games(compile_text(kTicTacToe), "tic-tac-toe", 4, 10, 9, 21);
  compare_along_games(compile_text(kDraughts), "draughts", 4, 6, 30, 23);
}
TEST(MinimaxTest, ThreePlayersEqualParanoidMinimax) {
  compare_with_minimax(compile_text(kThreePlayers), "three players", {{1, 60, 0}, {2, 40, 2}, {3, 40, 0}, {5, 5, 0}}, 9);
}
TEST(MinimaxTest, RandomPlayersAreWorthTheMeanOfTheirMoves) {
  compare_with_minimax(compile_text(kChance), "chance", {{1, 40, 0}, {2, 40, 0}, {3, 40, 0}, {4, 20, 0}}, 13);
}

}  // namespace
}  // namespace nightrider::test
