#include "play/record.h"

#include <algorithm>

#include "play/words.h"
#include "play/zillions_save.h"

namespace nightrider {
namespace {

constexpr std::string_view kGameHeader = "game:";
constexpr std::string_view kPositionHeader = "position:";
constexpr std::string_view kStart = "start";

// Takes the first line off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

Status read_moves(std::string_view text, bool pgn, GameRecord& record) {
  Result<std::vector<ListItem>> items = read_move_list(text, pgn);
  if (!items) return Error{items.error()};
  record.items = std::move(items).value();
  if (!record.items.empty() && record.items.back().kind == ListItemKind::kResult) {
    record.result = record.items.back().text;
    record.items.pop_back();
  }
  for (const ListItem& item : record.items)
    if (item.kind == ListItemKind::kResult) return Error{"moves stand after the result " + quoted(item.text)};
  return Done{};
}

Result<std::vector<GameRecord>> read_saved(std::string_view text) {
  GameRecord record;
  record.game = trimmed(trimmed(take_line(text)).substr(kGameHeader.size()));
  const std::string_view line = trimmed(take_line(text));
  if (!line.starts_with(kPositionHeader))
    return Error{"line 2: \"position: start\" or a position is wanted, not " + quoted(line)};
  const std::string_view start = trimmed(line.substr(kPositionHeader.size()));
  if (start != kStart) record.start = start;
  if (const Status status = read_moves(text, false, record); !status) return Error{status.error()};
  return std::vector<GameRecord>{std::move(record)};
}

// `[Name "value"]`; `\"` and `\\` stand for their second character. Nothing for another line.
std::optional<std::pair<std::string, std::string>> read_tag(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('[') || !line.ends_with(']')) return std::nullopt;
  line = trimmed(line.substr(1, line.size() - 2));
  const std::size_t open = line.find('"');
  if (open == std::string_view::npos || line.size() < open + 2 || !line.ends_with('"')) return std::nullopt;
  const std::string name(trimmed(line.substr(0, open)));
  if (name.empty() || name.find_first_of(" \t") != std::string::npos) return std::nullopt;
  std::string value;
  for (std::size_t i = open + 1; i + 1 < line.size(); ++i) {
    if (line[i] == '\\' && i + 2 < line.size()) ++i;
    value += line[i];
  }
  return std::pair{name, value};
}

// Games are told apart by the tags that follow moves. A line in a comment that looks like a tag is part of the comment.
Result<std::vector<GameRecord>> read_pgn(std::string_view text) {
  std::vector<GameRecord> records;
  std::string moves;
  bool in_comment = false;
  const auto finish = [&]() -> Status {
    const Status status = read_moves(moves, true, records.back());
    moves.clear();
    return status;
  };
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const auto tag = in_comment ? std::nullopt : read_tag(line);
    if (!tag) {
      if (records.empty()) records.emplace_back();
      for (char c : line) {
        if (in_comment ? c == '}' : c == '{') in_comment = !in_comment;
        if (!in_comment && c == ';') break;
      }
      moves += line;
      moves += '\n';
      continue;
    }
    const bool played = !trimmed(moves).empty();
    if (played)
      if (const Status status = finish(); !status) return Error{"game " + std::to_string(records.size()) + ": " + status.error()};
    if (records.empty() || played) records.emplace_back();
    records.back().tags.push_back(*tag);
    if (tag->first == "Variant") records.back().game = tag->second;
    if (tag->first == "FEN") records.back().start = tag->second;
    if (tag->first == "Result") records.back().result = tag->second;
  }
  if (records.empty()) records.emplace_back();
  if (const Status status = finish(); !status) return Error{"game " + std::to_string(records.size()) + ": " + status.error()};
  return records;
}

}  // namespace

std::string saved_game(const Game& game, std::string_view name) {
  return std::string(kGameHeader) + " " + std::string(name) + "\n" + std::string(kPositionHeader) + " " +
         (game.start_text().empty() ? std::string(kStart) : game.start_text()) + "\n" + game.moves_text() + "\n";
}

Result<std::vector<GameRecord>> read_records(std::string_view text) {
  if (text.size() > kMaxRecordText)
    return Error{"the file is too long: at most " + std::to_string(kMaxRecordText) + " bytes are read"};
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {  // empty lines in front
    std::string_view rest = text;
    if (!trimmed(take_line(rest)).empty()) break;
    text = rest;
  }
  if (trimmed(text).empty()) return Error{"the file holds no game"};
  if (text.starts_with(kGameHeader)) return read_saved(text);
  if (text.starts_with('[') || text.starts_with('%')) return read_pgn(text);
  if (is_zillions_save(text)) return Error{"a saved game of Zillions is replayed with its rule file: nightrider replay my.zrf my.zsg"};
  GameRecord record;
  if (const Status status = read_moves(text, false, record); !status) return Error{status.error()};
  return std::vector<GameRecord>{std::move(record)};
}

Result<Replay> replay(std::shared_ptr<const CompiledGame> game, const GameRecord& record) {
  Result<Game> started = record.start.empty() ? Result<Game>(Game(std::move(game))) : Game::from_text(std::move(game), record.start);
  if (!started) return Error{started.error()};
  Replay report{0, 0, std::nullopt, std::move(started).value()};
  for (const ListItem& item : record.items) {
    // A text may hold several legs; those of a text that is never reached count as one.
    const int before = report.game.position().ply();
    if (report.first_mismatch) {
      report.plies += item.kind == ListItemKind::kMove ? 1 : 0;
      continue;
    }
    const Status status = report.game.apply_item(item);
    report.matched += report.game.position().ply() - before;
    report.plies += report.game.position().ply() - before + (!status && item.kind == ListItemKind::kMove ? 1 : 0);
    if (!status) report.first_mismatch = Replay::Mismatch{report.matched + 1, item.text, status.error()};
  }
  return report;
}

}  // namespace nightrider
