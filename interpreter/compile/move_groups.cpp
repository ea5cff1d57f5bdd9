#include "compile/move_groups.h"

#include <algorithm>

namespace nightrider {
namespace {

bool same_move(const MoveDraft& a, const MoveDraft& b) {
  if (a.from != b.from || a.to != b.to) return false;
  if (a.plain != b.plain) return a.plain ? b.prepared.only_places(b.from, b.to, a.placed) : a.prepared.only_places(a.from, a.to, b.placed);
  return a.plain ? a.placed == b.placed : a.prepared.same_effects(b.prepared);
}

// What stands on a square where both conditions hold.
class Occupants {
 public:
  Occupants(const RuleContext& context, const PathCondition& a, const PathCondition& b, SquareId origin, Code code)
      : context_(context), a_(a), b_(b), origin_(origin) {
    own_.insert(code);
  }
  CodeSet on(SquareId square) const {
    CodeSet codes = square == origin_ ? own_ : context_.all_codes;
    for (const PathCondition* condition : {&a_, &b_})
      if (const CodeSet* known = condition->occupant(square)) codes &= *known;
    return codes;
  }
  bool any() const {
    const auto possible = [&](const auto& occupant) {
      const CodeSet* other = b_.occupant(occupant.first);
      const CodeSet& allowed = occupant.first == origin_ ? own_ : occupant.second;
      return occupant.second.meets(allowed) && (other == nullptr || allowed.meets(*other));
    };
    const auto denied = [&](Test test) {
      test.expected = !test.expected;
      return std::find(b_.others.begin(), b_.others.end(), test) != b_.others.end();
    };
    return std::all_of(a_.occupants.begin(), a_.occupants.end(), possible) && std::none_of(a_.others.begin(), a_.others.end(), denied);
  }

 private:
  const RuleContext& context_;
  const PathCondition& a_;
  const PathCondition& b_;
  SquareId origin_;
  CodeSet own_;
};

std::vector<SquareOp> ops_of(const MoveDraft& draft) {
  if (!draft.plain) return draft.prepared.ops;
  return {{draft.from, kNone, kEmptyCode}, {draft.to, kNone, draft.placed}};
}

// `op`: null where the move leaves the square alone.
Code value_of(const RuleContext& context, const SquareOp* op, Code source) {
  if (op == nullptr) return source;
  return op->source == kNone ? op->value : context.maps[op->value][source];
}

bool may_leave_the_same(const RuleContext& context, const SquareOp* a, const SquareOp* b, SquareId square, const Occupants& occupants) {
  const auto source_of = [&](const SquareOp* op) { return op == nullptr ? square : op->source; };
  const SquareId source_a = source_of(a), source_b = source_of(b);
  if (source_a != kNone && source_b != kNone && source_a != source_b) return true;
  if (source_a == kNone && source_b == kNone) return a->value == b->value;
  bool same = false;
  occupants.on(source_a != kNone ? source_a : source_b).for_each([&](Code code) {
    same = same || value_of(context, a, code) == value_of(context, b, code);
  });
  return same;
}

}  // namespace

void add_to_groups(std::vector<MoveGroup>& groups, GroupIndex& index, EmittedMove&& move) {
  const std::uint32_t key = (std::uint32_t{move.draft.from} << 16) + move.draft.to;
  const auto [first, last] = index.equal_range(key);
  for (auto at = first; at != last; ++at) {
    MoveGroup& group = groups[at->second];
    if (!same_move(group.draft, move.draft)) continue;
    auto& captures = group.draft.prepared.captures;
    for (SquareId square : move.draft.prepared.captures)
      if (std::find(captures.begin(), captures.end(), square) == captures.end()) captures.push_back(square);
    std::erase_if(group.draft.prepared.blasts, [&](const PreparedMove::Blast& blast) {
      return std::find(captures.begin(), captures.end(), blast.square) != captures.end();
    });
    group.conditions.push_back(std::move(move.condition));
    return;
  }
  index.emplace(key, groups.size());
  groups.push_back({std::move(move.draft), {}});
  groups.back().conditions.push_back(std::move(move.condition));
}

PathCondition what_all_say(const std::vector<PathCondition>& conditions) {
  PathCondition common = conditions.front();
  for (const PathCondition& condition : conditions) {
    for (auto& [square, codes] : common.occupants) {
      const CodeSet* others = condition.occupant(square);
      if (others != nullptr) codes = codes | *others;
    }
    std::erase_if(common.occupants, [&](const auto& occupant) { return condition.occupant(occupant.first) == nullptr; });
    std::erase_if(common.others, [&](const Test& test) { return std::find(condition.others.begin(), condition.others.end(), test) == condition.others.end(); });
  }
  return common;
}

bool may_coincide(const RuleContext& context, const GroupSummary& a, const GroupSummary& b, SquareId origin, Code code, std::size_t& steps) {
  const PreparedMove& pa = a.group->draft.prepared;
  const PreparedMove& pb = b.group->draft.prepared;
  if (pa.tags != pb.tags || pa.partial != pb.partial || pa.pass != pb.pass || pa.continuation != pb.continuation) return false;
  const std::vector<SquareOp> ops_a = ops_of(a.group->draft), ops_b = ops_of(b.group->draft);
  const auto find = [](const std::vector<SquareOp>& ops, SquareId square) -> const SquareOp* {
    const auto found = std::find_if(ops.begin(), ops.end(), [&](const SquareOp& op) { return op.square == square; });
    return found == ops.end() ? nullptr : &*found;
  };
  const auto coincide = [&](const PathCondition& ca, const PathCondition& cb) {
    ++steps;
    const Occupants occupants(context, ca, cb, origin, code);
    return occupants.any() &&
           std::all_of(ops_a.begin(), ops_a.end(), [&](const SquareOp& op) {
             return may_leave_the_same(context, &op, find(ops_b, op.square), op.square, occupants);
           }) &&
           std::all_of(ops_b.begin(), ops_b.end(), [&](const SquareOp& op) {
             return may_leave_the_same(context, find(ops_a, op.square), &op, op.square, occupants);
           });
  };
  if (!coincide(a.common, b.common)) return false;
  return std::any_of(a.group->conditions.begin(), a.group->conditions.end(), [&](const PathCondition& ca) {
    return std::any_of(b.group->conditions.begin(), b.group->conditions.end(), [&](const PathCondition& cb) { return coincide(ca, cb); });
  });
}

}  // namespace nightrider
