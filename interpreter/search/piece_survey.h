// What the pieces of a game can do, found out by asking the rules: the raw figures behind the evaluation.
#pragma once

#include <cstdint>
#include <vector>

#include "play/position.h"

namespace nightrider {

struct PieceSurvey {
  std::size_t types = 0, players = 0, squares = 0;

  // Destinations a piece has on average on a board filled at random; 0: it was never seen to move.
  std::vector<double> mobility;        // [piece type], the mean of all active players
  std::vector<PieceTypeId> best_promotion;  // [piece type] the most mobile type it may become; kNone: none

  // Alone on the board. Empty where the game is too large to ask (kMostQuestions).
  std::vector<int> reach;              // [piece type][player][square] destinations
  std::vector<int> promotion_distance; // [piece type][player][square] moves until it may change its type; -1: never

  std::size_t cell(PieceTypeId type, PlayerId player, SquareId square) const {
    return (static_cast<std::size_t>(type) * players + player) * squares + square;
  }
};

// Deterministic in `seed`. `position` is any position of the game; left as it was.
PieceSurvey survey_pieces(const Position& position, const std::vector<char>& royal, std::uint64_t seed);

}  // namespace nightrider
