#include "compare.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

class DeepMinimaxTest : public testing::TestWithParam<std::string> {};

TEST_P(DeepMinimaxTest, SearchEqualsPlainMinimax) {
  compare_with_minimax(shipped(GetParam()), GetParam(), {{2, 60, 0}, {2, 10, 3}, {3, 10, 0}}, 12);
}
INSTANTIATE_TEST_SUITE_P(Variants, DeepMinimaxTest,
                         testing::Values("chess", "mageca", "magi", "magi-12", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace nightrider::test
