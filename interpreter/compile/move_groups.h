// The moves of one piece code on one square, each once (language.md, decision 8).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compile/paths.h"

namespace nightrider {

// One move, with all the conditions under which some block makes it.
struct MoveGroup {
  MoveDraft draft;
  std::vector<PathCondition> conditions;
};

// Groups by the squares of the move's first part.
using GroupIndex = std::unordered_multimap<std::uint32_t, std::size_t>;

// To the group of equal moves, or as a new one. Equal are those whose effects are the same whatever stands on the board.
void add_to_groups(std::vector<MoveGroup>& groups, GroupIndex& index, EmittedMove&& move);

// What holds wherever one of the conditions does. At least one condition.
PathCondition what_all_say(const std::vector<PathCondition>& conditions);

struct GroupSummary {
  const MoveGroup* group = nullptr;
  PathCondition common;  // what_all_say(group->conditions)
};

// Whether two groups with the same first part may leave the same in some position in which both can be made: a capture of
// nothing, a change to what is there already. False is a proof. `origin`: where `code` stands; kNone: nowhere, it is dropped.
// Adds the pairs of conditions looked at to `steps`.
bool may_coincide(const RuleContext& context, const GroupSummary& a, const GroupSummary& b, SquareId origin, Code code, std::size_t& steps);

}  // namespace nightrider
