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

// Of which the goal holds whenever one is captured.
void collect_captured(const GoalTest& test, std::vector<PieceTypeId>& types) {
  if (test.kind == GoalTestKind::kCaptured) types.insert(types.end(), test.types.begin(), test.types.end());
  if (test.kind == GoalTestKind::kOr)
    for (const GoalTest& child : test.children) collect_captured(child, types);
}

}  // namespace

const PieceAttribute* GameDefinition::find_attribute(PieceTypeId type, AttributeId attribute) const {
  for (const PieceAttribute& own : pieces[type].attributes)
    if (own.attribute == attribute) return &own;
  return nullptr;
}

PieceTypeId GameDefinition::captured_as(PieceTypeId type, std::uint64_t attributes) const {
  for (const CapturedAs& rule : pieces[type].captured_as)
    if (rule.attribute == kNone || ((attributes >> rule.attribute) & 1) != 0) return rule.type;
  return type;
}

std::vector<SetupEntry> GameDefinition::setup_of(std::uint64_t start) const {
  std::vector<SetupEntry> result = setup;
  for (const ShuffleDefinition& shuffle : shuffles) {
    const ShuffleSide& first = shuffle.sides.front();
    std::vector<PieceTypeId> placed(first.squares.size(), kNone);  // [i-th square of each side]
    for (const ShuffleStep& step : shuffle.steps) {
      std::vector<std::size_t> free;
      for (std::size_t i = 0; i < placed.size(); ++i)
        if (placed[i] == kNone && (step.zone == kNone || board.zone_squares[step.zone][first.player].contains(first.squares[i]))) free.push_back(i);
      std::uint64_t choice = start % step.ways;
      start /= step.ways;
      // The choice-th subset in lexicographic order: of those that are left, `ways` begin with the next free square.
      std::uint64_t ways = step.ways;
      std::size_t wanted = step.pieces.size();
      for (std::size_t at = 0, next = 0; wanted > 0; ++at) {
        const std::uint64_t left = free.size() - at;
        const std::uint64_t with = ways * wanted / left;  // subsets that hold this square
        if (choice < with) {
          placed[free[at]] = step.pieces[next++];
          --wanted;
          ways = with;
        } else {
          choice -= with;
          ways -= with;
        }
      }
    }
    for (SetupEntry& entry : result)
      for (const ShuffleSide& side : shuffle.sides)
        std::erase_if(entry.squares, [&](SquareId square) { return std::ranges::find(side.squares, square) != side.squares.end(); });
    for (const ShuffleSide& side : shuffle.sides)
      for (std::size_t i = 0; i < placed.size(); ++i)
        if (placed[i] != kNone) result.push_back({side.player, placed[i], {side.squares[i]}, 0});
  }
  return result;
}

std::size_t GameDefinition::turn_after(std::size_t turn) const { return turn + 1 < turn_order.size() ? turn + 1 : turn_repeat; }

std::vector<std::size_t> GameDefinition::turns_before(std::size_t turn) const {
  std::vector<std::size_t> before;
  if (turn == turn_repeat && !turn_order.empty()) before.push_back(turn_order.size() - 1);
  if (turn > 0) before.push_back(turn - 1);
  return before;
}

PlayerId GameDefinition::next_opponent(std::size_t turn) const {
  const PlayerId player = turn_order[turn].player;
  for (std::size_t step = 0, next = turn; step <= turn_order.size(); ++step) {
    next = turn_after(next);
    const PlayerId other = turn_order[next].player;
    if (other != player && players[other].kind == PlayerKind::kActive) return other;
  }
  return kNone;
}

std::vector<PieceTypeId> GameDefinition::royal_types(PlayerId player) const {
  std::vector<PieceTypeId> types, named, captured;
  for (const GoalDefinition& goal : goals) {
    const bool own = std::ranges::find(goal.players, player) != goal.players.end();
    const bool other = std::ranges::any_of(goal.players, [&](PlayerId each) { return each != player; });
    named.clear();
    collect_royal(goal.test, own, other, named);
    for (const PieceTypeId type : named)
      if (std::ranges::find(captured, type) == captured.end() && std::ranges::find(types, type) == types.end()) types.push_back(type);
    if (own && goal.kind == GoalKind::kLoss) collect_captured(goal.test, captured);
  }
  return types;
}

}  // namespace nightrider
