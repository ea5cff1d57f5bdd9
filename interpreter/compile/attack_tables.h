// The compiled moves read backwards: from a square to the enemy pieces that could capture what stands there, without
// generating moves.
#pragma once

#include "compile/compiled_game.h"

namespace nightrider {

// Builds a table for every royal code and for every code that an `attacked?` or `defended?` test supposes. Attackers are
// the pieces of the other players that move; the victim stands on the target whatever stands there now. Inside,
// `attacked?` and `defended?` are false (language.md, decision 6).
void build_attack_tables(CompiledGame& game);

}  // namespace nightrider
