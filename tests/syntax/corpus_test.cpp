// Published rule files are a trial of reading: all native ones parse and expand, quickly.
#include <chrono>

#include <gtest/gtest.h>

#include "read_helpers.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

TEST(CorpusTest, EveryNativeFileIsReadWithoutErrors) {
  const std::filesystem::path shared = shared_dir();
  if (shared.empty() || !std::filesystem::exists(shared / "corpus" / "native")) GTEST_SKIP() << "the published rule files are not here";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared / "corpus" / "native")) {
    if (entry.path().extension() != ".zrf") continue;
    ++files;
    Read result;
    const auto start = std::chrono::steady_clock::now();
    result.tree = read_file(entry.path(), result.sources, result.sink);
    result.expanded = expand(result.tree, result.sources, result.sink);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2)) << entry.path();
    EXPECT_FALSE(result.sink.has_errors()) << result.rendered();
    EXPECT_FALSE(result.expanded.forms.empty()) << entry.path();
  }
  EXPECT_GE(files, 95u);
}

}  // namespace
}  // namespace nightrider::test
