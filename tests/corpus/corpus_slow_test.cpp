// Every published rule file and saved game.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "corpus/corpus.h"
#include "support/sanitizers.h"
#include "support/support.h"

namespace nightrider::corpus {
namespace {

CorpusReport run_published(const char* name, double seconds) {
  Selection chosen;
  chosen.jobs = 2;
  chosen.settings.compare_seconds = seconds;
  return run_corpus(test::shared_dir() / "corpus" / name, chosen, [](const std::string&) {});
}

void expect_all_play(const CorpusReport& report) {
  for (const FileReport& file : report.files) {
    EXPECT_FALSE(file.died) << file.file << ": " << file.first;
    for (const VariantReport& variant : file.variants)
      EXPECT_TRUE(!file.ok || variant.enough(report.legs)) << file.file << " '" << variant.title << "': " << variant.difference;
  }
}

// How long files take to open stands in the table of tests/corpus/run: a test would fail on a busy machine.
void expect_little_memory(const CorpusReport& report) {
  if (test::kSanitized) return;
  for (const FileReport& file : report.files) EXPECT_LT(file.load_megabytes, 400) << file.file;  // all of its games one after the other
}

TEST(CorpusTest, AllNativeFilesLoadAndAllTheirVariantsPlay) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  const CorpusReport report = run_published("native", 5);
  expect_all_play(report);
  expect_little_memory(report);
  std::size_t ok = 0;
  for (const FileReport& file : report.files) {
    EXPECT_TRUE(file.ok || file.engine) << file.file << ": " << file.first;
    ok += file.ok ? 1 : 0;
  }
  EXPECT_EQ(report.files.size(), 95u);
  EXPECT_EQ(ok, 78u);
  long half_moves = 0, matched = 0;
  std::set<std::string> departing;
  for (const GameReport& game : report.games) {
    if (game.engine) continue;
    const std::string name = game.file.stem().string();
    if (!game.complete) departing.insert(name);
    if (name == "PyonPyonShogi" || name == "Chessence") continue;  // begun under an earlier version of the rule file
    half_moves += game.half_moves;
    matched += game.matched;
  }
  EXPECT_GE(matched * 100, half_moves * 99) << report.table();
  // Why: language reference, "What recorded games settle".
  EXPECT_EQ(departing, (std::set<std::string>{"Chessence", "PyonPyonShogi"}));
}

TEST(CorpusTest, FilesInTheNearDialectLoadOrAreRefusedAndPlay) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  const CorpusReport report = run_published("dagaz", 1);
  expect_all_play(report);
  expect_little_memory(report);
  EXPECT_EQ(report.files.size(), 400u);
  EXPECT_GE(std::count_if(report.files.begin(), report.files.end(), [](const FileReport& file) { return file.ok; }), 314);
}

}  // namespace
}  // namespace nightrider::corpus
