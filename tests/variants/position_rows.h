// Chosen positions of the shipped variants, with what must hold in them: the rows of tests/variants/positions/*.txt.
//
// A row is `start | check | check ...`. The start is empty (the setup), `fen ...` and perhaps ` after e2e4 e7e5` (moves and offers as
// Game::apply reads them). `game ID` in a line of its own says which game the following rows are of, `game FILE.zrf` names a file of
// tests/variants/rules, `game FILE.zrf TITLE` a variant in it. `#` at the beginning of a
// line or behind a space starts a comment: where the position comes from. The checks:
//   count 6              so many legal moves
//   moves e1f1 e1f2      exactly these, in coordinates or as written; `moves -`: none
//   has d5e6             these are legal
//   lacks d5e6 e1g1      these are not
//   text e1g1 O-O        the move of the first text is written as the second
//   result none          the game is not over; `result White`, `result draw`, `result end`: over, who won; then perhaps the reason as in
//                        outcome.h, `result White stalemated`
//   writes FEN           the position is written so
//   refused WORDS        the position is refused with a message in which these words stand; no moves follow
//   illegal MOVES        behind the start these moves or offers are refused
//   best c1a3            a search to some depth plays it
//   perft 3 8902         so many leaves; deep ones are left out where sanitizers look on
//   reads Nge2 g1e2      a text is read as the second move; `reads Rd1 refused: WORDS`: it is refused, the message has these words
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "perft_rows.h"
#include "play/game.h"

namespace nightrider::test {

struct PositionRow {
  std::string game;
  std::string fen;
  std::string moves;
  std::vector<std::string> checks;
  std::string origin;  // file and line, for messages
};

// `#` begins a comment where a line begins or a space stands before it: `Qh7#` holds none.
inline std::string without_comment(const std::string& line) {
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ')) return line.substr(0, i);
  return line;
}

inline std::vector<PositionRow> read_position_file(const std::filesystem::path& path) {
  std::vector<PositionRow> rows;
  std::stringstream stream(read_whole_file(path));
  std::string game = path.stem().string();
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = trimmed(without_comment(line));
    if (line.empty()) continue;
    if (line.starts_with("game ")) {
      game = trimmed(line.substr(5));
      continue;
    }
    PositionRow row;
    row.game = game;
    row.origin = path.filename().string() + ":" + std::to_string(number);
    row.checks = split(line, '|');
    std::string start = " " + row.checks.front();
    row.checks.erase(row.checks.begin());
    if (const auto after = start.find(" after "); after != std::string::npos) {
      row.moves = trimmed(start.substr(after + 7));
      start = start.substr(0, after);
    }
    start = trimmed(start);
    if (start.starts_with("fen ")) row.fen = trimmed(start.substr(4));
    else if (!start.empty()) ADD_FAILURE() << row.origin << ": a start is empty, `fen ...` or `... after ...`: " << start;
    if (row.checks.empty()) ADD_FAILURE() << row.origin << ": nothing is checked";
    rows.push_back(row);
  }
  return rows;
}

inline std::vector<PositionRow> position_rows() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "tests/variants/positions"))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<PositionRow> rows;
  for (const auto& file : files)
    for (PositionRow& row : read_position_file(file)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace nightrider::test
