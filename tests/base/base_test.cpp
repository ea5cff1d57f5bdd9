#include <array>

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/random.h"
#include "base/result.h"
#include "base/square_set.h"

namespace nightrider {
namespace {

TEST(RandomTest, SequenceIsThatOfThePublishedAlgorithm) {
  // xoshiro256** seeded by splitmix64 from 0, worked out with the authors' reference code.
  Random random(0);
  EXPECT_EQ(random.next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(random.next(), 0xbf6e1f784956452au);
}

TEST(RandomTest, BelowStaysBelowAndReachesAll) {
  Random random(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 6000; ++i) {
    const std::uint32_t value = random.below(6);
    ASSERT_LT(value, 6u);
    ++counts[value];
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(ResultTest, HoldsAValueOrAReason) {
  const Result<int> good = 3;
  const Result<int> bad = Error{"no such square"};
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good, 3);
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error(), "no such square");
}

TEST(CheckDeathTest, FailedInvariantEndsWithSeventyAndNamesIt) {
  EXPECT_EXIT(NIGHTRIDER_CHECK(1 + 1 == 3, "arithmetic holds"), testing::ExitedWithCode(70), "arithmetic holds");
}

TEST(SquareSetTest, HoldsSquaresBeyondSixtyFour) {
  SquareSet set(10);
  set.insert(3);
  set.insert(130);
  EXPECT_TRUE(set.contains(130));
  EXPECT_FALSE(set.contains(129));
  EXPECT_FALSE(set.contains(5000));
  EXPECT_EQ(set.count(), 2u);
  set.erase(130);
  SquareSet other;
  other.insert(3);
  EXPECT_EQ(set, other);  // whatever room each has
}

}  // namespace
}  // namespace nightrider
