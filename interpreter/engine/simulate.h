// Games of uniformly random legal moves: how long a game is and how it ends when nobody thinks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "play/position.h"
#include "search/clock.h"

namespace nightrider {

struct SimulationOptions {
  std::uint64_t games = 0;             // 0: no limit; then `seconds` must be given
  std::optional<double> seconds;       // the game under way when it is over is not counted
  std::uint64_t seed = 1;
  int max_plies = 2000;                // a longer game is broken off and counted as such; at least 1
  const std::atomic<bool>* stop = nullptr;  // may be null
};

// How games ended. `reason` kNone: broken off after max_plies, or where the effects of its moves fill their store (Position).
struct SimulationRow {
  EndReason reason = EndReason::kNone;
  PlayerId winner = kNone;
  PlayerId loser = kNone;
  bool draw = false;
  std::uint64_t games = 0;
};
struct SimulationResult {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;         // legs, of the games counted
  double seconds = 0;
  std::vector<SimulationRow> rows; // most games first
  int shortest = 0, longest = 0;   // plies; 0 where no game was counted
  double mean_plies() const { return games == 0 ? 0 : static_cast<double>(plies) / static_cast<double>(games); }
};

// From `start` (not changed) on, games of one seed always the same. `progress` is called after each game; may be empty.
SimulationResult simulate(const Position& start, const SimulationOptions& options, const TimeSource& time,
                          const std::function<void(const SimulationResult&)>& progress = {});

}  // namespace nightrider
