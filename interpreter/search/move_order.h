// Which moves to look at first. Changes how fast a search is, never what it finds.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "play/position.h"
#include "search/evaluation.h"

namespace nightrider {

// What the search must know of each move: cheap, without describing the move. Promotions are tried on the board and taken back.
struct MoveTraits {
  bool capture = false;     // takes a piece off the board
  bool promotion = false;   // the piece moved becomes one that is worth more
  Score gain = 0;           // what is taken, and gained by promotion
};
MoveTraits move_traits(Position& position, const Evaluation& evaluation, Move move);

// Killer moves (Akl and Newborn, 1977) and the history heuristic (Schaeffer, 1983) of one thread.
class MoveOrder {
 public:
  void start(int max_ply);
  // Scores for sorting, higher first: the table's move, captures and promotions by gain, killers, history.
  void rate(Position& position, const Evaluation& evaluation, const MoveList& moves, std::uint32_t table_mark, int ply,
            std::vector<int>& ratings) const;
  // By its rating: neither the table's move nor a capture or promotion.
  static bool quiet(int rating) { return rating < kFirstTactical; }
  // A quiet move that refuted the position before.
  void reward(PlayerId mover, Move move, int ply, int depth);
  void punish(PlayerId mover, Move move, int depth);

 private:
  static constexpr int kFirstTactical = 1 << 23;
  static constexpr int kHistoryLimit = 1 << 14;
  static std::size_t history_index(PlayerId mover, Move move) {
    return (static_cast<std::size_t>(mover) * 7919 + static_cast<std::size_t>(move.from) * 127 + move.to) % (1u << 14);
  }
  std::vector<std::array<Move, 2>> killers_;  // [ply]
  std::vector<int> history_;                  // [history_index], -kHistoryLimit..kHistoryLimit; different moves may share one
};

// Brings the best rated of moves [from..) to `from`.
inline void pick_best(MoveList& moves, std::vector<int>& ratings, std::size_t from) {
  std::size_t best = from;
  for (std::size_t i = from + 1; i < moves.size(); ++i)
    if (ratings[i] > ratings[best]) best = i;
  if (best == from) return;
  // The others keep their order, which is that of the rules and the same in every run.
  const Move move = moves[best];
  const int rating = ratings[best];
  for (std::size_t i = best; i > from; --i) {
    moves[i] = moves[i - 1];
    ratings[i] = ratings[i - 1];
  }
  moves[from] = move;
  ratings[from] = rating;
}

}  // namespace nightrider
