// Moves as text: how they are written, and what is read.
#include "play/notation.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/random.h"
#include "play/play_support.h"

namespace nightrider::test {
namespace {

TEST(NotationTest, MovesAreWrittenAsTheTableSays) {
  for (const auto& row : tsv_rows(play_data("notation_cases.tsv"))) {
    SCOPED_TRACE(row.at(0) + " " + row.at(1) + " after " + row.at(2) + ": " + row.at(3));
    Result<Game> at = game_at(row.at(0), row.at(1), row.at(2));
    ASSERT_TRUE(at.ok()) << at.error();
    Game game = std::move(at).value();
    const auto written = named_moves(game.position());
    const auto typed = named_moves(game.position(), TextForm::kTyped);
    const auto found = std::find_if(written.begin(), written.end(), [&](const NamedMove& move) { return move.coordinate == row.at(3); });
    if (row.at(4) == "-") {
      EXPECT_EQ(found, written.end());
      continue;
    }
    if (found == written.end()) {
      ADD_FAILURE() << "there is no such move";
      continue;
    }
    EXPECT_EQ(found->text, row.at(4));
    EXPECT_EQ(typed[static_cast<std::size_t>(found - written.begin())].text, row.at(5));
    EXPECT_EQ(move_text(game.position(), found->move), row.at(4));
  }
}

TEST(NotationTest, TextsAreReadAsTheTableSays) {
  for (const auto& row : tsv_rows(play_data("reading_cases.tsv"))) {
    SCOPED_TRACE(row.at(0) + " " + row.at(1) + " after " + row.at(2) + ": " + row.at(3));
    Result<Game> at = game_at(row.at(0), row.at(1), row.at(2));
    ASSERT_TRUE(at.ok()) << at.error();
    Game game = std::move(at).value();
    const Result<Move> move = parse_move(game.position(), row.at(3));
    if (row.at(4).starts_with(kRefused)) {
      ASSERT_FALSE(move.ok()) << coordinate_text(game.position(), *move);
      EXPECT_NE(move.error().find(row.at(4).substr(kRefused.size())), std::string::npos) << move.error();
    } else if (!move) {
      ADD_FAILURE() << move.error();
    } else {
      EXPECT_EQ(coordinate_text(game.position(), *move), row.at(4));
    }
  }
}

// Every text of every legal move, in every form, is its own and is read back; squares too.
TEST(NotationTest, EveryTextIsUniqueAndReadBack) {
  Random random(82);
  for (const char* id : {"chess", "mageca", "magi", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced"}) {
    const auto compiled = shipped_once(id);
    ASSERT_TRUE(compiled);
    Position position(compiled);
    for (int ply = 0; ply < 64; ++ply) {
      const auto written = named_moves(position);
      if (written.empty()) break;
      if (ply % 9 == 0) {
        const auto typed = named_moves(position, TextForm::kTyped);
        std::set<std::string> texts, ascii, coordinates;
        std::vector<std::string> all;
        for (std::size_t i = 0; i < written.size(); ++i) {
          SCOPED_TRACE(std::string(id) + " ply " + std::to_string(ply) + ": " + written[i].text + " " + written[i].coordinate);
          EXPECT_TRUE(texts.insert(written[i].text).second);
          EXPECT_TRUE(ascii.insert(typed[i].text).second);
          EXPECT_TRUE(coordinates.insert(written[i].coordinate).second);
          all.insert(all.end(), {written[i].text, typed[i].text, written[i].coordinate});
        }
        const std::vector<Result<Move>> read = parse_moves(position, all);
        ASSERT_EQ(read.size(), 3 * written.size());
        for (std::size_t i = 0; i < read.size(); ++i) {
          SCOPED_TRACE(std::string(id) + " ply " + std::to_string(ply) + ": " + all[i]);
          ASSERT_TRUE(read[i].ok()) << read[i].error();
          EXPECT_EQ(*read[i], written[i / 3].move);
        }
      }
      position.make(written[random.below(static_cast<std::uint32_t>(written.size()))].move);
    }
    const GameDefinition& game = compiled->definition();
    for (std::size_t square = 0; square < game.board.squares.size(); ++square)
      for (TextForm form : {TextForm::kWritten, TextForm::kTyped})
        EXPECT_EQ(parse_square(game, square_text(game, static_cast<SquareId>(square), form)), square);
  }
}

// Pieces without letters, a drop, moves that differ only in what they take (language.md, decision 8), a chain of jumps.
constexpr const char* kOddGame = R"(
(game (title "Odd") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (9 0)) ("5/4/3/2/1" (0 9)))
      (directions (n 0 -1) (e 1 0) (ne 1 -1))))
   (piece (name Man) (letter "M") (moves
      (n (verify empty?) add)
      (n (verify empty?) to e (verify enemy?) capture add)
      (n (verify empty?) to e e (verify enemy?) capture add)))
   (piece (name Hopper)
      (moves (move-type jump) (ne (verify enemy?) capture ne (verify empty?) (add-partial jump)))
      (drops ((verify empty?) (verify (position? e1)) add)))
   (board-setup (White (Man a1) (Hopper b1) (Hopper off 1)) (Black (Man b2 c2 d4 e5)))
   (loss-condition (White Black) (pieces-remaining 0))))";

