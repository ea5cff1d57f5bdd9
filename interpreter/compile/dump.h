// The compiled programs as text, for people: `check --dump=program`.
#pragma once

#include <string>

#include "compile/compiled_game.h"

namespace nightrider {

// Per piece, player and square: rays (squares with what may stand there to stop), specials with their tests and effects, and
// blocks left general; then counts of all tables. Stable for the same rule file.
std::string to_text(const CompiledGame& game);

}  // namespace nightrider
