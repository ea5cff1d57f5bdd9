#include "engine/simulate.h"

#include <gtest/gtest.h>

#include "engine/bench.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

TEST(SimulateTest, GamesOfOneSeedAreAlwaysTheSame) {
  const Position start(shipped("chess"));
  SimulationOptions options;
  options.games = 5;
  options.seed = 42;
  const SimulationResult a = simulate(start, options, SteadyTime());
  const SimulationResult b = simulate(start, options, SteadyTime());
  EXPECT_EQ(a.games, 5u);
  EXPECT_EQ(a.plies, b.plies);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  std::uint64_t games = 0;
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    EXPECT_EQ(a.rows[i].games, b.rows[i].games);
    games += a.rows[i].games;
  }
  EXPECT_EQ(games, a.games);
}

TEST(SimulateTest, LongGamesAreBrokenOff) {
  const Position start(shipped("chess"));
  SimulationOptions options;
  options.games = 3;
  options.max_plies = 2;
  const SimulationResult result = simulate(start, options, SteadyTime());
  EXPECT_EQ(result.plies, 6u);
  ASSERT_EQ(result.rows.size(), 1u);
  EXPECT_EQ(result.rows[0].reason, EndReason::kNone);
  EXPECT_EQ(result.longest, 2);
}

TEST(SimulateTest, SecondsAreKept) {
  const Position start(shipped("magi"));
  SimulationOptions options;
  options.seconds = 0.1;
  const SimulationResult result = simulate(start, options, SteadyTime());
  EXPECT_GE(result.seconds, 0.1);
  EXPECT_LE(result.seconds, 1.5);  // generous: the machine may be busy
}

TEST(BenchTest, EveryPositionIsReachedAndSearchedTheSameTwice) {
  const LibraryPaths paths{{source_dir() / "variants"}};
  const Result<BenchResult> a = bench(paths, SteadyTime());
  ASSERT_TRUE(a.ok()) << a.error();
  const Result<BenchResult> b = bench(paths, SteadyTime());
  ASSERT_TRUE(b.ok()) << b.error();
  EXPECT_EQ(a->nodes, b->nodes);
  EXPECT_EQ(a->rows.size(), bench_positions().size());
}

}  // namespace
}  // namespace nightrider::test
