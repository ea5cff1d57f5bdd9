// Messages, arguments and names: what all parts of the reader share.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/check.h"
#include "model/game_reader.h"

namespace nightrider {
namespace {

struct KindText {
  const char* code;    // "direction": of unknown-direction, duplicate-direction, too-many-directions
  const char* word;    // in messages
  std::size_t most;
};
const KindText& text_of(NameKind kind) {
  static constexpr KindText kTexts[kNameKinds] = {
      {"player", "player", kMaxPlayers},
      {"piece", "piece", kMaxPieceTypes},
      {"position", "position", kMaxSquares},
      {"direction", "direction", kMaxDirections},
      {"zone", "zone", kMaxNames},
      {"attribute", "attribute", kMaxAttributes},
      {"player-attribute", "player attribute", kMaxPlayerAttributes},
      {"move-type", "move type", kMaxMoveTypes},
      {"tag", "tag", kMaxTags},
      {"flag", "flag", kMaxNames},
      {"position-flag", "position flag", kMaxNames},
      {"tally", "tally", kMaxTallies},
  };
  return kTexts[static_cast<std::size_t>(kind)];
}

constexpr std::size_t kMaxNamesInHint = 12;
constexpr std::size_t kMaxDirectionsInHint = 24;

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

void GameReader::error(const Node& at, std::string code, std::string message, std::string hint) {
  failed_ = true;
  if (at.damaged) return;  // what is missing from it was reported
  Diagnostic diagnostic = diagnostic_at(at, Severity::kError, std::move(code), std::move(message), std::move(hint));
  // What is right in the game may be wrong in a variant that inherits it. (What is wrong in the game too was reported there.)
  if (entry_.variant != nullptr) {
    const SourceSpan& variant = entry_.variant->span;
    if (at.span.file != variant.file || at.span.begin < variant.begin || at.span.end > variant.end)
      diagnostic.notes.push_back({{variant.file, variant.begin, variant.begin + 1}, "in the variant " + in_quotes(entry_.title)});
  }
  sink_.report(std::move(diagnostic));
}

void GameReader::warning(const Node& at, std::string code, std::string message, std::string hint) {
  if (tree_.incomplete) return;
  sink_.report(diagnostic_at(at, Severity::kWarning, std::move(code), std::move(message), std::move(hint)));
}

void GameReader::not_zrf(const Node& at, std::string_view what) {
  if (options_.strict_zrf) warning(at, "not-zrf", in_quotes(what) + " is not in ZRF");
}

std::uint32_t GameReader::trail_of(const Node& at) {
  if (at.expansion == nullptr) return 0;
  const auto [found, fresh] = trails_.emplace(at.expansion, static_cast<std::uint32_t>(game_.trails.size()));
  if (fresh) game_.trails.push_back(diagnostic_at(at, Severity::kNote, "", "").notes);
  return found->second;
}

const KeywordRow* GameReader::keyword(const Node& node, Form form) {
  const std::string_view name = node.is_list() ? node.head() : std::string_view(node.text);
  const Node& at = node.is_list() && !node.children.empty() ? *node.children[0] : node;
  if (node.is_string() || name.empty()) {
    error(node, "unknown-form", node.is_string() ? "a string cannot stand directly in " + std::string(form_name(form))
                                                 : "a list without a keyword in " + std::string(form_name(form)));
    return nullptr;
  }
  const KeywordRow* row = find_keyword(name, form);
  if (row == nullptr) {
    unknown_form(at, name, form);
    return nullptr;
  }
  if (!row->zrf) not_zrf(at, name);
  return row;
}

void GameReader::unknown_form(const Node& at, std::string_view name, Form form) {
  if (const KeywordRow* row = find_keyword_anywhere(name); row != nullptr && row->where != 0) {
    error(at, "misplaced-form", in_quotes(name) + " cannot stand in " + form_name(form),
          std::string("it belongs in ") + form_name(home_of(*row)));
    return;
  }
  failed_ = true;
  if (tree_.incomplete) return;
  const std::string text(name);
  std::string near = nearest_name(text, keyword_names(form));
  if (near.empty()) near = nearest_name(text, tree_.macro_names);
  error(at, "unknown-form", "unknown form " + in_quotes(name) + " in " + form_name(form),
        near.empty() ? "" : "did you mean " + in_quotes(near) + "?");
}

bool GameReader::arguments(const Node& list, std::size_t least, std::size_t most) {
  const std::size_t given = list.is_list() && !list.children.empty() ? list.children.size() - 1 : 0;
  if (given >= least && given <= most) return true;
  const std::string name(list.is_list() ? list.head() : std::string_view(list.text));
  std::string wanted = std::to_string(least);
  if (most == std::numeric_limits<std::size_t>::max()) wanted = "at least " + wanted;
  else if (most != least) wanted += " to " + std::to_string(most);
  error(list, "wrong-arguments", in_quotes(name) + " takes " + wanted + (wanted == "1" || wanted == "at least 1" ? " argument" : " arguments") +
        ", here " + (given == 1 ? "is 1" : given == 0 ? "is none" : "are " + std::to_string(given)));
  return false;
}

bool GameReader::expect_list(const Node& node, std::string_view what) {
  if (node.is_list()) return true;
  error(node, "list-expected", "a list was expected here: " + std::string(what));
  return false;
}

// A call of a macro that is defined remains nowhere; a list whose head is no word of the language is most likely one that
// is not. Shared files call macros that the game's own file has to define.
bool GameReader::undefined_macro(const Node& node, std::string_view wanted) {
  if (!node.is_list() || node.head().empty() || find_keyword_anywhere(node.head()) != nullptr) return false;
  const std::string name(node.head());
  for (const NameTable& names : tables_)
    if (names.has(name)) return false;
  failed_ = true;
  if (tree_.incomplete) return true;
  const std::string near = nearest_name(name, tree_.macro_names);
  std::string hint = "write (define " + name + " ..) in your file, with " + std::string(wanted) + " in place of the dots";
  if (!near.empty()) hint = "did you mean (" + near + ")? Else " + hint;
  error(*node.children[0], "unknown-macro", "macro " + in_quotes(name) + " is not defined", std::move(hint));
  return true;
}

bool GameReader::expect_symbol(const Node& node, std::string_view what) {
  if (node.is_symbol()) return true;
  if (undefined_macro(node, "the name of " + std::string(what))) return false;
  error(node, "name-expected", "the name of " + std::string(what) + " was expected here");
  return false;
}

std::optional<int> GameReader::number(const Node& node, int least, int most) {
  const std::optional<int> value = node.is_symbol() ? as_integer(node) : std::nullopt;
  if (undefined_macro(node, "a whole number")) return std::nullopt;
  if (!value) {
    error(node, "number-expected", "a whole number was expected here" + (node.is_list() ? std::string() : ", not " + in_quotes(node.text)));
    return std::nullopt;
  }
  if (*value < least || *value > most) {
    error(node, "number-range", "the number " + std::to_string(*value) + " is outside " + std::to_string(least) + " to " + std::to_string(most));
    return std::nullopt;
  }
  return value;
}

std::optional<double> GameReader::decimal(const Node& node) {
  if (undefined_macro(node, "a number of points")) return std::nullopt;
  double value = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [rest, code] = std::from_chars(node.text.data(), end, value, std::chars_format::fixed);
  if (!node.is_symbol() || code != std::errc() || rest != end || !std::isfinite(value) || std::abs(value) > 1e6) {
    error(node, "number-expected", "a number of points was expected here" + (node.is_list() ? std::string() : ", not " + in_quotes(node.text)));
    return std::nullopt;
  }
  return value;
}

std::optional<bool> GameReader::truth(const Node& node) {
  if (node.is_symbol() && node.text == "true") return true;
  if (node.is_symbol() && node.text == "false") return false;
  if (undefined_macro(node, "'true' or 'false'")) return std::nullopt;
  const bool digits = node.is_symbol() && node.text.find_first_not_of("-0123456789") == std::string::npos;
  error(node, "truth-expected", "'true' or 'false' was expected here", digits ? "a number here belongs to the dialect of another program" : "");
  return std::nullopt;
}

std::uint16_t GameReader::resolve(NameKind kind, const Node& node) {
  if (!expect_symbol(node, std::string("a ") + text_of(kind).word)) return kNone;
  const std::uint16_t id = find(kind, node.text);
  if (id == kNone) unknown_name(kind, node);
  return id;
}

void GameReader::unknown_name(NameKind kind, const Node& node) {
  failed_ = true;
  if (incomplete(kind)) return;
  const KindText& text = text_of(kind);
  std::string hint;
  if (kind == NameKind::kPosition && killed_.contains(node.text)) {
    hint = "the board removes it by kill-positions";
  } else if (const std::string near = nearest_name(node.text, table(kind).names()); !near.empty()) {
    hint = "did you mean " + in_quotes(near) + "?";
  } else {
    for (std::size_t other = 0; other < kNameKinds && hint.empty(); ++other)
      if (tables_[other].has(node.text))
        hint = in_quotes(node.text) + " is the name of a " + text_of(static_cast<NameKind>(other)).word;
    const std::vector<std::string>& names = table(kind).names();
    if (hint.empty() && names.empty()) hint = std::string("the game declares no ") + text.word;
    if (hint.empty() && names.size() <= kMaxNamesInHint) {
      for (const std::string& name : names) hint += (hint.empty() ? "" : ", ") + in_quotes(name);
      hint = std::string("known ") + (names.size() == 1 ? "is " : "are ") + hint;
    }
  }
  if (kind == NameKind::kDirection && !hint.starts_with("known")) add_directions(node.text, hint);
  error(node, std::string("unknown-") + text.code, std::string("unknown ") + text.word + " " + in_quotes(node.text), std::move(hint));
}

void GameReader::add_directions(const std::string& word, std::string& hint) {
  const std::vector<std::string>& names = table(NameKind::kDirection).names();
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  if (names.empty() || word.size() > longest + 1 || killed_.contains(word) || find(NameKind::kPosition, word) != kNone) return;
  hint += (hint.empty() ? "the directions of the board are " : " The directions of the board are ") + names[0];
  for (std::size_t i = 1; i < names.size() && i < kMaxDirectionsInHint; ++i) hint += ", " + names[i];
  if (names.size() > kMaxDirectionsInHint) hint += " ..";
}

std::uint16_t GameReader::intern(NameKind kind, const Node& node) {
  const KindText& text = text_of(kind);
  if (!expect_symbol(node, std::string("a ") + text.word)) return kNone;
  const std::uint16_t id = find(kind, node.text);
  if (id != kNone) return id;
  if (table(kind).size() >= text.most) {
    error(node, std::string("too-many-") + text.code + "s",
          std::string("more than ") + std::to_string(text.most) + " " + text.word + "s");
    return kNone;
  }
  return table(kind).add(node.text);
}

std::uint16_t GameReader::declare(NameKind kind, const Node& node) {
  const KindText& text = text_of(kind);
  if (!expect_symbol(node, std::string("a ") + text.word)) return kNone;
  if (find(kind, node.text) != kNone) {
    error(node, std::string("duplicate-") + text.code, std::string("a second ") + text.word + " named " + in_quotes(node.text));
    return kNone;
  }
  return intern(kind, node);
}

}  // namespace nightrider
