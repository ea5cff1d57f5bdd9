#include "crosscheck/crosscheck.h"

#include <gtest/gtest.h>

#include "crosscheck/games.h"
#include "support/sanitizers.h"

namespace nightrider::crosscheck {
namespace {

constexpr int kShare = test::kSanitized ? 10 : 1;

std::string test_name(const std::string& game) {
  std::string name;
  for (char c : game.substr(game.find_last_of('/') + 1)) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

void walks(const std::string& name, bool specialise, std::uint64_t first_seed, int games, int plies, Seen& seen) {
  const Loaded loaded = load(name, specialise);
  ASSERT_NE(loaded.game, nullptr) << loaded.error;
  for (int i = 0; i < games; ++i) {
    const Walk walk{name, first_seed + static_cast<std::uint64_t>(i), plies / kShare, specialise};
    const std::string failure = compare(loaded.game, walk, seen);
    ASSERT_EQ(failure, "");
  }
}

class ShippedCrosscheckTest : public testing::TestWithParam<std::string> {
 protected:
  // Every game of the file, each of which must be played.
  void walk_file(bool specialise, std::uint64_t first_seed, int games, int plies) {
    const std::vector<std::string> names = games_in(GetParam());
    ASSERT_FALSE(names.empty()) << GetParam() << " has no game";
    for (const std::string& name : names) {
      Seen seen;
      walks(name, specialise, first_seed, games, plies, seen);
      EXPECT_GT(seen.plies, 0u) << name;
    }
  }
};

TEST_P(ShippedCrosscheckTest, CompiledEngineAgreesWithTheReference) { walk_file(true, 1, 2, 50); }
TEST_P(ShippedCrosscheckTest, GeneralProgramsAgreeWithTheReference) { walk_file(false, 101, 1, 20); }

class SmallCrosscheckTest : public testing::TestWithParam<std::string> {};

TEST_P(SmallCrosscheckTest, CompiledEngineAgreesWithTheReference) {
  Seen seen;
  walks(GetParam(), true, 1, 8, 60, seen);
  EXPECT_GT(seen.plies, 0u);
}

TEST_P(SmallCrosscheckTest, GeneralProgramsAgreeWithTheReference) {
  Seen seen;
  walks(GetParam(), false, 101, 3, 60, seen);
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedCrosscheckTest, testing::ValuesIn(shipped_files()), [](const auto& info) { return test_name(info.param); });
INSTANTIATE_TEST_SUITE_P(Games, SmallCrosscheckTest, testing::ValuesIn(small_games()), [](const auto& info) { return test_name(info.param); });

// The walks must reach what the small games are for.
TEST(CrosscheckCoverageTest, WalksMeetChainsDropsCapturesAndEndings) {
  Seen chains, drops, goals;
  walks("tests/crosscheck/games/chains.zrf", true, 1, 10, 60, chains);
  EXPECT_GT(chains.chains, 5u / kShare);
  EXPECT_GT(chains.captures, 10u / kShare);
  walks("tests/crosscheck/games/drops.zrf", true, 1, 5, 60, drops);
  EXPECT_GT(drops.drops, 10u / kShare);
  walks("tests/crosscheck/games/goals.zrf", true, 1, 20, 60, goals);
  EXPECT_GT(goals.endings, 5u / kShare);
}

}  // namespace
}  // namespace nightrider::crosscheck
