// Fixed positions of shipped variants searched to fixed depths: the node total is the signature of move generation and search
// that commit messages quote, the time tells how fast they are.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/load.h"
#include "search/clock.h"

namespace nightrider {

struct BenchPosition {
  std::string variant;  // id
  std::string moves;    // from the start, as Game::apply reads them
  int depth = 1;
};
const std::vector<BenchPosition>& bench_positions();

struct BenchRow {
  BenchPosition position;
  std::uint64_t nodes = 0;
  double seconds = 0;   // of the search alone
  std::string best;     // in coordinate form
};
struct BenchResult {
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<BenchRow> rows;
};

// One thread, a fresh table for each position: the counts are the same in every run and on every machine. `progress` is called
// after each row; may be empty. An error is a variant that is not there or does not load, named.
Result<BenchResult> bench(const LibraryPaths& paths, const TimeSource& time, const std::function<void(const BenchRow&)>& progress = {});

}  // namespace nightrider
