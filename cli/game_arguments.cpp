#include "game_arguments.h"

#include <cstdlib>
#include <ostream>
#include <system_error>

#include "play/position_text.h"
#include "play/starts.h"

namespace nightrider::cli {

void OutputOptions::add(CLI::App& app, Console& console, bool with_json) {
  if (with_json) app.add_flag("--json", json, "one JSON object for a program instead of text");
  app.add_option_function<std::string>(
         "--color", [&console](const std::string& mode) { set_color(console, mode); },
         "auto, always or never (auto: on a terminal, unless NO_COLOR is set)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN");
  app.add_flag("--ascii", console.ascii, "only what a keyboard types: '^2' for '²', letters and '+' for boards");
}

void GameArguments::add(CLI::App& app) {
  app.add_option("GAME", name, "name of a shipped game, or path of a rule file")->required()->option_text("(required)");
  app.add_option("--variant", variant, "game or variant of the rule file, by title or id (default: the first)")->option_text("TITLE");
  CLI::Option* text = app.add_option("--position", position, "position to start from: FEN, or the text that 'show' prints")->option_text("TEXT");
  app.add_option("--start", start, "number of the start, in a game with several, such as chess960")->option_text("N")->excludes(text);
  app.add_option("--after", after, "moves to play first, \"1. e4 e5 2. Nf3\" or \"e2e4 e7e5\"")->option_text("MOVES");
  app.add_flag("--allow-include-anywhere", allow_include_anywhere, "let the rule file include files outside its folder");
  app.add_flag("--no-specialise", no_specialise, "run every move block as a general program (slow; for finding faults)");
}

LibraryPaths process_library() {
  std::error_code ignored;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  std::string user_data = data != nullptr && *data != '\0' ? data : "";
  if (user_data.empty() && home != nullptr && *home != '\0') user_data = std::string(home) + "/.local/share";
  return library_paths(program, user_data.c_str(), std::getenv("NIGHTRIDER_PATH"));
}

std::string rendered(const DiagnosticSink& sink, const SourceSet& sources, bool color) {
  std::string text;
  for (const Diagnostic& diagnostic : sink.list()) {
    text += render(diagnostic, sources, color);
    if (!text.ends_with('\n')) text += '\n';
  }
  if (sink.suppressed() > 0) text += "... and " + counted(sink.suppressed(), "more message", "more messages") + " like these\n";
  return text;
}

bool report_loaded(const LoadedGame& game, const Console& console) {
  if (!game.game) {
    console.out.flush();
    console.err << rendered(game.sink, game.sources, console.color && console.err_terminal);
    console.fail("'" + game.path.string() + "' has " + counted(game.sink.error_count(), "error", "errors") + ", so it cannot be played");
    return false;
  }
  if (game.sink.warning_count() > 0)
    console.err << "nightrider: " << counted(game.sink.warning_count(), "warning", "warnings") << "; 'nightrider check "
                << game.path.string() << "' shows " << (game.sink.warning_count() == 1 ? "it" : "them") << '\n';
  return true;
}

ReadOptions GameArguments::read_options() const {
  ReadOptions options;
  options.allow_include_anywhere = allow_include_anywhere;
  return options;
}

CompileOptions GameArguments::compile_options() const {
  CompileOptions options;
  options.specialise = !no_specialise;
  return options;
}

std::shared_ptr<const CompiledGame> GameArguments::load(const Console& console) const {
  const auto loaded = load_game(name, variant, process_library(), read_options(), compile_options());
  if (!loaded) {
    console.fail(loaded.error());
    return nullptr;
  }
  return report_loaded(**loaded, console) ? (*loaded)->game : nullptr;
}

std::optional<std::string> GameArguments::start_text(const std::shared_ptr<const CompiledGame>& game, const Console& console) const {
  if (!start) return position;
  const Result<GameState> state = start_state(game->definition(), *start);
  if (!state) {
    console.fail("--start: " + state.error());
    return std::nullopt;
  }
  Position at(game);
  if (const Status status = at.set_state(*state); !status) {
    console.fail("--start: " + status.error());
    return std::nullopt;
  }
  return position_text(at);
}

std::optional<Game> GameArguments::open(const Console& console) const {
  const std::shared_ptr<const CompiledGame> game = load(console);
  return game ? open(game, console) : std::nullopt;
}

std::optional<Game> GameArguments::open(const std::shared_ptr<const CompiledGame>& game, const Console& console) const {
  const std::optional<std::string> text = start_text(game, console);
  if (!text) return std::nullopt;
  std::optional<Game> opened;
  if (text->empty()) {
    opened.emplace(game);
  } else {
    Result<Game> from = Game::from_text(game, *text);
    if (!from) {
      console.fail("--position: " + from.error());
      return std::nullopt;
    }
    opened.emplace(std::move(from).value());
  }
  if (!after.empty()) {
    if (const Status status = opened->apply(after); !status) {
      console.fail("--after: " + status.error());
      return std::nullopt;
    }
  }
  return opened;
}

}  // namespace nightrider::cli
