// Games: moves and offers applied, taken back and made again, and what they pay.
#include "play/game.h"

#include <climits>

#include "play/play_support.h"
#include "play/position_text.h"
#include "play/record.h"

namespace nightrider::test {
namespace {

Game must(Result<Game> game) {
  EXPECT_TRUE(game.ok()) << game.error();
  return std::move(game).value();
}

TEST(GameTest, MoveNumbersCommentsAndResultsAreRead) {
  Game game = must(game_at("chess", "start", "1. e4 {best by test} e5 2.Nf3 $1 2... Nc6 (2... d6 3. d4) 3. Bb5 a6 1/2-1/2"));
  EXPECT_EQ(game.moves_text(), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6");
  EXPECT_EQ(game.position().ply(), 6);
  EXPECT_FALSE(game.outcome().over);
  EXPECT_TRUE(game.outcome().points.empty());
}

TEST(GameTest, AnIllegalMoveIsNamedWithItsPlyAndWhatCameBeforeStays) {
  Game game = must(game_at("chess", "start", ""));
  const Status status = game.apply("e2e4 e7e5 e1e8 g1f3");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().find("ply 3: \"e1e8\" is not a legal move: the King on e1 cannot go to e8; nearest: "), 0u) << status.error();
  EXPECT_EQ(game.moves_text(), "1. e4 e5");
  EXPECT_FALSE(game.apply("1-0 Nf3").ok());
  EXPECT_FALSE(game.apply("{open").ok());
}

TEST(GameTest, UndoAndRedoWalkTheGame) {
  Game game = must(game_at("i2", "start", "1. f4 d5 2. c4 dxc4 3. Nc3 a6 4. e3 b5 5. b4 f5 6. Bb2 Nf7²"));
  const std::string text = game.moves_text();
  EXPECT_EQ(text, "1. f4 d5 2. c4 dxc4 3. Nc3 a6 4. e3 b5 5. b4 f5 6. Bb2 Nf7²");
  const auto key = game.position().key();
  int items = 0;
  while (game.undo()) ++items;
  EXPECT_EQ(items, 12);
  EXPECT_EQ(game.moves_text(), "");
  while (game.redo()) --items;
  EXPECT_EQ(items, 0);
  EXPECT_EQ(game.moves_text(), text);
  EXPECT_EQ(game.position().key(), key);
  game.undo();
  EXPECT_TRUE(game.apply("Nf6").ok());
  EXPECT_FALSE(game.redo()) << "a new move ends what could be redone";
}

TEST(GameTest, AGameThatIsOverTakesNoMove) {
  Game game = must(game_at("chess", "start", "f3 e5 g4 Qh4#"));
  const Outcome outcome = game.outcome();
  EXPECT_EQ(outcome.reason, EndReason::kCheckmated);
  EXPECT_EQ(outcome.points, (std::vector<double>{0, 1}));
  const Status status = game.apply("a3");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error(), "ply 5: \"a3\": the game is over: checkmated");
}

TEST(GameTest, OffersAreKnownOnlyWhereTheFileHasThem) {
  Game plain = must(game_at("magi", "start", ""));
  EXPECT_EQ(plain.offers_left(OfferKind::kDraw, 0), 0);
  const Status unknown = plain.apply("(draw?)");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error(), "ply 1: (draw?): magi knows no draw offers; its rule file may add them with (offer ..)");
  EXPECT_FALSE(plain.apply("(yes)").ok());

  Game twelve = must(game_at("magi-12", "start", "(draw?)"));
  EXPECT_TRUE(twelve.offer_open());
  EXPECT_EQ(twelve.position().ply(), 0);
  EXPECT_EQ(twelve.apply("d5").error(), "ply 1: \"d5\": the offer (draw?) must be answered first: (yes) or (no)");
  EXPECT_TRUE(twelve.apply("(no) d5").ok());
  EXPECT_EQ(twelve.offers_left(OfferKind::kDraw, 0), 0);
  EXPECT_EQ(twelve.offers_left(OfferKind::kDraw, 1), 0) << "the one offer is shared";
  EXPECT_EQ(twelve.offers_left(OfferKind::kResign, 1), 1);
  EXPECT_EQ(twelve.apply("(draw?)").error(), "ply 2: (draw?): the draw offer of this game is used up");
  EXPECT_EQ(twelve.moves_text(), "1. (draw?) (no) d5");
  EXPECT_TRUE(twelve.apply("(resign?) (yes)").ok());
  EXPECT_EQ(twelve.moves_text(), "1. (draw?) (no) d5 (resign?) (yes)");
  EXPECT_EQ(twelve.outcome().points, (std::vector<double>{12, 0}));
  EXPECT_FALSE(twelve.apply("d6").ok());
  EXPECT_TRUE(twelve.undo());
  EXPECT_TRUE(twelve.apply("d6").ok());
}

