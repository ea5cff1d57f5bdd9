// The kept inputs of the fuzzers, and all that ever failed, through the same functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fuzz/targets.h"
#include "support/support.h"

namespace nightrider::fuzz {
namespace {

void replay(const std::string& target, std::string (*run)(std::string_view)) {
  for (const char* folder : {"corpus", "findings"}) {
    const std::filesystem::path kept = test::source_dir() / "tests" / "fuzz" / folder / target;
    std::vector<std::filesystem::path> files;
    if (std::filesystem::exists(kept))  // no finding, no folder
      for (const auto& entry : std::filesystem::directory_iterator(kept)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    EXPECT_TRUE(!files.empty() || folder != std::string("corpus")) << kept;
    for (const std::filesystem::path& file : files) EXPECT_EQ(run(test::read_whole_file(file)), "") << "the input is " << file;
  }
}

TEST(FuzzTest, KeptInputsOfTheReaderAreWithoutAFinding) { replay("reader", read_rules); }
TEST(FuzzTest, KeptInputsOfThePlayersAreWithoutAFinding) { replay("play", play_game); }

}  // namespace
}  // namespace nightrider::fuzz
