// Positions as text: FEN and the further field.
#include "play/position_text.h"

#include "base/random.h"
#include "play/play_support.h"

namespace nightrider::test {
namespace {

void expect_read_back(Position& position) {
  const std::string text = position_text(position);
  SCOPED_TRACE(text);
  const Result<GameState> read = parse_position(position.game(), text);
  ASSERT_TRUE(read.ok()) << read.error();
  Position again(position.shared_game());
  const Status set = again.set_state(*read);
  ASSERT_TRUE(set.ok()) << set.error();
  GameState wanted = as_written(position.definition(), position.state());
  const GameState got = again.state();
  if (got.last_from == kNone && got.last_to == kNone) wanted.last_from = wanted.last_to = kNone;
  wanted.last_tags = got.last_tags;
  EXPECT_EQ(got, wanted);
  EXPECT_EQ(again.count_legal_moves(), position.count_legal_moves());
  EXPECT_EQ(again.repetition_key(), position.repetition_key());
  EXPECT_EQ(position_text(again), text);
}

TEST(PositionTextTest, PositionsAreWrittenAsTheTableSays) {
  for (const auto& row : tsv_rows(play_data("position_cases.tsv"))) {
    SCOPED_TRACE(row.at(0) + " " + row.at(1) + " after " + row.at(2));
    Result<Game> at = game_at(row.at(0), row.at(1), row.at(2));
    const std::string& wanted = row.at(3);
    if (wanted.starts_with(kRefused)) {
      ASSERT_FALSE(at.ok());
      EXPECT_NE(at.error().find(wanted.substr(kRefused.size())), std::string::npos) << at.error();
      continue;
    }
    ASSERT_TRUE(at.ok()) << at.error();
    Game game = std::move(at).value();
    if (wanted != "=") {
      EXPECT_EQ(position_text(game.position()), wanted);
    }
    expect_read_back(game.position());
  }
}

TEST(PositionTextTest, EveryPositionOfARandomGameIsReadBack) {
  Random random(3);
  for (const char* id : {"chess", "mageca", "magi", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced"}) {
    const auto compiled = shipped_once(id);
    ASSERT_TRUE(compiled);
    Position position(compiled);
    MoveList moves;
    for (int ply = 0; ply < 120; ++ply) {
      SCOPED_TRACE(std::string(id) + " ply " + std::to_string(ply));
      if (ply % 3 == 0) expect_read_back(position);
      if (HasFatalFailure()) return;
      moves.clear();
      position.legal_moves(moves);
      if (moves.empty()) break;
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(PositionTextTest, NoBytesCrashTheReader) {
  Random random(85);
  const auto compiled = shipped_once("mageca");
  ASSERT_TRUE(compiled);
  const std::string seed = "rnbmqkmbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBMQKMBNR w KQkq - 0 1 {turn=0,a1.never-moved?=0,last=e2>e4}";
  for (int round = 0; round < 2000; ++round) {
    std::string text = seed;
    for (std::uint32_t change = 0; change <= random.below(4); ++change) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(text.size()));
      switch (random.below(3)) {
        case 0: text[at] = static_cast<char>(random.below(256)); break;
        case 1: text.erase(at, 1 + random.below(8)); break;
        default: text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size())), 6)); break;
      }
    }
    const Result<GameState> state = parse_position(*compiled, text);
    EXPECT_TRUE(state.ok() || !state.error().empty());
    if (state) Position(compiled).set_state(*state);
  }
  EXPECT_FALSE(parse_position(*compiled, "").ok());
  EXPECT_FALSE(parse_position(*compiled, "{}").ok());
  EXPECT_FALSE(parse_position(*compiled, std::string(kMaxPositionText + 1, '1')).ok());
  EXPECT_FALSE(parse_position(*compiled, std::string(kMaxPositionText, '1')).ok());
}

// A game without `(fen ..)`, with hands and a player's own attribute.
constexpr const char* kPlainGame = R"(
(game (title "Plain") (players White Black) (turn-order White White Black)
   (player-attribute fresh? true)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9))) (directions (n 0 -1) (e 1 0))))
   (piece (name Man) (attribute brave? false) (moves (n (verify empty?) (set-attribute brave? true) add)) (drops ((verify empty?) add)))
   (board-setup (White (Man off 2) (Man a1)) (Black (Man c3)))
   (loss-condition (White Black) (pieces-remaining 0))))";

TEST(PositionTextTest, AGameWithoutFenHasAPlainText) {
  const auto compiled = compile_text(kPlainGame);
  ASSERT_TRUE(compiled);
  Position position(compiled);
  EXPECT_EQ(position_text(position), "White {c3:Black.Man,a1:White.Man,hand=White.Man*2}");
  Random random(7);
  MoveList moves;
  for (int ply = 0; ply < 8; ++ply) {
    expect_read_back(position);
    moves.clear();
    position.legal_moves(moves);
    if (moves.empty()) break;
    position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

TEST(PositionTextTest, AChainInProgressIsReadBack) {
  const auto compiled = compile_text(kChainGame);
  ASSERT_TRUE(compiled);
  Game game(compiled);
  const Status status = game.apply("a1c3");
  ASSERT_TRUE(status.ok()) << status.error();
  EXPECT_EQ(position_text(game.position()), "White {d4:Black.Man,c3:White.Hopper,d1:Black.Man,chain=c3.jump}");
  expect_read_back(game.position());
}

}  // namespace
}  // namespace nightrider::test
