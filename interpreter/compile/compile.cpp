#include "compile/compile.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <unordered_map>

#include "compile/attack_tables.h"
#include "compile/last_move_patterns.h"
#include "compile/move_groups.h"
#include "compile/paths.h"
#include "compile/square_keys.h"

namespace nightrider {
namespace {

// A displacement on condition of empty squares before the target, ready to become a step of a ray.
struct RayEntry {
  std::vector<SquareId> path;  // the target last
  CodeSet codes;
  std::vector<Code> placed;
};

// The entry of `group` if it has that form (proved from the conditions, not from the board's shape).
bool ray_entry(const MoveGroup& group, const RuleContext& context, RayEntry& entry) {
  if (!group.draft.plain || group.conditions.size() != 1) return false;
  const PathCondition& condition = group.conditions[0];
  if (!condition.others.empty()) return false;
  entry.codes = context.all_codes;
  for (const auto& [square, codes] : condition.occupants) {
    if (square == group.draft.to)
      entry.codes = codes;
    else if (codes == context.empty_set)
      entry.path.push_back(square);
    else
      return false;
  }
  entry.path.push_back(group.draft.to);
  entry.placed.push_back(group.draft.placed);
  return true;
}

class Compiler {
 public:
  Compiler(CompiledGame& game, DiagnosticSink& sink) : game_(game), context_(game.context), sink_(sink), place_conditions_(game.context) {}

  void run() {
    find_slots();
    game_.one_word = context_.codes.size() <= 64;
    PreparedMove pass;
    pass.pass = true;
    game_.pass_action = static_cast<std::uint32_t>(game_.prepared.size());
    game_.prepared.push_back(pass);
    game_.shared_programs = !game_.options.specialise;
    const std::size_t cells = game_.slots.size() * (game_.shared_programs ? context_.players * context_.game.pieces.size()
                                                                          : context_.codes.size() * context_.squares);
    if (cells > kMaxPrograms) {
      sink_.error("game-too-large", context_.game.span,
                  "this game's move types, kinds of pieces and positions (" + std::to_string(game_.slots.size()) + " x " +
                      std::to_string(context_.codes.size() - 1) + " x " + std::to_string(context_.squares) + ") make more than " +
                      std::to_string(kMaxPrograms) + " programs");
      return;
    }
    game_.programs.resize(cells);
    if (game_.has_drops) game_.drop_programs.resize(cells);
    for (Code code = 1; code < context_.codes.size(); ++code) {
      const PieceDefinition& piece = context_.game.pieces[context_.codes.type(code)];
      const bool dropped = code == context_.codes.initial(context_.codes.owner(code), context_.codes.type(code));
      if (game_.shared_programs && !dropped) continue;
      // A neutral player's pieces move only where another player has a turn as him.
      const PlayerId owner = context_.codes.owner(code);
      const auto& turns = context_.game.turn_order;
      if (context_.game.players[owner].kind == PlayerKind::kNeutral &&
          std::none_of(turns.begin(), turns.end(), [&](const TurnDefinition& turn) { return turn.as_player == owner; }))
        continue;
      for (std::size_t slot = 0; slot < game_.slots.size(); ++slot) {
        compile_blocks(piece.moves, code, slot, false, game_.programs);
        if (dropped && !piece.drops.empty()) compile_blocks(piece.drops, code, slot, true, game_.drop_programs);
      }
    }
    if (game_.has_general || types_meet()) game_.may_repeat_moves = true;
  }

 private:
  void find_slots() {
    game_.slot_of_type.assign(context_.game.move_types.size(), -1);
    game_.slots.push_back(kNone);
    for (const PieceDefinition& piece : context_.game.pieces) {
      for (const auto* blocks : {&piece.moves, &piece.drops})
        for (const MoveBlock& block : *blocks)
          if (block.move_type != kNone && game_.slot_of_type[block.move_type] < 0) {
            game_.slot_of_type[block.move_type] = static_cast<int>(game_.slots.size());
            game_.slots.push_back(block.move_type);
          }
      if (!piece.drops.empty()) game_.has_drops = true;
    }
  }

