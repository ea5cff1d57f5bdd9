// Peg solitaire against counts from outside: the distinct positions after n jumps, turned and mirrored ones taken as one
// (George Bell, oeis.org/A112737).
#include <algorithm>
#include <set>

#include "perft_rows.h"

namespace nightrider::test {
namespace {

using Pegs = std::vector<bool>;  // [row * 7 + file], row 0 on top

Pegs pegs_of(const Position& position) {
  Pegs pegs(49);
  const auto& squares = position.definition().board.squares;
  for (std::size_t i = 0; i < squares.size(); ++i)
    pegs[static_cast<std::size_t>(squares[i].coordinates[1] * 7 + squares[i].coordinates[0])] = !position.occupant(static_cast<SquareId>(i)).empty();
  return pegs;
}

// The least of the eight ways to look at the position.
Pegs canonical(Pegs pegs) {
  Pegs least = pegs;
  for (int turn = 0; turn < 8; ++turn) {
    Pegs next(49);
    for (std::size_t row = 0; row < 7; ++row)
      for (std::size_t file = 0; file < 7; ++file)
        next[turn == 3 ? row * 7 + 6 - file : file * 7 + 6 - row] = pegs[row * 7 + file];  // mirrored once, else turned
    pegs = std::move(next);
    least = std::min(least, pegs);
  }
  return least;
}

TEST(PegSolitaireTest, PositionsAfterEachJumpAreAsManyAsBellCounted) {
  const auto game = shipped_once("peg-solitaire");
  ASSERT_NE(game, nullptr);
  std::vector<GameState> states{Position(game).state()};
  for (const std::size_t expected : {1, 2, 8, 39, 171, 719, 2757}) {
    std::set<Pegs> seen;
    std::vector<GameState> next;
    for (const GameState& state : states) {
      Position position(game);
      ASSERT_TRUE(position.set_state(state).ok());
      MoveList moves;
      position.legal_moves(moves);
      for (const Move move : moves) {
        position.make(move);
        if (seen.insert(canonical(pegs_of(position))).second) next.push_back(position.state());
        position.unmake();
      }
    }
    EXPECT_EQ(seen.size(), expected);
    states = std::move(next);
  }
}

}  // namespace
}  // namespace nightrider::test
