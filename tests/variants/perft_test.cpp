// Every perft count that is quick: of the shipped .perft files and of the shared tables.
#include "perft_rows.h"

namespace nightrider::test {
namespace {

TEST(ShippedPerft, QuickRowsOfThePerftFilesAreExact) {
  int checked = 0;
  for (const PerftRow& row : shipped_perft_rows())
    if (is_fast(row)) {
      check_perft_row(row);
      ++checked;
    }
  EXPECT_GT(checked, 0);
}

TEST(SharedPerft, QuickRowsAreExact) {
  if (shared_dir().empty()) GTEST_SKIP() << "the shared tables are not here";
  int checked = 0;
  for (const PerftRow& row : shared_perft_rows())
    if (is_fast(row)) {
      check_perft_row(row);
      ++checked;
    }
  EXPECT_GT(checked, 200);
}

}  // namespace
}  // namespace nightrider::test
