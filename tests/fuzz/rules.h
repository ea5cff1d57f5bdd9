// Rule text in memory through the reader.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compile/compiled_game.h"
#include "model/read_game.h"
#include "syntax/reader.h"

namespace nightrider::fuzz {

// Limits of a hundredth where the real ones let one file cost seconds: what stops at them is the same.
ReadLimits small_limits();

struct Rules {
  SourceSet sources;
  DiagnosticSink sink;
  SyntaxTree tree;
  ExpandedTree expanded;
  std::vector<GameEntry> entries;

  explicit Rules(std::string_view text);
};

}  // namespace nightrider::fuzz
