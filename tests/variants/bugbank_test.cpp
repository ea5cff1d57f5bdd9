// Every report of our collection of other programs' faults is looked after: bugbank.md says where.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "support/support.h"

namespace nightrider::test {
namespace {

TEST(Bugbank, EveryEntryHasALineInTheTable) {
  if (shared_dir().empty()) GTEST_SKIP() << "the collection itself is not here";
  std::set<std::string> known;
  std::smatch match;
  std::istringstream table(read_whole_file(source_dir() / "tests/variants/bugbank.md"));
  const std::regex row("^\\| ([0-9]+) \\|.*");
  for (std::string line; std::getline(table, line);)
    if (std::regex_match(line, match, row)) known.insert(match[1]);
  std::istringstream bank(read_whole_file(shared_dir() / "bugbank.md"));
  const std::regex entry("^([0-9]+)\\. .*");
  for (std::string line; std::getline(bank, line);)
    if (std::regex_match(line, match, entry)) {
      EXPECT_TRUE(known.count(match[1])) << "entry " << match[1];
    }
}

// The table names no file that is not there.
TEST(Bugbank, FilesOfTheTableExist) {
  const std::string table = read_whole_file(source_dir() / "tests/variants/bugbank.md");
  const std::regex path("`(tests/[^`]*)`");
  for (std::sregex_iterator found(table.begin(), table.end(), path), end; found != end; ++found)
    EXPECT_TRUE(std::filesystem::exists(source_dir() / (*found)[1].str())) << (*found)[1];
}

}  // namespace
}  // namespace nightrider::test
