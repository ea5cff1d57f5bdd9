#include "model/game_definition.h"

#include <algorithm>

namespace nightrider {
namespace {

// `own`, `other`: the goal is one of the player whose royal types are wanted, of another player.
void collect_royal(const GoalTest& test, bool own, bool other, std::vector<PieceTypeId>& types) {
  using Owner = ConfigOccupant::Owner;
  if (test.kind == GoalTestKind::kCheckmated)
    for (const ConfigOccupant& occupant : test.occupants) {
      const bool his = occupant.owner == Owner::kAny || (occupant.owner == Owner::kPlayer ? own : other);
      if (his && std::ranges::find(types, occupant.type) == types.end()) types.push_back(occupant.type);
    }
  if (test.kind == GoalTestKind::kReachable || test.kind == GoalTestKind::kRepetition) return;  // these only ask
  for (const GoalTest& child : test.children) collect_royal(child, own, other, types);
}

}  // namespace

const PieceAttribute* GameDefinition::find_attribute(PieceTypeId type, AttributeId attribute) const {
  for (const PieceAttribute& own : pieces[type].attributes)
    if (own.attribute == attribute) return &own;
  return nullptr;
}

std::vector<PieceTypeId> GameDefinition::royal_types(PlayerId player) const {
  std::vector<PieceTypeId> types;
  for (const GoalDefinition& goal : goals) {
    const bool own = std::ranges::find(goal.players, player) != goal.players.end();
    const bool other = std::ranges::any_of(goal.players, [&](PlayerId each) { return each != player; });
    collect_royal(goal.test, own, other, types);
  }
  return types;
}

}  // namespace nightrider
