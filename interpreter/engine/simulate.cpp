#include "engine/simulate.h"

#include <algorithm>
#include <chrono>

#include "base/random.h"
#include "play/bit_counter.h"

namespace nightrider {
namespace {

// Time is looked at once in so many plies, and at the end of every game.
constexpr int kPliesBetweenLooks = 64;

SimulationRow row_of(const GameDefinition& definition, const BitCounter& bits, const BitPlayout& game) {
  switch (game.end) {
    case BitEnd::kGoal: {
      const GoalDefinition& goal = definition.goals[game.goal];
      const Outcome outcome = outcome_by(definition, goal, game.player, goal.kind == GoalKind::kCount ? bits.pieces_left() : std::vector<std::size_t>{});
      return {outcome.reason, outcome.winner, outcome.loser, outcome.draw, 1};
    }
    case BitEnd::kRepetition: return {EndReason::kRepetition, kNone, kNone, true, 1};
    case BitEnd::kNoMoves: return {EndReason::kNoMoves, kNone, kNone, true, 1};
    case BitEnd::kTooLong: case BitEnd::kUnsure: break;
  }
  return {};
}

}  // namespace

SimulationResult simulate(const Position& start, const SimulationOptions& options, const TimeSource& time,
                          const std::function<void(const SimulationResult&)>& progress) {
  SimulationResult result;
  Random random(options.seed);
  const auto begin = time.now();
  const auto seconds = [&] { return std::chrono::duration<double>(time.now() - begin).count(); };
  const auto out_of_time = [&] {
    return (options.seconds && seconds() >= *options.seconds) || (options.stop != nullptr && options.stop->load(std::memory_order_relaxed));
  };
  // Neither limit would mean for ever.
  const std::uint64_t games = options.games == 0 && !options.seconds ? 1 : options.games;
  const int most = std::max(options.max_plies, 1);
  MoveList moves;
  Position position = start;
  position.keep_effects_apart();
  const std::size_t mark = position.effects_mark();
  const auto bits = static_cast<std::uint32_t>(most) <= BitPlayout::kMaxPlies && start.ply() == 0 ? BitCounter::make(start) : nullptr;
  const bool on_sets = bits != nullptr && bits->unplayable().empty();
  while ((games == 0 || result.games < games) && !out_of_time()) {
    SimulationRow row;
    int plies = 0;
    bool broken_off = false;
    bool settled = false;
    if (on_sets) {
      const BitPlayout& game = bits->play_out(random, static_cast<std::uint32_t>(most));
      plies = static_cast<int>(game.plies);
      settled = game.end != BitEnd::kUnsure;
      row = row_of(start.definition(), *bits, game);
      for (std::uint32_t i = 0; !settled && i < game.plies; ++i) position.make(game.moves[i]);
    }
    for (; !settled; ++plies) {
      position.legal_moves(moves);
      if (position.effects_lost()) break;
      const Outcome outcome = position.outcome_knowing(!moves.empty());
      if (position.effects_lost()) break;
      if (outcome.over) {
        row = {outcome.reason, outcome.winner, outcome.loser, outcome.draw, 1};
        break;
      }
      if (plies >= most) break;
      if (moves.empty()) {
        row.reason = EndReason::kNoMoves;
        break;
      }
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      if (plies % kPliesBetweenLooks == kPliesBetweenLooks - 1 && out_of_time()) {
        broken_off = true;
        break;
      }
    }
    if (broken_off) break;
    if (position.effects_lost()) {
      position = start;
      position.keep_effects_apart();
    } else {
      while (position.ply() > start.ply()) position.unmake();
      position.forget_effects(mark);
    }
    ++result.games;
    result.plies += static_cast<std::uint64_t>(plies);
    result.shortest = result.games == 1 ? plies : std::min(result.shortest, plies);
    result.longest = std::max(result.longest, plies);
    const auto same = std::find_if(result.rows.begin(), result.rows.end(), [&](const SimulationRow& known) {
      return known.reason == row.reason && known.winner == row.winner && known.loser == row.loser && known.draw == row.draw;
    });
    if (same == result.rows.end()) {
      row.games = 1;
      result.rows.push_back(row);
    } else {
      ++same->games;
    }
    result.seconds = seconds();
    if (progress) progress(result);
  }
  std::stable_sort(result.rows.begin(), result.rows.end(), [](const SimulationRow& a, const SimulationRow& b) { return a.games > b.games; });
  result.seconds = seconds();
  return result;
}

}  // namespace nightrider
