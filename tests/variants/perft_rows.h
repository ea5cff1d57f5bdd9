// Perft counts of the shipped variants: the rows of `<name>.perft` and of the shared tables, and how they are checked.
//
// A .perft file: `#` begins a comment; a line is `start | depth | nodes`, where `start` is empty (the setup), `moves e2e4 e7e5`
// or `fen ...`; a fourth column `slow` keeps the row out of the fast suite. `game ID` says which game the following rows are of (before the first
// such line: the game of the file's name).
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "play/notation.h"
#include "play/perft.h"
#include "play/position.h"
#include "play/position_text.h"
#include "support/sanitizers.h"
#include "support/support.h"

namespace nightrider::test {

struct PerftRow {
  std::string game;
  std::string fen;    // empty: the setup of the rule file
  std::string moves;  // made before counting
  int depth = 0;
  std::uint64_t nodes = 0;
  bool slow = false;
  std::string origin;  // file and line, for messages
};

inline constexpr int kFastDepth = kSanitized ? 2 : 4;
inline constexpr std::uint64_t kFastNodes = 4'000'000;  // one row
inline bool is_fast(const PerftRow& row) { return !row.slow && row.depth <= kFastDepth && row.nodes <= kFastNodes; }

inline std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(trimmed(part));
  return parts;
}

inline std::vector<PerftRow> read_perft_file(const std::filesystem::path& path) {
  std::vector<PerftRow> rows;
  std::stringstream stream(read_whole_file(path));
  std::string game = path.stem().string();
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string origin = path.filename().string() + ":" + std::to_string(number);
    if (line.starts_with("game ")) {
      game = trimmed(line.substr(5));
      continue;
    }
    const auto columns = split(line, '|');
    if (columns.size() < 3 || columns.size() > 4 || (columns.size() == 4 && columns[3] != "slow")) {
      ADD_FAILURE() << origin << ": not `start | depth | nodes [| slow]`: " << line;
      continue;
    }
    PerftRow row;
    row.game = game;
    if (columns[0].starts_with("fen ")) row.fen = trimmed(columns[0].substr(4));
    else if (columns[0].starts_with("moves ")) row.moves = trimmed(columns[0].substr(6));
    else EXPECT_TRUE(columns[0].empty()) << origin << ": a start is empty, `moves ...` or `fen ...`";
    row.depth = std::stoi(columns[1]);
    row.nodes = std::stoull(columns[2]);
    row.slow = columns.size() == 4;
    row.origin = origin;
    rows.push_back(row);
  }
  return rows;
}

// All rows of all shipped .perft files.
inline std::vector<PerftRow> shipped_perft_rows() {
  std::vector<PerftRow> rows;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "variants"))
    if (entry.path().extension() == ".perft")
      for (PerftRow& row : read_perft_file(entry.path())) rows.push_back(std::move(row));
  return rows;
}

// Names in perft.tsv of the shipped variants that it has rows of; all others are our ids.
inline std::string shared_name(const std::string& name) {
  static const std::map<std::string, std::string> ids = {{"losalamos", "los-alamos"}, {"janggicasual", "janggi-casual"}, {"3check", "three-check"},
                                                         {"racingkings", "racing-kings"}, {"kingofthehill", "king-of-the-hill"}};
  const auto found = ids.find(name);
  return found == ids.end() ? name : found->second;
}
// Games whose rows in perft.tsv are all checked.
inline bool is_shared_game(const std::string& id) {
  static const std::set<std::string> games = {
      "chess", "los-alamos", "capablanca", "gothic", "knightmate", "makruk", "courier", "xiangqi", "janggi", "janggi-casual", "antichess", "giveaway", "horde",
      "berolina", "shatranj", "three-check", "racing-kings", "king-of-the-hill", "atomic",
  };
  return games.count(id) != 0;
}

// The rows of founding-perft.tsv, and those of perft.tsv that were counted by two programs or ours knows.
inline std::vector<PerftRow> shared_perft_rows() {
  std::vector<PerftRow> rows;
  int number = 1;
  for (const auto& columns : tsv_rows(shared_dir() / "founding-perft.tsv")) {
    ++number;
    rows.push_back({columns.at(0), {}, columns.at(1), std::stoi(columns.at(2)), std::stoull(columns.at(3)), false,
                    "founding-perft.tsv:" + std::to_string(number)});
  }
  number = 1;
  for (const auto& columns : tsv_rows(shared_dir() / "perft.tsv")) {
    ++number;
    const std::string game = shared_name(columns.at(0));
    if (!is_shared_game(game) || columns.at(6) == "no") continue;
    // Castling as in chess960, which our atomic chess has not.
    if (game == "atomic" && columns.size() > 7 && columns.at(7).find("chess960 castling") != std::string::npos) continue;
    if (game == "atomic" && columns.size() > 7 && columns.at(7).find("atomic960") != std::string::npos) continue;
    PerftRow row{game, columns.at(2), {}, std::stoi(columns.at(3)), std::stoull(columns.at(4)), false,
                 "perft.tsv:" + std::to_string(number)};
    if (row.fen == "start") row.fen.clear();
    // cutechess writes the counting of makruk in the fourth field, which is that of en passant.
    if (game == "makruk")
      if (const auto count = row.fen.find(" - 0 0 1"); count != std::string::npos) row.fen.replace(count, 8, " - - 0 1");
    rows.push_back(row);
  }
  return rows;
}

// Shipped games, each compiled once a test program.
inline std::shared_ptr<const CompiledGame> shipped_once(const std::string& id) {
  static std::map<std::string, std::shared_ptr<const CompiledGame>> games;
  auto [entry, added] = games.try_emplace(id);
  if (added) entry->second = shipped(id);
  return entry->second;
}

// Makes the moves, in either text form; fails the test at the first that is refused.
inline bool make_moves(Position& position, const std::string& moves) {
  std::stringstream stream(moves);
  for (std::string text; stream >> text;) {
    const Result<Move> move = parse_move(position, text);
    if (!move) {
      ADD_FAILURE() << move.error();
      return false;
    }
    position.make(*move);
  }
  return true;
}

inline void check_perft_row(const PerftRow& row) {
  SCOPED_TRACE(row.origin + ": " + row.game + (row.fen.empty() ? "" : " fen " + row.fen) +
               (row.moves.empty() ? "" : " after " + row.moves) + ", depth " + std::to_string(row.depth));
  const auto game = shipped_once(row.game);
  if (!game) return;
  Position position(game);
  if (!row.fen.empty()) {
    const Result<GameState> state = parse_position(*game, row.fen);
    ASSERT_TRUE(state.ok()) << state.error();
    const Status set = position.set_state(*state);
    ASSERT_TRUE(set.ok()) << set.error();
  }
  if (!make_moves(position, row.moves)) return;
  EXPECT_EQ(perft(position, row.depth), row.nodes);
}

}  // namespace nightrider::test
