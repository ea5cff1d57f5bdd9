// The reader's target.
#include <algorithm>

#include "compile/compile.h"
#include "compile/dump.h"
#include "fuzz/rules.h"
#include "fuzz/targets.h"
#include "play/notation.h"
#include "play/position_text.h"

namespace nightrider::fuzz {
namespace {

constexpr std::size_t kMaxEntries = 4;  // games and variants of one text that are read and compiled

// A diagnostic must point into the text and be shown with its line.
std::string check_diagnostics(const Rules& rules) {
  for (const Diagnostic& diagnostic : rules.sink.list()) {
    if (diagnostic.message.empty() || diagnostic.code.empty()) return "a diagnostic without message or code";
    if (diagnostic.span.file >= rules.sources.size()) return "a diagnostic of no file: " + diagnostic.message;
    const std::string& text = rules.sources.file(diagnostic.span.file).text();
    if (diagnostic.span.begin > diagnostic.span.end || diagnostic.span.end > text.size()) return "a diagnostic outside of its file: " + diagnostic.message;
    if (render(diagnostic, rules.sources).empty() || render(diagnostic, rules.sources, true).empty()) return "a diagnostic without text";
  }
  return {};
}

// Expanded forms written as text are read as the same forms.
std::string check_text(const Rules& rules) {
  const std::string text = to_text(rules.expanded);
  if (text.size() > 20'000) return {};
  const Rules again(text);
  if (again.sink.has_errors()) return {};  // an expanded file has other limits, and names of macros may stand in it unused
  const std::string second = to_text(again.expanded);
  return second == text || !again.expanded.macro_names.empty() ? "" : "expanded text changes when read again:\n" + text + "\n---\n" + second;
}

// The first position: its moves are written apart and read back, its text is read back.
std::string check_first_position(const std::shared_ptr<const CompiledGame>& game) {
  Position position(game);
  if (position.key() != position.key_from_scratch()) return "the key of the setup is not that from scratch";
  const std::string text = position_text(position);
  const Result<GameState> read = parse_position(*game, text);
  if (!read) return "the text of the setup is not read back: " + read.error();
  Position again(game);
  if (const Status set = again.set_state(*read); !set) return "the setup read back is refused: " + set.error();
  if (again.key() != position.key()) return "the setup read back has another key";
  return {};
}

}  // namespace

std::string read_rules(std::string_view bytes) {
  Rules rules(bytes);
  const bool readable = !rules.sink.has_errors();
  if (readable)
    if (std::string wrong = check_text(rules); !wrong.empty()) return wrong;
  const bool odd = bytes.size() % 2 == 1;
  for (std::size_t i = 0; i < std::min(rules.entries.size(), kMaxEntries); ++i) {
    const std::size_t before = rules.sink.error_count();
    std::optional<GameDefinition> definition = read_game(rules.expanded, rules.entries[i], rules.sink, {odd});
    // An error that two games share is reported once.
    if (definition && rules.sink.error_count() > before) return "a game was read in spite of errors";
    if (!definition && !rules.sink.has_errors()) return "a game was not read, without an error";
    if (!definition) continue;
    to_text(*definition);
    const std::size_t read = rules.sink.error_count();
    CompileOptions options;
    options.specialise = bytes.size() % 8 != 0;
    const std::shared_ptr<const CompiledGame> game = compile(std::move(*definition), rules.sink, options);
    if (game && rules.sink.error_count() > read) return "a game was compiled in spite of errors";
    if (!game && !rules.sink.has_errors()) return "a game was not compiled, without an error";
    if (!game) continue;
    to_text(*game);
    if (std::string wrong = check_first_position(game); !wrong.empty()) return wrong;
  }
  return check_diagnostics(rules);
}

}  // namespace nightrider::fuzz
