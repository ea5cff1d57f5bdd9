// Pseudo-legal moves from the compiled programs, and the legal ones among them.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "compile/block_executor.h"
#include "compile/prepare.h"
#include "play/position.h"

namespace nightrider {
// Answers a general program from the board.
class BoardOracle {
 public:
  static constexpr bool kSymbolic = false;
  BoardOracle(Position& position, Code code, bool drop, MoveList& moves)
      : position_(position), code_(code), drop_(drop), moves_(moves) {}

  bool occupant_in(SquareId square, const CodeSet& codes) const { return codes.contains(position_.board_[square]); }
  bool last_from_is(SquareId square) const { return position_.last_from_ == square; }
  bool last_to_is(SquareId square) const { return position_.last_to_ == square; }
  bool last_tag(TagId tag) const { return ((position_.last_tags_ >> tag) & 1) != 0; }
  bool player_attribute(int bit) const { return ((position_.player_attributes_ >> bit) & 1) != 0; }
  bool fewer(PlayerId player, PieceTypeId type, int number) const { return position_.fewer(player, type, static_cast<std::size_t>(number)); }
  bool attacked(SquareId square, Code victim, MoveTypeId type, bool) const {
    return !position_.inside_attack_ && position_.attacked(square, victim, type);
  }
  SquareId last_from() const { return position_.last_from_; }
  SquareId last_to() const { return position_.last_to_; }
  Code known_code(SquareId square) const { return position_.board_[square]; }
  bool step() {
    if (++steps_ > kMaxSteps) return false;
    if (++position_.general_steps_ <= Position::kMaxGeneralSteps) return true;
    position_.set_effects_lost();
    return false;
  }
  void endless(const Instruction&) const {}
  void emit(Emission&& emission) {
    MoveDraft draft = prepare_move(
        position_.g_->context, emission, code_, drop_, [this](SquareId square) { return known_code(square); },
        [](const CodeMap&) -> std::uint16_t {
          NIGHTRIDER_CHECK(false, "on a board every code is known");
          return 0;
        });
    std::optional<std::uint32_t> action = draft.placed;
    if (!draft.plain) action = position_.intern(std::move(draft.prepared));
    if (action) moves_.push_back({draft.from, draft.to, *action});
  }

 private:
  static constexpr std::size_t kMaxSteps = 100'000;  // language.md, decision 7

