// Every published rule file and saved game.
#include <gtest/gtest.h>

#include "corpus/corpus.h"
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

TEST(CorpusTest, AllNativeFilesLoadAndAllTheirVariantsPlay) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  const CorpusReport report = run_published("native", 5);
  expect_all_play(report);
  for (const FileReport& file : report.files) EXPECT_TRUE(file.ok || file.engine) << file.file << ": " << file.first;
  long half_moves = 0, matched = 0;
  for (const GameReport& game : report.games) {
    if (game.engine) continue;
    half_moves += game.half_moves;
    matched += game.matched;
  }
  EXPECT_GE(matched * 100, half_moves * 99) << report.table();
}

TEST(CorpusTest, FilesInTheNearDialectLoadOrAreRefusedAndPlay) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  const CorpusReport report = run_published("dagaz", 1);
  expect_all_play(report);
}

}  // namespace
}  // namespace nightrider::corpus
