#include "engine/saved_game.h"

namespace nightrider {

Result<SavedGameReport> replay_saved_game(const std::string& rules, std::string_view saved, const LibraryPaths& paths,
                                          const std::string& variant, const ReadOptions& options, const CompileOptions& compile_options) {
  const Result<ZillionsSave> save = read_zillions_save(saved);
  if (!save) return Error{save.error()};
  SavedGameReport report;
  const std::string& wanted = variant.empty() ? save->variant : variant;
  Result<std::unique_ptr<LoadedGame>> loaded = load_game(rules, wanted, paths, options, compile_options);
  if (wanted.empty()) report.no_title = "the saved game names no variant";
  if (!loaded && variant.empty()) {
    report.no_title = loaded.error();
    loaded = load_game(rules, "", paths, options, compile_options);
  }
  if (!loaded) return Error{loaded.error()};
  report.variant_by_title = report.no_title.empty();
  report.loaded = std::move(loaded).value();
  if (report.loaded->game == nullptr) return report;
  report.variant = report.loaded->game->definition().title;
  Result<ZillionsReplay> replay = replay_zillions(report.loaded->game, *save);
  if (!replay) return Error{replay.error()};
  report.replay = std::move(replay).value();
  return report;
}

}  // namespace nightrider