  Position& position_;
  Code code_;
  bool drop_;
  MoveList& moves_;
  std::size_t steps_ = 0;
};

void Position::pseudo_general(const Program& program, Code code, SquareId square, bool drop, MoveList& moves) {
  for (std::uint32_t i = 0; i < program.general_count; ++i) {
    BoardOracle oracle(*this, code, drop, moves);  // each run has a budget of its own
    BlockExecutor<BoardOracle>(g_->context, oracle, code, square, drop).run(*g_->generals[program.first_general + i].block);
  }
}

void Position::pseudo_slot(std::size_t slot, PlayerId player, SquareId only, bool drops, MoveList& moves) {
  const CompiledGame& game = *g_;
  const auto run = [&](const Program& program, Code code, SquareId square, bool drop) {
    for (std::uint32_t r = 0; r < program.ray_count; ++r) {
      const Ray& ray = game.rays[program.first_ray + r];
      const RayStep* step = game.ray_steps.data() + ray.first;
      for (std::uint32_t i = 0; i < ray.count; ++i, ++step) {
        const Code there = board_[step->square];
        if (step->placed_count != 0 && game.in(step->codes, there))
          for (std::uint32_t p = 0; p < step->placed_count; ++p)
            moves.push_back({square, step->square, game.placed[step->placed_first + p]});
        if (there != kEmptyCode) break;
      }
    }
    for (std::uint32_t s = 0; s < program.special_count; ++s) {
      const Special& special = game.specials[program.first_special + s];
      if (any_holds(special)) moves.push_back({special.from, special.to, special.action});
    }
    if (program.general_count != 0) pseudo_general(program, code, square, drop, moves);
  };
  if (only != kNone) {
    run(game.program(slot, board_[only], only), board_[only], only, false);
  } else {
    // By index: a trial inside may take a piece off the list and put it back.
    for (std::size_t i = 0; i < lists_[player].size(); ++i) {
      const SquareId square = lists_[player][i];
      run(game.program(slot, board_[square], square), board_[square], square, false);
    }
    if (drops && game.has_drops) {
      const bool free = game.context.game.players[player].kind == PlayerKind::kRandom;
      const std::size_t types = game.context.game.pieces.size();
      for (std::size_t type = 0; type < types; ++type) {
        if (game.context.game.pieces[type].drops.empty()) continue;
        if (!free && hands_[player * types + type] <= 0) continue;
        const Code code = game.context.codes.initial(player, static_cast<PieceTypeId>(type));
        for (std::size_t square = 0; square < board_.size(); ++square)
          run(game.drop_program(slot, code, static_cast<SquareId>(square)), code, static_cast<SquareId>(square), true);
      }
    }
  }
}

template <class F>
void Position::for_each_slot(F f) {
  const MoveTypeId type = partial_square_ != kNone ? partial_type_ : definition().turn_order[turn_].move_type;
  if (type != kNone) {
    const int slot = g_->slot_of(type);
    if (slot >= 0) f(static_cast<std::size_t>(slot));
    return;
  }
  for (std::size_t slot = 0; slot < g_->slots.size(); ++slot) f(slot);
}

void Position::prior_moves(MoveList& moves) {
  const PlayerId player = as_player();
  const auto& priorities = definition().move_priorities;
  if (priorities.empty()) {
    for_each_slot([&](std::size_t slot) { pseudo_slot(slot, player, partial_square_, true, moves); });
  } else {
    // The first type of the list that has any move; types not listed come last, together.
    for (MoveTypeId type : priorities) {
      if (!moves.empty()) break;
      for_each_slot([&](std::size_t slot) {
        if (g_->slots[slot] == type) pseudo_slot(slot, player, partial_square_, true, moves);
      });
    }
    if (moves.empty())
      for_each_slot([&](std::size_t slot) {
        if (std::find(priorities.begin(), priorities.end(), g_->slots[slot]) == priorities.end())
          pseudo_slot(slot, player, partial_square_, true, moves);
      });
  }
  if (g_->may_repeat_moves) drop_repeats(moves);
}

// The same move may carry two types, come from a block that was left general, or do more than another only elsewhere on the board:
// of moves with the same squares what they leave is compared. The first of equal ones stays.
void Position::drop_repeats(MoveList& moves) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_squares;  // squares, place in the list
  by_squares.reserve(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i)
    by_squares.emplace_back((std::uint32_t{moves[i].from} << 16) + moves[i].to, static_cast<std::uint32_t>(i));
  std::sort(by_squares.begin(), by_squares.end());
  std::vector<bool> repeats(moves.size());
  bool any = false;
  for (std::size_t first = 0, last = 0; first < by_squares.size(); first = last) {
    for (last = first + 1; last < by_squares.size() && by_squares[last].first == by_squares[first].first;) ++last;
    if (last == first + 1) continue;
    std::set<std::tuple<std::uint64_t, bool, bool, MoveTypeId>> known;
    for (std::size_t i = first; i < last; ++i) {
      const Move move = moves[by_squares[i].second];
      static const PreparedMove kPlain;
      const PreparedMove& turn = move.action < kFirstPreparedAction ? kPlain : prepared(move);
      Undo undo;
      apply(move, undo);
      const std::uint64_t left = effect_key();
      revert(undo);
      if (known.emplace(left, turn.partial, turn.pass, turn.continuation).second) continue;
      repeats[by_squares[i].second] = true;
      any = true;
    }
  }
  if (!any) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (!repeats[i]) moves[kept++] = moves[i];
  moves.resize(kept);
}

void Position::pseudo_moves(MoveList& moves) {
  prior_moves(moves);
  if (definition().options.complete_captures) drop_incomplete(moves);
  if (definition().options.maximal_captures != 0 && !moves.empty()) keep_most_captures(moves);
}

void Position::filter_royal(MoveList& moves) {
  RoyalAnalysis analysis;
  analyse_royal(analysis);
  if (analysis.none) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (!needs_trial(analysis, moves[i]) || leaves_royal_safe(moves[i])) moves[kept++] = moves[i];
  moves.resize(kept);
}

void Position::filter_legal(MoveList& moves) {
  filter_royal(moves);
  if (!g_->forbids.empty()) std::erase_if(moves, [this](Move move) { return forbidden(move); });
}

// Whether passing from here leads to a turn with a move: each of the other turns is looked at as if all before it had passed.
bool Position::passing_leads_on() {
  const std::uint32_t turn = turn_;
  const SquareId from = last_from_;
  const SquareId to = last_to_;
  const std::uint64_t tags = last_tags_;
  last_from_ = last_to_ = kNone;
  last_tags_ = 0;
  const std::size_t turns = definition().turn_order.size();
  bool leads_on = false;
  for (std::size_t i = 1; i < turns && !leads_on; ++i) {
    if (++turn_ == turns) turn_ = static_cast<std::uint32_t>(definition().turn_repeat);
    MoveList moves;
    pseudo_moves(moves);
    filter_legal(moves);
    leads_on = !moves.empty();
  }
  turn_ = turn;
  last_from_ = from;
  last_to_ = to;
  last_tags_ = tags;
  return leads_on;
}