// Of three the next in the turn order answers, also behind `repeat` and where a neutral player stands between.
TEST(GameTest, TheNextOpponentOfTheTurnOrderAnswersForAll) {
  const auto compiled = compile_text(R"(
(game (title "Three") (players A Wall B C) (turn-order A C repeat B A B C)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (9 0)) ("9/8/7/6/5/4/3/2/1" (0 9))) (directions (n 0 -1))))
   (piece (name Man) (moves (n (verify empty?) add)))
   (board-setup (A (Man a1)) (B (Man b1)) (C (Man c1)) (Wall (Man d1)))
   (loss-condition (A B C) stalemated)
   (offer draw (accepted draw)) (offer resign (accepted win))))");
  ASSERT_TRUE(compiled);
  Game game(compiled);
  const char* players = "ACBABC";  // who moves at each place of the turn order
  const char* answering = "CBABCB";
  const char* moves[] = {"a1a2", "c1c2", "b1b2", "a2a3", "b2b3", "c2c3"};
  for (std::size_t turn = 0; turn < 6; ++turn) {
    const auto name = [&](PlayerId player) { return game.position().definition().players[player].name; };
    EXPECT_EQ(name(game.actor()), std::string(1, players[turn])) << turn;
    ASSERT_TRUE(game.offer(OfferKind::kResign).ok());
    EXPECT_EQ(name(game.actor()), std::string(1, answering[turn])) << turn;
    Game accepted = game;
    ASSERT_TRUE(accepted.answer(true).ok());
    EXPECT_EQ(name(accepted.outcome().winner), std::string(1, answering[turn])) << turn;
    ASSERT_TRUE(game.answer(false).ok());
    ASSERT_TRUE(game.apply(moves[turn]).ok()) << turn;
  }
}

TEST(GameTest, GivingUpEndsAGameWithoutOffers) {
  Game game = must(game_at("chess", "start", "e4"));
  EXPECT_TRUE(game.resign().ok());
  EXPECT_EQ(game.outcome().reason, EndReason::kResigned);
  EXPECT_EQ(game.outcome().points, (std::vector<double>{1, 0}));
  EXPECT_EQ(game.moves_text(), "1. e4 (resigns)");
  Game again = must(game_at("chess", "start", game.moves_text()));
  EXPECT_EQ(again.outcome().winner, 0);
}

TEST(GameTest, AGameFromABlackMoveIsNumberedSo) {
  Game game = must(game_at("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", "Kd7 e4 Kd6"));
  EXPECT_EQ(game.moves_text(), "7... Kd7 8. e4 Kd6");
  EXPECT_EQ(position_text(game.position()), "8/8/3k4/8/4P3/8/8/4K3 w - - 1 9");
}

TEST(RecordTest, ASavedGameIsReadBack) {
  Game game = must(game_at("magicpawns", "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/P4N2/1PPP1PPP/RNBQK2R b KQkq - 0 4", "Ne5; Pc6 Nxe5"));
  const std::string saved = saved_game(game, "magicpawns");
  EXPECT_EQ(saved, "game: magicpawns\nposition: r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/P4N2/1PPP1PPP/RNBQK2R b KQkq - 0 4\n"
                   "4... Ne5; Pc6 5. Nxe5\n");
  const auto records = read_records(saved);
  ASSERT_TRUE(records.ok()) << records.error();
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ(records->front().game, "magicpawns");
  Result<Replay> played = replay(shipped_once("magicpawns"), records->front());
  ASSERT_TRUE(played.ok()) << played.error();
  EXPECT_EQ(played->plies, 2);
  EXPECT_EQ(played->matched, 2);
  EXPECT_EQ(saved_game(played->game, "magicpawns"), saved);
}

TEST(RecordTest, PgnIsReadWithoutItsCommentsAndSideLines) {
  const auto records = read_records(
      "[Event \"A \\\"test\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {a [comment]\n[Site \"x\"]\n} e5 ; the rest\n2. Nf3 (2. f4 exf4 (2... d5)) Nc6 $14 1-0\n\n"
      "[Event \"second\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd9 2. e5 *\n");
  ASSERT_TRUE(records.ok()) << records.error();
  ASSERT_EQ(records->size(), 2u);
  const GameRecord& first = records->front();
  EXPECT_EQ(first.tags.front().second, "A \"test\"");
  EXPECT_EQ(first.result, "1-0");
  Result<Replay> played = replay(shipped_once("chess"), first);
  ASSERT_TRUE(played.ok());
  EXPECT_EQ(played->game.moves_text(), "1. e4 e5 2. Nf3 Nc6");
  EXPECT_FALSE(played->first_mismatch);
  Result<Replay> second = replay(shipped_once("chess"), records->back());
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->plies, 3);
  EXPECT_EQ(second->matched, 1);
  ASSERT_TRUE(second->first_mismatch);
  EXPECT_EQ(second->first_mismatch->ply, 2);
  EXPECT_EQ(second->first_mismatch->text, "Kd9");
}

TEST(RecordTest, WhatIsNoRecordIsRefused) {
  EXPECT_FALSE(read_records("").ok());
  EXPECT_FALSE(read_records(" \n\n").ok());
  EXPECT_FALSE(read_records("game: chess\n1. e4\n").ok());
  EXPECT_FALSE(read_records("1. e4 {never closed").ok());
  EXPECT_FALSE(read_records("1. e4 (never closed").ok());
  EXPECT_FALSE(read_records("1. e4 1-0 e5").ok());
  EXPECT_FALSE(read_records("Zillions Save Game File Version 0.02 HH\n").ok());
  EXPECT_FALSE(read_records(std::string(kMaxRecordText + 1, ' ')).ok());
  const auto bare = read_records("1. e4 e5 2. Nf3");
  ASSERT_TRUE(bare.ok());
  EXPECT_EQ(bare->front().items.size(), 3u);
}

}  // namespace
}  // namespace nightrider::test
