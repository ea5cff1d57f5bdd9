// State, make and unmake, keys. Move generation: move_generation.cpp. Legality: legality.cpp. Results: position_outcome.cpp.
#include "play/position.h"

#include <algorithm>
#include <optional>

#include "base/mix.h"

namespace nightrider {
namespace {

void collect_progress_tests(const GoalTest& test, std::vector<const GoalTest*>& tests) {
  if (test.kind == GoalTestKind::kNoProgress) tests.push_back(&test);
  for (const GoalTest& child : test.children) collect_progress_tests(child, tests);
}

}  // namespace

Position::Position(std::shared_ptr<const CompiledGame> game) : game_(std::move(game)), g_(game_.get()) {
  const RuleContext& context = g_->context;
  const GameDefinition& definition = context.game;
  clear();
  for (const SetupEntry& entry : definition.setup) {
    const Code code = context.codes.initial(entry.player, entry.type);
    for (SquareId square : entry.squares) place(square, code);
    if (entry.reserve != 0) {
      const std::size_t index = entry.player * definition.pieces.size() + entry.type;
      set_hand(index, hands_[index] + entry.reserve);
    }
  }
  changes_.clear();
  for (std::size_t player = 0; player < context.players; ++player)
    for (std::size_t a = 0; a < definition.player_attributes.size(); ++a)
      if (definition.player_attributes[a].initial)
        player_attributes_ |= std::uint64_t{1} << context.player_attribute_bit(static_cast<PlayerId>(player), static_cast<PlayerAttributeId>(a));
}

void Position::clear() {
  const RuleContext& context = g_->context;
  board_.assign(context.squares, kEmptyCode);
  lists_.assign(context.players, {});
  list_index_.assign(context.squares, 0);
  royals_.assign(context.players, {});
  hands_.assign(context.players * context.game.pieces.size(), 0);
  player_attributes_ = 0;
  turn_ = 0;
  round_ = 1;
  last_from_ = last_to_ = partial_square_ = kNone;
  partial_type_ = kNone;
  last_tags_ = 0;
  chain_legs_ = 0;
  progress_tests_.clear();
  for (const GoalDefinition& goal : context.game.goals) collect_progress_tests(goal.test, progress_tests_);
  no_progress_.assign(progress_tests_.size(), 0);
  tallies_.assign(context.game.tallies.size() * context.players, 0);
  progress_ = 0;
  board_key_ = last_move_key_ = 0;
  history_.clear();
  repetition_bases_.clear();
  changes_.clear();
  captured_codes_.clear();
  pin_stamp_.assign(context.squares, 0);
  evade_stamp_.assign(context.squares, 0);
  evade_count_.assign(context.squares, 0);
  stamp_ = 0;
}

const GameDefinition& Position::definition() const { return g_->context.game; }
PlayerId Position::side_to_move() const { return definition().turn_order[turn_].player; }
PlayerId Position::as_player() const { return definition().turn_order[turn_].as_player; }
std::size_t Position::turn() const { return turn_; }
int Position::round() const { return round_; }
int Position::ply() const { return static_cast<int>(history_.size()); }
Move Position::last_move() const { return history_.empty() ? kNoMove : history_.back().move; }
SquareId Position::last_from() const { return last_from_; }
SquareId Position::last_to() const { return last_to_; }
Move Position::move_at(int ply) const { return history_[static_cast<std::size_t>(ply)].move; }

Occupant Position::occupant(SquareId square) const {
  const Code code = board_[square];
  if (code == kEmptyCode) return {};
  const CodeTable& codes = g_->context.codes;
  return {codes.owner(code), codes.type(code), codes.attributes(code)};
}

int Position::tally(TallyId tally, PlayerId player) const { return tallies_[tally * g_->context.players + player]; }
int Position::hand(PlayerId player, PieceTypeId type) const { return hands_[player * definition().pieces.size() + type]; }

// --- Squares, lists, hands -----------------------------------------------------------------------------------------

void Position::list_insert(PlayerId player, SquareId square) {
  list_index_[square] = static_cast<std::uint16_t>(lists_[player].size());
  lists_[player].push_back(square);
}

std::uint16_t Position::list_remove(PlayerId player, SquareId square) {
  std::vector<SquareId>& list = lists_[player];
  const std::uint16_t index = list_index_[square];
  const SquareId last = list.back();
  list[index] = last;
  list_index_[last] = index;
  list.pop_back();
  return index;
}

// The inverse of list_remove, so that unmake restores the order of the moves too.
void Position::list_restore(PlayerId player, SquareId square, std::uint16_t index) {
  std::vector<SquareId>& list = lists_[player];
  if (index == list.size()) {
    list.push_back(square);
  } else {
    const SquareId moved = list[index];
    list_index_[moved] = static_cast<std::uint16_t>(list.size());
    list.push_back(moved);
    list[index] = square;
  }
  list_index_[square] = index;
}

void Position::royal_update(SquareId square, Code before, Code after) {
  if (!g_->has_royals || (!g_->royal.contains(before) && !g_->royal.contains(after))) return;
  const CodeTable& codes = g_->context.codes;
  if (before != kEmptyCode) {
    const PlayerId owner = codes.owner(before);
    if (g_->context.royal_codes[owner].contains(before)) std::erase(royals_[owner], square);
  }
  if (after != kEmptyCode) {
    const PlayerId owner = codes.owner(after);
    if (g_->context.royal_codes[owner].contains(after)) {
      auto& royals = royals_[owner];  // ascending, so that the order does not depend on history
      royals.insert(std::lower_bound(royals.begin(), royals.end(), square), square);
    }
  }
}

void Position::place(SquareId square, Code code) {
  const Code before = board_[square];
  if (before != kEmptyCode) list_remove(g_->context.codes.owner(before), square);
  if (code != kEmptyCode) list_insert(g_->context.codes.owner(code), square);
  royal_update(square, before, code);
  board_key_ ^= g_->square_key(before, square) ^ g_->square_key(code, square);
  board_[square] = code;
}

void Position::put(SquareId square, Code code) {
  const Code before = board_[square];
  changes_.push_back({ChangeKind::kSquare, square, before == kEmptyCode ? std::uint16_t{0} : list_index_[square], before});
  place(square, code);
}

void Position::put_back(const Change& change) {
  switch (change.kind) {
    case ChangeKind::kSquare: {
      const Code now = board_[change.subject];
      const Code before = static_cast<Code>(change.before);
      if (now != kEmptyCode) list_remove(g_->context.codes.owner(now), change.subject);
      if (before != kEmptyCode) list_restore(g_->context.codes.owner(before), change.subject, change.list_index);
      royal_update(change.subject, now, before);
      board_[change.subject] = before;
      break;
    }
    case ChangeKind::kHand: hands_[change.subject] = change.before; break;
    case ChangeKind::kProgress: no_progress_[change.subject] = change.before; break;
    case ChangeKind::kTally: tallies_[change.subject] = change.before; break;
  }
}

void Position::set_hand(std::size_t index, int count) {
  count = std::min(count, kMaxHand);
  changes_.push_back({ChangeKind::kHand, static_cast<std::uint16_t>(index), 0, hands_[index]});
  board_key_ ^= hand_key(index, hands_[index]) ^ hand_key(index, count);
  hands_[index] = count;
}

std::uint64_t Position::tally_key(std::size_t index, int count) const {
  return count == 0 ? 0 : mix((std::uint64_t{5} << 40) + (index << 24) + static_cast<std::uint64_t>(count));
}

void Position::set_tally(std::size_t index, int count) {
  changes_.push_back({ChangeKind::kTally, static_cast<std::uint16_t>(index), 0, tallies_[index]});
  board_key_ ^= tally_key(index, tallies_[index]) ^ tally_key(index, count);
  tallies_[index] = count;
}

void Position::take_captured(Code captured) {
  captured_codes_.push_back(captured);
  const CaptureHand whose = definition().options.recycle_captures;
  if (whose == CaptureHand::kNobody) return;
  const PlayerId player = whose == CaptureHand::kOwner ? g_->context.codes.owner(captured) : as_player();
  const std::size_t hand = player * definition().pieces.size() + g_->captured_as[captured];
  set_hand(hand, hands_[hand] + 1);
}

// --- State ---------------------------------------------------------------------------------------------------------

GameState Position::state() const {
  const GameDefinition& game = definition();
  GameState state;
  for (std::size_t square = 0; square < board_.size(); ++square) state.squares.push_back(occupant(static_cast<SquareId>(square)));
  for (std::size_t player = 0; player < game.players.size(); ++player) {
    const auto first = hands_.begin() + static_cast<std::ptrdiff_t>(player * game.pieces.size());
    state.hands.emplace_back(first, first + static_cast<std::ptrdiff_t>(game.pieces.size()));
    const std::size_t count = game.player_attributes.size();
    const std::uint64_t bits = count == 0 ? 0 : player_attributes_ >> (player * count);
    state.player_attributes.push_back(count == 0 ? 0 : bits & (~std::uint64_t{0} >> (64 - count)));
  }
  state.turn = turn_;
  state.last_from = last_from_;
  state.last_to = last_to_;
  state.last_tags = last_tags_;
  state.partial_square = partial_square_;
  state.partial_type = partial_type_;
  state.no_progress = no_progress_;
  state.tallies = tallies_;
  state.progress_made = progress_;
  state.round = round_;
  return state;
}

Status Position::set_state(const GameState& state) {
  const GameDefinition& game = definition();
  const CodeTable& codes = g_->context.codes;
  if (state.squares.size() != board_.size()) return Error{"the position has another number of squares than the board"};
  if (state.turn >= game.turn_order.size()) return Error{"there is no such place in the turn order"};
  if (state.round < 1 || state.round > kMaxCount) return Error{"the move number is 1 to " + std::to_string(kMaxCount)};
  if (state.hands.size() != game.players.size() || state.player_attributes.size() != game.players.size() ||
      state.no_progress.size() != no_progress_.size() || state.tallies.size() != tallies_.size())
    return Error{"the position does not belong to this game"};
  for (std::size_t square = 0; square < board_.size(); ++square) {
    const Occupant& occupant = state.squares[square];
    if (occupant.empty()) continue;
    if (occupant.owner >= game.players.size() || occupant.type >= game.pieces.size())
      return Error{"unknown piece on " + game.board.squares[square].name};
  }
  if (game.captured_attribute != kNone && state.partial_square == kNone)
    for (std::size_t square = 0; square < board_.size(); ++square)
      if (!state.squares[square].empty() && ((state.squares[square].attributes >> game.captured_attribute) & 1) != 0)
        return Error{"a captured piece stands on " + game.board.squares[square].name + " where no capture is going on"};
  for (SquareId square : {state.last_from, state.last_to, state.partial_square})
    if (square != kNone && square >= board_.size()) return Error{"the position names a square that is not on the board"};
  if (state.partial_square != kNone &&
      state.squares[state.partial_square].owner != game.turn_order[state.turn].as_player)
    return Error{"no piece of the player to move stands on " + game.board.squares[state.partial_square].name + " to go on with"};
  for (const auto& hand : state.hands) {
    if (hand.size() != game.pieces.size()) return Error{"the position does not belong to this game"};
    for (int count : hand)
      if (count < 0 || count > kMaxHand) return Error{"a hand holds 0 to " + std::to_string(kMaxHand) + " pieces of a type"};
  }
  for (int count : state.no_progress)
    if (count < 0 || count > kMaxCount) return Error{"the half-move clock is 0 to " + std::to_string(kMaxCount)};
  for (int count : state.tallies)
    if (count < 0) return Error{"a tally must not be negative"};
  if (state.no_progress.size() < kMaxProgressTests && (state.progress_made >> state.no_progress.size()) != 0)
    return Error{"the position does not belong to this game"};
  if (state.partial_square == kNone && state.progress_made != 0) return Error{"progress within a turn needs a turn that goes on"};

  std::optional<Position> before;
  if (state.partial_square != kNone) before = *this;
  clear();
  for (std::size_t square = 0; square < board_.size(); ++square) {
    const Occupant& occupant = state.squares[square];
    if (!occupant.empty())
      place(static_cast<SquareId>(square), codes.code(occupant.owner, occupant.type, occupant.attributes));
  }
  for (std::size_t player = 0; player < game.players.size(); ++player) {
    for (std::size_t type = 0; type < game.pieces.size(); ++type)
      set_hand(player * game.pieces.size() + type, state.hands[player][type]);
    if (!game.player_attributes.empty())
      player_attributes_ |= state.player_attributes[player] << (player * game.player_attributes.size());
  }
  for (std::size_t i = 0; i < tallies_.size(); ++i) set_tally(i, std::min(state.tallies[i], game.tallies[i / game.players.size()].most));
  turn_ = static_cast<std::uint32_t>(state.turn);
  round_ = state.round;
  last_from_ = state.last_from;
  last_to_ = state.last_to;
  last_tags_ = state.last_tags;
  partial_square_ = state.partial_square;
  partial_type_ = state.partial_type;
  no_progress_ = state.no_progress;
  progress_ = state.progress_made;
  changes_.clear();
  last_move_key_ = matched_last_move_key();
  if (partial_square_ != kNone && !has_legal_move()) {
    *this = std::move(*before);
    return Error{"the piece on " + game.board.squares[state.partial_square].name + " has no move to go on with"};
  }
  return Done{};
}

// --- Keys ----------------------------------------------------------------------------------------------------------

std::uint64_t Position::extra_key() const {
  std::uint64_t key = turn_key(turn_);
  key ^= attributes_key(player_attributes_ & g_->read_player_attributes);
  if (partial_square_ != kNone) key ^= mix((std::uint64_t{2} << 40) + (std::uint64_t{partial_square_} << 16) + partial_type_);
  return key;
}

std::uint64_t Position::matched_last_move_key() const {
  if (last_to_ == kNone && last_from_ == kNone && last_tags_ == 0) return 0;
  if (g_->every_last_move_counts)
    return mix(mix((std::uint64_t{3} << 40) + (std::uint64_t{last_from_} << 16) + last_to_) ^ last_tags_);
  std::uint64_t key = 0;
  const auto match = [&](std::uint32_t index) {
    const LastMovePattern& pattern = g_->last_move_patterns[index];
    if (pattern.from != kNone && pattern.from != last_from_) return;
    if ((pattern.tags & ~last_tags_) != 0) return;
    if (pattern.to != kNone && pattern.codes != ~std::uint64_t{0} && !g_->in(pattern.codes, board_[pattern.to])) return;
    key ^= pattern.key;
  };
  for (std::uint32_t index : g_->patterns_any_to) match(index);
  if (last_to_ != kNone)
    for (std::uint32_t index : g_->patterns_by_to[last_to_]) match(index);
  return key;
}

std::uint64_t Position::key_from_scratch() const {
  std::uint64_t key = 0;
  for (std::size_t square = 0; square < board_.size(); ++square)
    key ^= g_->square_key(board_[square], static_cast<SquareId>(square));
  for (std::size_t i = 0; i < hands_.size(); ++i) key ^= hand_key(i, hands_[i]);
  for (std::size_t i = 0; i < tallies_.size(); ++i) key ^= tally_key(i, tallies_[i]);
  return key ^ matched_last_move_key() ^ extra_key();
}

std::uint64_t Position::effect_key() const {
  std::uint64_t key = mix(board_key_ ^ extra_key() ^ last_tags_ * 0x9e3779b97f4a7c15) ^ player_attributes_;
  for (Code code : board_) key = mix(key ^ code);
  return key;
}

// Attributes that only rights ask for count as rights do (language.md, decision 11): on the squares that rights name, the
// piece's own key gives way to one without those attributes, and each right that holds adds its key.
std::uint64_t Position::repetition_base() const {
  const GameDefinition& game = definition();
  std::uint64_t key = board_key_ ^ extra_key();
  const CodeTable& codes = g_->context.codes;
  for (std::size_t r = 0; r < game.fen.rights.size(); ++r) {
    const FenRight& right = game.fen.rights[r];
    bool holds = !right.terms.empty();
    for (const FenRightTerm& term : right.terms) {
      const Code code = board_[term.square];
      holds = holds && code != kEmptyCode && codes.owner(code) == right.player && codes.type(code) == term.type &&
              ((codes.attributes(code) >> term.attribute) & 1) != 0;
    }
    if (holds) key ^= right_key(r);
  }
  for (std::size_t r = 0; r < game.fen.line_rights.size(); ++r) {
    const FenLineRight& right = game.fen.line_rights[r];
    const auto has = [&](SquareId square, PieceTypeId type, AttributeId attribute) {
      const Code code = board_[square];
      return codes.type(code) == type && codes.owner(code) == right.player && ((codes.attributes(code) >> attribute) & 1) != 0;
    };
    for (SquareId king : lists_[right.player]) {
      if (!has(king, right.king, right.king_attribute) || !game.board.zone_squares[right.zone][right.player].contains(king)) continue;
      SquareId rook = king;
      for (std::size_t steps = 0; steps < board_.size(); ++steps) {
        rook = g_->context.step(right.direction, right.player, rook);
        if (rook == kNone || rook == king) break;
        if (has(rook, right.rook, right.rook_attribute))
          key ^= mix(mix(0x6c696e65 + r) ^ ((std::uint64_t{king} << 16) + rook));
      }
    }
  }
  for (const RightSquare& right : g_->right_squares) {
    const Code code = board_[right.square];
    const Code bare = right.bare[code];
    if (bare != code) key ^= g_->square_key(code, right.square) ^ g_->square_key(bare, right.square);
  }
  return key;
}

std::uint64_t Position::last_move_legal_key() {
  if (last_move_key_ == 0) return 0;
  // The legal moves with and without the previous move: what only one of the lists has.
  MoveList with;
  MoveList without;
  legal_moves(with);
  const SquareId from = last_from_;
  const SquareId to = last_to_;
  const std::uint64_t tags = last_tags_;
  const std::uint64_t saved_key = last_move_key_;
  last_from_ = last_to_ = kNone;
  last_tags_ = 0;
  last_move_key_ = 0;
  legal_moves(without);
  last_from_ = from;
  last_to_ = to;
  last_tags_ = tags;
  last_move_key_ = saved_key;
  std::uint64_t key = 0;
  const auto move_key = [](Move move) {
    return mix(mix((std::uint64_t{move.from} << 16) + move.to) ^ (std::uint64_t{move.action} << 20));
  };
  for (Move move : with)
    if (std::find(without.begin(), without.end(), move) == without.end()) key ^= move_key(move);
  for (Move move : without)
    if (std::find(with.begin(), with.end(), move) == with.end()) key ^= mix(move_key(move));
  return key;
}

std::uint64_t Position::repetition_key() { return repetition_base() ^ last_move_legal_key(); }

// --- Make and unmake -----------------------------------------------------------------------------------------------

const PreparedMove& Position::prepared(Move move) const {
  const std::size_t index = move.action - kFirstPreparedAction;
  return index < g_->prepared.size() ? g_->prepared[index] : effects().at(static_cast<std::uint32_t>(index - g_->prepared.size()));
}

std::optional<std::uint32_t> Position::intern(PreparedMove&& move) {
  const std::optional<std::uint32_t> index = effects().intern(std::move(move));
  if (!index) return std::nullopt;
  return kFirstPreparedAction + static_cast<std::uint32_t>(g_->prepared.size()) + *index;
}

void Position::keep_effects_apart(std::size_t most_bytes) {
  if (g_->has_general && effects_ == nullptr) effects_ = std::make_shared<DynamicMoves>(g_->dynamic, most_bytes);
}

void Position::apply(Move move, Undo& undo) {
  const RuleContext& context = g_->context;
  undo.move = move;
  undo.first_change = static_cast<std::uint32_t>(changes_.size());
  undo.captured_first = static_cast<std::uint32_t>(captured_codes_.size());
  undo.last_from = last_from_;
  undo.last_to = last_to_;
  undo.last_tags = last_tags_;
  undo.last_move_key = last_move_key_;
  undo.player_attributes = player_attributes_;
  undo.board_key = board_key_;
  if (move.action < kFirstPreparedAction) {
    const Code moved = board_[move.from];
    const Code captured = board_[move.to];
    const Code placed = static_cast<Code>(move.action);
    const PlayerId player = context.codes.owner(moved);
    undo.moved = moved;
    undo.captured = captured;
    if (captured != kEmptyCode) {
      undo.captured_index = list_remove(context.codes.owner(captured), move.to);
      if (!context.captured.contains(captured)) take_captured(captured);
    }
    if (context.game.options.recycle_promotions && context.codes.type(placed) != context.codes.type(moved)) {
      const std::size_t hand = player * context.game.pieces.size() + context.codes.type(moved);
      set_hand(hand, hands_[hand] + 1);
    }
    const std::uint16_t index = list_index_[move.from];
    lists_[player][index] = move.to;
    list_index_[move.to] = index;
    royal_update(move.from, moved, kEmptyCode);
    royal_update(move.to, captured, placed);
    board_key_ ^= g_->square_key(moved, move.from) ^ g_->square_key(captured, move.to) ^ g_->square_key(placed, move.to);
    board_[move.from] = kEmptyCode;
    board_[move.to] = placed;
    last_tags_ = 0;
  } else {
    const PreparedMove& effects = prepared(move);
    const auto taken = [&](Code captured) {
      if (captured == kEmptyCode || context.captured.contains(captured)) return;  // or waits since an earlier leg
      take_captured(captured);
    };
    for (SquareId square : effects.captures) taken(board_[square]);
    for (const PreparedMove::Blast& blast : effects.blasts)
      if (context.blasted(blast.fate, board_[blast.square])) taken(board_[blast.square]);
    if (context.game.options.recycle_promotions)
      for (const PreparedPart& part : effects.parts) {
        const Code moved = part.from == kNone ? kEmptyCode : board_[part.from];
        if (moved == kEmptyCode || part.becomes == kNone || part.becomes == context.codes.type(moved)) continue;
        const std::size_t hand = context.codes.owner(moved) * context.game.pieces.size() + context.codes.type(moved);
        set_hand(hand, hands_[hand] + 1);
      }
    // Added when the hand has given its piece; like all values they come from the board as it stood before.
    std::vector<std::size_t> recycled;
    for (const SquareOp& op : effects.recycled)
      if (const Code code = op.source == kNone ? op.value : context.maps[op.value][board_[op.source]]; code != kEmptyCode)
        recycled.push_back((context.game.options.recycle_captures == CaptureHand::kOwner ? context.codes.owner(code) : as_player()) * context.game.pieces.size() + g_->captured_as[code]);
    constexpr std::size_t kFew = 8;
    Code few[kFew];
    std::vector<Code> many;
    Code* values = few;
    if (effects.ops.size() > kFew) {
      many.resize(effects.ops.size());
      values = many.data();
    }
    for (std::size_t i = 0; i < effects.ops.size(); ++i) {
      const SquareOp& op = effects.ops[i];
      values[i] = op.source == kNone ? op.value : context.maps[op.value][board_[op.source]];
    }
    for (std::size_t i = 0; i < effects.ops.size(); ++i) put(effects.ops[i].square, values[i]);
    if (effects.hand_type != kNone) {
      const std::size_t hand = effects.hand_player * context.game.pieces.size() + effects.hand_type;
      if (hands_[hand] > 0) set_hand(hand, hands_[hand] - 1);
    }
    for (const std::size_t hand : recycled) set_hand(hand, hands_[hand] + 1);
    player_attributes_ = (player_attributes_ & ~effects.attributes_cleared) | effects.attributes_set;
    last_tags_ = effects.tags;
  }
  last_from_ = move.from == kNone ? move.to : move.from;  // after a drop both are its square
  last_to_ = move.to;
}

void Position::revert(const Undo& undo) {
  const Move move = undo.move;
  while (changes_.size() > undo.first_change) {
    put_back(changes_.back());
    changes_.pop_back();
  }
  captured_codes_.resize(undo.captured_first);
  if (move.action < kFirstPreparedAction) {
    const RuleContext& context = g_->context;
    const std::uint16_t index = list_index_[move.to];
    lists_[context.codes.owner(undo.moved)][index] = move.from;
    list_index_[move.from] = index;
    royal_update(move.to, board_[move.to], undo.captured);
    royal_update(move.from, kEmptyCode, undo.moved);
    board_[move.from] = undo.moved;
    board_[move.to] = undo.captured;
    if (undo.captured != kEmptyCode) list_restore(context.codes.owner(undo.captured), move.to, undo.captured_index);
  }
  last_from_ = undo.last_from;
  last_to_ = undo.last_to;
  last_tags_ = undo.last_tags;
  last_move_key_ = undo.last_move_key;
  player_attributes_ = undo.player_attributes;
  board_key_ = undo.board_key;
}

void Position::count_progress(Move move, Undo& undo) {
  if (no_progress_.empty()) return;
  const CodeTable& codes = g_->context.codes;
  const bool plain = move.action < kFirstPreparedAction;
  const bool captured = captured_codes_.size() > undo.captured_first;
  const bool dropped = !plain && prepared(move).hand_type != kNone;
  PieceTypeId moved = kNone;
  if (plain)
    moved = codes.type(undo.moved);
  else if (!prepared(move).parts.empty() && prepared(move).parts[0].from != kNone) {
    // The piece of the first part as it stood before the move.
    const SquareId from = prepared(move).parts[0].from;
    Code before = board_[from];
    for (std::size_t i = undo.first_change; i < changes_.size(); ++i)
      if (changes_[i].kind == ChangeKind::kSquare && changes_[i].subject == from) {
        before = static_cast<Code>(changes_[i].before);
        break;
      }
    moved = codes.type(before);
  }
  for (std::size_t i = 0; i < progress_tests_.size(); ++i)
    for (const ProgressReset& reset : progress_tests_[i]->resets) {
      const bool hit = (reset.kind == ProgressReset::Kind::kCaptures && captured) ||
                       (reset.kind == ProgressReset::Kind::kDrops && dropped) ||
                       (reset.kind == ProgressReset::Kind::kMovesOf && moved != kNone && moved == reset.type);
      if (hit) progress_ |= std::uint32_t{1} << i;
    }
}

void Position::end_leg(Move move, Undo& undo) {
  undo.turn = turn_;
  undo.round = round_;
  undo.chain_legs = chain_legs_;
  undo.progress = progress_;
  undo.partial_square = partial_square_;
  undo.partial_type = partial_type_;
  count_progress(move, undo);
  last_move_key_ = matched_last_move_key();
  partial_square_ = kNone;
  partial_type_ = kNone;
  if (move.action >= kFirstPreparedAction) {
    const PreparedMove& effects = prepared(move);
    if (effects.partial && !effects.parts.empty() && chain_legs_ < kMaxChainLegs) {
      ++chain_legs_;
      partial_square_ = effects.parts.back().to;
      partial_type_ = effects.continuation;
      MoveList next;
      // Only a piece that is still the player's goes on.
      if (const Code code = board_[partial_square_]; code != kEmptyCode && g_->context.codes.owner(code) == as_player()) legal_moves(next);
      for (const Move further : next)
        if (further.action != kFirstPreparedAction + g_->pass_action) return;  // the same player goes on; stopping alone is no continuation
      partial_square_ = kNone;
      partial_type_ = kNone;
    }
  }
  chain_legs_ = 0;
  if (definition().options.deferred_captures)
    for (std::size_t square = 0; square < board_.size(); ++square)
      if (g_->context.captured.contains(board_[square])) put(static_cast<SquareId>(square), kEmptyCode);
  for (std::size_t i = 0; i < no_progress_.size(); ++i) {
    const int next = (progress_ >> i) & 1 ? 0 : std::min(no_progress_[i] + 1, kMaxCount);
    changes_.push_back({ChangeKind::kProgress, static_cast<std::uint16_t>(i), 0, no_progress_[i]});
    no_progress_[i] = next;
  }
  progress_ = 0;
  const PlayerId mover = side_to_move();
  if (++turn_ == definition().turn_order.size()) {
    turn_ = static_cast<std::uint32_t>(definition().turn_repeat);
    round_ = std::min(round_ + 1, kMaxCount);
  }
  if (!tallies_.empty()) count_tallies(mover);
}

// `undo` of the leg may have moved in memory afterwards: goals may try moves.
void Position::count_tallies(PlayerId mover) {
  const std::vector<TallyDefinition>& tallies = definition().tallies;
  for (std::size_t t = 0; t < tallies.size(); ++t) {
    const std::size_t index = t * g_->context.players + mover;
    if (tallies_[index] >= tallies[t].most || std::find(tallies[t].players.begin(), tallies[t].players.end(), mover) == tallies[t].players.end())
      continue;
    int has_moves = -1;
    if (goal_holds(tallies[t].test, GoalKind::kEnd, mover, true, has_moves)) set_tally(index, tallies_[index] + 1);
  }
}

void Position::make(Move move) {
  const Question question(*this);
  history_.emplace_back();
  Undo& undo = history_.back();
  undo.position_key = key();
  repetition_bases_.push_back(track_repetition_ ? repetition_base() : 0);
  apply(move, undo);
  end_leg(move, undo);
}

void Position::unmake() {
  NIGHTRIDER_CHECK(!history_.empty(), "unmake follows a make");
  const Undo& undo = history_.back();
  turn_ = undo.turn;
  round_ = undo.round;
  chain_legs_ = undo.chain_legs;
  progress_ = undo.progress;
  partial_square_ = undo.partial_square;
  partial_type_ = undo.partial_type;
  revert(undo);
  history_.pop_back();
  repetition_bases_.pop_back();
}

}  // namespace nightrider
