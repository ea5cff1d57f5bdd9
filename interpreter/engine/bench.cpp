#include "engine/bench.h"

#include "play/game.h"
#include "play/notation.h"
#include "search/search.h"

namespace nightrider {

// The moves are legal whatever the evaluation; what is searched here must not depend on the program that is measured.
const std::vector<BenchPosition>& bench_positions() {
  static const std::vector<BenchPosition> positions{
      {"chess", "", 5},
      {"chess", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7", 4},
      {"chess", "d2d4 d7d5 c2c4 d5c4 e2e4 e7e5 g1f3 e5d4 f1c4 b8c6", 4},
      {"mageca", "", 4},
      {"mageca", "e2e5 e9e6 b1c3 b10c8 i1h3", 3},
      {"magi", "", 4},
      {"magi", "c2c4 h9h7 b1c3", 3},
      {"i2", "", 4},
      {"i2", "e2e4 e7e5 b1c3 g8f6", 3},
      {"magicpawns", "", 4},
      {"magicpawns-advanced", "", 3},
  };
  return positions;
}

Result<BenchResult> bench(const LibraryPaths& paths, const TimeSource& time, const std::function<void(const BenchRow&)>& progress) {
  BenchResult result;
  std::string loaded_id;
  std::unique_ptr<LoadedGame> loaded;
  for (const BenchPosition& entry : bench_positions()) {
    if (loaded == nullptr || loaded_id != entry.variant) {
      auto found = load_game(entry.variant, {}, paths);
      if (!found.ok()) return Error{found.error()};
      loaded = std::move(found).value();
      loaded_id = entry.variant;
      if (loaded->game == nullptr) return Error{"the shipped variant '" + entry.variant + "' has errors: see `check " + loaded->path.string() + "`"};
    }
    Game game(loaded->game);
    if (const Status played = game.apply(entry.moves); !played.ok()) return Error{entry.variant + ": " + played.error()};
    SearchOptions options;
    options.hash_megabytes = 8;
    Searcher searcher(loaded->game, options, &time);
    SearchLimits limits;
    limits.depth = entry.depth;
    const SearchResult found = searcher.search(game.position(), limits);
    BenchRow row{entry, found.nodes, found.seconds, {}};
    if (!(found.best == kNoMove)) row.best = coordinate_text(game.position(), found.best);
    result.nodes += row.nodes;
    result.seconds += row.seconds;
    if (progress) progress(row);
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace nightrider
