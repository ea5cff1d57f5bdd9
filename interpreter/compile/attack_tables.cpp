#include "compile/attack_tables.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace nightrider {
namespace {

// Reversed paths to one target, merged: each node is a square, `attackers` capture the target from there if all squares
// before it are empty.
struct ReverseNode {
  SquareId square = kNone;
  CodeSet attackers;
  std::vector<std::uint32_t> children;
  std::unordered_map<SquareId, std::uint32_t> by_square;
};

class AttackBuilder {
 public:
  explicit AttackBuilder(CompiledGame& game) : game_(game), context_(game.context) {
    // Every set of codes that decides what can be captured: victims that are in the same ones have the same attackers.
    std::set<std::uint64_t> sets;
    for (const RayStep& step : game_.ray_steps)
      if (step.placed_count != 0) sets.insert(step.codes);
    for (const Test& test : game_.tests)
      if (test.kind == TestKind::kOccupant) sets.insert(test.codes);
    deciding_sets_.assign(sets.begin(), sets.end());
    index_specials();
    has_general_.resize(game_.slots.size() * context_.codes.size());
    for (std::size_t slot = 0; slot < game_.slots.size(); ++slot)
      for (Code code = 1; code < context_.codes.size(); ++code) {
        const std::size_t i = slot * context_.codes.size() + code;
        for (std::size_t square = 0; square < different_squares() && !has_general_[i]; ++square) {
          const std::size_t at = game_.program_index(slot, code, static_cast<SquareId>(square));
          has_general_[i] = game_.programs[at].general_count != 0 || (game_.has_drops && game_.drop_programs[at].general_count != 0);
        }
      }
  }

  int table_for(Code victim, MoveTypeId type) {
    std::vector<bool> signature;
    for (std::uint64_t set : deciding_sets_) signature.push_back(game_.in(set, victim));
    const auto key = std::tuple(context_.codes.owner(victim), type, signature);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const int index = static_cast<int>(game_.attack_tables.size());
    game_.attack_tables.push_back(build(victim, type));
    known_.emplace(key, index);
    return index;
  }

 private:
  struct SpecialCapture {
    const Special* special;
    std::uint32_t conjunction;
    std::size_t slot;
  };

  // Where programs are shared, all of them are general and those of one square are those of all.
  std::size_t different_squares() const { return game_.shared_programs ? std::min<std::size_t>(1, context_.squares) : context_.squares; }

  void index_specials() {
    captures_.resize(context_.squares);
    for (std::size_t slot = 0; slot < game_.slots.size(); ++slot)
      for (Code code = 1; code < context_.codes.size(); ++code)
        for (std::size_t square = 0; square < different_squares(); ++square) {
          index_program(game_.program(slot, code, static_cast<SquareId>(square)), slot);
          if (game_.has_drops) index_program(game_.drop_program(slot, code, static_cast<SquareId>(square)), slot);
        }
  }

  void index_program(const Program& program, std::size_t slot) {
    for (std::uint32_t i = 0; i < program.special_count; ++i) {
      const Special& special = game_.specials[program.first_special + i];
      std::vector<SquareId> captured;
      if (special.action < kFirstPreparedAction)
        captured.push_back(special.to);
      else
        captured = game_.prepared[special.action - kFirstPreparedAction].captures;
      for (SquareId square : captured)
        for (std::uint32_t c = 0; c < special.count; ++c) captures_[square].push_back({&special, special.first + c, slot});
    }
  }

  bool slot_counts(std::size_t slot, MoveTypeId type) const { return type == kNone || game_.slots[slot] == type; }

  AttackTable build(Code victim, MoveTypeId type) {
    AttackTable table;
    // General programs are asked by generating their moves, and then the others need no table.
    context_.enemies[context_.codes.owner(victim)].for_each([&](Code code) {
      for (std::size_t slot = 0; slot < game_.slots.size(); ++slot)
        if (slot_counts(slot, type) && has_general_[slot * context_.codes.size() + code]) table.slow = true;
    });
    table.slow = table.slow || work_ > kMaxAttackWork;
    if (table.slow) return table;
    table.squares.resize(context_.squares);
    std::vector<std::vector<ReverseNode>> tries(context_.squares, std::vector<ReverseNode>(1));
    context_.enemies[context_.codes.owner(victim)].for_each([&](Code code) {
      for (std::size_t slot = 0; slot < game_.slots.size(); ++slot) {
        if (!slot_counts(slot, type)) continue;
        for (std::size_t square = 0; square < different_squares(); ++square) {
          const Program& program = game_.program(slot, code, static_cast<SquareId>(square));
          work_ += 1 + program.ray_count;
          for (std::uint32_t r = 0; r < program.ray_count; ++r)
            add_ray(game_.rays[program.first_ray + r], victim, code, static_cast<SquareId>(square), tries);
        }
      }
    });
    for (std::size_t target = 0; target < context_.squares; ++target) {
      AttackRange& range = table.squares[target];
      range.first_ray = static_cast<std::uint32_t>(game_.attack_rays.size());
      std::vector<AttackStep> path;
      flatten(tries[target], 0, path);
      range.ray_count = static_cast<std::uint32_t>(game_.attack_rays.size()) - range.first_ray;
      add_specials(static_cast<SquareId>(target), victim, type, table);
    }
    return table;
  }

