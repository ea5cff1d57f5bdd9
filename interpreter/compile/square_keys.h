// Zobrist keys of the pieces on the squares.
#pragma once

#include "compile/compiled_game.h"

namespace nightrider {

// Fills game.square_keys. Pieces that differ only in attributes that no rule reads have the same keys: they are no difference
// for repetition (language.md, decision 11) and none for the search.
void draw_square_keys(CompiledGame& game);

}  // namespace nightrider
