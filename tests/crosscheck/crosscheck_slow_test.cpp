#include <gtest/gtest.h>

#include "crosscheck/crosscheck.h"
#include "crosscheck/games.h"

namespace nightrider::crosscheck {
namespace {

TEST(CrosscheckSlowTest, LongGamesOfEveryVariantAgree) {
  for (const std::string& file : shipped_files())
    for (const std::string& name : games_in(file)) {
      const Loaded loaded = load(name);
      ASSERT_NE(loaded.game, nullptr) << loaded.error;
      Seen seen;
      for (std::uint64_t seed = 1001; seed < 1009; ++seed) EXPECT_EQ(compare(loaded.game, {name, seed, 200, true}, seen), "");
    }
}

TEST(CrosscheckSlowTest, ManyGamesOfEverySmallGameAgree) {
  for (const std::string& name : small_games())
    for (const bool specialise : {true, false}) {
      const Loaded loaded = load(name, specialise);
      ASSERT_NE(loaded.game, nullptr) << loaded.error;
      Seen seen;
      for (std::uint64_t seed = 1001; seed < 1061; ++seed) EXPECT_EQ(compare(loaded.game, {name, seed, 100, specialise}, seen), "");
    }
}

}  // namespace
}  // namespace nightrider::crosscheck