  void add_ray(const Ray& ray, Code victim, Code attacker, SquareId origin, std::vector<std::vector<ReverseNode>>& tries) {
    work_ += ray.count;
    for (std::uint32_t i = 0; i < ray.count; ++i) {
      const RayStep& step = game_.ray_steps[ray.first + i];
      if (step.placed_count == 0 || !game_.in(step.codes, victim)) continue;
      std::vector<ReverseNode>& trie = tries[step.square];
      std::uint32_t node = 0;
      for (std::uint32_t j = i; j-- > 0;) node = child(trie, node, game_.ray_steps[ray.first + j].square);
      node = child(trie, node, origin);
      trie[node].attackers.insert(attacker);
    }
  }

  // Few children are looked through; a node that has many keeps a map.
  static std::uint32_t child(std::vector<ReverseNode>& trie, std::uint32_t node, SquareId square) {
    constexpr std::size_t kFew = 16;
    if (trie[node].children.size() > kFew) {
      if (const auto known = trie[node].by_square.find(square); known != trie[node].by_square.end()) return known->second;
    } else {
      for (std::uint32_t c : trie[node].children)
        if (trie[c].square == square) return c;
    }
    const auto added = static_cast<std::uint32_t>(trie.size());
    trie.push_back({square, {}, {}, {}});
    trie[node].children.push_back(added);
    if (trie[node].children.size() == kFew + 1)
      for (std::uint32_t c : trie[node].children) trie[node].by_square.emplace(trie[c].square, c);
    else if (trie[node].children.size() > kFew)
      trie[node].by_square.emplace(square, added);
    return added;
  }

  // A shared prefix is repeated in each ray that has it: harmless for a test.
  void flatten(const std::vector<ReverseNode>& trie, std::uint32_t node, std::vector<AttackStep>& path) {
    if (node != 0) path.push_back({game_.code_set(trie[node].attackers), trie[node].square});
    if (trie[node].children.empty() && node != 0) {
      game_.attack_rays.push_back({static_cast<std::uint32_t>(game_.attack_steps.size()), static_cast<std::uint32_t>(path.size())});
      game_.attack_steps.insert(game_.attack_steps.end(), path.begin(), path.end());
    }
    for (std::uint32_t c : trie[node].children) flatten(trie, c, path);
    if (node != 0) path.pop_back();
  }

  void add_specials(SquareId target, Code victim, MoveTypeId type, AttackTable& table) {
    AttackRange& range = table.squares[target];
    range.first_special = static_cast<std::uint32_t>(game_.attack_specials.size());
    const CodeSet& attackers = context_.enemies[context_.codes.owner(victim)];
    work_ += captures_[target].size();
    for (const SpecialCapture& capture : captures_[target]) {
      if (!slot_counts(capture.slot, type) || !attackers.contains(capture.special->code)) continue;
      const Conjunction conjunction = game_.conjunctions[capture.conjunction];
      const bool dropped = capture.special->from == kNone;
      std::vector<Test> kept;
      bool possible = true;
      for (std::uint32_t i = 0; i < conjunction.count && possible; ++i) {
        const Test& test = game_.tests[conjunction.first + i];
        if (test.kind == TestKind::kAttacked || test.kind == TestKind::kDefended)
          possible = !test.expected;
        else if (test.kind == TestKind::kOccupant && test.subject == target)
          possible = game_.in(test.codes, victim);
        else
          kept.push_back(test);
      }
      if (!possible || !spares_own_royal(*capture.special, target, kept)) continue;
      if (dropped) {
        table.slow = true;  // whether a hand holds the piece is not a test of the board
        continue;
      }
      AttackSpecial special{capture.special->origin, capture.special->code,
                            {static_cast<std::uint32_t>(game_.tests.size()), static_cast<std::uint32_t>(kept.size())}};
      game_.tests.insert(game_.tests.end(), kept.begin(), kept.end());
      game_.attack_specials.push_back(special);
      table.has_specials = true;
    }
    range.special_count = static_cast<std::uint32_t>(game_.attack_specials.size()) - range.first_special;
  }

