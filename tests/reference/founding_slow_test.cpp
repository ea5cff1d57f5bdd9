#include "support/reference_rows.h"

namespace nightrider::test {
namespace {

TEST(ReferenceFoundingSlowTest, ThreePliesCountAsTheIndependentGenerator) { expect_founding_counts(3); }

}  // namespace
}  // namespace nightrider::test
