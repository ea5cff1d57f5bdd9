// Saved games of Zillions as data: tests/engine/saved/NAME.zsg, played with the rule file that it names, must be complete.
#include "engine/saved_game.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return source_dir() / "tests/engine/saved"; }

// The last part of the path that the save names, beside it.
std::string rules_of(const std::string& text) {
  const Result<ZillionsSave> save = read_zillions_save(text);
  if (!save) return {};
  return (folder() / save->rules_file.substr(save->rules_file.find_last_of("\\/") + 1)).string();
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == ".zsg") found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::string description(const ZillionsReplay& replay) {
  return replay.departure ? "line " + std::to_string(replay.departure->line) + ", " + replay.departure->text + ": " + replay.departure->message : "complete";
}

class SavedGameTest : public testing::TestWithParam<std::string> {};

TEST_P(SavedGameTest, EveryLineIsALegalMove) {
  const std::string text = read_whole_file(folder() / (GetParam() + ".zsg"));
  for (bool specialise : {true, false}) {
    CompileOptions options;
    options.specialise = specialise;
    const Result<SavedGameReport> report = replay_saved_game(rules_of(text), text, {}, {}, {}, options);
    ASSERT_TRUE(report.ok()) << report.error();
    ASSERT_TRUE(report->replay.has_value());
    EXPECT_TRUE(report->variant_by_title) << report->no_title;
    EXPECT_TRUE(report->replay->complete()) << description(*report->replay);
    EXPECT_EQ(report->replay->agreed, report->replay->lines);
  }
}

INSTANTIATE_TEST_SUITE_P(Saved, SavedGameTest, testing::ValuesIn(names()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

std::string saved(const std::string& rest) { return "Zillions Save Game File Version 0.02 HH\nVariantName=Effects\n" + rest; }

Result<SavedGameReport> replayed(const std::string& rest) { return replay_saved_game((folder() / "effects.zrf").string(), saved(rest), {}); }

TEST(SavedGameTextTest, AfterADepartureTheRecordIsFollowed) {
  // The bow cannot jump; what comes behind it agrees with the board as the record has it.
  const Result<SavedGameReport> report = replayed("1. Bow a1 - a4 x a3\n1. Pass\n2. Bow a4 - a5\n");
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->replay->matched, 0);
  EXPECT_EQ(report->replay->agreed, 2);
  ASSERT_TRUE(report->replay->departure.has_value());
  EXPECT_EQ(report->replay->departure->line, 3u);
}

TEST(SavedGameTextTest, AnEffectThatIsMissingOrTooMuchIsADeparture) {
  for (const char* line : {"1. Bow a1 - a2\n", "1. Bow a1 - a2 x a3 x d4\n", "1. Lamp d1 - d2 @ e2 0 0 @ d2 0 1\n", "1. Mason b1 - b2\n",
                           "1. Mason b1 - b2 White Stone b1 = Master\n", "1. Bow a1 - a2 x a3 flip d4\n", "1. partial 1 Bow a1 - a2 x a3\n"}) {
    const Result<SavedGameReport> report = replayed(line);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report->replay->agreed, 0) << line;
  }
}

TEST(SavedGameTextTest, LimitsAreNamed) {
  EXPECT_NE(read_zillions_save(saved(std::string(kMaxZillionsText, ' '))).error().find("16000000 bytes"), std::string::npos);
  EXPECT_NE(read_zillions_save(saved("1. " + std::string(kMaxZillionsLine, 'x'))).error().find("64000 bytes"), std::string::npos);
  std::string many;
  for (std::size_t i = 0; i <= kMaxZillionsLines; ++i) many += "1. Pass\n";
  EXPECT_NE(read_zillions_save(saved(many)).error().find("100000 lines"), std::string::npos);
}

TEST(SavedGameTextTest, LineEndsOfEveryKindAndOldLettersAreRead) {
  const Result<ZillionsSave> save = read_zillions_save("\n Zillions Save Game File Version 0.02 HHC\rVariantName=S\xE1hkku\r\n1. Pass\n\n12. White Man a1\r");
  ASSERT_TRUE(save.ok()) << save.error();
  EXPECT_EQ(save->movers, "HHC");
  EXPECT_EQ(save->variant, "Sáhkku");
  ASSERT_EQ(save->lines.size(), 2u);
  EXPECT_EQ(save->lines[1].number, 12);
  EXPECT_EQ(save->lines[1].line, 6u);
}

}  // namespace
}  // namespace nightrider::test
