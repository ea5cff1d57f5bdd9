#include "model/game_definition.h"

#include <algorithm>

namespace nightrider {
namespace {

void collect_royal(const GoalTest& test, std::vector<PieceTypeId>& types) {
  if (test.kind == GoalTestKind::kCheckmated)
    for (PieceTypeId type : test.types)
      if (std::ranges::find(types, type) == types.end()) types.push_back(type);
  for (const GoalTest& child : test.children) collect_royal(child, types);
}

}  // namespace

const PieceAttribute* GameDefinition::find_attribute(PieceTypeId type, AttributeId attribute) const {
  for (const PieceAttribute& own : pieces[type].attributes)
    if (own.attribute == attribute) return &own;
  return nullptr;
}

std::vector<PieceTypeId> GameDefinition::royal_types(PlayerId player) const {
  std::vector<PieceTypeId> types;
  for (const GoalDefinition& goal : goals)
    if (std::ranges::find(goal.players, player) != goal.players.end()) collect_royal(goal.test, types);
  return types;
}

}  // namespace nightrider
