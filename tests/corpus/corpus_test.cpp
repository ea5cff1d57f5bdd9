// The corpus runner itself, on small rule files that each hold a family of constructs; published files, where they are at hand.
#include "corpus/corpus.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <new>

#include "support/sanitizers.h"
#include "support/support.h"

namespace nightrider::corpus {
namespace {

constexpr int kLegs = test::kSanitized ? 20 : 200;

Selection selection() {
  Selection chosen;
  chosen.jobs = 2;
  chosen.settings.legs = kLegs;
  return chosen;
}

TEST(CorpusRunTest, EveryConstructPlaysAlikeInBothInterpreters) {
  const CorpusReport report = run_corpus(test::source_dir() / "tests" / "corpus" / "cases", selection(), [](const std::string&) {});
  EXPECT_TRUE(report.good()) << report.table();
  std::size_t engines = 0;
  for (const FileReport& file : report.files) {
    engines += file.engine ? 1 : 0;
    EXPECT_TRUE(file.ok || file.engine) << file.first;
    for (const VariantReport& variant : file.variants)
      EXPECT_TRUE(!file.ok || variant.whole(kLegs)) << file.file << " '" << variant.title << "': " << variant.compared << " legs compared";
  }
  EXPECT_EQ(engines, 1u);
  EXPECT_GE(report.files.size(), 12u);
  for (const GameReport& game : report.games) EXPECT_TRUE(game.complete) << game.file << ": " << game.departure;
  EXPECT_GE(report.games.size(), 3u);
}

// A scratch folder with one rule file.
class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("nightrider-corpus-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name, std::ios::binary) << text; }
  CorpusReport run() { return run_corpus(folder_, selection(), [](const std::string&) {}); }
  std::filesystem::path folder_;
};

TEST_F(FolderTest, FileWithErrorsIsNamedWithItsFirstAndTheOthersArePlayed) {
  write("bad.zrf", "(game (title \"Bad\") (players White Black) (turn-order White Blak))");
  write("good.ZRF",
        "(game (title \"Good\") (players A B) (turn-order A B) (board (positions (p 0 0 1 1) (q 2 0 3 1)) (links n (p q) (q p)))"
        " (piece (name M) (moves (n (verify not-friend?) add))) (board-setup (A (M p))))");
  const CorpusReport report = run();
  ASSERT_EQ(report.files.size(), 2u);
  EXPECT_FALSE(report.files[0].ok);
  EXPECT_NE(report.files[0].first.find("Blak"), std::string::npos) << report.files[0].first;
  EXPECT_TRUE(report.files[1].ok);
  EXPECT_TRUE(report.good());
  EXPECT_NE(report.summary().find("files 2 ok 1 engine 0, variants 1 played 1 compared 1 differ 0"), std::string::npos) << report.summary();
  EXPECT_EQ(report.json()["files"].size(), 2u);
}

TEST_F(FolderTest, SavedGameThatDepartsIsReportedWithItsLine) {
  write("two.zrf",
        "(game (title \"Two\") (players A B) (turn-order A B) (board (positions (p 0 0 1 1) (q 2 0 3 1) (r 4 0 5 1) (s 6 0 7 1)) (links n (p q) (q r)))"
        " (piece (name M) (moves (n (verify empty?) add))) (board-setup (A (M p)) (B (M s))) (option \"pass turn\" forced))");
  write("right.zsg", "Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\two.zrf\r\nVariantName=Two\r\n1. M p - q\r\n1. Pass\r\n");
  write("wrong.zsg", "Zillions Save Game File Version 0.02 HC\r\nRulesFile=two.zrf\r\nVariantName=Two\r\n1. M p - r\r\n");
  const CorpusReport report = run();
  ASSERT_EQ(report.games.size(), 2u);
  EXPECT_TRUE(report.games[0].complete) << report.games[0].departure;
  EXPECT_EQ(report.games[0].matched, 2);
  EXPECT_FALSE(report.games[1].complete);
  EXPECT_NE(report.games[1].departure.find("line 4"), std::string::npos) << report.games[1].departure;
  EXPECT_FALSE(report.good());
}

TEST(ChildTest, ProcessesThatCrashHangOrFillMemoryAreToldApartFromThoseThatFinish) {
  std::vector<ChildResult> results(4);
  Limits limits;
  limits.cpu_seconds = 1;
  limits.wall_seconds = 20;
  std::vector<Work> work;
  const auto add = [&](std::size_t index, std::function<void(const Report&)> run) {
    work.push_back({std::move(run), [&results, index](const ChildResult& result) { results[index] = result; }, limits});
  };
  add(0, [](const Report& report) { report("done"); });
  add(1, [](const Report& report) { report("began"); std::abort(); });
  add(2, [](const Report&) { for (volatile int spin = 0;; static_cast<void>(spin)) {} });
  add(3, [](const Report&) { throw std::bad_alloc(); });
  run_all(work, 2);
  EXPECT_EQ(results[0].end, ChildEnd::kFinished);
  EXPECT_EQ(results[0].output, "done\n");
  EXPECT_EQ(results[1].end, ChildEnd::kCrashed);
  EXPECT_EQ(results[1].output, "began\n");
  EXPECT_EQ(results[2].end, ChildEnd::kTooSlow);
  EXPECT_EQ(results[3].end, ChildEnd::kTooMuchMemory);
}

// A part of the published files: small ones of many kinds.
TEST(CorpusRunTest, PublishedFilesPlayAlikeInBothInterpreters) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  if (test::kSanitized) GTEST_SKIP() << "too long with sanitizers";
  for (const char* folder : {"native/Bolotoudou", "native/Gonu", "native/HornChess", "native/PyonPyonShogi", "native/Spock", "native/Shisima", "native/Chessball"}) {
    Selection chosen = selection();
    chosen.settings.legs = 60;
    chosen.settings.compare_seconds = 3;
    const CorpusReport report = run_corpus(test::shared_dir() / "corpus" / folder, chosen, [](const std::string&) {});
    EXPECT_FALSE(report.files.empty());
    // The rule file of this one is newer than its recorded game.
    if (std::string(folder).ends_with("PyonPyonShogi")) EXPECT_NE(report.table().find("line 7 '2. Pawn h7 - h6'"), std::string::npos) << report.table();
    else EXPECT_TRUE(report.good()) << report.table();
  }
}

}  // namespace
}  // namespace nightrider::corpus
