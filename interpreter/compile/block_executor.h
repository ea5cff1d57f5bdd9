// Runs one move block for one piece on one square. The board does not change while a block runs, so all a block asks of
// the position goes through an oracle: at compile time it answers from what the path so far implies and branches where
// that leaves both answers open; at play time it looks at the board.
//
// Oracle:
//   bool occupant_in(SquareId, const CodeSet&);       bool last_from_is(SquareId);   bool last_to_is(SquareId);
//   bool last_tag(TagId);   bool player_attribute(int bit);
//   bool fewer(PlayerId, PieceTypeId, int number);    // than so many of that player's pieces of that type on the board
//   bool attacked(SquareId, Code victim, MoveTypeId, bool defended);
//   SquareId last_from();   SquareId last_to();       // kNone: none
//   Code known_code(SquareId);                        // the one code that can stand there, or kUnknownCode
//   PlaceConditions::Found place_condition(const Condition&, PlayerId as_player);  // at compile time only
//   const bool* decided_before();  void decided(bool);   // at compile time only: see PathOracle
//   bool step();                                      // counts a step; false: out of budget, end the block
//   void endless(const Instruction& loop);            // a `while` came back to the same state
//   void emit(Emission&&);
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "compile/place_conditions.h"
#include "compile/prepared_move.h"
#include "compile/rule_context.h"

namespace nightrider {

inline constexpr Code kUnknownCode = 0xFFFF;

// One emitted move as the block left it: movement parts, then effects in program order.
struct PendingEffect {
  InstructionKind kind = InstructionKind::kCapture;  // kCapture, kRemove, kCreate, kChangeType, kChangeOwner, kFlip, kSetAttribute
  SquareId square = kNone;
  std::uint16_t id = kNone;        // piece type or attribute
  PlayerId player = kNone;
  bool value = false;
  const std::vector<PieceTypeId>* spared = nullptr;  // kRemove
};
struct EmittedPart {
  SquareId from = kNone;  // kNone: dropped
  SquareId to = kNone;
  PieceTypeId becomes = kNone;
  bool copy = false;
};
struct Emission {
  std::vector<EmittedPart> parts;
  std::vector<PendingEffect> effects;
  std::uint64_t tags = 0;
  std::uint64_t attributes_set = 0;
  std::uint64_t attributes_cleared = 0;
  const std::vector<std::string>* texts = nullptr;
  bool origin_always = false;
  SquareId coordinate_to = kNone;
  bool partial = false;
  MoveTypeId continuation = kNone;
};

template <class Oracle>
class BlockExecutor {
 public:
  // `code` is the piece that moves or is dropped; its owner is the as-player.
  BlockExecutor(const RuleContext& context, Oracle& oracle, Code code, SquareId square, bool drop)
      : context_(context), oracle_(oracle), code_(code), as_player_(context.codes.owner(code)), drop_(drop),
        current_(square), from_(drop ? kNone : square), mark_(square) {}

  void run(const MoveBlock& block) { run_list(block.body); }

 private:
  enum class Flow { kGoOn, kEnd };

  struct LoopState {
    SquareId current, from, to, mark;
    std::vector<std::uint16_t> flags;
    std::vector<std::pair<std::uint16_t, SquareId>> position_flags;
    friend auto operator<=>(const LoopState&, const LoopState&) = default;
  };

  SquareId resolve(const Place& place) {
    switch (place.kind) {
      case PlaceKind::kCurrent: return current_;
      case PlaceKind::kSquare: return place.id;
      case PlaceKind::kStep: return current_ == kNone ? kNone : context_.step(place.id, as_player_, current_);
      case PlaceKind::kOpposite: return current_ == kNone ? kNone : context_.step_back(place.id, as_player_, current_);
      case PlaceKind::kFrom: return from_;
      case PlaceKind::kTo: return to_ == kNone ? current_ : to_;
      case PlaceKind::kMark: return mark_;
      case PlaceKind::kLastFrom: return oracle_.last_from();
      case PlaceKind::kLastTo: return oracle_.last_to();
    }
    return kNone;
  }

  // What an instruction asks.
  bool decide(const Condition& condition) {
    if constexpr (Oracle::kSymbolic) {
      if (const bool* before = oracle_.decided_before()) return *before;
      const bool holds = test(condition);
      oracle_.decided(holds);
      return holds;
    }
    return test(condition);
  }

