// A ZRF move block as data: a little program that walks the board and emits moves (zrf-reference 8, language.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"
#include "model/ids.h"

namespace nightrider {

// The square an instruction or condition is about.
enum class PlaceKind : std::uint8_t {
  kCurrent,    // where the block stands
  kSquare,     // a named position: `square`
  kStep,       // one step in `direction` from the current square (after symmetry); may be off the board
  kOpposite,   // one step against `direction`: to the square whose link in it leads here
  kFrom, kTo, kMark, kLastFrom, kLastTo,
};
struct Place {
  PlaceKind kind = PlaceKind::kCurrent;
  std::uint16_t id = kNone;  // SquareId or DirectionId
};

enum class ConditionKind : std::uint8_t {
  kTrue, kFalse, kNot, kAnd, kOr,     // children
  kEmpty, kEnemy, kFriend, kNeutral,  // place
  kPiece,           // id: PieceTypeId; place
  kInZone,          // id: ZoneId; place
  kPosition,        // id: SquareId; place
  kFlag,            // id: FlagId
  kPositionFlag,    // id: PositionFlagId; place
  kMarked,          // place is the mark
  kOnBoard,         // place
  kLastFrom, kLastTo,   // place
  kAttacked, kDefended, // id: MoveTypeId or kNone; place
  kAdjacentToEnemy, kGoalPosition,  // place
  kAttribute,       // id: AttributeId; place: value of the piece there, false where there is none or it has none
  kPlayerAttribute, // id: PlayerAttributeId; player: kNone is the as-player
  kFewer,           // id: PieceTypeId; number: fewer than so many of the as-player's pieces of that type stand on the board
  kLastTag,         // id: TagId: the previous move or leg carries it
};
// A `not-x?` form is kNot over x. Off the board every positive test is false.
struct Condition {
  ConditionKind kind = ConditionKind::kTrue;
  std::uint16_t id = kNone;
  PlayerId player = kNone;
  std::uint16_t number = 0;
  Place place;
  std::vector<Condition> children;
  SourceSpan span;
};

enum class InstructionKind : std::uint8_t {
  kMove,          // go to place: kStep and kOpposite end the block off the board, kSquare jumps, kFrom.. `(go from)`; `back` is kMark
  kSetFrom, kSetTo,   // `from`, `to`: the current square
  kSetMark,       // mark = place
  kVerify,        // condition
  kIf,            // condition, body, else_body
  kWhile,         // condition, body
  kAdd,           // types: promotion choices, empty: unchanged; copy, partial, id: MoveTypeId of the continuation
  kCapture,       // place
  kRemove,        // place; types: spared. Like kCapture, but nothing is attacked by it
  kCreate,        // player (kNone: as-player), id: PieceTypeId (kNone: that of the moving piece), place
  kChangeType,    // id: PieceTypeId, place
  kChangeOwner,   // player (kNone: as-player), place
  kFlip,          // place
  kCascade,
  kSetFlag,       // id, condition
  kSetPositionFlag,    // id, condition, place
  kSetAttribute,       // id, condition, place
  kSetPlayerAttribute, // id, condition, player (kNone: as-player)
  kTag,           // id: TagId; pending like kSetAttribute
  kText,          // texts: first as written, all read; pending
  kOriginAlways,  // pending
  kCoordinateTo,  // place: where the coordinate form says that the move goes; pending
};
struct Instruction {
  InstructionKind kind = InstructionKind::kMove;
  bool copy = false;      // kAdd: add-copy
  bool partial = false;   // kAdd: add-partial
  std::uint16_t id = kNone;
  PlayerId player = kNone;
  Place place;
  Condition condition;
  std::vector<PieceTypeId> types;
  std::vector<std::string> texts;
  std::vector<Instruction> body;
  std::vector<Instruction> else_body;
  SourceSpan span;
  std::uint32_t trail = 0;  // index into GameDefinition::trails: the macro calls around it
};

struct MoveBlock {
  MoveTypeId move_type = kNone;  // kNone: before the first label
  std::vector<Instruction> body;
  SourceSpan span;
  std::uint32_t trail = 0;
};

}  // namespace nightrider