  // A move that removes a royal piece of its own side threatens nothing: adds the tests that none stands where `special`
  // removes. False: one always does.
  bool spares_own_royal(const Special& special, SquareId target, std::vector<Test>& tests) {
    const CodeSet& royal = context_.royal_codes[context_.codes.owner(special.code)];
    if (special.action < kFirstPreparedAction || royal.empty()) return true;
    const PreparedMove& effects = game_.prepared[special.action - kFirstPreparedAction];
    const auto without = [&](SquareId square, std::uint16_t fate) {
      CodeSet lost;
      royal.for_each([&](Code code) {
        if (context_.blasted(fate, code)) lost.insert(code);
      });
      if (square == special.origin && special.from != kNone) return !lost.contains(special.code);
      for (const Test& test : tests) {  // often said already
        if (test.kind != TestKind::kOccupant || test.subject != square) continue;
        CodeSet still;
        lost.for_each([&](Code code) {
          if (game_.in(test.codes, code) == test.expected) still.insert(code);
        });
        lost = still;
      }
      if (!lost.empty()) tests.push_back({TestKind::kOccupant, true, square, 0, kNone, game_.code_set(context_.all_codes - lost)});
      return true;
    };
    for (SquareId square : effects.captures)
      if (square != target && !without(square, kNone)) return false;
    for (const PreparedMove::Blast& blast : effects.blasts)
      if (blast.square != target && !without(blast.square, blast.fate)) return false;
    return true;
  }

  CompiledGame& game_;
  const RuleContext& context_;
  // Programs, ray steps and specials looked at for all tables: past it attacks are found by generating moves. The shipped games
  // need a hundredth.
  static constexpr std::size_t kMaxAttackWork = 20'000'000;
  std::size_t work_ = 0;
  std::vector<bool> has_general_;  // [slot * codes + code]
  std::vector<std::uint64_t> deciding_sets_;
  std::vector<std::vector<SpecialCapture>> captures_;
  std::map<std::tuple<PlayerId, MoveTypeId, std::vector<bool>>, int> known_;
};

// Types of which goals ask whether they could be captured.
void collect_asked(const GoalTest& test, std::vector<PieceTypeId>& types) {
  if (test.kind == GoalTestKind::kAttacked || test.kind == GoalTestKind::kCheckmated)
    for (const ConfigOccupant& occupant : test.occupants) types.push_back(occupant.type);
  for (const GoalTest& child : test.children) collect_asked(child, types);
}

}  // namespace

void build_attack_tables(CompiledGame& game) {
  game.attack_any.assign(game.context.codes.size(), -1);
  AttackBuilder builder(game);
  for (const CodeSet& royal : game.context.royal_codes)
    royal.for_each([&](Code code) { game.attack_any[code] = builder.table_for(code, kNone); });
  std::vector<PieceTypeId> asked;
  for (const GoalDefinition& goal : game.context.game.goals) collect_asked(goal.test, asked);
  for (const ForbidDefinition& forbid : game.context.game.forbids) collect_asked(forbid.test, asked);
  for (const TallyDefinition& tally : game.context.game.tallies) collect_asked(tally.test, asked);
  for (PieceTypeId type : asked)
    game.context.of_type[type].for_each([&](Code code) {
      if (game.attack_any[code] < 0) game.attack_any[code] = builder.table_for(code, kNone);
    });
  const std::size_t count = game.tests.size();  // builder appends tests of its own, none of these kinds
  for (std::size_t i = 0; i < count; ++i) {
    const Test test = game.tests[i];
    if (test.kind != TestKind::kAttacked && test.kind != TestKind::kDefended) continue;
    if (test.move_type == kNone) {
      if (game.attack_any[test.victim] < 0) game.attack_any[test.victim] = builder.table_for(test.victim, kNone);
    } else if (game.attack_table(test.victim, test.move_type) < 0) {
      game.attack_typed.push_back({{test.victim, test.move_type}, builder.table_for(test.victim, test.move_type)});
    }
  }
}

}  // namespace nightrider
