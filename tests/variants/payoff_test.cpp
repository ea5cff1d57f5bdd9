// How games of Magi end and what each end pays, offers included.
#include "perft_rows.h"
#include "play/game.h"
#include "rule_text.h"

namespace nightrider::test {
namespace {

TEST(Payoff, EveryRowEndsAsItSays) {
  if (shared_dir().empty()) GTEST_SKIP() << "the shared tables are not here";
  int number = 1;
  for (const auto& row : tsv_rows(shared_dir() / "founding-payoff.tsv")) {
    ++number;
    SCOPED_TRACE("founding-payoff.tsv:" + std::to_string(number) + ": " + row.at(0) + " " + row.at(1) + " after " + row.at(2));
    const auto compiled = shipped_once(row.at(0));
    ASSERT_TRUE(compiled);
    Result<Game> game = Game::from_text(compiled, row.at(1));
    ASSERT_TRUE(game.ok()) << game.error();
    Game played = std::move(game).value();
    std::string moves = row.at(2);
    if (row.at(3) == "refused") {
      const auto last = moves.find_last_of(' ');
      const std::string item = last == std::string::npos ? moves : moves.substr(last + 1);
      if (last != std::string::npos) {
        const Status before = played.apply(moves.substr(0, last));
        EXPECT_TRUE(before.ok()) << before.error();
      }
      const Status refused = played.apply(item);
      ASSERT_FALSE(refused.ok());
      const std::string kind = item.substr(1, item.find('?') - 1);
      EXPECT_NE(refused.error().find(kind), std::string::npos) << "names the offer: " << refused.error();
      continue;
    }
    const Status applied = played.apply(moves);
    ASSERT_TRUE(applied.ok()) << applied.error();
    const Outcome outcome = played.outcome();
    if (row.at(3) == "-") {
      EXPECT_FALSE(outcome.over);
      continue;
    }
    EXPECT_TRUE(outcome.over);
    EXPECT_EQ(reason_text(outcome.reason), row.at(3));
    ASSERT_EQ(outcome.points.size(), 2u);
    EXPECT_DOUBLE_EQ(outcome.points[0], std::stod(row.at(4)));
    EXPECT_DOUBLE_EQ(outcome.points[1], std::stod(row.at(5)));
  }
  EXPECT_GT(number, 30);
}

// magi.zrf with `from`, which must stand there once, replaced by `to`; its game `id` compiled.
std::shared_ptr<const CompiledGame> changed_magi(const std::string& from, const std::string& to, const std::string& id) {
  std::string text = read_whole_file(source_dir() / "variants/magi/magi.zrf");
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at == std::string::npos) return nullptr;
  EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from << " stands twice";
  text.replace(at, from.size(), to);
  const auto read = read_rule_text("changed magi.zrf", text, id);
  EXPECT_TRUE(read->game) << read->messages();
  return read->game;
}

Outcome outcome_after(std::shared_ptr<const CompiledGame> compiled, const std::string& fen, const std::string& moves) {
  if (!compiled) return {};
  Result<Game> read = Game::from_text(std::move(compiled), fen);
  if (!read) {
    ADD_FAILURE() << read.error();
    return {};
  }
  Game game = std::move(read).value();
  const Status applied = game.apply(moves);
  EXPECT_TRUE(applied.ok()) << applied.error();
  return game.outcome();
}

TEST(ChangedRules, AnotherBandPaysAnotherResignation) {
  const std::string fen = "9k/R9/10/10/10/10/10/10/10/1R1K6 b - - 0 61";
  EXPECT_EQ(outcome_after(shipped_once("magi-12"), fen, "(resign?) (yes)").points, (std::vector<double>{10, 2}));
  EXPECT_EQ(outcome_after(changed_magi("(60 11 1)", "(61 11 1)", "magi-12"), fen, "(resign?) (yes)").points,
            (std::vector<double>{11, 1}));
  EXPECT_EQ(outcome_after(changed_magi("(75 10 2)", "(75 9.5 2.5)", "magi-12"), fen, "(resign?) (yes)").points,
            (std::vector<double>{9.5, 2.5}));
}

TEST(ChangedRules, SixteenPointsForMate) {
  const std::string fen = "9k/R9/10/10/10/10/10/10/10/1R1K6 w - - 0 40";
  EXPECT_EQ(outcome_after(changed_magi("(win 12 0)", "(win 16 0)", "magi-12"), fen, "b1b10").points, (std::vector<double>{16, 0}));
}

TEST(ChangedRules, TheMoveLimitCanBeTakenIntoMagi) {
  const std::string fen = "9k/R9/10/10/10/10/10/10/10/1R1K6 w - - 0 150";
  EXPECT_FALSE(outcome_after(shipped_once("magi"), fen, "d1d2 j10i10").over);
  const std::string line = "(draw-condition (White Black) (move-limit 150))";
  const Outcome limited = outcome_after(changed_magi("; " + line, line, "magi"), fen, "d1d2 j10i10");
  EXPECT_TRUE(limited.over);
  EXPECT_TRUE(limited.draw);
  EXPECT_EQ(limited.reason, EndReason::kMoveLimit);
}

TEST(ChangedRules, AnEarlierMoveLimitEndsTheGameEarlier) {
  const std::string fen = "9k/R9/10/10/10/10/10/10/10/1R1K6 w - - 0 99";
  EXPECT_FALSE(outcome_after(shipped_once("magi-12"), fen, "d1d2 j10i10").over);
  const Outcome limited = outcome_after(changed_magi("(end-condition (White Black) (move-limit 150))",
                                                     "(end-condition (White Black) (move-limit 99))", "magi-12"),
                                        fen, "d1d2 j10i10");
  EXPECT_TRUE(limited.over);
  EXPECT_EQ(limited.points, (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace nightrider::test
