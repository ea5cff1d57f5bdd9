// A position as a person reads it: the board with its coordinates, hands, who is to move.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "board_layout.h"
#include "console.h"
#include "play/position.h"

namespace nightrider::cli {

struct CellText {
  std::string text;   // at most a few columns wide
  Ink ink = Ink::kPlain;
  char mark = ' ';    // ' ', or '[' for a cell in brackets, '(' for one in parentheses
};

// Draws `layout` with what `cell` says of each square. Lines end in '\n'. Cells shrink where the terminal is narrow.
std::string drawn_board(const Console& console, const BoardLayout& layout, bool flipped,
                        const std::function<CellText(SquareId)>& cell);

// The board of a position, the squares of the last move marked; boards that cannot be drawn are listed square by square.
std::string board_text(const Console& console, Position& position, bool flipped);
// "White in hand: Pawn 2, Rook 1", then the game's tallies, "checks: White 2, Black 0"; empty where there is nothing of these.
std::string hands_text(Position& position);

}  // namespace nightrider::cli
