// Static evaluation: material and piece-square terms, derived from the compiled rules alone.
// Range: -kMaxEval..kMaxEval, well inside the decided scores of search/score.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "compile/compiled_game.h"
#include "play/position.h"
#include "search/score.h"

namespace nightrider {

// Worked out once for a game, by sampling with a fixed seed; then constant, and shared by threads.
// A piece is worth the number of squares it reaches on average on boards filled at random (Taylor, "On the relative value of
// the pieces in chess", 1876; Betza, "About the values of chess pieces", 1996), and more if it can become something better.
// The weakest is 100. Royal pieces count nothing: they cannot be lost without losing.
class Evaluation {
 public:
  explicit Evaluation(const std::shared_ptr<const CompiledGame>& game, std::uint64_t seed = 1);

  // + is good for `player`: own pieces, on the board and in hand, less the mean of the other active players'.
  // With two active players the score for one is exactly minus that for the other.
  Score evaluate(const Position& position, PlayerId player) const;

  Score piece_value(PieceTypeId type) const { return values_[type]; }  // 0: royal, or never moves
  bool royal(PieceTypeId type) const { return royal_[type] != 0; }
  // Value of a piece of `player` on `square`, material included.
  Score square_value(PieceTypeId type, PlayerId player, SquareId square) const {
    if (piece_square_.empty()) return values_[type];
    return piece_square_[(static_cast<std::size_t>(type) * players_ + player) * squares_ + square];
  }

 private:
  std::size_t players_ = 0;
  std::size_t squares_ = 0;
  int active_players_ = 0;
  std::vector<char> active_;            // [player]
  std::vector<char> royal_;             // [piece type]
  std::vector<Score> values_;           // [piece type]
  std::vector<SquareId> board_;         // squares that are not dummies
  std::vector<PieceTypeId> hand_types_; // types that can be dropped
  std::vector<Score> piece_square_;     // [piece type][player][square], row-major; empty: material only
};

}  // namespace nightrider
