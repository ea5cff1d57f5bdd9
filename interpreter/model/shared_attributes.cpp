#include "model/shared_attributes.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace nightrider {
namespace {

using TypeSet = std::vector<bool>;  // [piece type]

bool intersects(const TypeSet& a, const TypeSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && b[i]) return true;
  return false;
}

// What the blocks of a game may do to types and attributes.
struct Changes {
  std::vector<TypeSet> made_true;                    // [attribute]: types on which some instruction may set it to true
  std::vector<std::pair<TypeSet, TypeSet>> becomes;  // a piece of the first types may become one of the second
};

class BlockWalk {
 public:
  BlockWalk(const GameDefinition& game, PieceTypeId type, Changes& changes)
      : types_(game.pieces.size()), type_(type), changes_(changes) {}

  // `after`: what follows the body, the innermost list last.
  void run(std::span<const Instruction> body, std::vector<std::span<const Instruction>> after = {}) {
    after.emplace_back();
    for (std::size_t i = 0; i < body.size(); ++i) {
      const Instruction& instruction = body[i];
      after.back() = body.subspan(i + 1);
      switch (instruction.kind) {
        case InstructionKind::kSetFrom: case InstructionKind::kCascade: own_piece_ = false; break;
        case InstructionKind::kMove: created_ = kNone; break;
        case InstructionKind::kCreate:
          if (instruction.place.kind == PlaceKind::kCurrent) created_ = instruction.id == kNone ? type_ : instruction.id;
          break;
        case InstructionKind::kAdd:
          for (const PieceTypeId choice : instruction.types) changes_.becomes.emplace_back(own_piece_ ? only(type_) : all(), only(choice));
          break;
        case InstructionKind::kChangeType: changes_.becomes.emplace_back(touched(instruction, after), only(instruction.id)); break;
        case InstructionKind::kSetAttribute:
          if (instruction.condition.kind != ConditionKind::kFalse) {
            const TypeSet touched_types = touched(instruction, after);
            TypeSet& set = changes_.made_true[instruction.id];
            for (std::size_t t = 0; t < types_; ++t) set[t] = set[t] || touched_types[t];
          }
          break;
        case InstructionKind::kIf: {
          const PieceTypeId created = created_;
          run(instruction.body, after);
          const PieceTypeId then_created = std::exchange(created_, created);
          run(instruction.else_body, after);
          if (created_ != then_created) created_ = kNone;
          break;
        }
        case InstructionKind::kWhile:
          created_ = kNone;
          run(instruction.body, {});  // what follows is the loop again or the end: nothing is said
          created_ = kNone;
          break;
        default: break;
      }
    }
  }

 private:
  TypeSet only(PieceTypeId type) const {
    TypeSet set(types_);
    set[type] = true;
    return set;
  }
  TypeSet all() const { return TypeSet(types_, true); }

  // The types of the piece that a change concerns: of one just created there, of the moving piece where it is sure to land there; else any.
  TypeSet touched(const Instruction& instruction, const std::vector<std::span<const Instruction>>& after) const {
    if (instruction.place.kind != PlaceKind::kCurrent) return all();
    if (created_ != kNone) return only(created_);
    TypeSet types(types_);
    if (!own_piece_ || !lands(after, types)) return all();
    types[type_] = true;
    return types;
  }

  enum class Way { kLands, kUnknown, kGoesOn };
  Way follow(std::span<const Instruction> body, TypeSet& types) const {
    for (const Instruction& instruction : body) switch (instruction.kind) {
        case InstructionKind::kMove: case InstructionKind::kSetFrom: case InstructionKind::kSetTo: case InstructionKind::kCascade:
        case InstructionKind::kWhile: case InstructionKind::kCreate: return Way::kUnknown;
        case InstructionKind::kChangeType: types[instruction.id] = true; break;
        case InstructionKind::kAdd:
          for (const PieceTypeId choice : instruction.types) types[choice] = true;
          return instruction.copy ? Way::kUnknown : Way::kLands;
        case InstructionKind::kIf: {
          const Way yes = follow(instruction.body, types);
          const Way no = follow(instruction.else_body, types);
          if (yes == Way::kUnknown || no == Way::kUnknown) return Way::kUnknown;
          if (yes == Way::kLands && no == Way::kLands) return Way::kLands;
          break;
        }
        default: break;
      }
    return Way::kGoesOn;
  }
  bool lands(const std::vector<std::span<const Instruction>>& after, TypeSet& types) const {
    for (auto rest = after.rbegin(); rest != after.rend(); ++rest)
      if (const Way way = follow(*rest, types); way != Way::kGoesOn) return way == Way::kLands;
    return false;
  }

  const std::size_t types_;
  const PieceTypeId type_;
  Changes& changes_;
  bool own_piece_ = true;        // the part in progress moves the piece of the block
  PieceTypeId created_ = kNone;  // put on the current square since the last step
};

}  // namespace

void share_attributes(GameDefinition& game) {
  const std::size_t types = game.pieces.size();
  Changes changes;
  changes.made_true.assign(game.attributes.size(), TypeSet(types));
  for (std::size_t type = 0; type < types; ++type) {
    for (const MoveBlock& block : game.pieces[type].moves) BlockWalk(game, static_cast<PieceTypeId>(type), changes).run(block.body);
    for (const MoveBlock& block : game.pieces[type].drops) BlockWalk(game, static_cast<PieceTypeId>(type), changes).run(block.body);
  }
  for (std::size_t attribute = 0; attribute < game.attributes.size(); ++attribute) {
    TypeSet& holds = changes.made_true[attribute];
    if (std::find(holds.begin(), holds.end(), true) == holds.end()) continue;
    for (bool grown = true; grown;) {  // a piece keeps what it has when its type changes
      grown = false;
      for (const auto& [before, after] : changes.becomes) {
        if (!intersects(before, holds)) continue;
        for (std::size_t type = 0; type < types; ++type)
          if (after[type] && !holds[type]) holds[type] = grown = true;
      }
    }
    for (std::size_t type = 0; type < types; ++type) {
      const auto known = [&](const PieceAttribute& own) { return own.attribute == attribute; };
      std::vector<PieceAttribute>& own = game.pieces[type].attributes;
      if (holds[type] && std::none_of(own.begin(), own.end(), known)) own.push_back({static_cast<AttributeId>(attribute), false, false, false});
    }
  }
}

}  // namespace nightrider