TEST(NotationTest, MovesThatWouldBeWrittenAlikeNameTheirOtherEffects) {
  const auto compiled = compile_text(kOddGame);
  ASSERT_TRUE(compiled);
  Game game(compiled);
  std::map<std::string, std::string> moves;  // coordinate form to text
  for (const NamedMove& move : named_moves(game.position())) {
    moves[move.coordinate] = move.text;
    const Result<Move> read = parse_move(game.position(), move.text);
    EXPECT_TRUE(read.ok() && *read == move.move) << move.text;
  }
  const std::map<std::string, std::string> wanted{{"a1a2", "Ma2"},
                                                  {"a1a2,xb2", "Mxa2,xb2"},
                                                  {"a1a2,xc2", "Mxa2,xc2"},
                                                  {"b1d3", "Hopperxd3"},
                                                  {"Hopper@e1", "Hopper@e1"}};
  EXPECT_EQ(moves, wanted);
  EXPECT_EQ(parse_move(game.position(), "Mxa2").error(), "\"Mxa2\" is ambiguous: Mxa2,xb2, Mxa2,xc2");
}

TEST(NotationTest, LegsOfAChainMayBeJoinedByCommas) {
  const auto compiled = compile_text(kChainGame);
  ASSERT_TRUE(compiled);
  Game game(compiled);
  EXPECT_FALSE(game.apply("a1c3,c3e4").ok());
  EXPECT_EQ(game.position().ply(), 0) << "all legs or none";
  const Status status = game.apply("a1c3,c3e5 d1d2");
  EXPECT_TRUE(status.ok()) << status.error();
  EXPECT_EQ(game.moves_text(), "1. Hxc3 Hxe5 d2");
}

TEST(NotationTest, NoBytesCrashTheReader) {
  Random random(2);
  const std::string letters = "NBRQKOabcdefgh0123456789-=+#x;, @^()\xC2\xB2\xC3\x98";
  const auto compiled = shipped_once("i2");
  ASSERT_TRUE(compiled);
  Position position(compiled);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    const std::uint32_t length = random.below(12);
    for (std::uint32_t i = 0; i < length; ++i)
      text += round % 2 == 0 ? static_cast<char>(random.below(256)) : letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    const Result<Move> move = parse_move(position, text);
    EXPECT_TRUE(move.ok() || !move.error().empty());
  }
  EXPECT_TRUE(parse_move(position, std::string(kMaxMoveText, 'e')).error().find("not a legal move") != std::string::npos);
  EXPECT_TRUE(parse_move(position, std::string(kMaxMoveText + 1, 'e')).error().find("too long") != std::string::npos);
}

}  // namespace
}  // namespace nightrider::test
