// Attack tests, and which moves leave the own royal piece safe.
//
// A move off the royal piece that neither clears a square on which an attacking line rests nor is made while a line is open
// is legal without being tried (language of speed: pins and checks found by walking the attack rays once a node). Whatever
// that proof does not cover is made, tested and taken back.
#include <algorithm>

#include "play/position.h"

namespace nightrider {

bool Position::holds(const Conjunction& conjunction) {
  const Test* test = g_->tests.data() + conjunction.first;
  for (std::uint32_t i = 0; i < conjunction.count; ++i, ++test) {
    bool value = false;
    switch (test->kind) {
      case TestKind::kOccupant: value = g_->in(test->codes, board_[test->subject]); break;
      case TestKind::kLastFrom: value = last_from_ == test->subject; break;
      case TestKind::kLastTo: value = last_to_ == test->subject; break;
      case TestKind::kLastTag: value = ((last_tags_ >> test->subject) & 1) != 0; break;
      case TestKind::kPlayerAttribute: value = ((player_attributes_ >> test->subject) & 1) != 0; break;
      case TestKind::kFewer: value = fewer(test->victim, test->subject, test->codes); break;
      case TestKind::kAttacked: case TestKind::kDefended:
        value = !inside_attack_ && attacked(test->subject, test->victim, test->move_type);
        break;
    }
    if (value != test->expected) return false;
  }
  return true;
}

bool Position::fewer(PlayerId player, PieceTypeId type, std::size_t number) const {
  std::size_t count = 0;
  for (SquareId square : lists_[player])
    if (g_->context.codes.type(board_[square]) == type && ++count == number) return false;
  return true;
}

bool Position::any_holds(const Special& special) {
  for (std::uint32_t i = 0; i < special.count; ++i)
    if (holds(g_->conjunctions[special.first + i])) return true;
  return false;
}

bool Position::attacked(SquareId square, Code victim, MoveTypeId type) {
  const int index = g_->attack_table(victim, type);
  if (index < 0 || g_->attack_tables[static_cast<std::size_t>(index)].slow) return attacked_slowly(square, victim, type);
  const AttackTable& table = g_->attack_tables[static_cast<std::size_t>(index)];
  const AttackRange& range = table.squares[square];
  const Ray* ray = g_->attack_rays.data() + range.first_ray;
  const AttackStep* const steps = g_->attack_steps.data();
  const Code* const board = board_.data();
  const bool one_word = g_->one_word;
  for (const Ray* const end = ray + range.ray_count; ray != end; ++ray) {
    const AttackStep* step = steps + ray->first;
    for (const AttackStep* const last = step + ray->count; step != last; ++step) {
      const Code code = board[step->square];
      if (code == kEmptyCode) continue;
      if (one_word ? ((step->codes >> code) & 1) != 0 : g_->code_sets[step->codes].contains(code)) return true;
      break;
    }
  }
  for (std::uint32_t s = 0; s < range.special_count; ++s) {
    const AttackSpecial& special = g_->attack_specials[range.first_special + s];
    if (board_[special.origin] == special.code && holds(special.conjunction)) return true;
  }
  return false;
}

// Generates the moves of every other player that moves, with the victim put on the square.
bool Position::attacked_slowly(SquareId square, Code victim, MoveTypeId type) {
  const PlayerId owner = g_->context.codes.owner(victim);
  const bool inside = inside_attack_;
  inside_attack_ = true;
  const std::size_t first_change = changes_.size();
  const std::uint64_t key = board_key_;
  if (board_[square] != victim) put(square, victim);
  bool found = false;
  MoveList moves;
  for (std::size_t player = 0; player < lists_.size() && !found; ++player) {
    if (player == owner || g_->context.game.players[player].kind == PlayerKind::kNeutral) continue;
    moves.clear();
    for (std::size_t slot = 0; slot < g_->slots.size(); ++slot)
      if (type == kNone || g_->slots[slot] == type) pseudo_slot(slot, static_cast<PlayerId>(player), kNone, true, moves);
    for (Move move : moves)
      if (removes(move, square) && !takes_own_royal(move, static_cast<PlayerId>(player))) {
        found = true;
        break;
      }
  }
  while (changes_.size() > first_change) {
    put_back(changes_.back());
    changes_.pop_back();
  }
  board_key_ = key;
  inside_attack_ = inside;
  return found;
}

bool Position::removes(Move move, SquareId square) const {
  if (move.action < kFirstPreparedAction) return move.to == square;
  const auto& captures = prepared(move).captures;
  return std::find(captures.begin(), captures.end(), square) != captures.end();
}

template <class F>
bool Position::takes_any(Move move, F wanted) const {
  if (move.action < kFirstPreparedAction) return board_[move.to] != kEmptyCode && wanted(board_[move.to]);
  const PreparedMove& effects = prepared(move);
  return std::any_of(effects.captures.begin(), effects.captures.end(),
                     [&](SquareId square) { return board_[square] != kEmptyCode && wanted(board_[square]); }) ||
         std::any_of(effects.blasts.begin(), effects.blasts.end(), [&](const PreparedMove::Blast& blast) {
           return g_->context.blasted(blast.fate, board_[blast.square]) && wanted(board_[blast.square]);
         });
}

bool Position::is_capture(Move move) const {
  return takes_any(move, [&](Code code) { return !g_->context.captured.contains(code); });
}

bool Position::takes_own_royal(Move move, PlayerId player) const {
  if (!g_->may_take_own_royal) return false;
  const CodeSet& royal = g_->context.royal_codes[player];
  return takes_any(move, [&](Code code) { return royal.contains(code); });
}

bool Position::royal_attacked(PlayerId player) {
  for (std::size_t i = 0; i < royals_[player].size(); ++i) {
    const SquareId square = royals_[player][i];
    if (attacked(square, board_[square], kNone)) return true;
  }
  return false;
}

bool Position::in_check() {
  const Question question(*this);
  return g_->has_royals && royal_attacked(as_player());
}

void Position::analyse_royal(RoyalAnalysis& analysis) {
  analysis = {};
  if (!g_->has_royals) return;
  if (g_->royal_can_change || g_->may_take_own_royal) {  // nothing is proved before the move
    analysis.none = false;
    return;
  }
  const PlayerId player = as_player();
  if (royals_[player].empty()) return;
  analysis.none = false;
  if (royals_[player].size() != 1) return;
  const SquareId royal = royals_[player][0];
  const int index = g_->attack_table(board_[royal], kNone);
  if (index < 0) return;
  const AttackTable& table = g_->attack_tables[static_cast<std::size_t>(index)];
  if (table.slow || table.squares[royal].special_count != 0) return;
  analysis.test_all = false;
  analysis.square = royal;
  if (++stamp_ == 0) {  // wrapped: old stamps could match again
    std::fill(pin_stamp_.begin(), pin_stamp_.end(), 0);
    std::fill(evade_stamp_.begin(), evade_stamp_.end(), 0);
    stamp_ = 1;
  }
  const AttackRange& range = table.squares[royal];
  for (std::uint32_t r = 0; r < range.ray_count; ++r) {
    const Ray& ray = g_->attack_rays[range.first_ray + r];
    const AttackStep* steps = g_->attack_steps.data() + ray.first;
    SquareId blocker = kNone;
    for (std::uint32_t i = 0; i < ray.count; ++i) {
      const Code code = board_[steps[i].square];
      if (code == kEmptyCode) continue;
      if (g_->in(steps[i].codes, code)) {
        if (blocker != kNone) {
          pin_stamp_[blocker] = stamp_;
        } else {
          ++analysis.checks;
          for (std::uint32_t j = 0; j <= i; ++j) {
            const SquareId square = steps[j].square;
            if (evade_stamp_[square] != stamp_) {
              evade_stamp_[square] = stamp_;
              evade_count_[square] = 0;
            }
            ++evade_count_[square];
          }
        }
        break;
      }
      if (blocker != kNone || g_->context.codes.owner(code) != player) break;
      blocker = steps[i].square;
    }
  }
}

// False: the move is legal by the analysis. True: it must be tried. Moves known to be illegal are left to the trial.
bool Position::needs_trial(const RoyalAnalysis& analysis, Move move) const {
  if (analysis.none) return false;
  if (analysis.test_all || move.from == analysis.square || move.from == kNone) return true;
  if (move.action >= kFirstPreparedAction && !prepared(move).displacement) return true;
  if (pin_stamp_[move.from] == stamp_) return true;
  if (analysis.checks == 0) return false;
  return evade_stamp_[move.to] != stamp_ || evade_count_[move.to] != analysis.checks;
}

bool Position::leaves_royal_safe(Move move) {
  const PlayerId player = as_player();
  if (takes_own_royal(move, player)) return false;
  // A capture that ends the game leaves nobody to reply.
  const CodeSet& ending = g_->context.ending_codes;
  if (g_->captures_end && takes_any(move, [&](Code code) { return ending.contains(code); })) return true;
  if (royals_[player].size() == 1 && !g_->royal_can_change) {
    // Attack rays ask for nothing but occupants: the squares are changed and changed back, lists and keys left alone.
    const SquareId royal = royals_[player][0];
    const int index = g_->attack_table(board_[royal], kNone);
    if (index >= 0 && !g_->attack_tables[static_cast<std::size_t>(index)].slow) {
      const AttackTable& table = g_->attack_tables[static_cast<std::size_t>(index)];
      if (move.action < kFirstPreparedAction) {
        if (table.squares[royal == move.from ? move.to : royal].special_count == 0) return displacement_is_safe(move, royal);
      } else if (!table.has_specials) {
        return effects_are_safe(prepared(move), royal);
      }
    }
  }
  Undo undo;
  apply(move, undo);
  const bool safe = !royal_attacked(player);
  revert(undo);
  return safe;
}

bool Position::displacement_is_safe(Move move, SquareId royal) {
  const Code moved = board_[move.from];
  const Code there = board_[move.to];
  board_[move.from] = kEmptyCode;
  board_[move.to] = static_cast<Code>(move.action);
  if (royal == move.from) royal = move.to;
  const bool safe = !attacked(royal, board_[royal], kNone);
  board_[move.to] = there;
  board_[move.from] = moved;
  return safe;
}

bool Position::effects_are_safe(const PreparedMove& effects, SquareId royal) {
  const RuleContext& context = g_->context;
  const CodeSet& royal_codes = context.royal_codes[as_player()];
  constexpr std::size_t kFew = 8;
  if (effects.ops.size() > kFew) {
    std::vector<Code> before = board_;
    std::vector<SquareId> royals;
    for (const SquareOp& op : effects.ops) board_[op.square] = op.source == kNone ? op.value : context.maps[op.value][before[op.source]];
    for (std::size_t square = 0; square < board_.size(); ++square)
      if (royal_codes.contains(board_[square])) royals.push_back(static_cast<SquareId>(square));
    const bool safe = std::none_of(royals.begin(), royals.end(), [&](SquareId r) { return attacked(r, board_[r], kNone); });
    board_ = std::move(before);
    return safe;
  }
  Code before[kFew];
  Code after[kFew];
  const std::size_t count = effects.ops.size();
  for (std::size_t i = 0; i < count; ++i) {
    const SquareOp& op = effects.ops[i];
    before[i] = board_[op.square];
    after[i] = op.source == kNone ? op.value : context.maps[op.value][board_[op.source]];
  }
  SquareId royals[kFew + 1];
  std::size_t royal_count = 1;
  royals[0] = royal;
  for (std::size_t i = 0; i < count; ++i) {
    const SquareId square = effects.ops[i].square;
    board_[square] = after[i];
    if (square == royal) royals[0] = kNone;  // counted again below if a royal piece stands there afterwards
  }
  for (std::size_t i = 0; i < count; ++i)
    if (royal_codes.contains(after[i])) royals[royal_count++] = effects.ops[i].square;
  bool safe = true;
  for (std::size_t i = 0; i < royal_count && safe; ++i)
    if (royals[i] != kNone) safe = !attacked(royals[i], board_[royals[i]], kNone);
  for (std::size_t i = count; i-- > 0;) board_[effects.ops[i].square] = before[i];
  return safe;
}

}  // namespace nightrider
