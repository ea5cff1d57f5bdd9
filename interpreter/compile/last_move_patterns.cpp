#include "compile/last_move_patterns.h"

#include <set>
#include <tuple>

#include "base/random.h"

namespace nightrider {

void find_last_move_patterns(CompiledGame& game) {
  if (game.has_general) game.every_last_move_counts = true;
  game.patterns_by_to.resize(game.context.squares);
  std::set<std::tuple<SquareId, SquareId, std::uint64_t, std::uint64_t>> known;
  for (const Conjunction& conjunction : game.conjunctions) {
    LastMovePattern pattern;
    bool asks = false;
    for (std::uint32_t i = 0; i < conjunction.count; ++i) {
      const Test& test = game.tests[conjunction.first + i];
      const bool last = test.kind == TestKind::kLastFrom || test.kind == TestKind::kLastTo || test.kind == TestKind::kLastTag;
      asks = asks || last;
      // What holds unless the last move was a certain one: then every last move counts.
      if (last && !test.expected) game.every_last_move_counts = true;
      if (!last || !test.expected) continue;
      if (test.kind == TestKind::kLastFrom) pattern.from = test.subject;
      if (test.kind == TestKind::kLastTo) pattern.to = test.subject;
      if (test.kind == TestKind::kLastTag) pattern.tags |= std::uint64_t{1} << test.subject;
    }
    if (!asks) continue;
    if (pattern.from == kNone && pattern.to == kNone && pattern.tags == 0) continue;
    if (pattern.to != kNone)
      for (std::uint32_t i = 0; i < conjunction.count; ++i) {
        const Test& test = game.tests[conjunction.first + i];
        if (test.kind == TestKind::kOccupant && test.subject == pattern.to) pattern.codes = test.codes;
      }
    if (!known.emplace(pattern.from, pattern.to, pattern.tags, pattern.codes).second) continue;
    Random random(0x6c617374 + game.last_move_patterns.size());
    pattern.key = random.next();
    const auto index = static_cast<std::uint32_t>(game.last_move_patterns.size());
    (pattern.to == kNone ? game.patterns_any_to : game.patterns_by_to[pattern.to]).push_back(index);
    game.last_move_patterns.push_back(pattern);
  }
}

}  // namespace nightrider
