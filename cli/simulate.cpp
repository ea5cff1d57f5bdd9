// `simulate GAME`: random games, how long they are and how they end.
#include <algorithm>
#include <map>
#include <memory>
#include <ostream>

#include "command.h"
#include "describe.h"
#include "engine/simulate.h"
#include "game_arguments.h"
#include "numbers.h"
#include "opponent.h"

namespace nightrider::cli {
namespace {

constexpr std::uint64_t kUsualGames = 100;
constexpr std::uint64_t kMostGames = 1'000'000'000;
constexpr std::uint64_t kMostPlies = 1'000'000;

struct SimulateArguments {
  GameArguments game;
  OutputOptions output;
  SimulationOptions options;
  double seconds = 0;
};

const char* ended_without_reason = "broken off";

std::string row_reason(const SimulationRow& row) {
  return row.reason == EndReason::kNone ? ended_without_reason : std::string(reason_text(row.reason));
}

std::string row_result(const GameDefinition& game, const SimulationRow& row) {
  if (row.winner != kNone) return player_name(game, row.winner);
  if (row.draw) return "draw";
  return row.reason == EndReason::kNone ? "unfinished" : "none";
}

Json result_json(const GameDefinition& game, const SimulationResult& result) {
  // Every result that can be named stands there, also with 0, so that a script need not ask.
  Json results = Json::object();
  for (const PlayerDefinition& player : game.players)
    if (player.kind == PlayerKind::kActive) results[player.name] = 0;
  results["draw"] = 0;
  Json reasons = Json::object();
  for (const SimulationRow& row : result.rows) {
    const std::string name = row_result(game, row);
    results[name] = results.value(name, std::uint64_t{0}) + row.games;
    const std::string reason = row_reason(row);
    reasons[reason] = reasons.value(reason, std::uint64_t{0}) + row.games;
  }
  return {{"games", result.games}, {"plies", result.plies},         {"seconds", result.seconds}, {"results", results},
          {"reasons", reasons},    {"mean_plies", result.mean_plies()}, {"shortest", result.shortest}, {"longest", result.longest}};
}

int simulate_games(SimulateArguments arguments, const Console& console) {
  std::optional<Game> game = arguments.game.open(console);
  if (!game) return kExitInput;
  Position& position = game->position();
  if (arguments.seconds > 0) arguments.options.seconds = arguments.seconds;
  if (arguments.options.games == 0 && !arguments.options.seconds) arguments.options.games = kUsualGames;
  const SteadyTime time;
  SimulationResult result;
  {
    Progress progress(console);
    const InterruptGuard guard;
    arguments.options.stop = &guard.interrupted();
    result = simulate(position, arguments.options, time,
                      [&](const SimulationResult& so_far) { progress.show("games", so_far.games, arguments.options.games); });
  }
  const GameDefinition& definition = position.definition();
  if (arguments.output.json) {
    console.out << json_line(result_json(definition, result));
    return kExitFine;
  }
  console.out << counted(result.games, "random game", "random games") << " in " << fixed(result.seconds, 2) << " s, "
              << fixed(result.mean_plies(), 1) << " plies on average (" << result.shortest << " to " << result.longest << ")\n";
  for (const SimulationRow& row : result.rows) {
    const double share = result.games == 0 ? 0 : 100.0 * static_cast<double>(row.games) / static_cast<double>(result.games);
    const std::string share_text = fixed(share, 1) + " %";
    std::string words = row.winner != kNone  ? player_name(definition, row.winner) + " wins"
                        : row.loser != kNone ? player_name(definition, row.loser) + " loses"
                        : row.draw           ? "draw"
                                             : "no result";
    words += ": " + row_reason(row);
    console.out << std::string(share_text.size() < 8 ? 8 - share_text.size() : 0, ' ') << share_text << "  " << words << " (" << grouped(row.games)
                << ")\n";
  }
  return kExitFine;
}

}  // namespace

Run add_simulate(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<SimulateArguments>();
  arguments->game.add(app);
  app.add_option("--games", arguments->options.games, "so many games (default 100, if no time is given)")->check(whole_number(1, kMostGames))->option_text("N");
  app.add_option("--seconds", arguments->seconds, "as many games as fit into this time")->check(decimal_number(0.001, 1e6))->option_text("S");
  app.add_option("--seed", arguments->options.seed, "seed of the random moves (default 1)")->check(whole_number(0, UINT64_MAX))->option_text("N");
  app.add_option("--max-plies", arguments->options.max_plies, "break longer games off (default 2000)")->check(whole_number(1, kMostPlies))->option_text("N");
  arguments->output.add(app, console);
  app.footer("The same seed gives the same games. Ctrl-C ends with those that were played.");
  return [arguments, &console] { return simulate_games(*arguments, console); };
}

}  // namespace nightrider::cli