  bool test(const Condition& condition) {
    switch (condition.kind) {
      case ConditionKind::kNot: case ConditionKind::kAnd: case ConditionKind::kOr:
        if constexpr (Oracle::kSymbolic) {  // one question about a square instead of one for each part: fewer ways to go
          const PlaceConditions::Found found = oracle_.place_condition(condition, as_player_);
          if (const PlaceCondition* known = found.place) {
            const SquareId place = resolve(known->place);
            return place == kNone ? known->off_board : oracle_.occupant_in(place, known->codes);
          }
          SquareId asked = kNone;
          CodeSet codes;
          if (!found.asks_otherwise && one_square(condition, asked, codes)) return asked == kNone ? !codes.empty() : oracle_.occupant_in(asked, codes);
        }
        break;
      default: break;
    }
    switch (condition.kind) {
      case ConditionKind::kTrue: return true;
      case ConditionKind::kFalse: return false;
      case ConditionKind::kNot: return !test(condition.children[0]);
      case ConditionKind::kAnd:
        for (const Condition& child : condition.children)
          if (!test(child)) return false;
        return true;
      case ConditionKind::kOr:
        for (const Condition& child : condition.children)
          if (test(child)) return true;
        return false;
      case ConditionKind::kFlag: return contains(flags_, condition.id);
      case ConditionKind::kPlayerAttribute:
        return oracle_.player_attribute(context_.player_attribute_bit(
            condition.player == kNone ? as_player_ : condition.player, condition.id));
      case ConditionKind::kLastTag: return oracle_.last_tag(condition.id);
      case ConditionKind::kFewer: return oracle_.fewer(as_player_, condition.id, condition.number);
      default: break;
    }
    const SquareId square = resolve(condition.place);
    if (square == kNone) return false;  // off the board
    switch (condition.kind) {
      case ConditionKind::kEmpty: case ConditionKind::kEnemy: case ConditionKind::kFriend: case ConditionKind::kNeutral:
      case ConditionKind::kPiece: case ConditionKind::kAttribute:
        return oracle_.occupant_in(square, *context_.occupants_asked(condition, as_player_));
      case ConditionKind::kInZone: return context_.game.board.zone_squares[condition.id][as_player_].contains(square);
      case ConditionKind::kPosition: return square == condition.id;
      case ConditionKind::kPositionFlag: return contains(position_flags_, std::pair(condition.id, square));
      case ConditionKind::kMarked: return square == mark_;
      case ConditionKind::kOnBoard: return true;
      case ConditionKind::kLastFrom: return oracle_.last_from_is(square);
      case ConditionKind::kLastTo: return oracle_.last_to_is(square);
      case ConditionKind::kAttacked: return oracle_.attacked(square, code_, condition.id, false);
      case ConditionKind::kDefended: return oracle_.attacked(square, context_.enemy_twin(code_), condition.id, true);
      case ConditionKind::kAdjacentToEnemy:
        for (SquareId near : context_.neighbours[square])
          if (oracle_.occupant_in(near, context_.enemies[as_player_])) return true;
        return false;
      case ConditionKind::kGoalPosition: return context_.goal_squares[as_player_].contains(square);
      case ConditionKind::kTrue: case ConditionKind::kFalse: case ConditionKind::kNot: case ConditionKind::kAnd:
      case ConditionKind::kOr: case ConditionKind::kFlag: case ConditionKind::kPlayerAttribute:
      case ConditionKind::kLastTag: case ConditionKind::kFewer: break;  // handled above
    }
    return false;
  }

