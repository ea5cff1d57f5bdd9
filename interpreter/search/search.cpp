#include "search/search.h"

#include <algorithm>
#include <system_error>
#include <thread>

#include "base/check.h"
#include "search/worker.h"

namespace nightrider {
namespace {

SearchOptions within_limits(SearchOptions options) {
  options.threads = std::clamp(options.threads, 1, SearchOptions::kMaxThreads);
  options.multipv = std::max(options.multipv, 1);
  options.quiescence_plies = std::clamp(options.quiescence_plies, 0, Worker::kMaxPly - SearchLimits::kMaxDepth - 1);
  return options;
}

std::uint64_t nodes_of(const std::vector<std::unique_ptr<Worker>>& workers) {
  std::uint64_t nodes = 0;
  for (const auto& worker : workers) nodes += worker->nodes();
  return nodes;
}

// The line as moves of `theirs`, as far as it has room for them, one at least: effects that are worked out during play have numbers
// of their own in a search, while the order of the legal moves is the same in both.
std::vector<Move> translated(Position ours, Position theirs, const std::vector<Move>& line) {
  std::vector<Move> result;
  MoveList our_moves, their_moves;
  for (const Move& move : line) {
    ours.legal_moves(our_moves);
    theirs.legal_moves(their_moves);
    if (theirs.effects_lost() && !result.empty()) break;  // those of the first move have their place
    const auto found = std::find(our_moves.begin(), our_moves.end(), move);
    NIGHTRIDER_CHECK(found != our_moves.end() && our_moves.size() == their_moves.size(), "every move of a principal variation is legal");
    result.push_back(their_moves[static_cast<std::size_t>(found - our_moves.begin())]);
    ours.make(move);
    theirs.make(result.back());
  }
  return result;
}

std::vector<SearchLine> lines_of(Worker& worker, const Position& root, std::size_t number) {
  std::vector<SearchLine> lines;
  for (std::size_t i = 0; i < number; ++i) {
    const RootMove& move = worker.root_moves()[i];
    lines.push_back({move.score == -kInfinity ? 0 : move.score, translated(worker.position(), root, move.line)});
  }
  return lines;
}

// The end is in sight in every line: a deeper search finds the same.
bool settled(const std::vector<RootMove>& moves, std::size_t lines, int depth) {
  for (std::size_t i = 0; i < lines; ++i)
    if (!is_decisive(moves[i].score) || moves[i].score == -kInfinity || plies_to_end(moves[i].score) > depth) return false;
  return true;
}

}  // namespace

Searcher::Searcher(std::shared_ptr<const CompiledGame> game, const SearchOptions& options, const TimeSource* time)
    : game_(std::move(game)), options_(within_limits(options)), time_(time != nullptr ? *time : steady_), evaluation_(game_) {
  if (options_.hash_megabytes > 0) table_ = std::make_unique<TranspositionTable>(options_.hash_megabytes);
}

void Searcher::new_game() {
  if (table_ != nullptr) table_->clear();
}

SearchResult Searcher::search(const Position& position, const SearchLimits& limits, const Progress& progress) {
  SearchClock clock(time_, limits.movetime, limits.stop);
  if (table_ != nullptr) table_->new_search();
  const SearchShared shared{evaluation_, table_.get(), options_, clock};
  const int deepest = std::clamp(limits.depth, 1, SearchLimits::kMaxDepth);

  SearchResult result;
  Position root = position;
  MoveList moves_of_root;  // have their place in the game's store
  root.legal_moves(moves_of_root);
  if (root.effects_lost()) return result;
  root.keep_effects_apart();
  std::vector<std::unique_ptr<Worker>> workers;
  const auto threads = static_cast<std::uint64_t>(options_.threads);
  for (std::uint64_t i = 0; i < threads; ++i) {
    // The node limit is shared out evenly, so that no thread has to wait for another's count.
    const std::uint64_t budget = limits.nodes == 0 ? 0 : std::max<std::uint64_t>(1, limits.nodes / threads + (i < limits.nodes % threads ? 1 : 0));
    workers.push_back(std::make_unique<Worker>(root, shared, budget));
  }
  Worker& main = *workers.front();
  if (main.root_moves().empty()) {
    result.finished = true;
    result.seconds = clock.seconds();
    return result;
  }

  // The others only fill the table (lazy SMP: Östensen, "A complete chess engine parallelized using lazy SMP", 2016), every
  // second one a ply ahead.
  std::vector<std::thread> helpers;
  for (std::uint64_t i = 1; i < threads; ++i) {
    const auto deepen = [worker = workers[i].get(), ahead = static_cast<int>(i % 2), deepest] {
      for (int depth = 1 + ahead; depth <= deepest && worker->iterate(depth, 0);) ++depth;
    };
    try {
      helpers.emplace_back(deepen);
    } catch (const std::system_error&) {
      break;  // the machine gives no more threads: those there are will do
    }
  }

  const std::size_t lines = std::min(static_cast<std::size_t>(options_.multipv), main.root_moves().size());
  bool running = true;
  for (int depth = 1; depth <= deepest && running; ++depth) {
    for (std::size_t line = 0; line < lines && running; ++line) running = main.iterate(depth, line);
    std::vector<RootMove>& moves = main.root_moves();
    std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(lines),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    if (running) result.depth = depth;
    result.lines = lines_of(main, position, lines);
    result.best = result.lines.front().moves.front();
    result.nodes = nodes_of(workers);
    result.seconds = clock.seconds();
    result.finished = running;
    if (running && progress) progress(result);
    if (running && settled(moves, lines, depth)) break;
  }
  clock.request_stop();
  for (std::thread& helper : helpers) helper.join();
  result.nodes = nodes_of(workers);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace nightrider
