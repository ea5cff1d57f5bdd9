// Which previous moves matter to some block.
#pragma once

#include "compile/compiled_game.h"

namespace nightrider {

// Collects from the tests of all specials the previous moves they ask for, so that only those are part of the key.
void find_last_move_patterns(CompiledGame& game);

}  // namespace nightrider