  // Whether moves of two types may stand in one list: where a turn is for every type, of those that priorities leave together.
  bool types_meet() const {
    const GameDefinition& game = context_.game;
    bool any_type = std::any_of(game.turn_order.begin(), game.turn_order.end(), [](const TurnDefinition& turn) { return turn.move_type == kNone; });
    std::set<MoveTypeId> together;
    for (const PieceDefinition& piece : game.pieces)
      for (const auto* blocks : {&piece.moves, &piece.drops})
        for (const MoveBlock& block : *blocks) {
          any_type = any_type || continues_with_any_type(block.body);
          if (std::find(game.move_priorities.begin(), game.move_priorities.end(), block.move_type) == game.move_priorities.end()) together.insert(block.move_type);
        }
    return any_type && together.size() > 1;
  }
  static bool continues_with_any_type(const std::vector<Instruction>& body) {
    return std::any_of(body.begin(), body.end(), [](const Instruction& instruction) {
      return (instruction.kind == InstructionKind::kAdd && instruction.partial && instruction.id == kNone) || continues_with_any_type(instruction.body) ||
             continues_with_any_type(instruction.else_body);
    });
  }

  bool out_of_budget() const { return !game_.options.specialise || steps_ > kMaxGameSteps || stored_ > kMaxGameConditions; }
  bool stays_general(const MoveBlock& block) const { return out_of_budget() || too_much_.contains(&block); }

  void compile_blocks(const std::vector<MoveBlock>& blocks, Code code, std::size_t slot, bool drop, std::vector<Program>& programs) {
    std::vector<const MoveBlock*> own;
    for (const MoveBlock& block : blocks)
      if (block.move_type == game_.slots[slot]) own.push_back(&block);
    if (own.empty()) return;
    Program* const first = programs.data() + game_.program_index(slot, code, 0);
    for (std::size_t square = 0; square < (game_.shared_programs ? 1 : context_.squares); ++square) {
      Program& program = first[square];
      if (square > 0 && first[square - 1].general_count == own.size()) {  // what was general before stays so
        program.first_general = first[square - 1].first_general;
        program.general_count = first[square - 1].general_count;
        continue;
      }
      general_.clear();
      std::vector<MoveGroup> groups;
      GroupIndex group_index;
      for (const MoveBlock* block : own) {
        ++steps_;
        if (out_of_budget() && game_.options.specialise) report_budget(*block);
        if (stays_general(*block)) general_.push_back({block});
        else explore(*block, code, static_cast<SquareId>(square), drop, groups, group_index);
      }
      for (MoveGroup& group : groups) {
        const std::size_t count = group.conditions.size();
        if (count > 1 && count <= kMaxMergedConditions) steps_ += count * count * (1 + group.conditions[0].occupants.size()) / 8;
        merge_conditions(group.conditions, context_.all_codes);
      }
      find_repeats(groups, group_index, drop ? kNone : static_cast<SquareId>(square), code);
      store(groups, code, static_cast<SquareId>(square), program);
      store_generals(program);
    }
  }

  void explore(const MoveBlock& block, Code code, SquareId square, bool drop, std::vector<MoveGroup>& groups, GroupIndex& group_index) {
    PathResult result = explore_paths(context_, place_conditions_, block, code, square, drop);
    steps_ += result.steps;
    if (result.complete) stored_ += result.stored;
    if (out_of_budget()) report_budget(block);
    for (const LoopReport& report : result.endless) report_endless(report, code, square);
    if (!result.complete) {
      too_much_.insert(&block);
      report_general(block, result.steered);
      general_.push_back({&block});
      return;
    }
    for (EmittedMove& move : result.moves) add_to_groups(groups, group_index, std::move(move));
  }

