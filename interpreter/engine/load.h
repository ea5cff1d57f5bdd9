// From a game's name or path to a compiled game: the whole pipeline in one call.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "base/source.h"
#include "compile/compiled_game.h"
#include "model/read_game.h"
#include "syntax/reader.h"

namespace nightrider {

// Where shipped variants are looked for, in this order: beside the program (build tree, installed share folder), the user's
// data folder ($XDG_DATA_HOME or ~/.local/share, + /nightrider/variants), each folder of $NIGHTRIDER_PATH.
// Only folders that exist are kept, links resolved, each once.
struct LibraryPaths { std::vector<std::filesystem::path> folders; };
LibraryPaths library_paths(const std::filesystem::path& program, const char* user_data, const char* nightrider_path);

// One shipped game, found without compiling: for `list`. `board` is "10x10", or "61 squares" where it is no grid.
struct LibraryEntry { std::string id, title, board; std::filesystem::path path; };
// Every game and variant of `<folder>/<name>/*.zrf` that has an id, sorted by id; of equal ids the first found. Files with
// errors are left out: `skipped`, where given, receives their paths.
std::vector<LibraryEntry> list_library(const LibraryPaths& paths, std::vector<std::filesystem::path>* skipped = nullptr);

// The result of loading: `game` is null when there are errors; the diagnostics are to be rendered with `sources`.
struct LoadedGame {
  SourceSet sources;
  DiagnosticSink sink;
  std::shared_ptr<const CompiledGame> game;
  std::filesystem::path path;
};

// Whether a game's name is a path: it has a '/' or ends in ".zrf", in whatever case.
bool is_path(const std::string& name);

// `name`: the id of a shipped game, or a path; `variant` chooses an entry of that file by title or
// id (empty: the one that says `(default)`, else the first). An error is a name that was not found (with the nearest names) or a file that cannot be read.
Result<std::unique_ptr<LoadedGame>> load_game(const std::string& name, const std::string& variant, const LibraryPaths& paths,
                                              const ReadOptions& options = {}, const CompileOptions& compile_options = {});

// One rule file taken through the whole pipeline, for `check`: every game and variant of it is read and compiled, one at a time;
// variants that differ only in their setup and texts are compiled once.
enum class DumpStage { kNone, kSyntax, kExpanded, kModel, kProgram };
struct CheckedVariant {
  std::string id;
  std::string title;
};
struct CheckedFile {
  std::filesystem::path path;
  SourceSet sources;
  DiagnosticSink sink;
  std::vector<CheckedVariant> variants;
  std::string dump;  // text of the stage asked for, as far as it was reached
};
struct CheckOptions {
  ReadOptions read;
  CompileOptions compile;
  bool strict_zrf = false;
  DumpStage dump = DumpStage::kNone;
};
// `name` as in load_game; a name that is no id is tried as a path too. Includes are looked for in the library's common folders.
Result<std::unique_ptr<CheckedFile>> check_file(const std::string& name, const LibraryPaths& paths, const CheckOptions& options = {});

}  // namespace nightrider
