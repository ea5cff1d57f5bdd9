#include <gtest/gtest.h>

#include <thread>

#include "base/random.h"
#include "search/clock.h"
#include "search/evaluation.h"
#include "search/score.h"
#include "search/transposition_table.h"
#include "small_games.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

TEST(ScoreTest, TextNamesHundredthsAndDistances) {
  EXPECT_EQ(score_text(35), "+0.35");
  EXPECT_EQ(score_text(-1200), "-12.00");
  EXPECT_EQ(score_text(0), "0.00");
  EXPECT_EQ(score_text(win_at(3)), "win in 3");
  EXPECT_EQ(score_text(loss_at(4)), "loss in 4");
  EXPECT_FALSE(is_decisive(kMaxEval));
  EXPECT_TRUE(is_decisive(loss_at(200)));
}

TEST(TranspositionTableTest, WhatWasStoredIsFoundAgain) {
  TranspositionTable table(1);
  TableEntry entry;
  EXPECT_FALSE(table.probe(42, entry));
  for (Score score : {0, 17, -17, kMaxEval, -kMaxEval, win_at(1), loss_at(199), kInfinity, -kInfinity}) {
    table.store(42, {score, 255, Bound::kUpper, 0xABCDEF});
    ASSERT_TRUE(table.probe(42, entry));
    EXPECT_EQ(entry.score, score);
    EXPECT_EQ(entry.depth, 255);
    EXPECT_EQ(entry.bound, Bound::kUpper);
    EXPECT_EQ(entry.mark, 0xABCDEFu);
  }
}

TEST(TranspositionTableTest, AKnownMoveIsKeptByAnEntryWithout) {
  TranspositionTable table(1);
  table.store(7, {10, 3, Bound::kExact, 99});
  table.store(7, {12, 4, Bound::kUpper, 0});
  TableEntry entry;
  ASSERT_TRUE(table.probe(7, entry));
  EXPECT_EQ(entry.mark, 99u);
  EXPECT_EQ(entry.score, 12);
}

TEST(TranspositionTableTest, DeepEntriesOutliveShallowOnesAndOldOnesGoFirst) {
  TranspositionTable table(0);  // one bucket of four
  for (std::uint64_t key = 1; key <= 4; ++key) table.store(key, {0, static_cast<int>(key) * 10, Bound::kExact, 1});
  table.store(5, {0, 1, Bound::kExact, 1});
  TableEntry entry;
  EXPECT_FALSE(table.probe(1, entry));
  EXPECT_TRUE(table.probe(4, entry));
  for (int i = 0; i < 10; ++i) table.new_search();
  for (std::uint64_t key = 11; key <= 14; ++key) table.store(key, {0, 1, Bound::kExact, 1});
  EXPECT_FALSE(table.probe(4, entry));
  EXPECT_TRUE(table.probe(14, entry));
}

TEST(TranspositionTableTest, MarksAreNeverZeroAndTellNeighboursApart) {
  std::uint32_t before = 0;
  for (std::uint16_t to = 0; to < 100; ++to) {
    const std::uint32_t mark = move_mark({5, to, 3});
    EXPECT_NE(mark, 0u);
    EXPECT_LT(mark, 1u << 24);
    EXPECT_NE(mark, before);
    before = mark;
  }
}

TEST(TranspositionTableTest, TornEntriesAreNotFound) {
  TranspositionTable table(0);
  std::vector<std::thread> writers;
  for (std::uint64_t w = 0; w < 2; ++w)
    writers.emplace_back([&table, w] {
      for (int i = 0; i < 50000; ++i) table.store(w + 1, {static_cast<Score>(w), static_cast<int>(w), Bound::kExact, static_cast<std::uint32_t>(w) + 1});
    });
  TableEntry entry;
  for (int i = 0; i < 50000; ++i)
    for (std::uint64_t key = 1; key <= 2; ++key)
      if (table.probe(key, entry)) {
        ASSERT_EQ(entry.mark, key);
      }
  for (std::thread& writer : writers) writer.join();
}

class ManualTime final : public TimeSource {
 public:
  std::chrono::nanoseconds now() const override { return now_; }
  void pass(std::chrono::nanoseconds time) { now_ += time; }

 private:
  std::chrono::nanoseconds now_{0};
};

TEST(ClockTest, SlowNodesAreTimedOneByOne) {
  ManualTime time;
  SearchClock clock(time, std::chrono::milliseconds(10), nullptr);
  NodePacer pacer(clock);
  int nodes = 0;
  for (; !clock.stopped(); ++nodes) {
    time.pass(std::chrono::milliseconds(1));
    pacer.tick();
  }
  EXPECT_EQ(nodes, 10);
}

TEST(ClockTest, FastNodesAreTimedToTheMillisecond) {
  ManualTime time;
  SearchClock clock(time, std::chrono::milliseconds(100), nullptr);
  NodePacer pacer(clock);
  while (!clock.stopped()) {
    time.pass(std::chrono::nanoseconds(200));
    pacer.tick();
  }
  EXPECT_LE(clock.elapsed(), std::chrono::milliseconds(102));
}

TEST(ClockTest, AStopFlagIsSeenWithoutAnyTimeLimit) {
  ManualTime time;
  std::atomic<bool> stop{false};
  SearchClock clock(time, std::nullopt, &stop);
  NodePacer pacer(clock);
  pacer.tick();
  EXPECT_FALSE(clock.stopped());
  stop = true;
  time.pass(std::chrono::milliseconds(2));
  for (int i = 0; i < 4096; ++i) pacer.tick();
  EXPECT_TRUE(clock.stopped());
}

// No chess in the program: the order of the values comes out of the rules.
TEST(EvaluationTest, ChessPiecesAreWorthWhatTheirMovesAreWorth) {
  const auto game = shipped("chess");
  ASSERT_NE(game, nullptr);
  const Evaluation evaluation(game);
  const auto value = [&](const std::string& name) {
    const auto& pieces = game->definition().pieces;
    for (std::size_t type = 0; type < pieces.size(); ++type)
      if (pieces[type].name == name) return evaluation.piece_value(static_cast<PieceTypeId>(type));
    ADD_FAILURE() << "no " << name;
    return 0;
  };
  EXPECT_EQ(value("Pawn"), 100);
  EXPECT_LT(value("Pawn") * 2, value("Knight"));
  EXPECT_LT(value("Knight"), value("Rook"));
  EXPECT_LT(value("Bishop"), value("Rook"));
  EXPECT_LT(value("Rook") * 3 / 2, value("Queen"));
  EXPECT_EQ(value("King"), 0);
}

TEST(EvaluationTest, TheStartIsEvenAndWhatIsGoodForOneIsBadForTheOther) {
  for (const char* id : {"chess", "mageca", "magi", "i2", "magicpawns"}) {
    const auto game = shipped(id);
    ASSERT_NE(game, nullptr);
    const Evaluation evaluation(game);
    Position position(game);
    EXPECT_EQ(evaluation.evaluate(position, 0), 0) << id;
    Random random(1);
    MoveList moves;
    for (int ply = 0; ply < 60; ++ply) {
      EXPECT_EQ(evaluation.evaluate(position, 0), -evaluation.evaluate(position, 1)) << id << ", ply " << ply;
      position.legal_moves(moves);
      if (moves.empty()) break;
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(EvaluationTest, StonesThatNeverMoveCountAlike) {
  const auto game = compile_text(kTicTacToe);
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(Evaluation(game).piece_value(0), 100);
}

}  // namespace
}  // namespace nightrider::test
