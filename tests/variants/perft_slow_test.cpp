// The perft counts that take more than a moment.
#include "perft_rows.h"

namespace nightrider::test {
namespace {

TEST(ShippedPerft, LongRowsOfThePerftFilesAreExact) {
  for (const PerftRow& row : shipped_perft_rows())
    if (!is_fast(row)) check_perft_row(row);
}

TEST(SharedPerft, LongRowsAreExact) {
  if (shared_dir().empty()) GTEST_SKIP() << "the shared tables are not here";
  for (const PerftRow& row : shared_perft_rows())
    if (!is_fast(row)) check_perft_row(row);
}

}  // namespace
}  // namespace nightrider::test