void Position::legal_moves(MoveList& moves) {
  const Question question(*this);
  moves.clear();
  pseudo_moves(moves);
  filter_legal(moves);
  const OptionDefinitions& options = definition().options;
  // A pass is forced on a player only while it helps: where nobody can do anything else there is no move at all.
  const bool pass = partial_square_ != kNone
                        ? options.pass_partial
                        : options.pass_turn == PassRule::kAlways ||
                              (options.pass_turn == PassRule::kForced && moves.empty() && passing_leads_on());
  if (pass) {
    const Move move{kNone, kNone, kFirstPreparedAction + g_->pass_action};
    MoveList one{move};
    filter_legal(one);
    moves.insert(moves.end(), one.begin(), one.end());
  }
}

RefusedMoves Position::refused_moves() {
  const Question question(*this);
  MoveList all, prior, legal;
  for_each_slot([&](std::size_t slot) { pseudo_slot(slot, as_player(), partial_square_, true, all); });
  pseudo_moves(prior);
  legal_moves(legal);
  const auto among = [](const MoveList& moves, Move move) { return std::find(moves.begin(), moves.end(), move) != moves.end(); };
  RefusedMoves refused;
  for (const Move move : prior)
    if (!among(legal, move)) refused.unsafe.push_back(move);
  for (const Move move : all)
    if (!among(legal, move) && !among(prior, move)) refused.set_aside.push_back(move);
  return refused;
}

bool Position::has_legal_move() {
  const Question question(*this);
  MoveList moves;
  pseudo_moves(moves);
  if (g_->forbids.empty()) {
    RoyalAnalysis analysis;
    analyse_royal(analysis);
    for (Move move : moves)
      if (!needs_trial(analysis, move) || leaves_royal_safe(move)) return true;
  } else {
    filter_royal(moves);  // first: a trial of a forbidden move would undo the analysis
    for (Move move : moves)
      if (!forbidden(move)) return true;
  }
  legal_moves(moves);  // there may be a pass
  return !moves.empty();
}

bool Position::bulk_countable() const {
  return !g_->may_repeat_moves && definition().move_priorities.empty() && definition().options.pass_turn == PassRule::kNever &&
         definition().options.maximal_captures == 0 && !definition().options.complete_captures && g_->forbids.empty() &&
         partial_square_ == kNone && !g_->has_drops;
}

std::uint64_t Position::count_program(const Program& program, Code, SquareId square, const RoyalAnalysis& analysis) {
  const CompiledGame& game = *g_;
  std::uint64_t count = 0;
  const bool free = analysis.none || (!analysis.test_all && square != analysis.square && analysis.checks == 0 && pin_stamp_[square] != stamp_);
  for (std::uint32_t r = 0; r < program.ray_count; ++r) {
    const Ray& ray = game.rays[program.first_ray + r];
    const RayStep* step = game.ray_steps.data() + ray.first;
    for (std::uint32_t i = 0; i < ray.count; ++i, ++step) {
      const Code there = board_[step->square];
      if (step->placed_count != 0 && game.in(step->codes, there)) {
        if (free) {
          count += step->placed_count;
        } else if (game.royal_can_change) {
          for (std::uint32_t p = 0; p < step->placed_count; ++p)
            if (leaves_royal_safe({square, step->square, game.placed[step->placed_first + p]})) ++count;
        } else {
          // No move changes what is royal, so safety does not depend on which type is put down.
          const Move move{square, step->square, game.placed[step->placed_first]};
          if (!needs_trial(analysis, move) || leaves_royal_safe(move)) count += step->placed_count;
        }
      }
      if (there != kEmptyCode) break;
    }
  }
  for (std::uint32_t s = 0; s < program.special_count; ++s) {
    const Special& special = game.specials[program.first_special + s];
    if (!any_holds(special)) continue;
    const Move move{special.from, special.to, special.action};
    if (!needs_trial(analysis, move) || leaves_royal_safe(move)) ++count;
  }
  return count;
}

std::size_t Position::count_legal_moves() {
  if (!bulk_countable()) {
    MoveList moves;
    legal_moves(moves);
    return moves.size();
  }
  RoyalAnalysis analysis;
  analyse_royal(analysis);
  std::uint64_t count = 0;
  const PlayerId player = as_player();
  for_each_slot([&](std::size_t slot) {
    for (std::size_t i = 0; i < lists_[player].size(); ++i) {
      const SquareId square = lists_[player][i];
      count += count_program(g_->program(slot, board_[square], square), board_[square], square, analysis);
    }
  });
  return count;
}

// --- What a move does ----------------------------------------------------------------------------------------------

