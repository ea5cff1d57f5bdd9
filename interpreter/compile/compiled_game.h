// A game ready to play: tables and programs worked out from a GameDefinition by partial evaluation. Never changes.
#pragma once

#include <memory>

#include "model/game_definition.h"

namespace nightrider {

struct CompileOptions {
  bool specialise = true;   // false: every block runs as a general program (same answers, slower): --no-specialise
};

class CompiledGame {
 public:
  const GameDefinition& definition() const { return definition_; }

 private:
  GameDefinition definition_;
};

}  // namespace nightrider
