#include "support/reference_rows.h"

namespace nightrider::test {
namespace {

// A test a game: each takes a minute or more.
class ReferenceFoundingSlowTest : public testing::TestWithParam<const char*> {};

TEST_P(ReferenceFoundingSlowTest, ThreePliesCountAsTheIndependentGenerator) { expect_founding_counts(3, GetParam()); }

INSTANTIATE_TEST_SUITE_P(Games, ReferenceFoundingSlowTest,
                         testing::Values("chess", "mageca", "magi", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced"));

}  // namespace
}  // namespace nightrider::test
