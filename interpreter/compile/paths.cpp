#include "compile/paths.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace nightrider {
namespace {

// Answers from what the path so far implies. An open question is first answered yes; the path is then run again from the
// start with its last open "yes" turned into "no", until all are "no" (depth-first search by re-execution). What was decided
// before that question is remembered with all that follows from it, and not worked out again.
class PathOracle {
 public:
  static constexpr bool kSymbolic = true;
  PathOracle(RuleContext& context, PlaceConditions& place_conditions, Code code, SquareId square, bool drop, PathResult& result)
      : context_(context), place_conditions_(place_conditions), code_(code), square_(square), drop_(drop), result_(result),
        words_((context.codes.size() + 63) / 64), known_at_(context.squares, kNotKnown) {}

  void begin() {
    position_ = 0;
    steps_ = 0;
    decision_ = 0;
    if (!known_.empty() || drop_) return;
    CodeSet self;
    self.insert(code_);
    known_at_[square_] = 0;
    known_.push_back({square_, self, false});
  }

  // Prepares the next path; false when all have been walked.
  bool next() {
    while (!trail_.empty() && !trail_.back().answer) trail_.pop_back();
    if (trail_.empty()) return false;
    trail_.back().answer = false;
    flipped_ = trail_.size();
    while (!decisions_.empty() && decisions_.back().position >= flipped_) decisions_.pop_back();
    take_back(decisions_.empty() ? 0 : decisions_.back().changes);
    return true;
  }

  // One decision after the other, in the order in which the path meets them: what this one came to when it was met the last time,
  // null where it is still open. Then it is worked out, and said by `decided`.
  const bool* decided_before() {
    if (decision_ == decisions_.size()) return nullptr;
    position_ = decisions_[decision_].position;
    return &decisions_[decision_++].holds;
  }
  void decided(bool holds) {
    decisions_.push_back({holds, position_, changes_.size()});
    ++decision_;
  }

  bool failed() const { return failed_; }
  std::size_t total_steps() const { return total_steps_; }

  bool occupant_in(SquareId square, const CodeSet& codes) {
    Known& known = knowledge(square);
    std::uint64_t inside = 0, outside = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      inside |= known.codes.word(w) & codes.word(w);
      outside |= known.codes.word(w) & ~codes.word(w);
    }
    if (inside == 0) return false;
    if (outside == 0) return true;
    changes_.push_back({known_at_[square], known.asked, known.codes});
    known.asked = true;
    const bool yes = ask({TestKind::kOccupant, true, square, 0, kNone, 0});
    if (yes) known.codes &= codes;
    else known.codes -= codes;
    return yes;
  }
  PlaceConditions::Found place_condition(const Condition& condition, PlayerId as_player) { return place_conditions_.find(condition, as_player); }
  bool last_from_is(SquareId square) { return ask_exclusive(TestKind::kLastFrom, square); }
  bool last_to_is(SquareId square) { return ask_exclusive(TestKind::kLastTo, square); }
  bool last_tag(TagId tag) { return ask_once({TestKind::kLastTag, true, tag, 0, kNone, 0}); }
  bool player_attribute(int bit) { return ask_once({TestKind::kPlayerAttribute, true, static_cast<std::uint16_t>(bit), 0, kNone, 0}); }
  bool fewer(PlayerId player, PieceTypeId type, int number) {
    return ask_once({TestKind::kFewer, true, type, player, kNone, static_cast<std::uint64_t>(number)});
  }
  bool attacked(SquareId square, Code victim, MoveTypeId type, bool defended) {
    return ask_once({defended ? TestKind::kDefended : TestKind::kAttacked, true, square, victim, type, 0});
  }
  SquareId last_from() { return steered(); }
  SquareId last_to() { return steered(); }

