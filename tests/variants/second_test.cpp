// Games without counts from outside: the second rule file of each, in tests/variants/second, has the counts of the first.
#include <algorithm>

#include "perft_rows.h"
#include "rule_text.h"

namespace nightrider::test {
namespace {

std::vector<std::string> twice_written() {
  std::vector<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "tests" / "variants" / "second"))
    if (entry.path().extension() == ".zrf") ids.push_back(entry.path().stem().string());
  std::sort(ids.begin(), ids.end());
  return ids;
}

class SecondRuleFileTest : public testing::TestWithParam<std::string> {};

TEST_P(SecondRuleFileTest, CountsAsTheShippedOneDoes) {
  const std::string& id = GetParam();
  const std::filesystem::path file = source_dir() / "tests" / "variants" / "second" / (id + ".zrf");
  const auto read = read_rule_text(file.string(), read_whole_file(file));
  ASSERT_NE(read->game, nullptr) << read->messages();
  int checked = 0;
  for (const PerftRow& row : read_perft_file(source_dir() / "variants" / id / (id + ".perft"))) {
    if (!is_fast(row) || !row.fen.empty() || !row.moves.empty()) continue;
    Position position(read->game);
    EXPECT_EQ(perft(position, row.depth), row.nodes) << row.origin << ", depth " << row.depth;
    ++checked;
  }
  EXPECT_GE(checked, 2);
}

INSTANTIATE_TEST_SUITE_P(Second, SecondRuleFileTest, testing::ValuesIn(twice_written()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '-'; }, '_');
  return name;
});

}  // namespace
}  // namespace nightrider::test
