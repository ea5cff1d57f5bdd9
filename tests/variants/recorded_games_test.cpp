// The sample games beside the rule files replay to their last move.
#include "perft_rows.h"
#include "play/record.h"

namespace nightrider::test {
namespace {

TEST(RecordedGames, EachReplaysToItsEnd) {
  int games = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "variants")) {
    if (!entry.is_regular_file() || entry.path().parent_path().filename() != "games") continue;
    SCOPED_TRACE(entry.path().string());
    const Result<std::vector<GameRecord>> records = read_records(read_whole_file(entry.path()));
    ASSERT_TRUE(records.ok()) << records.error();
    for (const GameRecord& record : *records) {
      const auto game = shipped_once(record.game);
      ASSERT_TRUE(game);
      const Result<Replay> played = replay(game, record);
      ASSERT_TRUE(played.ok()) << played.error();
      EXPECT_FALSE(played->first_mismatch) << played->first_mismatch->text << ": " << played->first_mismatch->message;
      EXPECT_EQ(played->matched, played->plies);
      EXPECT_GT(played->plies, 0);
      ++games;
    }
  }
  EXPECT_GE(games, 6);
}

}  // namespace
}  // namespace nightrider::test
