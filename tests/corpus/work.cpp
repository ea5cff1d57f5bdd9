#include "corpus/work.h"

#include <ctime>

#include <nlohmann/json.hpp>

#include "base/random.h"
#include "crosscheck/crosscheck.h"
#include "crosscheck/games.h"
#include "engine/load.h"
#include "play/position.h"

namespace nightrider::corpus {
namespace {

using Json = nlohmann::json;

// Of this process, in seconds: other work on the machine does not count.
double cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// File names and messages may hold bytes that are no UTF-8.
std::string line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Plays games at random until `settings.legs` legs are made.
void play_compiled(const std::shared_ptr<const CompiledGame>& game, const Settings& settings, const Report& report) {
  int legs = 0;
  MoveList moves;
  for (std::uint64_t seed = settings.seed; legs < settings.legs; ++seed) {
    Random random(seed);
    Position position(game);
    int here = 0;
    for (; legs < settings.legs; ++legs, ++here) {
      if (position.outcome(true).over) break;
      position.legal_moves(moves);
      if (moves.empty()) break;
      position.make(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      if (legs % 10 == 9) report(line({{"played", legs + 1}}));
    }
    if (here == 0) {
      report(line({{"over", true}}));
      break;
    }
  }
  report(line({{"played", legs}}));
}

void compare_both(const std::shared_ptr<const CompiledGame>& game, const std::string& name, const Settings& settings, const Report& report) {
  const double end = cpu_time() + settings.compare_seconds;
  crosscheck::Seen seen;
  int legs = 0;
  for (std::uint64_t seed = settings.seed; legs < settings.legs; ++seed) {
    crosscheck::Walk walk{name, seed, settings.legs - legs, true, [&] { return cpu_time() > end; }};
    const std::string difference = crosscheck::compare(game, walk, seen);
    if (!difference.empty()) return report(line({{"difference", difference}}));
    const int here = static_cast<int>(seen.plies) - legs;
    legs += here;
    report(line({{"compared", legs}}));
    if (here == 0 || cpu_time() > end) return;
  }
}

}  // namespace

void check(const std::filesystem::path& file, const Report& report) {
  const double begin = cpu_time();
  const LibraryPaths library{{std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "variants"}};
  const auto checked = check_file(std::filesystem::absolute(file).string(), library);
  if (!checked) return report(line({{"errors", 1}, {"first", checked.error()}}));
  const DiagnosticSink& sink = (*checked)->sink;
  Json titles = Json::array();
  for (const CheckedVariant& variant : (*checked)->variants) titles.push_back(variant.title);
  Json codes = Json::array();
  Json first = "";
  bool engine = false;
  for (const Diagnostic& diagnostic : sink.list()) {
    engine = engine || diagnostic.code == "engine-dll";
    if (diagnostic.severity != Severity::kError) continue;
    if (codes.empty()) first = render(diagnostic, (*checked)->sources);
    codes.push_back(diagnostic.code);
  }
  report(line({{"errors", sink.error_count()}, {"warnings", sink.warning_count()}, {"engine", engine}, {"codes", codes}, {"first", first},
               {"titles", titles}, {"loaded", cpu_time() - begin}}));
}

void play(const std::filesystem::path& file, std::size_t entry, const Settings& settings, const Report& report) {
  const double begin = cpu_time();
  const std::string name = file.string() + '#' + std::to_string(entry + 1);
  const crosscheck::Loaded loaded = crosscheck::load(name);
  report(line({{"compiled", cpu_time() - begin}}));
  if (loaded.game == nullptr) return report(line({{"difference", "does not load alone:\n" + loaded.error}}));
  play_compiled(loaded.game, settings, report);
  compare_both(loaded.game, name, settings, report);
}

}  // namespace nightrider::corpus
