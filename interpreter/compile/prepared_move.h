// The effects of one move, ready to be carried out: all values are known but for the codes that stand on the board.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "compile/code_set.h"
#include "model/ids.h"

namespace nightrider {

// After the move `square` holds: the code `value` (source kNone), or map `value` of the code that stood on `source` before.
struct SquareOp {
  SquareId square = kNone;
  SquareId source = kNone;
  std::uint16_t value = 0;  // Code, or index into the table of code maps
  friend auto operator<=>(const SquareOp&, const SquareOp&) = default;
};

// A movement part as notation needs it. `becomes`: the promotion choice, kNone: none was offered.
struct PreparedPart {
  SquareId from = kNone;  // kNone: dropped
  SquareId to = kNone;
  PieceTypeId dropped = kNone;
  PieceTypeId becomes = kNone;
  friend auto operator<=>(const PreparedPart&, const PreparedPart&) = default;
};

struct PreparedMove {
  // What makes moves equal (language.md, decision 8).
  std::vector<SquareOp> ops;          // by square, ascending
  std::vector<PreparedPart> parts;
  std::uint64_t tags = 0;             // bit [TagId]
  std::uint64_t attributes_set = 0;   // player attributes: bit [player * count + attribute]
  std::uint64_t attributes_cleared = 0;
  bool partial = false;
  bool pass = false;
  MoveTypeId continuation = kNone;    // of a partial move; kNone: any type
  PlayerId hand_player = kNone;       // drops: whose hand gives the piece
  PieceTypeId hand_type = kNone;
  // Pieces that the move puts down and takes away again, as `ops` have them, without `square`: their owners' hands get them.
  // Empty where captures are not recycled.
  std::vector<SquareOp> recycled;

  // The rest follows from these or is only for display.
  std::vector<SquareId> captures;     // squares whose piece of before is gone; some may turn out to be empty
  // A square whose piece of before `remove` takes away, unless `fate`, a code map, spares it; kNone: always.
  struct Blast {
    SquareId square = kNone;
    std::uint16_t fate = kNone;
  };
  std::vector<Blast> blasts;          // none of them in captures; nothing is attacked by them
  std::vector<std::string> texts;
  bool origin_always = false;
  SquareId coordinate_to = kNone;     // where the coordinate form says that it goes; kNone: where it does
  bool displacement = false;          // one piece goes from the first part's origin to its target and nothing else changes

  // A promotion choice shows in what is put down; that it was offered is no effect.
  bool same_parts(const PreparedMove& other) const {
    return std::equal(parts.begin(), parts.end(), other.parts.begin(), other.parts.end(), [](const PreparedPart& a, const PreparedPart& b) {
      return a.from == b.from && a.to == b.to && a.dropped == b.dropped;
    });
  }
  // Whether nothing comes of it but that the piece on `from` is put down on `to` as `placed`: then it equals that plain move.
  bool only_places(SquareId from, SquareId to, std::uint16_t placed) const {
    if (parts.size() != 1 || parts[0].from != from || parts[0].to != to || ops.size() != 2 || tags != 0 || attributes_set != 0 ||
        attributes_cleared != 0 || partial || pass || hand_type != kNone || !recycled.empty())
      return false;
    return std::all_of(ops.begin(), ops.end(), [&](const SquareOp& op) {
      return op.source == kNone && ((op.square == from && op.value == kEmptyCode) || (op.square == to && op.value == placed));
    });
  }
  bool same_effects(const PreparedMove& other) const {
    return ops == other.ops && same_parts(other) && tags == other.tags && attributes_set == other.attributes_set &&
           attributes_cleared == other.attributes_cleared && partial == other.partial && pass == other.pass &&
           continuation == other.continuation && hand_player == other.hand_player && hand_type == other.hand_type && recycled == other.recycled;
  }
};

}  // namespace nightrider
