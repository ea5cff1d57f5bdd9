// `perft GAME DEPTH`: leaf counts depth by depth.
#include "play/perft.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <ostream>
#include <vector>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"
#include "numbers.h"

namespace nightrider::cli {
namespace {

constexpr int kMostDepth = 100;
constexpr int kMostThreads = 256;

struct PerftArguments {
  GameArguments game;
  OutputOptions output;
  int depth = 1;
  bool divide = false;
  bool no_bulk = false;
  int threads = 1;
};

int run_perft(const PerftArguments& arguments, const Console& console) {
  std::optional<Game> game = arguments.game.open(console);
  if (!game) return kExitInput;
  Position& position = game->position();
  std::vector<PerftDivide> counts;
  Json results = Json::array();
  Progress progress(console);
  std::mutex mutex;
  for (int depth = std::min(1, arguments.depth); depth <= arguments.depth; ++depth) {
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t nodes = 0;
    // Shallow depths are over at once; the deep ones are shared out and show progress by first moves.
    if (depth > 0 && (depth > 3 || (arguments.divide && depth == arguments.depth))) {
      const std::string what = "depth " + std::to_string(depth) + ", first moves";
      counts = perft_divide(position, depth, !arguments.no_bulk, arguments.threads, [&](std::size_t done, std::size_t total) {
        const std::lock_guard lock(mutex);
        progress.show(what, done, total);
      });
      for (const PerftDivide& count : counts) nodes += count.nodes;
    } else {
      nodes = perft(position, depth, !arguments.no_bulk);
    }
    const double seconds = seconds_since(start);
    progress.clear();
    if (position.effects_lost()) return console.fail(std::string(kEffectsLost));
    if (arguments.output.json) {
      results.push_back({{"depth", depth}, {"nodes", nodes}, {"seconds", seconds}});
      continue;
    }
    const bool last = depth == arguments.depth;
    if (last && arguments.divide)
      for (const PerftDivide& count : counts) console.out << coordinate_text(position, count.move) << ": " << count.nodes << '\n';
    console.out << "perft " << depth << ": " << nodes;
    if (seconds >= 0.001)
      console.out << "   (" << fixed(seconds, 3) << " s, " << grouped(static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds)) << " a second)";
    console.out << '\n' << std::flush;
  }
  progress.clear();
  if (arguments.output.json) {
    Json json{{"results", results}};
    if (arguments.divide) {
      json["divide"] = Json::object();
      for (const PerftDivide& count : counts) json["divide"][coordinate_text(position, count.move)] = count.nodes;
    }
    console.out << json_line(json);
  }
  return kExitFine;
}

}  // namespace

Run add_perft(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<PerftArguments>();
  arguments->game.add(app);
  app.add_option("DEPTH", arguments->depth, "turns to play")->required()->check(whole_number(0, kMostDepth))->option_text("(required)");
  app.add_flag("--divide", arguments->divide, "also the count below each first move");
  app.add_flag("--no-bulk", arguments->no_bulk, "make the last moves too instead of only counting them");
  app.add_option("--threads", arguments->threads, "share the first moves among threads (default 1)")->check(whole_number(1, kMostThreads))->option_text("N");
  arguments->output.add(app, console);
  app.footer("Counting stops at positions where the game is over, but not for repetition, missing progress or a move limit.");
  return [arguments, &console] { return run_perft(*arguments, console); };
}

}  // namespace nightrider::cli
