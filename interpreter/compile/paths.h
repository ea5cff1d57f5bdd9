// The symbolic run of a block: every way it can go, as conditions on the position and the moves that they lead to.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_game.h"
#include "compile/place_conditions.h"
#include "compile/prepare.h"

namespace nightrider {

// All must hold: each square's occupant is in its set (squares in the order of the first question), and the other tests.
struct PathCondition {
  std::vector<std::pair<SquareId, CodeSet>> occupants;
  std::vector<Test> others;  // none of kind kOccupant; sorted

  const CodeSet* occupant(SquareId square) const;
};

struct EmittedMove {
  PathCondition condition;
  MoveDraft draft;
};

struct LoopReport {
  const Instruction* loop = nullptr;
  bool always = false;  // whatever the position
};

struct PathResult {
  bool complete = false;  // false: over budget or steered by the position; leave the block as a general program
  bool steered = false;   // the position decides where the block walks
  std::size_t steps = 0;  // instructions run, all paths together
  std::size_t stored = 0; // squares that the conditions name and the moves change, weighed as kMaxStoredConditions says
  std::vector<EmittedMove> moves;
  std::vector<LoopReport> endless;
};

// Loading is to take a moment whatever the file: the largest shipped games need half of these. What is beyond them runs as a general
// program.
inline constexpr std::size_t kMaxPaths = 1024;        // of one block for one piece code and square
inline constexpr std::size_t kMaxMergedConditions = 64;  // under which one move is made; more are kept as they are
inline constexpr std::size_t kMaxBlockSteps = 100'000;  // of one run (language.md, decision 7)
inline constexpr std::size_t kMaxPathSteps = 20'000;  // of all runs of one block for one piece code and square
// Of one game. A block that was too much on one square is not tried on others, and past this none is tried any more.
inline constexpr std::size_t kMaxGameSteps = 3'000'000;
// Squares that the conditions of one block's moves name, those that they change counted eight times, for one piece code and
// square; and those of a game.
inline constexpr std::size_t kMaxStoredConditions = 10'000;
inline constexpr std::size_t kMaxGameConditions = 5'000'000;

PathResult explore_paths(RuleContext& context, PlaceConditions& place_conditions, const MoveBlock& block, Code code, SquareId square, bool drop);

// Merges conditions that say the same together as one: drops those that imply another, unites those that differ in one
// square only. The result holds in exactly the positions in which one of `conditions` does.
// `all`: every code, so that a set which excludes nothing can be left out.
void merge_conditions(std::vector<PathCondition>& conditions, const CodeSet& all);

}  // namespace nightrider
