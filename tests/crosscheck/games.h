// The games that the cross-check plays: every shipped variant, and the small games beside this file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/compile.h"

namespace nightrider::crosscheck {

// Ids of the shipped variants, and paths of the small games relative to the source folder.
std::vector<std::string> shipped_ids();
std::vector<std::string> small_games();

// Reads and compiles the game of that id or, ending in ".zrf", in that file; "file.zrf#3" is the third entry of its menu. The
// diagnostics where that fails.
struct Loaded {
  std::shared_ptr<const CompiledGame> game;
  std::string error;
};
Loaded load(const std::string& name, bool specialise = true);

}  // namespace nightrider::crosscheck
