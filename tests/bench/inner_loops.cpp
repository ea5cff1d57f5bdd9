// The inner loops one by one, under Google Benchmark: build/tests/bench_inner_loops. tests/bench/README.md says when to use it.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/check.h"
#include "base/random.h"
#include "engine/load.h"
#include "play/perft.h"
#include "play/position.h"

namespace {

using namespace nightrider;

constexpr const char* kGames[] = {"chess", "mageca", "shogi", "connect-four"};
constexpr std::uint64_t kSeed = 1;
constexpr int kPositions = 20;    // of random games, one every kPliesApart plies
constexpr int kPliesApart = 2;

// Positions along random games from the setup; each benchmark goes through all of them in turn, so that no branch is learnt by heart.
std::vector<Position> sample_positions(const std::string& name) {
  Result<std::unique_ptr<LoadedGame>> loaded = load_game(name, "", library_paths(NIGHTRIDER_PROGRAM, nullptr, nullptr));
  NIGHTRIDER_CHECK(loaded.ok() && (*loaded)->game != nullptr, "a shipped game loads");
  const Position setup((*loaded)->game);
  std::vector<Position> positions;
  Random random(kSeed);
  Position position = setup;
  MoveList moves;
  while (positions.size() < kPositions) {
    positions.push_back(position);
    for (int i = 0; i < kPliesApart; ++i) {
      position.legal_moves(moves);
      if (moves.empty() || position.outcome().over) position = setup;
      else position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return positions;
}

void legal_moves(benchmark::State& state, const std::string& game) {
  std::vector<Position> positions = sample_positions(game);
  MoveList moves;
  std::size_t next = 0, total = 0;
  for (auto _ : state) {
    positions[next].legal_moves(moves);
    total += moves.size();
    next = (next + 1) % positions.size();
  }
  state.counters["moves"] = benchmark::Counter(static_cast<double>(total), benchmark::Counter::kIsRate);
}

void count_legal_moves(benchmark::State& state, const std::string& game) {
  std::vector<Position> positions = sample_positions(game);
  std::size_t next = 0, total = 0;
  for (auto _ : state) {
    total += positions[next].count_legal_moves();
    next = (next + 1) % positions.size();
  }
  state.counters["moves"] = benchmark::Counter(static_cast<double>(total), benchmark::Counter::kIsRate);
}

// Every legal move of a position, made and taken back.
void make_unmake(benchmark::State& state, const std::string& game) {
  std::vector<Position> positions = sample_positions(game);
  std::vector<MoveList> moves(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i].legal_moves(moves[i]);
  std::size_t next = 0, total = 0;
  for (auto _ : state) {
    for (const Move move : moves[next]) {
      positions[next].make(move);
      positions[next].unmake();
    }
    total += moves[next].size();
    next = (next + 1) % positions.size();
  }
  state.counters["moves"] = benchmark::Counter(static_cast<double>(total), benchmark::Counter::kIsRate);
}

void outcome(benchmark::State& state, const std::string& game) {
  std::vector<Position> positions = sample_positions(game);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(positions[next].outcome());
    next = (next + 1) % positions.size();
  }
}

void perft_bulk(benchmark::State& state, const std::string& game) {
  constexpr int kDepth = 3;
  Position position = sample_positions(game).front();
  perft(position, kDepth);  // builds the tables
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += perft(position, kDepth);
  state.counters["leaves"] = benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int count, char** arguments) {
  using Loop = void (*)(benchmark::State&, const std::string&);
  const std::pair<const char*, Loop> loops[] = {
      {"legal_moves", legal_moves}, {"count_legal_moves", count_legal_moves}, {"make_unmake", make_unmake}, {"outcome", outcome}, {"perft_3", perft_bulk}};
  for (const char* game : kGames)
    for (const auto& [name, loop] : loops)
      benchmark::RegisterBenchmark((std::string(game) + "/" + name).c_str(), loop, std::string(game));
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
