// The public saved games of ../shared/corpus: how many of their lines are legal moves, and which games are not complete.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/saved_game.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  return text;
}

// The rule file that the save names, in its folder, whatever the case of its letters.
fs::path rules_beside(const fs::path& saved, const std::string& text) {
  const Result<ZillionsSave> save = read_zillions_save(text);
  if (!save) return {};
  const std::string wanted = lower(save->rules_file.substr(save->rules_file.find_last_of("\\/") + 1));
  for (const auto& entry : fs::directory_iterator(saved.parent_path()))
    if (lower(entry.path().filename().string()) == wanted) return entry.path();
  return {};
}

TEST(SavedCorpusTest, RecordedGamesAreReplayedLineByLine) {
  const fs::path corpus = shared_dir() / "corpus" / "native";
  if (shared_dir().empty() || !fs::is_directory(corpus)) GTEST_SKIP() << "no shared folder with recorded games";
  int games = 0, engine = 0, lines = 0, agreed = 0;
  std::set<std::string> departing;
  for (const auto& entry : fs::recursive_directory_iterator(corpus)) {
    if (entry.path().extension() != ".zsg") continue;
    const std::string text = read_whole_file(entry.path());
    const Result<SavedGameReport> report = replay_saved_game(rules_beside(entry.path(), text).string(), text, {});
    ASSERT_TRUE(report.ok()) << entry.path() << ": " << report.error();
    ++games;
    if (!report->replay) {
      const auto& messages = report->loaded->sink.list();
      const bool in_a_library = std::any_of(messages.begin(), messages.end(), [](const Diagnostic& message) { return message.code == "engine-dll"; });
      EXPECT_TRUE(in_a_library) << entry.path();
      ++engine;
      continue;
    }
    lines += report->replay->lines;
    agreed += report->replay->agreed;
    if (!report->replay->complete()) departing.insert(entry.path().stem().string());
  }
  EXPECT_EQ(games, 62);
  EXPECT_EQ(engine, 6);
  EXPECT_EQ(lines, 5536);
  EXPECT_EQ(agreed, 5535);
  // Why: language reference, "What recorded games settle".
  EXPECT_EQ(departing, (std::set<std::string>{"Chessence", "PyonPyonShogi"}));
}

}  // namespace
}  // namespace nightrider::test
