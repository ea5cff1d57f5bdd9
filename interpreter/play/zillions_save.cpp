#include "play/zillions_save.h"

#include <limits>

#include "base/source.h"
#include "play/words.h"

namespace nightrider {
namespace {

constexpr std::string_view kRules = "RulesFile=";
constexpr std::string_view kVariant = "VariantName=";

std::string at_line(std::size_t line) { return "line " + std::to_string(line) + ": "; }

Status read_edit(std::string_view text, std::size_t line, ZillionsSave& save) {
  if (!text.ends_with(')')) return Error{at_line(line) + "a change of the setup is not closed: " + quoted(text)};
  const auto words = split_at_spaces(text.substr(1, text.size() - 2));
  if (words.size() == 2 && words[0] == "x") {
    save.edits.push_back({line, {}, {}, std::string(words[1])});
  } else if (words.size() == 3) {
    save.edits.push_back({line, std::string(words[0]), std::string(words[1]), std::string(words[2])});
  } else {
    return Error{at_line(line) + "a change of the setup is (Player Piece square) or (x square), not " + quoted(text)};
  }
  return Done{};
}

Status read_line(std::string_view text, std::size_t line, ZillionsSave& save) {
  if (text.starts_with('(')) {
    if (!save.lines.empty()) return Error{at_line(line) + "a change of the setup stands behind a move"};
    return read_edit(text, line, save);
  }
  const std::size_t dot = text.find('.');
  const auto number = dot == std::string_view::npos ? std::nullopt : parse_number(text.substr(0, dot), std::numeric_limits<int>::max());
  if (!number) return Error{at_line(line) + "a move with its number is wanted, not " + quoted(text)};
  save.lines.push_back({line, *number, std::string(trimmed(text.substr(dot + 1)))});
  return Done{};
}

}  // namespace

bool is_zillions_save(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text.substr(first).starts_with(kZillionsHeader);
}

Result<ZillionsSave> read_zillions_save(std::string_view bytes) {
  if (bytes.size() > kMaxZillionsText) return Error{"the file is too long: at most " + std::to_string(kMaxZillionsText) + " bytes are read"};
  if (!is_zillions_save(bytes)) return Error{"line 1: \"" + std::string(kZillionsHeader) + "\" is wanted"};
  const SourceFile source("", bytes);
  ZillionsSave save;
  std::string_view rest = source.text();
  bool header = false;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = rest.find_first_of("\r\n");
    const std::string_view text = trimmed(rest.substr(0, end));
    const bool two = end != std::string_view::npos && rest.substr(end).starts_with("\r\n");
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + (two ? 2 : 1));
    if (text.empty()) continue;
    if (text.size() > kMaxZillionsLine) return Error{at_line(line) + "the line is too long: at most " + std::to_string(kMaxZillionsLine) + " bytes are read"};
    if (!header) {
      header = true;
      const auto words = split_at_spaces(text);  // Zillions Save Game File Version 0.02 HC
      if (words.size() == 7) save.movers = words.back();
    } else if (text.starts_with(kRules)) {
      save.rules_file = trimmed(text.substr(kRules.size()));
    } else if (text.starts_with(kVariant)) {
      save.variant = trimmed(text.substr(kVariant.size()));
    } else {
      if (save.edits.size() + save.lines.size() >= kMaxZillionsLines)
        return Error{at_line(line) + "the game is too long: at most " + std::to_string(kMaxZillionsLines) + " lines are read"};
      if (const Status status = read_line(text, line, save); !status) return Error{status.error()};
    }
  }
  return save;
}

}  // namespace nightrider
