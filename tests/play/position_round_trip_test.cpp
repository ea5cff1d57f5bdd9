// Position text where it is hardest to be read back: letters that run together, large hands and numbers, chains in progress.
#include "play/position_text.h"

#include "base/random.h"
#include "play/play_support.h"

namespace nightrider::test {
namespace {

Position position_of(const std::shared_ptr<const CompiledGame>& game, const std::string& text) {
  Position position(game);
  const Result<GameState> state = parse_position(*game, text);
  EXPECT_TRUE(state.ok()) << text << ": " << (state.ok() ? "" : state.error());
  if (state.ok()) {
    const Status set = position.set_state(*state);
    EXPECT_TRUE(set.ok()) << text << ": " << (set.ok() ? "" : set.error());
  }
  return position;
}

std::string refusal_of(const std::shared_ptr<const CompiledGame>& game, const std::string& text) {
  const Result<GameState> state = parse_position(*game, text);
  if (!state) return state.error();
  const Status set = Position(game).set_state(*state);
  return set.ok() ? "" : set.error();
}

// What a position must keep of the last move is what some legal move depends on; here none does.
GameState kept(Position position) {
  GameState state = position.state();
  state.last_from = state.last_to = kNone;
  state.last_tags = 0;
  return state;
}

// Letters of which some are others put together.
constexpr const char* kLetterGame = R"(
(game (title "Letters") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e/f" (9 0)) ("2/1" (0 9))) (directions (n 0 -1))))
   (piece (name Knight) (letter "N") (drops ((verify empty?) add)) (moves (n (verify empty?) add)))
   (piece (name Rider) (letter "NN") (drops ((verify empty?) add)) (moves (n (verify empty?) add)))
   (piece (name Archer) (letter "A") (moves (n (verify empty?) add)))
   (piece (name Both) (letter "AN") (moves (n (verify empty?) add)))
   (board-setup (White (Knight a1 b1 c1 d1) (Rider e1) (Archer f1)) (Black (Knight a2 off 3) (Rider off 2)))
   (fen (sides "w" "b")) (loss-condition (White Black) stalemated)))";

TEST(PositionRoundTripTest, LettersThatRunTogetherAreKeptApart) {
  const auto game = compile_text(kLetterGame);
  ASSERT_TRUE(game);
  Position position(game);
  EXPECT_EQ(position_text(position), "n5/N0N0N0N0NNA[n0n0n0nnnn] w - - 0 1");
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    GameState state = position.state();
    for (Occupant& occupant : state.squares) {
      const auto type = static_cast<PieceTypeId>(random.below(5));
      occupant = type == 4 ? Occupant{} : Occupant{static_cast<PlayerId>(random.below(2)), type, 0};
    }
    for (auto& hand : state.hands)
      for (std::size_t type = 0; type < 2; ++type) hand[type] = static_cast<int>(random.below(4));
    ASSERT_TRUE(position.set_state(state).ok());
    const std::string text = position_text(position);
    Position again = position_of(game, text);
    EXPECT_TRUE(again.state() == state) << text;
  }
  EXPECT_EQ(position_of(game, "6/NNN0N3[] w").state().squares[6].type, 1) << "the longest letter is read";
  for (const char* text : {"06/6 w", "60/6 w", "5N0/6 w", "N00N4/6 w", "30N2/6 w"}) EXPECT_NE(refusal_of(game, text), "") << text;
}

TEST(PositionRoundTripTest, HandsAndCountersHaveOneLimit) {
  const auto game = compile_text(R"(
(game (title "Hands") (players White Black) (turn-order White Black) (option "recycle captures" true)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (9 0)) ("3/2/1" (0 9))) (directions (n 0 -1) (s 0 1))) (symmetry Black (n s) (s n)))
   (piece (name Man) (letter "M") (moves (n add)) (drops ((verify empty?) add)))
   (board-setup (White (Man a1 off 1000000)) (Black (Man a2 off 70000)))
   (loss-condition (White Black) (pieces-remaining 0)) (draw-condition (White Black) (no-progress 1000000 (reset captures))) (draw-condition (White Black) (move-limit 1000000))))");
  ASSERT_TRUE(game);
  Position position(game);
  EXPECT_TRUE(kept(position_of(game, position_text(position))) == kept(position));
  Game played(game);
  ASSERT_TRUE(played.apply("a1a2"));  // the man goes back to Black's hand
  EXPECT_EQ(played.position().hand(1, 0), 70001);
  EXPECT_TRUE(kept(position_of(game, position_text(played.position()))) == kept(played.position()));

  Position late = position_of(game, "Black {a2:Black.Man,b1:White.Man,hand=White.Man*1000000,round=1000000000,progress=1000000000}");
  MoveList moves;
  late.legal_moves(moves);
  for (const Move move : moves) {
    late.make(move);
    EXPECT_TRUE(kept(position_of(game, position_text(late))) == kept(late)) << position_text(late);
    late.unmake();
  }
  EXPECT_NE(refusal_of(game, "White {a1:White.Man,hand=White.Man*1000001}").find("such as"), std::string::npos);
  EXPECT_NE(refusal_of(game, "White {a1:White.Man,hand=White.Man*600000,hand=White.Man*600000}").find("too many"), std::string::npos);
  EXPECT_NE(refusal_of(game, "White {a1:White.Man,round=1000000001}"), "");
}

// A chain that took a piece and then goes on without: the count begins anew when the turn ends.
TEST(PositionRoundTripTest, ProgressMadeWithinATurnIsKept) {
  const auto game = compile_text(R"(
(game (title "Chain") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (9 0)) ("3/2/1" (0 9))) (directions (n 0 -1) (e 1 0))))
   (piece (name Taker) (letter "T")
      (moves (move-type take) (e (verify enemy?) (add-partial walk)) (move-type walk) (n (verify empty?) add)))
   (piece (name Man) (letter "M") (moves (n (verify empty?) add)))
   (board-setup (White (Taker a1)) (Black (Man b1 d1)))
   (loss-condition (White Black) (pieces-remaining 0))
   (draw-condition (White Black) (no-progress 90 (reset captures)))
   (draw-condition (White Black) (no-progress 80 (reset (moves Man))))))");
  ASSERT_TRUE(game);
  Result<Game> started = Game::from_text(game, "White {a1:White.Taker,b1:Black.Man,d1:Black.Man,progress=7.5}");
  ASSERT_TRUE(started.ok());
  Game played = std::move(started).value();
  ASSERT_TRUE(played.apply("a1b1"));
  const std::string text = position_text(played.position());
  EXPECT_EQ(text, "White {b1:White.Taker,d1:Black.Man,chain=b1.walk,reset=0,progress=7.5}");
  Result<Game> reread = Game::from_text(game, text);
  ASSERT_TRUE(reread.ok());
  Game again = std::move(reread).value();
  EXPECT_TRUE(kept(again.position()) == kept(played.position()));
  ASSERT_TRUE(played.apply("b1b2"));
  ASSERT_TRUE(again.apply("b1b2"));
  EXPECT_EQ(position_text(played.position()), position_text(again.position()));
  EXPECT_EQ(played.position().state().no_progress, (std::vector<int>{0, 6}));
  EXPECT_NE(refusal_of(game, "White {a1:White.Taker,b1:Black.Man,reset=0}"), "");
  EXPECT_NE(refusal_of(game, "White {b1:White.Taker,d1:Black.Man,chain=b1.walk,reset=2}"), "");
}

}  // namespace
}  // namespace nightrider::test
