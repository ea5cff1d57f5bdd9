// The search against plain minimax: the same score, a best move among minimax's best, and a line that is legal to its end.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "minimax.h"
#include "search/search.h"

namespace nightrider::test {

struct Plan {
  int depth;
  int positions;
  int quiescence_plies;
};

// A position after up to `plies` random moves of a game from the start that is not over.
inline Position random_position(const std::shared_ptr<const CompiledGame>& game, Random& random, std::uint32_t plies) {
  Position position(game);
  MoveList moves;
  for (std::uint32_t left = random.below(plies + 1); left > 0; --left) {
    position.legal_moves(moves);
    if (moves.empty()) break;
    position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    if (!position.outcome().over) continue;
    // Back from the end, or most positions would be won at once.
    for (int back = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(position.ply()))); back > 0; --back) position.unmake();
    break;
  }
  return position;
}

inline void expect_legal_line(const Position& start, const std::vector<Move>& line, const std::string& where) {
  Position position = start;
  MoveList moves;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i > 0) {
      EXPECT_FALSE(position.outcome().over) << where << ": the line goes on after the end";
    }
    position.legal_moves(moves);
    ASSERT_NE(std::find(moves.begin(), moves.end(), line[i]), moves.end()) << where << ": move " << i + 1 << " of the line is illegal";
    position.make(line[i]);
  }
}

inline void compare_with_minimax(const std::shared_ptr<const CompiledGame>& game, const std::string& name, const std::vector<Plan>& plans, std::uint64_t seed) {
  ASSERT_NE(game, nullptr);
  for (const Plan& plan : plans) {
    SearchOptions options;
    options.hash_megabytes = 1;
    options.exact_depth = true;
    options.quiescence_plies = plan.quiescence_plies;
    Searcher searcher(game, options);
    SearchLimits limits;
    limits.depth = plan.depth;
    Random random(seed);
    for (int i = 0; i < plan.positions; ++i) {
      // The table stays from position to position: what it knows must be true for every one.
      const Position position = random_position(game, random, 120);
      Position copy = position;
      const std::string where = name + ", seed " + std::to_string(seed) + ", depth " + std::to_string(plan.depth) + ", position " +
                                std::to_string(i) + " after " + std::to_string(position.ply()) + " plies, key " + std::to_string(position.key());
      Minimax minimax(position, searcher.evaluation(), plan.quiescence_plies);
      const std::vector<Score> values = minimax.move_values(plan.depth);
      const SearchResult result = searcher.search(position, limits);
      if (values.empty()) {
        EXPECT_EQ(result.best, kNoMove) << where;
        continue;
      }
      const Score best = *std::max_element(values.begin(), values.end());
      ASSERT_EQ(result.lines.size(), 1u) << where;
      ASSERT_EQ(result.score(), best) << where;
      ASSERT_EQ(result.lines[0].moves.at(0), result.best) << where;
      MoveList moves;
      copy.legal_moves(moves);
      const auto found = std::find(moves.begin(), moves.end(), result.best);
      ASSERT_NE(found, moves.end()) << where;
      EXPECT_EQ(values[static_cast<std::size_t>(found - moves.begin())], best) << where;
      EXPECT_TRUE(result.finished) << where;
      expect_legal_line(position, result.lines[0].moves, where);
    }
  }
}

// One searcher goes along random games, one ply at a time: what its table kept for a position then stands another number of plies
// from the root, was found with other bounds, and must still be true. Scores of wins and losses must count from the new root.
inline void compare_along_games(const std::shared_ptr<const CompiledGame>& game, const std::string& name, int depth, int games, int plies, std::uint64_t seed) {
  ASSERT_NE(game, nullptr);
  SearchOptions options;
  options.hash_megabytes = 1;
  options.exact_depth = true;
  options.quiescence_plies = 0;
  Searcher searcher(game, options);
  SearchLimits limits;
  limits.depth = depth;
  Random random(seed);
  MoveList moves;
  for (int i = 0; i < games; ++i) {
    Position position(game);
    for (int ply = 0; ply < plies && !position.outcome().over; ++ply) {
      Minimax minimax(position, searcher.evaluation(), options.quiescence_plies);
      const std::vector<Score> values = minimax.move_values(depth);
      if (values.empty()) break;
      const SearchResult result = searcher.search(position, limits);
      ASSERT_EQ(result.score(), *std::max_element(values.begin(), values.end()))
          << name << ", seed " << seed << ", depth " << depth << ", game " << i << " at ply " << ply;
      position.legal_moves(moves);
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace nightrider::test
