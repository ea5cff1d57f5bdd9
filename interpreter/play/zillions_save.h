// Saved games of the Windows program (.zsg) as text: header, changes to the setup, recorded lines. What a line says is read in
// zillions_line.h, whether it is legal in zillions_replay.h. Format: worked out from games that program wrote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nightrider {

// `(Player Piece square)` puts a piece on a square before the first move, `(x square)` takes one away.
struct ZillionsEdit {
  std::size_t line = 0;  // 1-based, of the file
  std::string player;    // empty: the square is cleared
  std::string piece;
  std::string square;
};

struct ZillionsLine {
  std::size_t line = 0;  // 1-based, of the file
  int number = 0;        // as recorded: grows when every entry of the turn order was played
  std::string text;      // without the number
};

struct ZillionsSave {
  std::string movers;      // a letter for each that moves: H(uman) or C(omputer)
  std::string rules_file;  // as the file names it, `\` between folders
  std::string variant;     // title; empty: not named
  std::vector<ZillionsEdit> edits;
  std::vector<ZillionsLine> lines;
};

inline constexpr std::string_view kZillionsHeader = "Zillions Save Game File";
inline constexpr std::size_t kMaxZillionsText = 16'000'000;  // bytes of one file
inline constexpr std::size_t kMaxZillionsLines = 100'000;    // edits and moves
inline constexpr std::size_t kMaxZillionsLine = 64'000;      // bytes of one line

bool is_zillions_save(std::string_view text);

// Bytes that are not UTF-8 are read as CP1252, as in rule files. An error names the line.
Result<ZillionsSave> read_zillions_save(std::string_view text);

}  // namespace nightrider
