// What a piece does, found out by asking the rules: alone on the board, then with one enemy piece on each square in turn.
#pragma once

#include <string>

#include "console.h"
#include "play/position.h"

namespace nightrider::cli {

// A board with the squares that `type` of `player` reaches from `square` (kNone: the middle): moves only, captures only,
// both. Attributes like never-moved? stand as for a piece that has moved. Moves that take another unmoved piece along stand below.
// What needs other pieces around is not seen.
std::string piece_diagram(const Console& console, const std::shared_ptr<const CompiledGame>& game, PieceTypeId type, PlayerId player,
                          SquareId square);

// The piece type that a person calls `name`: name, letter, without regard to case; kNone: there is none.
PieceTypeId find_piece(const GameDefinition& game, const std::string& name);

}  // namespace nightrider::cli
