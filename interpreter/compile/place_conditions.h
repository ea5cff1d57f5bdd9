// Conditions that ask only what stands on one place, such as `(or empty? (piece? Rook))`: the codes that fulfil them there. A block is
// run thousands of times while a game is compiled, so these sets are made once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "compile/rule_context.h"

namespace nightrider {

struct PlaceCondition {
  Place place;            // never one that the position steers
  CodeSet codes;          // with one of these on it the condition holds
  bool off_board = false; // what it says where the place is off the board
};

class PlaceConditions {
 public:
  // Of conditions of `context.game`, which must outlive this.
  explicit PlaceConditions(const RuleContext& context) : context_(context), known_(context.players) {}

  struct Found {
    const PlaceCondition* place = nullptr;  // null: it asks more than that, or is a plain test
    bool asks_otherwise = false;            // something in it is not about what stands on a square, or about where the block is
  };
  Found find(const Condition& condition, PlayerId as_player) {
    if (condition.kind != ConditionKind::kNot && condition.kind != ConditionKind::kAnd && condition.kind != ConditionKind::kOr) return {};
    Recent& recent = recent_[(std::bit_cast<std::uintptr_t>(&condition) / sizeof(Condition) + as_player) % recent_.size()];
    if (recent.condition != &condition || recent.as_player != as_player) recent = {&condition, as_player, look_up(condition, as_player)};
    return recent.found;
  }

 private:
  struct Recent {
    const Condition* condition = nullptr;
    PlayerId as_player = kNone;
    Found found;
  };
  struct Known {
    std::optional<PlaceCondition> place;
    bool asks_otherwise = false;
  };
  Found look_up(const Condition& condition, PlayerId as_player);

  static constexpr std::size_t kMaxKnown = 20'000;  // of each player; of more, some are worked out again each time

  // False: more than one place.
  bool gather(const Condition& condition, PlayerId as_player, bool& placed, PlaceCondition& result) const;

  const RuleContext& context_;
  std::array<Recent, 1024> recent_;  // most questions are those of a moment ago
  std::vector<std::unordered_map<const Condition*, Known>> known_;  // [as-player]
};

}  // namespace nightrider
