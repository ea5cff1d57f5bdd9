// Finds a good move in any game: iterative-deepening principal variation search with quiescence, on several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "play/position.h"
#include "search/clock.h"
#include "search/evaluation.h"
#include "search/score.h"
#include "search/transposition_table.h"

namespace nightrider {

// What bounds a search; whichever comes first. With none it ends at kMaxDepth.
struct SearchLimits {
  static constexpr int kMaxDepth = 100;  // plies; a leg of a move is a ply
  int depth = kMaxDepth;                 // cut to 1..kMaxDepth
  std::uint64_t nodes = 0;               // 0: no limit
  std::optional<std::chrono::milliseconds> movetime;
  const std::atomic<bool>* stop = nullptr;  // set by any thread, at any time, also before the search begins; may be null
};

struct SearchOptions {
  static constexpr int kMaxThreads = 256;
  std::size_t hash_megabytes = 16;       // 0: no table
  int threads = 1;                       // cut to 1..kMaxThreads
  int multipv = 1;                       // lines; cut to the number of legal moves
  int quiescence_plies = 16;             // captures and promotions after the last ply; 0: none
  // Only table entries of the very depth asked for count, so that scores equal plain minimax of that depth.
  bool exact_depth = false;
};

struct SearchLine {
  Score score = 0;          // for the player to move
  std::vector<Move> moves;  // the first is the move itself; each legal after those before it
};

struct SearchResult {
  Move best = kNoMove;              // kNoMove: there is no legal move
  int depth = 0;                    // the last iteration finished; 0: not even the first
  std::uint64_t nodes = 0;          // of all threads
  double seconds = 0;
  bool finished = false;            // false: cut short by time, nodes or the stop flag
  std::vector<SearchLine> lines;    // best first, as many as `multipv`; empty: no legal move
  Score score() const { return lines.empty() ? 0 : lines.front().score; }
};

// One opponent: keeps its table and evaluation from move to move. With one thread and no time limit, two searches with a new
// or cleared table give the same moves, scores and counts.
class Searcher {
 public:
  // `time` outlives the searcher; null: the steady clock of the machine.
  explicit Searcher(std::shared_ptr<const CompiledGame> game, const SearchOptions& options = {}, const TimeSource* time = nullptr);

  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  const Evaluation& evaluation() const { return evaluation_; }
  const SearchOptions& options() const { return options_; }

  // Called in the thread of search() after each finished iteration (and line).
  using Progress = std::function<void(const SearchResult&)>;
  // Always gives a legal move if there is one, also where the game is over by a draw rule, and with no time or nodes at all.
  SearchResult search(const Position& position, const SearchLimits& limits, const Progress& progress = {});
  void new_game();  // forgets the table

 private:
  std::shared_ptr<const CompiledGame> game_;
  SearchOptions options_;
  SteadyTime steady_;
  const TimeSource& time_;
  Evaluation evaluation_;
  std::unique_ptr<TranspositionTable> table_;
};

}  // namespace nightrider