  Code known_code(SquareId square) {
    const CodeSet& codes = knowledge(square).codes;
    bool one = false;
    for (std::size_t w = 0; w < words_; ++w) {
      const std::uint64_t word = codes.word(w);
      if (word == 0) continue;
      if (one || (word & (word - 1)) != 0) return kUnknownCode;
      one = true;
    }
    return one ? codes.first() : kUnknownCode;
  }
  bool step() {
    if (++steps_ > kMaxBlockSteps || ++total_steps_ > kMaxPathSteps) failed_ = true;
    return !failed_;
  }
  void endless(const Instruction& loop) {
    // Asking nothing of the position at all means that every position loops.
    const LoopReport report{&loop, position_ == 0};
    for (const LoopReport& known : result_.endless)
      if (known.loop == report.loop && known.always == report.always) return;
    result_.endless.push_back(report);
  }
  void emit(Emission&& emission) {
    for (const EmittedPart& part : emission.parts)
      if (part.from != kNone && decided_before() == nullptr) decided(occupant_in(part.from, context_.empty_set));
    if (failed_ || position_ < flipped_) return;  // emitted by an earlier path already
    EmittedMove move;
    move.draft = prepare_move(
        context_, emission, code_, drop_, [this](SquareId square) { return known_code(square); },
        [this](const CodeMap& map) { return context_.map_id(map); });
    for (const Known& known : known_)
      if (known.asked) move.condition.occupants.emplace_back(known.square, known.codes);
    for (std::size_t i = 0; i < position_; ++i) {
      if (trail_[i].test.kind == TestKind::kOccupant) continue;
      Test test = trail_[i].test;
      test.expected = trail_[i].answer;
      if (!test.expected && answered_otherwise(test.kind)) continue;
      move.condition.others.push_back(test);
    }
    std::sort(move.condition.others.begin(), move.condition.others.end());
    // A change of a piece that is not known is worked out for every code.
    for (const SquareOp& op : move.draft.prepared.ops)
      if (op.source != kNone) total_steps_ += context_.codes.size() / 8 + 1;
    result_.stored += move.condition.occupants.size() + move.condition.others.size() + 8 * move.draft.prepared.ops.size() + 1;
    if (result_.stored > kMaxStoredConditions) failed_ = true;
    result_.moves.push_back(std::move(move));
  }

 private:
  // The position steers the walk.
  SquareId steered() {
    failed_ = true;
    result_.steered = true;
    return kNone;
  }

  struct Known {
    SquareId square;
    CodeSet codes;
    bool asked;
  };
  struct Question {
    Test test;
    bool answer;
  };
  struct Decision {
    bool holds;
    std::size_t position;  // in the trail, behind the questions that it asked
    std::size_t changes;   // so many there were afterwards
  };
  // Of what is known of a square, as it was before; `codes` is not there for a square of which nothing was.
  struct Change {
    std::uint32_t place;
    bool asked;
    std::optional<CodeSet> codes;
  };

  void take_back(std::size_t count) {
    for (; changes_.size() > count; changes_.pop_back()) {
      Change& change = changes_.back();
      Known& known = known_[change.place];
      known.asked = change.asked;
      if (change.codes) {
        known.codes = std::move(*change.codes);
      } else {
        known_at_[known.square] = kNotKnown;
        known_.pop_back();
      }
    }
  }

  Known& knowledge(SquareId square) {
    if (known_at_[square] != kNotKnown) return known_[known_at_[square]];
    known_at_[square] = static_cast<std::uint32_t>(known_.size());
    changes_.push_back({known_at_[square], false, std::nullopt});
    known_.push_back({square, context_.all_codes, false});
    return known_.back();
  }

  // The previous move has one origin and one target: that it is here says that it is nowhere else.
  bool answered_otherwise(TestKind kind) const {
    if (kind != TestKind::kLastFrom && kind != TestKind::kLastTo) return false;
    for (std::size_t i = 0; i < position_; ++i)
      if (trail_[i].test.kind == kind && trail_[i].answer) return true;
    return false;
  }

  bool ask(const Test& test) {
    if (position_ == trail_.size()) trail_.push_back({test, true});
    return trail_[position_++].answer;
  }
  const Question* asked(const Test& test) const {
    for (std::size_t i = 0; i < position_; ++i)
      if (trail_[i].test == test) return &trail_[i];
    return nullptr;
  }
  bool ask_once(const Test& test) {
    if (const Question* question = asked(test)) return question->answer;
    return ask(test);
  }
  // The previous move has one origin and one target.
  bool ask_exclusive(TestKind kind, SquareId square) {
    for (std::size_t i = 0; i < position_; ++i)
      if (trail_[i].test.kind == kind && trail_[i].answer) return trail_[i].test.subject == square;
    return ask_once({kind, true, square, 0, kNone, 0});
  }

