// Positions as text: FEN where the game has a `(fen ..)` form, else a plain text of our own. Reading back what was
// written gives the same state, but for parts of the last move that no legal move depends on.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "play/position.h"

namespace nightrider {

std::string position_text(Position& position);
// A missing tail (rights, en passant, counters) takes defaults. The error says which field is wrong and why.
Result<GameState> parse_position(const CompiledGame& game, std::string_view text);

}  // namespace nightrider