  // Whether the condition is only about what stands on one square, and then which codes there fulfil it. `square` stays kNone
  // while nothing was asked: then `codes` is all or none.
  bool one_square(const Condition& condition, SquareId& square, CodeSet& codes) {
    if (const PlaceCondition* known = oracle_.place_condition(condition, as_player_).place) {
      const SquareId here = resolve(known->place);
      if (here == kNone) {
        codes = known->off_board ? context_.all_codes : CodeSet{};
        return true;
      }
      if (square != kNone && square != here) return false;
      square = here;
      codes = known->codes;
      return true;
    }
    switch (condition.kind) {
      case ConditionKind::kTrue: codes = context_.all_codes; return true;
      case ConditionKind::kFalse: codes = {}; return true;
      case ConditionKind::kNot:
        if (!one_square(condition.children[0], square, codes)) return false;
        codes = context_.all_codes - codes;
        return true;
      case ConditionKind::kAnd: case ConditionKind::kOr: {
        const bool both = condition.kind == ConditionKind::kAnd;
        CodeSet all = both ? context_.all_codes : CodeSet{};
        for (const Condition& child : condition.children) {
          CodeSet part;
          if (!one_square(child, square, part)) return false;
          if (both) all &= part;
          else all |= part;
          if (both && all.empty()) break;  // whatever the others say
        }
        codes = all;
        return true;
      }
      case ConditionKind::kEmpty: case ConditionKind::kEnemy: case ConditionKind::kFriend: case ConditionKind::kNeutral:
      case ConditionKind::kPiece: case ConditionKind::kAttribute:
        return on_square(condition, *context_.occupants_asked(condition, as_player_), square, codes);
      case ConditionKind::kInZone: case ConditionKind::kPosition: case ConditionKind::kFlag: case ConditionKind::kPositionFlag:
      case ConditionKind::kMarked: case ConditionKind::kOnBoard: case ConditionKind::kGoalPosition:
        if (steered(condition.place)) return false;
        codes = test(condition) ? context_.all_codes : CodeSet{};
        return true;
      case ConditionKind::kLastFrom: case ConditionKind::kLastTo: case ConditionKind::kAttacked: case ConditionKind::kDefended:
      case ConditionKind::kAdjacentToEnemy: case ConditionKind::kPlayerAttribute: case ConditionKind::kFewer: case ConditionKind::kLastTag:
        return false;
    }
    return false;
  }
  bool on_square(const Condition& condition, const CodeSet& wanted, SquareId& square, CodeSet& codes) {
    if (steered(condition.place)) return false;
    const SquareId here = resolve(condition.place);
    if (here != kNone && square != kNone && here != square) return false;
    if (here != kNone) square = here;
    codes = here == kNone ? CodeSet{} : wanted;
    return true;
  }
  static bool steered(const Place& place) { return place.kind == PlaceKind::kLastFrom || place.kind == PlaceKind::kLastTo; }

  Flow run_list(const std::vector<Instruction>& body) {
    for (const Instruction& instruction : body)
      if (run_one(instruction) == Flow::kEnd) return Flow::kEnd;
    return Flow::kGoOn;
  }

  Flow run_one(const Instruction& instruction) {
    if (!oracle_.step()) return Flow::kEnd;
    switch (instruction.kind) {
      case InstructionKind::kMove: {
        const SquareId square = resolve(instruction.place);
        if (square == kNone) return Flow::kEnd;
        current_ = square;
        return Flow::kGoOn;
      }
      case InstructionKind::kSetFrom: from_ = current_; return Flow::kGoOn;
      case InstructionKind::kSetTo: to_ = current_; return Flow::kGoOn;
      case InstructionKind::kSetMark: {
        const SquareId square = resolve(instruction.place);
        if (square == kNone) return Flow::kEnd;
        mark_ = square;
        return Flow::kGoOn;
      }
      case InstructionKind::kVerify: return decide(instruction.condition) ? Flow::kGoOn : Flow::kEnd;
      case InstructionKind::kIf: return run_list(decide(instruction.condition) ? instruction.body : instruction.else_body);
      case InstructionKind::kWhile: return run_loop(instruction);
      case InstructionKind::kAdd: add(instruction); return Flow::kGoOn;
      case InstructionKind::kCascade:
        parts_.push_back({from_, to_ == kNone ? current_ : to_, kNone, false});
        from_ = current_;
        to_ = kNone;
        return Flow::kGoOn;
      case InstructionKind::kSetFlag: assign(flags_, instruction.id, decide(instruction.condition)); return Flow::kGoOn;
      case InstructionKind::kSetPositionFlag: {
        const bool value = decide(instruction.condition);
        const SquareId square = resolve(instruction.place);
        if (square != kNone) assign(position_flags_, std::pair(instruction.id, square), value);
        return Flow::kGoOn;
      }
      case InstructionKind::kSetPlayerAttribute: {
        const std::uint64_t bit = std::uint64_t{1} << context_.player_attribute_bit(
            instruction.player == kNone ? as_player_ : instruction.player, instruction.id);
        const bool value = decide(instruction.condition);
        (value ? attributes_set_ : attributes_cleared_) |= bit;
        (value ? attributes_cleared_ : attributes_set_) &= ~bit;
        return Flow::kGoOn;
      }
      case InstructionKind::kTag: tags_ |= std::uint64_t{1} << instruction.id; return Flow::kGoOn;
      case InstructionKind::kText: texts_ = &instruction.texts; return Flow::kGoOn;
      case InstructionKind::kOriginAlways: origin_always_ = true; return Flow::kGoOn;
      case InstructionKind::kCoordinateTo: {
        const SquareId square = resolve(instruction.place);
        if (square == kNone) return Flow::kEnd;
        coordinate_to_ = square;
        return Flow::kGoOn;
      }
      case InstructionKind::kCapture: case InstructionKind::kRemove: case InstructionKind::kCreate: case InstructionKind::kChangeType:
      case InstructionKind::kChangeOwner: case InstructionKind::kFlip: case InstructionKind::kSetAttribute: {
        const bool value = instruction.kind == InstructionKind::kSetAttribute && decide(instruction.condition);
        const SquareId square = resolve(instruction.place);
        if (square == kNone) return Flow::kGoOn;  // off the board there is nothing to change
        PendingEffect effect{instruction.kind, square, instruction.id, instruction.player, value, &instruction.types};
        if (effect.player == kNone) effect.player = as_player_;
        if (effect.kind == InstructionKind::kCreate && effect.id == kNone) effect.id = context_.codes.type(code_);
        effects_.push_back(effect);
        return Flow::kGoOn;
      }
    }
    return Flow::kGoOn;
  }

