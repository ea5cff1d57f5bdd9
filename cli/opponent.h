// The engine as a player of a terminal game: levels, a think that Ctrl-C ends, answers to offers.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/random.h"
#include "console.h"
#include "play/game.h"
#include "search/search.h"
#include "signals.h"

namespace nightrider::cli {

inline constexpr int kLowestLevel = 1;
inline constexpr int kHighestLevel = 10;
inline constexpr int kUsualLevel = 6;

// What a level means: so deep at most, so long at most; below level 3 now and then a random move, so that beginners win games.
struct LevelSettings {
  int depth = SearchLimits::kMaxDepth;
  std::chrono::milliseconds movetime{1000};
  std::uint32_t blunder_in = 0;  // one move in so many is random; 0: none
};
LevelSettings level_settings(int level);

struct Thought {
  Move move = kNoMove;
  Score score = 0;       // for the player to move
  int depth = 0;         // 0: chosen at random
  double seconds = 0;
  std::vector<Move> line;
};

class Opponent {
 public:
  Opponent(std::shared_ptr<const CompiledGame> game, std::uint64_t seed);

  void set_level(int level) { level_ = level; }
  int level() const { return level_; }
  void set_movetime(std::optional<std::chrono::milliseconds> movetime) { movetime_ = movetime; }

  // The move it plays here; kNoMove where there is none. Ctrl-C makes it play the best found so far.
  Thought think(const Position& position);
  // The best move it knows, whatever the level: for hints.
  Thought best(const Position& position);
  Move random_move(Position& position);
  // Whether the open offer is worth more points to `player`, who answers it, than playing on.
  bool accepts(const Game& game, PlayerId player);

 private:
  Thought search(const Position& position, SearchLimits limits);

  std::shared_ptr<const CompiledGame> game_;
  std::unique_ptr<Searcher> searcher_;  // made when first asked: it looks at the whole game
  Random random_;
  int level_ = kUsualLevel;
  std::optional<std::chrono::milliseconds> movetime_;
};

// A search that Ctrl-C cuts short.
SearchResult search_until_interrupted(Searcher& searcher, const Position& position, SearchLimits limits, const Searcher::Progress& progress = {});

}  // namespace nightrider::cli