bool Position::is_promotion(Move move) const {
  if (move.action < kFirstPreparedAction)
    return g_->context.codes.type(static_cast<Code>(move.action)) != g_->context.codes.type(board_[move.from]);
  for (const PreparedPart& part : prepared(move).parts)
    if (part.becomes != kNone) return true;
  return false;
}

MoveDescription Position::describe(Move move) {
  const CodeTable& codes = g_->context.codes;
  MoveDescription description;
  if (move.action < kFirstPreparedAction) {
    const Code moved = board_[move.from];
    MovePart part{codes.type(moved), codes.owner(moved), move.from, move.to, kNone};
    if (codes.type(static_cast<Code>(move.action)) != part.type) part.becomes = codes.type(static_cast<Code>(move.action));
    description.parts.push_back(part);
    if (board_[move.to] != kEmptyCode) description.captures.push_back(move.to);
    return description;
  }
  const PreparedMove& effects = prepared(move);
  // What the parts and captures alone would leave; anything else is a further change.
  std::vector<std::pair<SquareId, Code>> expected;
  const auto expect = [&](SquareId square, Code code) {
    for (auto& [known, value] : expected)
      if (known == square) {
        value = code;
        return;
      }
    expected.emplace_back(square, code);
  };
  for (const PreparedPart& part : effects.parts)
    if (part.from != kNone) expect(part.from, kEmptyCode);
  for (const PreparedPart& part : effects.parts) {
    MovePart shown{part.dropped, as_player(), part.from, part.to, part.becomes};
    Code landed = kEmptyCode;
    if (part.from != kNone) {
      const Code moved = board_[part.from];
      shown.type = codes.type(moved);
      shown.owner = codes.owner(moved);
      landed = part.from == part.to ? moved : codes.moved(moved);
    } else {
      shown.owner = effects.hand_player;
      landed = codes.initial(effects.hand_player, part.dropped);
    }
    if (part.becomes != kNone) landed = codes.with_type(landed, part.becomes);
    if (shown.becomes == shown.type) shown.becomes = kNone;  // equal to the move without a choice (decision 8)
    description.parts.push_back(shown);
    expect(part.to, landed);
  }
  for (SquareId square : effects.captures)
    if (board_[square] != kEmptyCode && !g_->context.captured.contains(board_[square])) {
      description.captures.push_back(square);
      const bool waits = effects.partial && definition().options.deferred_captures;
      const bool lands = std::any_of(effects.parts.begin(), effects.parts.end(), [&](const PreparedPart& p) { return p.to == square; });
      if (!lands) expect(square, waits ? codes.with_attribute(board_[square], definition().captured_attribute, true) : kEmptyCode);
    }
  for (const PreparedMove::Blast& blast : effects.blasts)
    if (g_->context.blasted(blast.fate, board_[blast.square])) {
      description.captures.push_back(blast.square);
      const bool moved = std::any_of(effects.parts.begin(), effects.parts.end(),
                                     [&](const PreparedPart& p) { return p.to == blast.square || p.from == blast.square; });
      if (!moved) expect(blast.square, kEmptyCode);
    }
  const auto occupant_of = [&](Code code) {
    return code == kEmptyCode ? Occupant{} : Occupant{codes.owner(code), codes.type(code), codes.attributes(code)};
  };
  for (const SquareOp& op : effects.ops) expect(op.square, [&] {
    for (const auto& [known, value] : expected)
      if (known == op.square) return value;
    return board_[op.square];
  }());
  for (const auto& [square, value] : expected) {
    Code after = board_[square];
    for (const SquareOp& op : effects.ops)
      if (op.square == square) after = op.source == kNone ? op.value : g_->context.maps[op.value][board_[op.source]];
    if (after != value) description.other_changes.push_back({square, occupant_of(value), occupant_of(after)});
  }
  std::sort(description.other_changes.begin(), description.other_changes.end(), [](const auto& a, const auto& b) { return a.square < b.square; });
  description.tags = effects.tags;
  description.texts = effects.texts;
  description.origin_always = effects.origin_always;
  description.coordinate_to = effects.coordinate_to;
  description.pass = effects.pass;
  description.partial = effects.partial;
  description.continuation = effects.continuation;
  const std::uint64_t after = (player_attributes_ & ~effects.attributes_cleared) | effects.attributes_set;
  const std::size_t count = definition().player_attributes.size();
  for (std::size_t bit = 0; after != player_attributes_ && bit < count * definition().players.size(); ++bit)
    if (((after ^ player_attributes_) >> bit & 1) != 0)
      description.player_changes.push_back({static_cast<PlayerId>(bit / count), static_cast<PlayerAttributeId>(bit % count), (after >> bit & 1) != 0});
  return description;
}

}  // namespace nightrider
