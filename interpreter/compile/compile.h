// GameDefinition to CompiledGame.
#pragma once

#include <memory>

#include "base/diagnostics.h"
#include "compile/compiled_game.h"
#include "model/game_definition.h"

namespace nightrider {

// Runs every move block symbolically for each piece, player and square (partial evaluation; Jones, Gomard and Sestoft, "Partial
// Evaluation and Automatic Program Generation", 1993) and keeps what depends on the position. Reports endless loops as
// errors, blocks that had to be left as general programs as warnings. Null if there were errors.
std::shared_ptr<const CompiledGame> compile(GameDefinition definition, DiagnosticSink& sink, const CompileOptions& options = {});

}  // namespace nightrider
