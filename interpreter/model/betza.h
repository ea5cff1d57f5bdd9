// (betza ".."): a piece in Betza's notation as ordinary move blocks. Ralph Betza, "Funny notation" (chessvariants.com, 1996);
// extensions by H. G. Muller, "Betza notation and XBoard" (gnu.org/software/xboard/Betza.html).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/game_definition.h"

namespace nightrider {

// How the first grid lies in the picture: for players without a symmetry, forward is up and right is right.
struct BetzaFrame {
  int across = 0, along = 1;    // the dimensions of files and of ranks
  int right = 1, forward = -1;  // the step in the index of each
};

struct BetzaResult {
  std::vector<MoveBlock> blocks;  // without span and trail
  bool failed = false;
  std::size_t at = 0;             // byte of the letter in the text that is wrong
  std::string message, hint;
};

// `not_moved`: the attribute for `i`, or kNone. The board's first grid must have two dimensions.
BetzaResult expand_betza(std::string_view text, const BoardDefinition& board, const BetzaFrame& frame, AttributeId not_moved);

}  // namespace nightrider
