// From what a block emitted to what a move does to the board.
#pragma once

#include <functional>

#include "compile/block_executor.h"
#include "compile/prepared_move.h"
#include "compile/rule_context.h"

namespace nightrider {

// A move as `compile` and `play` handle it: a plain displacement, or prepared effects.
struct MoveDraft {
  bool plain = false;
  SquareId from = kNone;
  SquareId to = kNone;
  Code placed = 0;        // plain
  PreparedMove prepared;  // else
};

// `code` is the piece that ran the block. Every part's origin must be known to be occupied or known to be empty.
// `known_code` answers kUnknownCode where several codes can stand; then `map_id` stores the map that is needed.
MoveDraft prepare_move(const RuleContext& context, const Emission& emission, Code code, bool drop,
                       const std::function<Code(SquareId)>& known_code,
                       const std::function<std::uint16_t(const CodeMap&)>& map_id);

}  // namespace nightrider
