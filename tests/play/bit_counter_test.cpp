// Counting on sets of squares gives what counting by lists gives, in every shipped game, on any processor.
#include "play/bit_counter.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "compile/lazy_bit_tables.h"
#include "play/position.h"
#include "support/support.h"

namespace nightrider {
namespace {

std::uint64_t count_by_lists(Position& position, int depth) {
  MoveList moves;
  position.legal_moves(moves);
  if (position.outcome_knowing(!moves.empty(), true).over) return 0;
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move move : moves) {
    position.make(move);
    nodes += count_by_lists(position, depth - 1);
    position.unmake();
  }
  return nodes;
}

void expect_equal_counts(const std::string& id, std::uint64_t seed) {
  const auto game = test::shipped(id);
  ASSERT_NE(game, nullptr);
  Position position(game);
  Random random(seed);
  const auto newest = BitCounter::make(position);
  const auto baseline = BitCounter::make(position, false);
  ASSERT_NE(newest, nullptr) << id << ": " << game->bits->reason();
  MoveList moves;
  for (int ply = 0; ply < 90; ++ply) {
    if (ply % 3 == 0) {
      ASSERT_TRUE(newest->set(position));
      ASSERT_TRUE(baseline->set(position));
      const std::uint64_t expected = count_by_lists(position, 2);
      for (const BitCount how : {BitCount::kBulk, BitCount::kPlay}) {
        ASSERT_EQ(newest->count(2, how), expected) << id << " seed " << seed << " ply " << ply;
        ASSERT_EQ(baseline->count(2, how), expected) << id << " seed " << seed << " ply " << ply;
      }
    }
    position.legal_moves(moves);
    if (moves.empty() || position.outcome(true).over) return;
    if (ply % 3 == 0)
      for (const Move move : moves) {
        const std::uint64_t key = newest->key_after(move);
        ASSERT_EQ(key, baseline->key_after(move)) << id << " seed " << seed << " ply " << ply;
        position.make(move);
        ASSERT_EQ(key, position.key()) << id << " seed " << seed << " ply " << ply << " move " << move.from << " " << move.to << " " << move.action;
        position.unmake();
      }
    position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

class CoveredGames : public testing::TestWithParam<const char*> {};
TEST_P(CoveredGames, CountTheSameOnSetsOfSquares) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) expect_equal_counts(GetParam(), seed);
}
INSTANTIATE_TEST_SUITE_P(Shipped, CoveredGames,
                         testing::Values("chess", "mageca", "magi", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced",
                                         "capablanca", "xiangqi", "wildebeest", "courier", "shogi", "minishogi", "connect-four", "gomoku", "hex",
                                         "tic-tac-toe", "breakthrough", "hexapawn", "horde", "king-of-the-hill", "crazyhouse", "grand"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

// Random games on sets of squares are games by the programs: legal moves, over where they say so, and as they say.
class PlayedGames : public testing::TestWithParam<const char*> {};
TEST_P(PlayedGames, EndWhereAndAsTheProgramsSay) {
  const auto game = test::shipped(GetParam());
  ASSERT_NE(game, nullptr);
  const Position start(game);
  const auto bits = BitCounter::make(start);
  ASSERT_NE(bits, nullptr) << game->bits->reason();
  ASSERT_EQ(bits->unplayable(), "");
  Random random(7);
  MoveList moves;
  for (int n = 0; n < 12; ++n) {
    Position position = start;
    const BitPlayout& played = bits->play_out(random, 400);
    for (std::uint32_t ply = 0; ply < played.plies; ++ply) {
      ASSERT_FALSE(position.outcome().over) << GetParam() << " game " << n << " ply " << ply;
      position.legal_moves(moves);
      ASSERT_NE(std::find(moves.begin(), moves.end(), played.moves[ply]), moves.end()) << GetParam() << " game " << n << " ply " << ply;
      position.make(played.moves[ply]);
    }
    if (played.end == BitEnd::kUnsure) continue;
    const Outcome expected = position.outcome();
    ASSERT_EQ(expected.over, played.end != BitEnd::kTooLong) << GetParam() << " game " << n;
    if (played.end != BitEnd::kGoal) continue;
    const GoalDefinition& goal = game->definition().goals[played.goal];
    const Outcome found = outcome_by(game->definition(), goal, played.player, bits->pieces_left());
    EXPECT_EQ(found.reason, expected.reason) << GetParam() << " game " << n;
    EXPECT_EQ(found.winner, expected.winner) << GetParam() << " game " << n;
    EXPECT_EQ(found.draw, expected.draw) << GetParam() << " game " << n;
  }
}
INSTANTIATE_TEST_SUITE_P(Shipped, PlayedGames,
                         testing::Values("chess", "mageca", "magi", "i2", "magicpawns", "capablanca", "courier", "connect-four", "gomoku", "hex", "tic-tac-toe",
                                         "breakthrough", "hexapawn", "horde", "king-of-the-hill"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

TEST(BitCounter, LeavesWhatItDoesNotCoverToTheLists) {
  const auto game = test::compile_text(R"((game (title "t") (players White Black Red) (turn-order White Black Red)
    (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9))) (directions (n 0 -1))))
    (piece (name Man) (moves (n (verify empty?) add))) (board-setup (White (Man a1)) (Black (Man b1)) (Red (Man c1)))))");
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(BitCounter::make(Position(game)), nullptr);
  EXPECT_EQ(game->bits->reason(), "there are not two players");
}

}  // namespace
}  // namespace nightrider
