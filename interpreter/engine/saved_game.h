// A saved game of the Windows program with its rule file: finds the variant by title, loads it, replays the game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/load.h"
#include "play/zillions_replay.h"

namespace nightrider {

struct SavedGameReport {
  std::string variant;           // title of the game or variant that was played
  bool variant_by_title = true;  // false: the first game was taken, because
  std::string no_title;          //   "the saved game names no variant", "... has no variant 'Large'"
  std::unique_ptr<LoadedGame> loaded;  // its `game` is null where the rule file has errors; the diagnostics say which
  std::optional<ZillionsReplay> replay;  // nothing where there is no game
};

// `rules`: as in load_game. `saved`: the text of the .zsg file. `variant` (title or id) is played where it is given, whatever the save
// names. Titles are compared exactly first, then without regard to case and white space. An error is a text that is no saved game, a
// rule file that cannot be read, or a setup that the game cannot have.
Result<SavedGameReport> replay_saved_game(const std::string& rules, std::string_view saved, const LibraryPaths& paths,
                                          const std::string& variant = {}, const ReadOptions& options = {}, const CompileOptions& compile_options = {});

}  // namespace nightrider
