#include "corpus/work.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/random.h"
#include "crosscheck/crosscheck.h"
#include "crosscheck/games.h"
#include "engine/load.h"
#include "engine/saved_game.h"
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

// First with every comparison, for a third of the time; then, where the reference is too slow for that, with those of `Walk::light`.
void compare_both(const std::shared_ptr<const CompiledGame>& game, const std::string& name, const Settings& settings, const Report& report) {
  crosscheck::Seen seen;
  int legs = 0;
  std::uint64_t seed = settings.seed;
  for (const bool light : {false, true}) {
    const double end = cpu_time() + settings.compare_seconds * (light ? 2 : 1) / 3;
    for (; legs < settings.legs && cpu_time() < end; ++seed) {
      crosscheck::Walk walk;
      walk.variant = name;
      walk.seed = seed;
      walk.plies = settings.legs - legs;
      walk.light = light;
      walk.stop = [&] { return cpu_time() > end; };
      const std::string difference = crosscheck::compare(game, walk, seen);
      if (!difference.empty()) return report(line({{"difference", difference}}));
      const int here = static_cast<int>(seen.plies) - legs;
      legs += here;
      report(line({{"compared", legs}, {light ? "light" : "full", legs}}));
      if (here == 0 && cpu_time() < end) return;
    }
  }
}

LibraryPaths library() { return {{std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "variants"}}; }

bool has_engine(const DiagnosticSink& sink) {
  return std::any_of(sink.list().begin(), sink.list().end(), [](const Diagnostic& diagnostic) { return diagnostic.code == "engine-dll"; });
}

}  // namespace

void check(const std::filesystem::path& file, const Report& report) {
  const double begin = cpu_time();
  const auto checked = check_file(std::filesystem::absolute(file).string(), library());
  if (!checked) return report(line({{"errors", 1}, {"first", checked.error()}}));
  const DiagnosticSink& sink = (*checked)->sink;
  Json titles = Json::array();
  for (const CheckedVariant& variant : (*checked)->variants) titles.push_back(variant.title);
  Json codes = Json::array();
  Json first = "";
  for (const Diagnostic& diagnostic : sink.list()) {
    if (diagnostic.severity != Severity::kError) continue;
    if (codes.empty()) first = render(diagnostic, (*checked)->sources);
    codes.push_back(diagnostic.code);
  }
  report(line({{"errors", sink.error_count()}, {"warnings", sink.warning_count()}, {"engine", has_engine(sink)}, {"codes", codes}, {"first", first},
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

void replay(const std::filesystem::path& file, const Report& report) {
  std::ifstream in(file, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const Result<ZillionsSave> save = read_zillions_save(text);
  if (!save) return report(line({{"departure", save.error()}}));
  report(line({{"half_moves", save->lines.size()}}));
  std::string rules = save->rules_file;
  std::replace(rules.begin(), rules.end(), '\\', '/');
  const std::filesystem::path path = std::filesystem::absolute(file).parent_path() / std::filesystem::path(rules).filename();
  const Result<SavedGameReport> result = replay_saved_game(path.string(), text, library());
  if (!result) return report(line({{"departure", result.error()}}));
  if (!result->replay) {
    const LoadedGame& loaded = *result->loaded;
    const Json why = loaded.sink.list().empty() ? "the rule file has no game" : render(loaded.sink.list().front(), loaded.sources);
    return report(line({{"engine", has_engine(loaded.sink)}, {"departure", why}}));
  }
  const ZillionsReplay& replay = *result->replay;
  Json end{{"half_moves", replay.lines}, {"matched", replay.matched}, {"complete", replay.complete()}};
  if (replay.departure) end["departure"] = "line " + std::to_string(replay.departure->line) + " '" + replay.departure->text + "': " + replay.departure->message;
  report(line(end));
}

}  // namespace nightrider::corpus
