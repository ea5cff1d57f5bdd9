// One thread's alpha-beta search on a position of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "play/position.h"
#include "search/clock.h"
#include "search/evaluation.h"
#include "search/move_order.h"
#include "search/path_history.h"
#include "search/search.h"
#include "search/transposition_table.h"

namespace nightrider {

// What the threads of one search share.
struct SearchShared {
  const Evaluation& evaluation;
  TranspositionTable* table;   // null: none
  const SearchOptions& options;
  SearchClock& clock;
};

struct RootMove {
  Move move = kNoMove;
  Score score = -kInfinity;      // -kInfinity: in the last iteration it was not better than those before it
  std::vector<Move> line;        // with the move itself, as of when it had a score
};

// Sides: with two active players and no chance, each player is a side and scores are negated when the side changes. Otherwise
// ("paranoid": Sturtevant and Korf, "On pruning techniques for multi-player games", 2000) the player to move at the root is
// one side and all others together the other. A random player's move is worth the mean of its legal moves.
class Worker {
 public:
  static constexpr int kMaxPly = 200;  // iterations, quiescence and all

  // `node_budget` 0: no limit.
  Worker(const Position& root, const SearchShared& shared, std::uint64_t node_budget);

  // One iteration over the root moves from `first` on, which are sorted afterwards, best first. False: stopped in the middle;
  // then the best of those searched so far stands in front, or the order is as it was.
  bool iterate(int depth, std::size_t first);
  std::vector<RootMove>& root_moves() { return root_moves_; }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  const Position& position() const { return position_; }  // the root, between iterations

 private:
  struct Frame {
    MoveList moves;
    std::vector<int> ratings;
    std::vector<Move> line;     // the principal variation from here
    bool on_path = false;       // the score depends on how the position was reached
  };

  Score search(int depth, int ply, Score alpha, Score beta);
  // All for a node whose legal moves, one at least, are in its frame.
  Score best_move_score(int depth, int ply, Score alpha, Score beta);
  Score chance(int depth, int ply);
  Score quiescence(int depth, int ply, Score alpha, Score beta);
  // Makes the move, searches, takes it back; the score is for the side that moved.
  Score child(Move move, int depth, int ply, Score alpha, Score beta);
  Score ended(const Outcome& outcome, int ply) const;
  Score evaluate() const;
  bool same_side(PlayerId a, PlayerId b) const { return two_sided_ ? a == b : (a == root_player_) == (b == root_player_); }
  bool random(PlayerId player) const;
  std::uint64_t table_key();
  bool out_of_budget();
  void take_line(std::vector<Move>& line, Move move, int ply) const;

  Position position_;
  const SearchShared& shared_;
  NodePacer pacer_;
  MoveOrder order_;
  PathHistory path_;
  PlayerId root_player_;
  bool two_sided_ = true;
  bool forced_captures_ = false;   // the rules may demand a capture: standing pat is no choice then
  bool has_royal_ = false;
  std::uint64_t side_key_ = 0;
  int limit_plies_ = 0;            // no end by a counter (no-progress, move-limit) is nearer to the root than this
  bool limit_near_ = false;        // within this iteration: keys of the table then hold the counters
  std::uint64_t node_budget_ = 0;
  std::vector<Frame> frames_;      // [ply]
  std::vector<RootMove> root_moves_;
  std::atomic<std::uint64_t> nodes_{0};
  bool stopped_ = false;
};

}  // namespace nightrider
