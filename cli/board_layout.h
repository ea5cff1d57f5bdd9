// Where the squares of a board stand in rows and columns of text, and by which symbol each piece is drawn.
#pragma once

#include <string>
#include <vector>

#include "play/notation.h"

namespace nightrider::cli {

// Rows from top to bottom, columns from left to right, as the rule file's rectangles lie (without them, as the grid's
// dimensions run). `drawable` is false where squares would lie over each other or the table would be larger than
// kMaxColumns by kMaxRows: such a board is listed instead.
struct BoardLayout {
  static constexpr std::size_t kMaxColumns = 48;
  static constexpr std::size_t kMaxRows = 64;
  bool drawable = false;
  std::vector<std::vector<SquareId>> rows;  // kNone: no square there
  std::vector<std::string> column_labels;   // as shown; empty where the squares of a column share no part of their names
  std::vector<std::string> row_labels;
};
BoardLayout board_layout(const GameDefinition& game, TextForm form);

// [piece type]: the letter of the rule file, else a short part of the name; no two types of a game alike.
std::vector<std::string> piece_symbols(const GameDefinition& game);
// How a piece of `player` is drawn: upper case for the first player, lower case for the second, with the player's number
// behind it where there are more.
std::string owned_symbol(const GameDefinition& game, const std::string& symbol, PlayerId player);

}  // namespace nightrider::cli
