#include "compile/place_conditions.h"

#include <algorithm>

namespace nightrider {

namespace {

bool asks_otherwise(const Condition& condition) {
  switch (condition.kind) {
    case ConditionKind::kLastFrom: case ConditionKind::kLastTo: case ConditionKind::kAttacked: case ConditionKind::kDefended:
    case ConditionKind::kAdjacentToEnemy: case ConditionKind::kPlayerAttribute: case ConditionKind::kFewer: case ConditionKind::kLastTag:
      return true;
    default: return std::any_of(condition.children.begin(), condition.children.end(), asks_otherwise);
  }
}

}  // namespace

PlaceConditions::Found PlaceConditions::look_up(const Condition& condition, PlayerId as_player) {
  auto& known = known_[as_player];
  auto at = known.find(&condition);
  if (at == known.end()) {
    if (known.size() == kMaxKnown) return {};
    at = known.emplace(&condition, Known{std::nullopt, asks_otherwise(condition)}).first;
    PlaceCondition result;
    bool placed = false;
    if (!at->second.asks_otherwise && gather(condition, as_player, placed, result) && placed) at->second.place = std::move(result);
  }
  return {at->second.place ? &*at->second.place : nullptr, at->second.asks_otherwise};
}

bool PlaceConditions::gather(const Condition& condition, PlayerId as_player, bool& placed, PlaceCondition& result) const {
  const auto asks = [&](const CodeSet& codes) {
    if (condition.place.kind == PlaceKind::kLastFrom || condition.place.kind == PlaceKind::kLastTo) return false;
    if (placed && (condition.place.kind != result.place.kind || condition.place.id != result.place.id)) return false;
    placed = true;
    result.place = condition.place;
    result.codes = codes;
    result.off_board = false;
    return true;
  };
  switch (condition.kind) {
    case ConditionKind::kTrue: result.codes = context_.all_codes; return result.off_board = true;
    case ConditionKind::kFalse: result.codes = {}; result.off_board = false; return true;
    case ConditionKind::kNot:
      if (!gather(condition.children[0], as_player, placed, result)) return false;
      result.codes = context_.all_codes - result.codes;
      result.off_board = !result.off_board;
      return true;
    case ConditionKind::kAnd: case ConditionKind::kOr: {
      const bool both = condition.kind == ConditionKind::kAnd;
      CodeSet codes = both ? context_.all_codes : CodeSet{};
      bool off_board = both;
      for (const Condition& child : condition.children) {
        if (!gather(child, as_player, placed, result)) return false;
        codes = both ? codes & result.codes : codes | result.codes;
        off_board = both ? off_board && result.off_board : off_board || result.off_board;
      }
      result.codes = std::move(codes);
      result.off_board = off_board;
      return true;
    }
    case ConditionKind::kEmpty: case ConditionKind::kEnemy: case ConditionKind::kFriend: case ConditionKind::kNeutral:
    case ConditionKind::kPiece: case ConditionKind::kAttribute: return asks(*context_.occupants_asked(condition, as_player));
    case ConditionKind::kOnBoard: return asks(context_.all_codes);
    case ConditionKind::kInZone: case ConditionKind::kPosition: case ConditionKind::kFlag: case ConditionKind::kPositionFlag:
    case ConditionKind::kMarked: case ConditionKind::kLastFrom: case ConditionKind::kLastTo: case ConditionKind::kAttacked:
    case ConditionKind::kDefended: case ConditionKind::kAdjacentToEnemy: case ConditionKind::kGoalPosition:
    case ConditionKind::kPlayerAttribute: case ConditionKind::kFewer: case ConditionKind::kLastTag:
      return false;
  }
  return false;
}

}  // namespace nightrider