  // Whether two of the moves may turn out to be one in some position. `origin`: where `code` stands; kNone: it is dropped.
  void find_repeats(const std::vector<MoveGroup>& groups, const GroupIndex& index, SquareId origin, Code code) {
    std::vector<GroupSummary> alike;
    for (auto at = index.begin(); at != index.end() && !game_.may_repeat_moves;) {
      const auto [first, last] = index.equal_range(at->first);
      at = last;
      if (std::next(first) == last) continue;
      alike.clear();
      for (auto entry = first; entry != last; ++entry) alike.push_back({&groups[entry->second], what_all_say(groups[entry->second].conditions)});
      for (std::size_t i = 0; i < alike.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (out_of_budget() || may_coincide(context_, alike[j], alike[i], origin, code, steps_)) {
            game_.may_repeat_moves = true;
            return;
          }
    }
  }

  // The blocks in general_. Neighbouring squares mostly leave the same ones: then they share them.
  void store_generals(Program& program) {
    program.general_count = static_cast<std::uint32_t>(general_.size());
    if (general_.empty()) return;
    game_.has_general = true;
    const auto same = [](const GeneralProgram& a, const GeneralProgram& b) { return a.block == b.block; };
    const std::vector<GeneralProgram>& known = game_.generals;
    if (known.size() < general_.size() || !std::equal(general_.rbegin(), general_.rend(), known.rbegin(), same))
      game_.generals.insert(game_.generals.end(), general_.begin(), general_.end());
    program.first_general = static_cast<std::uint32_t>(game_.generals.size() - general_.size());
  }

  // Once: the block with which the game's budget ended.
  void report_budget(const MoveBlock& block) {
    if (!budget_reported_) report_general(block, false);
    budget_reported_ = true;
  }

  void report_general(const MoveBlock& block, bool steered) {
    // A note: the file is right, and some games cannot be said otherwise.
    Diagnostic diagnostic{Severity::kNote, "general-program", block.span,
                          steered ? "this block is steered by the position and runs as a general program (slower)"
                                  : "this block has too many ways to go to be worked out beforehand; it runs as a general program (slower)",
                          {}, {}};
    diagnostic.notes = context_.game.trails[block.trail];
    sink_.report(std::move(diagnostic));
  }

  void report_endless(const LoopReport& report, Code code, SquareId square) {
    const std::string where = context_.game.pieces[context_.codes.type(code)].name + " on " + context_.game.board.squares[square].name;
    Diagnostic diagnostic;
    diagnostic.span = report.loop->span;
    diagnostic.notes = context_.game.trails[report.loop->trail];
    diagnostic.severity = report.always ? Severity::kError : Severity::kWarning;
    diagnostic.code = report.always ? "endless-while" : "looping-while";
    diagnostic.message = report.always ? "this while never ends: it comes back to the same square whatever the position (" + where + ")"
                                       : "this while comes back to the same square in some positions; the block ends there (" + where + ")";
    diagnostic.hint = "let each round take a step, or let the condition become false";
    for (const Diagnostic& known : sink_.list())
      if (known.code == diagnostic.code && known.span.begin == diagnostic.span.begin && known.span.file == diagnostic.span.file) return;
    sink_.report(std::move(diagnostic));
  }

  void store(std::vector<MoveGroup>& groups, Code code, SquareId square, Program& program) {
    std::vector<RayEntry> entries;
    std::unordered_multimap<SquareId, std::size_t> entries_to;
    program.first_special = static_cast<std::uint32_t>(game_.specials.size());
    for (MoveGroup& group : groups) {
      RayEntry entry;
      if (!ray_entry(group, context_, entry)) {
        store_special(group, code, square);
        continue;
      }
      const auto [first, last] = entries_to.equal_range(entry.path.back());
      const auto same = std::find_if(first, last, [&](const auto& known) {
        return entries[known.second].path == entry.path && entries[known.second].codes == entry.codes;
      });
      if (same != last) {
        entries[same->second].placed.push_back(entry.placed[0]);
        continue;
      }
      entries_to.emplace(entry.path.back(), entries.size());
      entries.push_back(std::move(entry));
    }
    program.special_count = static_cast<std::uint32_t>(game_.specials.size()) - program.first_special;
    program.first_ray = static_cast<std::uint32_t>(game_.rays.size());
    store_rays(entries);
    program.ray_count = static_cast<std::uint32_t>(game_.rays.size()) - program.first_ray;
  }

  // Common prefixes are walked once: a trie of paths, flattened so that each stop stands in one ray only.
  void store_rays(const std::vector<RayEntry>& entries) {
    struct Node {
      SquareId square = kNone;
      const RayEntry* entry = nullptr;
      std::vector<std::size_t> children;
    };
    std::vector<Node> trie(1);
    std::unordered_map<std::uint64_t, std::size_t> children;  // (node, square) -> node
    std::vector<const RayEntry*> extra;  // a second stop with other codes on the same path
    for (const RayEntry& entry : entries) {
      std::size_t node = 0;
      for (SquareId square : entry.path) {
        const auto [child, added] = children.try_emplace((std::uint64_t{node} << 16) + square, trie.size());
        if (added) {
          trie[node].children.push_back(trie.size());
          trie.push_back({square, nullptr, {}});
        }
        node = child->second;
      }
      if (trie[node].entry == nullptr)
        trie[node].entry = &entry;
      else
        extra.push_back(&entry);
    }
    std::vector<RayStep> path;
    flatten(trie, 0, path);
    for (const RayEntry* entry : extra) {
      path.clear();
      for (SquareId square : entry->path) path.push_back({0, 0, 0, square});
      stop_here(path.back(), *entry);
      emit_ray(path);
    }
  }

  template <class Trie>
  void flatten(const Trie& trie, std::size_t node, std::vector<RayStep>& path) {
    if (node != 0) {
      path.push_back({0, 0, 0, trie[node].square});
      if (trie[node].entry != nullptr) stop_here(path.back(), *trie[node].entry);
    }
    if (trie[node].children.empty() && node != 0) {
      emit_ray(path);
      for (RayStep& step : path) step.placed_count = 0;  // stops of a shared prefix are done
    }
    for (std::size_t child : trie[node].children) flatten(trie, child, path);
    if (node != 0) path.pop_back();
  }

  void stop_here(RayStep& step, const RayEntry& entry) {
    step.codes = game_.code_set(entry.codes);
    step.placed_first = static_cast<std::uint32_t>(game_.placed.size());
    step.placed_count = static_cast<std::uint16_t>(entry.placed.size());
    game_.placed.insert(game_.placed.end(), entry.placed.begin(), entry.placed.end());
  }

  void emit_ray(const std::vector<RayStep>& path) {
    game_.rays.push_back({static_cast<std::uint32_t>(game_.ray_steps.size()), static_cast<std::uint32_t>(path.size())});
    game_.ray_steps.insert(game_.ray_steps.end(), path.begin(), path.end());
  }

  void store_special(MoveGroup& group, Code code, SquareId square) {
    Special special;
    special.from = group.draft.from;
    special.to = group.draft.to;
    special.code = code;
    special.origin = square;
    if (group.draft.plain) {
      special.action = group.draft.placed;
    } else {
      special.action = kFirstPreparedAction + static_cast<std::uint32_t>(game_.prepared.size());
      game_.prepared.push_back(std::move(group.draft.prepared));
    }
    special.first = static_cast<std::uint32_t>(game_.conjunctions.size());
    special.count = static_cast<std::uint32_t>(group.conditions.size());
    for (const PathCondition& condition : group.conditions) store_conjunction(condition);
    game_.specials.push_back(special);
  }

  void store_conjunction(const PathCondition& condition) {
    Conjunction conjunction{static_cast<std::uint32_t>(game_.tests.size()), 0};
    const auto costly = [](const Test& test) { return test.kind == TestKind::kAttacked || test.kind == TestKind::kDefended; };
    for (const Test& test : condition.others)
      if (!costly(test)) game_.tests.push_back(test);
    for (const auto& [square, codes] : condition.occupants)
      game_.tests.push_back({TestKind::kOccupant, true, square, 0, kNone, game_.code_set(codes)});
    for (const Test& test : condition.others)
      if (costly(test)) game_.tests.push_back(test);
    conjunction.count = static_cast<std::uint32_t>(game_.tests.size()) - conjunction.first;
    game_.conjunctions.push_back(conjunction);
  }

  CompiledGame& game_;
  RuleContext& context_;
  DiagnosticSink& sink_;
  PlaceConditions place_conditions_;
  static constexpr std::size_t kMaxPrograms = 5'000'000;  // of 24 bytes each
  std::set<const MoveBlock*> too_much_;
  std::vector<GeneralProgram> general_;  // blocks left general for the piece and square at hand
  bool budget_reported_ = false;
  std::size_t steps_ = 0;
  std::size_t stored_ = 0;
};

bool ends_with_moves_left(const GoalTest& test) {
  switch (test.kind) {
    case GoalTestKind::kAnd:  // one that cannot hold then, and a counter, which counting leaves out, bars them all
      return std::all_of(test.children.begin(), test.children.end(), ends_with_moves_left);
    case GoalTestKind::kOr: return std::any_of(test.children.begin(), test.children.end(), ends_with_moves_left);
    case GoalTestKind::kNot: return true;
    case GoalTestKind::kStalemated: case GoalTestKind::kCheckmated: case GoalTestKind::kRepetition:
    case GoalTestKind::kNoProgress: case GoalTestKind::kMoveLimit:
      return false;
    case GoalTestKind::kCaptured: case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount:
    case GoalTestKind::kAbsoluteConfig: case GoalTestKind::kRelativeConfig: case GoalTestKind::kAttacked: case GoalTestKind::kReachable: case GoalTestKind::kTally:
    case GoalTestKind::kConnected:
      return true;
  }
  return true;
}

// Whether the test can be answered from the board alone, before the turn has passed on.
bool asks_board_only(const GoalTest& test) {
  switch (test.kind) {
    case GoalTestKind::kAnd: case GoalTestKind::kOr: case GoalTestKind::kNot:
      return std::all_of(test.children.begin(), test.children.end(), asks_board_only);
    case GoalTestKind::kAttacked: case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount:
    case GoalTestKind::kAbsoluteConfig: case GoalTestKind::kRelativeConfig: case GoalTestKind::kConnected:
      return true;
    default: return false;
  }
}

void collect_read_attributes(const Condition& condition, const RuleContext& context, std::uint64_t& read) {
  if (condition.kind == ConditionKind::kPlayerAttribute)
    for (std::size_t player = 0; player < context.players; ++player)
      if (condition.player == kNone || condition.player == player)
        read |= std::uint64_t{1} << context.player_attribute_bit(static_cast<PlayerId>(player), condition.id);
  for (const Condition& child : condition.children) collect_read_attributes(child, context, read);
}

// Whether some move makes a piece royal that was not, or the reverse.
void find_royal_changes(CompiledGame& game) {
  const CodeTable& codes = game.context.codes;
  const auto royal_type = [&](PieceTypeId type) {
    for (std::size_t player = 0; player < game.context.players; ++player)
      if (game.royal.contains(codes.initial(static_cast<PlayerId>(player), type))) return true;
    return false;
  };
  const std::function<void(const std::vector<Instruction>&, PieceTypeId)> look = [&](const std::vector<Instruction>& body, PieceTypeId mover) {
    for (const Instruction& instruction : body) {
      const bool places = instruction.kind == InstructionKind::kCreate || instruction.kind == InstructionKind::kChangeType;
      if (places && (instruction.id == kNone || royal_type(instruction.id))) game.royal_can_change = true;
      if (instruction.kind == InstructionKind::kChangeType && royal_type(mover)) game.royal_can_change = true;
      if (instruction.kind == InstructionKind::kChangeOwner || instruction.kind == InstructionKind::kFlip) game.royal_can_change = true;
      for (PieceTypeId type : instruction.types)
        if (royal_type(type) != royal_type(mover)) game.royal_can_change = true;
      look(instruction.body, mover);
      look(instruction.else_body, mover);
    }
  };
  if (!game.has_royals) return;
  for (std::size_t type = 0; type < game.context.game.pieces.size(); ++type) {
    const PieceDefinition& piece = game.context.game.pieces[type];
    for (const MoveBlock& block : piece.moves) look(block.body, static_cast<PieceTypeId>(type));
    for (const MoveBlock& block : piece.drops) {
      look(block.body, static_cast<PieceTypeId>(type));
      if (royal_type(static_cast<PieceTypeId>(type))) game.royal_can_change = true;
    }
  }
}

// Whether some move may remove a royal piece of its own side. General programs may do anything.
void find_own_royal_captures(CompiledGame& game) {
  if (!game.has_royals) return;
  game.may_take_own_royal = game.has_general;
  const RuleContext& context = game.context;
  const auto holds_royal = [&](std::uint64_t codes, PlayerId owner) {
    bool any = false;
    context.royal_codes[owner].for_each([&](Code code) { any = any || game.in(codes, code); });
    return any;
  };
  // Whether the conjunction lets a royal piece of `owner` for which `gone` holds stand on the square.
  const auto may_stand = [&](const Special& special, const Conjunction& conjunction, SquareId square, PlayerId owner, const auto& gone) {
    CodeSet possible = context.royal_codes[owner];
    if (square == special.origin && special.from != kNone) {
      CodeSet self;
      self.insert(special.code);
      possible = possible & self;
    }
    bool any = false;
    possible.for_each([&](Code code) {
      bool allowed = gone(code);
      for (std::uint32_t i = 0; i < conjunction.count && allowed; ++i) {
        const Test& test = game.tests[conjunction.first + i];
        if (test.kind == TestKind::kOccupant && test.subject == square) allowed = game.in(test.codes, code) == test.expected;
      }
      any = any || allowed;
    });
    return any;
  };
  const auto look = [&](const Program& program, PlayerId owner) {
    for (std::uint32_t r = 0; r < program.ray_count; ++r) {
      const Ray& ray = game.rays[program.first_ray + r];
      for (std::uint32_t i = 0; i < ray.count; ++i) {
        const RayStep& step = game.ray_steps[ray.first + i];
        if (step.placed_count != 0 && holds_royal(step.codes, owner)) game.may_take_own_royal = true;
      }
    }
    for (std::uint32_t s = 0; s < program.special_count; ++s) {
      const Special& special = game.specials[program.first_special + s];
      for (std::uint32_t c = 0; c < special.count; ++c) {
        const Conjunction& conjunction = game.conjunctions[special.first + c];
        const auto always = [](Code) { return true; };
        if (special.action < kFirstPreparedAction) {
          if (may_stand(special, conjunction, special.to, owner, always)) game.may_take_own_royal = true;
          continue;
        }
        const PreparedMove& effects = game.prepared[special.action - kFirstPreparedAction];
        for (SquareId square : effects.captures)
          if (may_stand(special, conjunction, square, owner, always)) game.may_take_own_royal = true;
        for (const PreparedMove::Blast& blast : effects.blasts)
          if (may_stand(special, conjunction, blast.square, owner, [&](Code code) { return context.blasted(blast.fate, code); }))
            game.may_take_own_royal = true;
      }
    }
  };
  for (std::size_t slot = 0; slot < game.slots.size() && !game.may_take_own_royal; ++slot)
    for (Code code = 1; code < context.codes.size(); ++code)
      for (std::size_t square = 0; square < context.squares && !game.may_take_own_royal; ++square) {
        look(game.program(slot, code, static_cast<SquareId>(square)), context.codes.owner(code));
        if (game.has_drops) look(game.drop_program(slot, code, static_cast<SquareId>(square)), context.codes.owner(code));
      }
}

bool adds_partial(const std::vector<Instruction>& body) {
  return std::any_of(body.begin(), body.end(), [](const Instruction& instruction) {
    return (instruction.kind == InstructionKind::kAdd && instruction.partial) || adds_partial(instruction.body) ||
           adds_partial(instruction.else_body);
  });
}

void collect_read_attributes(const std::vector<Instruction>& body, const RuleContext& context, std::uint64_t& read) {
  for (const Instruction& instruction : body) {
    collect_read_attributes(instruction.condition, context, read);
    collect_read_attributes(instruction.body, context, read);
    collect_read_attributes(instruction.else_body, context, read);
  }
}

std::size_t count_progress_tests(const GoalTest& test) {
  std::size_t count = test.kind == GoalTestKind::kNoProgress ? 1 : 0;
  for (const GoalTest& child : test.children) count += count_progress_tests(child);
  return count;
}

void find_right_squares(CompiledGame& game) {
  const CodeTable& codes = game.context.codes;
  // Rights by direction may be anybody's on any square.
  std::vector<Code> bare(codes.size());
  for (Code code = 0; code < codes.size(); ++code) bare[code] = code;
  for (const FenLineRight& right : game.context.game.fen.line_rights)
    for (Code code = 1; code < codes.size(); ++code) {
      if (codes.owner(code) != right.player) continue;
      if (codes.type(code) == right.king) bare[code] = codes.with_attribute(bare[code], right.king_attribute, false);
      if (codes.type(code) == right.rook) bare[code] = codes.with_attribute(bare[code], right.rook_attribute, false);
    }
  if (!game.context.game.fen.line_rights.empty())
    for (std::size_t square = 0; square < game.context.squares; ++square)
      game.right_squares.push_back({static_cast<SquareId>(square), bare});
  for (const FenRight& right : game.context.game.fen.rights)
    for (const FenRightTerm& term : right.terms) {
      auto at = std::find_if(game.right_squares.begin(), game.right_squares.end(), [&](const RightSquare& r) { return r.square == term.square; });
      if (at == game.right_squares.end()) {
        at = game.right_squares.insert(at, {term.square, std::vector<Code>(codes.size())});
        for (Code code = 0; code < codes.size(); ++code) at->bare[code] = code;
      }
      for (Code code = 1; code < codes.size(); ++code)
        if (codes.owner(code) == right.player && codes.type(code) == term.type)
          at->bare[code] = codes.with_attribute(at->bare[code], term.attribute, false);
    }
}

}  // namespace

int CompiledGame::slot_of(MoveTypeId type) const {
  return type == kNone ? 0 : (type < slot_of_type.size() ? slot_of_type[type] : -1);
}

std::uint64_t CompiledGame::code_set(const CodeSet& codes) {
  if (one_word) return codes.word(0);
  const auto [at, added] = code_set_ids.try_emplace(codes, code_sets.size());
  if (added) code_sets.push_back(codes);
  return at->second;
}

int CompiledGame::attack_table(Code victim, MoveTypeId type) const {
  if (type == kNone) return attack_any[victim];
  for (const auto& [key, table] : attack_typed)
    if (key.first == victim && key.second == type) return table;
  return -1;
}

std::shared_ptr<const CompiledGame> compile(GameDefinition definition, DiagnosticSink& sink, const CompileOptions& options) {
  const std::size_t errors_before = sink.error_count();
  auto game = std::make_shared<CompiledGame>();
  game->options = options;
  std::string error;
  const SourceSpan span = definition.span;
  game->context = RuleContext::build(std::move(definition), error);
  if (!error.empty()) {
    sink.error("too-many-kinds", span, error);
    return nullptr;
  }
  const RuleContext& context = game->context;
  if (context.codes.size() > kMaxSpecialisedCodes) game->options.specialise = false;
  Compiler(*game, sink).run();
  if (game->context.too_many_maps)
    sink.error("too-many-kinds", span, "the moves change pieces in more than " + std::to_string(RuleContext::kMaxMaps) + " different ways");
  std::size_t counters = 0;
  for (const GoalDefinition& goal : context.game.goals) counters += count_progress_tests(goal.test);
  if (counters > kMaxProgressTests)
    sink.error("too-many-kinds", span, "the goals hold more than " + std::to_string(kMaxProgressTests) + " no-progress tests");
  if (sink.error_count() > errors_before) return nullptr;

  for (const CodeSet& royal : context.royal_codes)
    if (!royal.empty()) {
      game->has_royals = true;
      game->royal = game->royal | royal;
    }
  find_royal_changes(*game);
  find_own_royal_captures(*game);
  game->captures_end = !context.ending_codes.empty();
  for (const GoalDefinition& goal : context.game.goals)
    if (ends_with_moves_left(goal.test)) game->has_board_goals = true;
  for (const ForbidDefinition& forbid : context.game.forbids) {
    CompiledForbid compiled{&forbid.test, 0, forbid.tag == kNone ? 0 : std::uint64_t{1} << forbid.tag, asks_board_only(forbid.test)};
    for (PlayerId player : forbid.players) compiled.players |= std::uint32_t{1} << player;
    game->forbids.push_back(compiled);
  }
  for (const PieceDefinition& piece : context.game.pieces)
    for (const auto* blocks : {&piece.moves, &piece.drops})
      for (const MoveBlock& block : *blocks) {
        collect_read_attributes(block.body, context, game->read_player_attributes);
        if (adds_partial(block.body)) game->has_partial_moves = true;
      }

  draw_square_keys(*game);
  find_right_squares(*game);
  for (Code code = 0; code < context.codes.size(); ++code)
    game->captured_as.push_back(code == kEmptyCode ? kNone : context.game.captured_as(context.codes.type(code), context.codes.attributes(code)));
  build_attack_tables(*game);
  find_last_move_patterns(*game);
  return game;
}

}  // namespace nightrider
