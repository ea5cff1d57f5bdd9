// GAME and the options that go with it: the same for every command that takes a game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "console.h"
#include "engine/load.h"
#include "play/game.h"
#include "play/notation.h"

namespace nightrider::cli {

// --json, --color and --ascii.
struct OutputOptions {
  bool json = false;
  void add(CLI::App& app, Console& console, bool with_json = true);
  static TextForm form(const Console& console) { return console.ascii ? TextForm::kTyped : TextForm::kWritten; }
};

struct GameArguments {
  std::string name;       // GAME
  std::string variant;
  std::string position;   // --position; empty: the setup
  std::optional<std::uint64_t> start;  // --start
  std::string after;      // --after
  bool allow_include_anywhere = false;
  bool no_specialise = false;

  void add(CLI::App& app);
  ReadOptions read_options() const;
  CompileOptions compile_options() const;
  // Loads and compiles. Null: why was printed on console.err, and the command ends with kExitInput.
  std::shared_ptr<const CompiledGame> load(const Console& console) const;
  // The text of the position that --position or --start names; empty: the setup. Nothing: why was printed.
  std::optional<std::string> start_text(const std::shared_ptr<const CompiledGame>& game, const Console& console) const;
  // Loads, sets up --position or --start and plays --after.
  std::optional<Game> open(const Console& console) const;
  std::optional<Game> open(const std::shared_ptr<const CompiledGame>& game, const Console& console) const;
};

// The folders of this process's library.
LibraryPaths process_library();
// Says on console.err why the game cannot be played (then false), or how many warnings there are.
bool report_loaded(const LoadedGame& game, const Console& console);
// The diagnostics of a sink as text; how many were left out comes last.
std::string rendered(const DiagnosticSink& sink, const SourceSet& sources, bool color);

}  // namespace nightrider::cli
