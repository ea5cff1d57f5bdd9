#include "opponent.h"

#include <algorithm>
#include <cmath>

namespace nightrider::cli {
namespace {

// Chance to win that a score stands for: the logistic curve of rating systems, 400 to a factor of ten (Elo, "The Rating of
// Chessplayers", 1978), a score of 100 taken for a rating difference of 100.
double win_chance(Score score) {
  if (is_decisive(score)) return score > 0 ? 1 : 0;
  return 1 / (1 + std::pow(10.0, -score / 400.0));
}

}  // namespace

SearchResult search_until_interrupted(Searcher& searcher, const Position& position, SearchLimits limits, const Searcher::Progress& progress) {
  const InterruptGuard guard;
  limits.stop = &guard.interrupted();
  return searcher.search(position, limits, progress);
}

LevelSettings level_settings(int level) {
  using std::chrono::milliseconds;
  switch (std::clamp(level, kLowestLevel, kHighestLevel)) {
    case 1: return {1, milliseconds(200), 4};
    case 2: return {2, milliseconds(300), 8};
    case 3: return {3, milliseconds(400), 0};
    case 4: return {4, milliseconds(500), 0};
    case 5: return {SearchLimits::kMaxDepth, milliseconds(500), 0};
    case 6: return {SearchLimits::kMaxDepth, milliseconds(1000), 0};
    case 7: return {SearchLimits::kMaxDepth, milliseconds(2000), 0};
    case 8: return {SearchLimits::kMaxDepth, milliseconds(4000), 0};
    case 9: return {SearchLimits::kMaxDepth, milliseconds(8000), 0};
    default: return {SearchLimits::kMaxDepth, milliseconds(15000), 0};
  }
}

Opponent::Opponent(std::shared_ptr<const CompiledGame> game, std::uint64_t seed) : game_(std::move(game)), random_(seed) {}

Thought Opponent::search(const Position& position, SearchLimits limits) {
  const InterruptGuard guard;  // already here: the first searcher of a game takes a while to make
  if (!searcher_) searcher_ = std::make_unique<Searcher>(game_);
  limits.stop = &guard.interrupted();
  const SearchResult result = searcher_->search(position, limits);
  Thought thought{result.best, result.score(), result.depth, result.seconds, {}};
  if (!result.lines.empty()) thought.line = result.lines.front().moves;
  return thought;
}

Thought Opponent::think(const Position& position) {
  const LevelSettings settings = level_settings(level_);
  if (settings.blunder_in > 0 && random_.below(settings.blunder_in) == 0) {
    Position copy = position;
    return {random_move(copy), 0, 0, 0, {}};
  }
  SearchLimits limits;
  limits.depth = settings.depth;
  limits.movetime = movetime_.value_or(settings.movetime);
  return search(position, limits);
}

Thought Opponent::best(const Position& position) {
  SearchLimits limits;
  limits.movetime = movetime_.value_or(std::max(level_settings(level_).movetime, std::chrono::milliseconds(1000)));
  return search(position, limits);
}

Move Opponent::random_move(Position& position) {
  MoveList moves;
  position.legal_moves(moves);
  return moves.empty() ? kNoMove : moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
}

bool Opponent::accepts(const Game& game, PlayerId player) {
  Game accepted = game;
  if (!accepted.answer(true)) return false;
  const Outcome outcome = accepted.outcome();
  if (!outcome.over || player >= outcome.points.size()) return false;
  Game declined = game;
  if (!declined.answer(false)) return false;
  Position& position = declined.position();
  const Thought thought = best(position);
  const double chance = position.side_to_move() == player ? win_chance(thought.score) : 1 - win_chance(thought.score);
  const PayoffDefinition& payoff = position.definition().payoff;
  const PayoffPair win = payoff.defined && payoff.win ? *payoff.win : PayoffPair{1, 0};
  return outcome.points[player] >= chance * win.first + (1 - chance) * win.second;
}

}  // namespace nightrider::cli