  Flow run_loop(const Instruction& loop) {
    std::set<LoopState> seen;
    while (decide(loop.condition)) {
      if (!oracle_.step()) return Flow::kEnd;
      // The board stands still, so the same square, mark and flags go the same way again.
      if (!seen.insert({current_, from_, to_, mark_, flags_, position_flags_}).second) {
        oracle_.endless(loop);
        return Flow::kEnd;
      }
      if (run_list(loop.body) == Flow::kEnd) return Flow::kEnd;
    }
    return Flow::kGoOn;
  }

  // Emits one move for each promotion choice, then clears what is pending (language.md, decision 5).
  void add(const Instruction& instruction) {
    Emission emission;
    emission.parts = parts_;
    const SquareId target = to_ == kNone ? current_ : to_;
    if (from_ != kNone || drop_) emission.parts.push_back({from_, target, kNone, instruction.copy});
    emission.effects = effects_;
    emission.tags = tags_;
    emission.attributes_set = attributes_set_;
    emission.attributes_cleared = attributes_cleared_;
    emission.texts = texts_;
    emission.origin_always = origin_always_;
    emission.coordinate_to = coordinate_to_;
    emission.partial = instruction.partial;
    emission.continuation = instruction.id;
    if (instruction.types.empty()) {
      oracle_.emit(std::move(emission));
    } else {
      for (PieceTypeId type : instruction.types) {
        Emission choice = emission;
        if (!choice.parts.empty()) choice.parts.back().becomes = type;
        oracle_.emit(std::move(choice));
      }
    }
    parts_.clear();
    effects_.clear();
    tags_ = 0;
    attributes_set_ = attributes_cleared_ = 0;
    texts_ = nullptr;
    origin_always_ = false;
    coordinate_to_ = kNone;
    to_ = kNone;
  }

  template <class T>
  static bool contains(const std::vector<T>& set, const T& value) {
    return std::find(set.begin(), set.end(), value) != set.end();
  }
  template <class T>
  static void assign(std::vector<T>& set, const T& value, bool in) {  // kept sorted, so that equal sets compare equal
    const auto at = std::lower_bound(set.begin(), set.end(), value);
    const bool there = at != set.end() && *at == value;
    if (in && !there) set.insert(at, value);
    if (!in && there) set.erase(at);
  }

  const RuleContext& context_;
  Oracle& oracle_;
  Code code_;
  PlayerId as_player_;
  bool drop_;
  SquareId current_;
  SquareId from_;
  SquareId to_ = kNone;
  SquareId mark_;
  std::vector<std::uint16_t> flags_;
  std::vector<std::pair<std::uint16_t, SquareId>> position_flags_;
  std::vector<EmittedPart> parts_;
  std::vector<PendingEffect> effects_;
  std::uint64_t tags_ = 0;
  std::uint64_t attributes_set_ = 0;
  std::uint64_t attributes_cleared_ = 0;
  const std::vector<std::string>* texts_ = nullptr;
  bool origin_always_ = false;
  SquareId coordinate_to_ = kNone;
};

}  // namespace nightrider
