// The games that the cross-check plays: every shipped variant, and the small games beside this file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/compile.h"

namespace nightrider::crosscheck {

// Paths relative to the source folder: rule files of the shipped variants, and the small games, one in a file.
std::vector<std::string> shipped_files();
std::vector<std::string> small_games();
// The games that the file's menu lists, each as load() takes it: "file.zrf#3".
std::vector<std::string> games_in(const std::string& file);

// Reads and compiles the game of that id or, ending in ".zrf", in that file; "file.zrf#3" is the third entry of its menu. The
// diagnostics where that fails.
struct Loaded {
  std::shared_ptr<const CompiledGame> game;
  std::string error;
};
Loaded load(const std::string& name, bool specialise = true);

}  // namespace nightrider::crosscheck