  RuleContext& context_;
  PlaceConditions& place_conditions_;
  Code code_;
  SquareId square_;
  bool drop_;
  PathResult& result_;
  std::size_t words_;  // in which codes of this game lie
  static constexpr std::uint32_t kNotKnown = 0xFFFFFFFFu;
  std::vector<Known> known_;
  std::vector<std::uint32_t> known_at_;  // [square]: place in known_
  std::vector<Change> changes_;
  std::vector<Decision> decisions_;
  std::size_t decision_ = 0;  // those before have been met on this path
  std::vector<Question> trail_;
  std::size_t position_ = 0;
  std::size_t flipped_ = 0;
  std::size_t steps_ = 0;
  std::size_t total_steps_ = 0;
  bool failed_ = false;
};

// Every position in which `special` holds is one in which `general` holds.
bool implies(const PathCondition& special, const PathCondition& general) {
  if (!std::includes(special.others.begin(), special.others.end(), general.others.begin(), general.others.end())) return false;
  for (const auto& [square, codes] : general.occupants) {
    const CodeSet* mine = special.occupant(square);
    if (mine == nullptr || !mine->subset_of(codes)) return false;
  }
  return true;
}

// If the two differ in one test only, which one expects and the other denies: what they share.
std::optional<std::vector<Test>> without_denied(const std::vector<Test>& a, const std::vector<Test>& b) {
  if (a.size() != b.size()) return std::nullopt;
  std::vector<Test> only_a, only_b, shared;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
  std::set_difference(b.begin(), b.end(), a.begin(), a.end(), std::back_inserter(only_b));
  if (only_a.size() != 1 || only_b.size() != 1) return std::nullopt;
  only_b[0].expected = !only_b[0].expected;
  if (only_a != only_b) return std::nullopt;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  return shared;
}

// If the two differ in one square's set only, or in one test that one of them denies, their union.
std::optional<PathCondition> united(const PathCondition& a, const PathCondition& b) {
  if (a.occupants.size() != b.occupants.size()) return std::nullopt;
  PathCondition result = a;
  bool different = false;
  if (a.others != b.others) {
    auto shared = without_denied(a.others, b.others);
    if (!shared) return std::nullopt;
    different = true;
    result.others = std::move(*shared);
  }
  for (auto& [square, codes] : result.occupants) {
    const CodeSet* other = b.occupant(square);
    if (other == nullptr) return std::nullopt;
    if (*other == codes) continue;
    if (different) return std::nullopt;
    different = true;
    codes = codes | *other;
  }
  return result;
}

}  // namespace

const CodeSet* PathCondition::occupant(SquareId square) const {
  for (const auto& [known, codes] : occupants)
    if (known == square) return &codes;
  return nullptr;
}

PathResult explore_paths(RuleContext& context, PlaceConditions& place_conditions, const MoveBlock& block, Code code, SquareId square, bool drop) {
  PathResult result;
  PathOracle oracle(context, place_conditions, code, square, drop, result);
  std::size_t paths = 0;
  do {
    oracle.begin();
    BlockExecutor<PathOracle>(context, oracle, code, square, drop).run(block);
    result.steps = oracle.total_steps();
    if (oracle.failed() || ++paths > kMaxPaths) return result;
  } while (oracle.next());
  result.complete = true;
  return result;
}

void merge_conditions(std::vector<PathCondition>& conditions, const CodeSet& all) {
  if (conditions.size() > kMaxMergedConditions) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      for (std::size_t j = i + 1; j < conditions.size();) {
        if (implies(conditions[i], conditions[j])) {
          conditions[i] = std::move(conditions[j]);
        } else if (auto both = united(conditions[i], conditions[j])) {
          std::erase_if(both->occupants, [&](const auto& occupant) { return occupant.second == all; });
          conditions[i] = std::move(*both);
        } else if (!implies(conditions[j], conditions[i])) {
          ++j;
          continue;
        }
        conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(j));
        changed = true;
      }
    }
  }
}

}  // namespace nightrider
