// What a move does to the board, and whose turn it is then.
#include <algorithm>

#include "reference/walk.h"

namespace nightrider::reference {
namespace {

// Keeps the values of attributes that both types have; the others of the new type start at their default (decision 12).
void change_type(const GameDefinition& game, Piece& piece, PieceTypeId type) {
  const Piece fresh = new_piece(game, piece.owner, type);
  Piece changed = fresh;
  for (const PieceAttribute& attribute : game.pieces[type].attributes) {
    if (game.find_attribute(piece.type, attribute.attribute) == nullptr) continue;
    const std::uint64_t bit = std::uint64_t{1} << attribute.attribute;
    changed.attributes = (changed.attributes & ~bit) | (piece.attributes & bit);
  }
  piece = changed;
}

// `flip`: who comes next in the turn order after the first entry of `owner`; a player without an entry keeps his pieces.
PlayerId next_owner(const GameDefinition& game, PlayerId owner) {
  const std::size_t count = game.turn_order.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (game.turn_order[i].player != owner) continue;
    for (std::size_t k = 1; k < count; ++k) {
      const PlayerId next = game.turn_order[(i + k) % count].player;
      if (next != owner) return next;
    }
  }
  return owner;
}

// A captured piece goes to a hand: its owner's, or that of the player whose move it is.
void recycle(const GameDefinition& game, PlayerId captor, const Piece& piece, State& after) {
  PieceTypeId type = piece.type;
  for (const CapturedAs& rule : game.pieces[piece.type].captured_as) {
    if (rule.attribute != kNone && (piece.attributes >> rule.attribute & 1) == 0) continue;
    type = rule.type;
    break;
  }
  if (game.options.recycle_captures == CaptureHand::kOwner) ++after.hands[piece.owner][type];
  if (game.options.recycle_captures == CaptureHand::kCaptor) ++after.hands[captor][type];
}

bool resets(const ProgressReset& reset, const LegalMove& move, const Applied& applied) {
  switch (reset.kind) {
    case ProgressReset::Kind::kCaptures:
      return std::any_of(applied.removals.begin(), applied.removals.end(), [](const Applied::Removal& removal) { return removal.stood != kNowhere; });
    case ProgressReset::Kind::kDrops: return std::any_of(move.parts.begin(), move.parts.end(), [](const Part& part) { return part.from == kNone; });
    case ProgressReset::Kind::kMovesOf: return !move.parts.empty() && move.parts[0].type == reset.type;
  }
  return false;
}

void collect_no_progress(const GoalTest& test, std::vector<const GoalTest*>& found) {
  if (test.kind == GoalTestKind::kNoProgress) found.push_back(&test);
  for (const GoalTest& child : test.children) collect_no_progress(child, found);
}

}  // namespace

Piece new_piece(const GameDefinition& game, PlayerId owner, PieceTypeId type) {
  Piece piece{owner, type, 0};
  for (const PieceAttribute& attribute : game.pieces[type].attributes)
    if (attribute.initial) piece.attributes |= std::uint64_t{1} << attribute.attribute;
  return piece;
}

Applied apply_effects(const GameDefinition& game, const State& state, const LegalMove& move) {
  Applied applied;
  State& after = applied.state;
  after = state;
  std::vector<Piece>& squares = after.squares;
  std::vector<SquareId> stood(squares.size());  // of the piece on each square: where it stood before the move
  for (SquareId square = 0; square < stood.size(); ++square) stood[square] = square;
  const auto remove = [&](SquareId square, bool collateral = false) {
    if (squares[square].empty()) return;
    const Piece piece = squares[square];
    if (!waits(game, piece)) {  // else it was captured by an earlier leg
      applied.removals.push_back({square, stood[square], piece, collateral});
      // To the hand goes the piece as it stood before the move, or as it was put down by the move itself.
      recycle(game, as_player(game, state), stood[square] == kNowhere ? piece : state.squares[stood[square]], after);
    }
    squares[square] = Piece();
    stood[square] = kNowhere;
  };

  // 1. Movement: all are lifted, then put down in order.
  std::vector<std::pair<Piece, SquareId>> lifted;
  for (const Part& part : move.parts) {
    if (part.from == kNone) {
      int& hand = after.hands[part.owner][part.type];
      if (hand > 0) --hand;
      lifted.emplace_back(new_piece(game, part.owner, part.type), kNowhere);
    } else {
      lifted.emplace_back(squares[part.from], part.copy ? kNowhere : stood[part.from]);
      if (!part.copy) {
        squares[part.from] = Piece();
        stood[part.from] = kNowhere;
      }
    }
  }
  for (std::size_t i = 0; i < move.parts.size(); ++i) {
    const Part& part = move.parts[i];
    auto [piece, origin] = lifted[i];
    if (piece.empty() || (part.copy && part.from == part.to)) continue;
    if (part.from != kNone && part.from != part.to)
      for (const PieceAttribute& attribute : game.pieces[piece.type].attributes)
        if (attribute.until_moved) piece.attributes &= ~(std::uint64_t{1} << attribute.attribute);
    if (part.becomes != kNone && part.becomes != piece.type) {
      if (game.options.recycle_promotions) ++after.hands[piece.owner][piece.type];
      change_type(game, piece, part.becomes);
    }
    remove(part.to);
    squares[part.to] = piece;
    stood[part.to] = origin;
  }

  // 2. Creations and changes, in the order of the block; what stands on an empty square is not changed.
  for (const Change& change : move.changes) {
    Piece& piece = squares[change.square];
    switch (change.kind) {
      case Change::Kind::kCreate:
        remove(change.square);
        piece = new_piece(game, change.owner, change.type);
        stood[change.square] = kNowhere;
        break;
      case Change::Kind::kChangeType:
        if (!piece.empty()) change_type(game, piece, change.type);
        break;
      case Change::Kind::kChangeOwner:
        if (!piece.empty()) piece.owner = change.owner;
        break;
      case Change::Kind::kFlip:
        if (!piece.empty()) piece.owner = next_owner(game, piece.owner);
        break;
      case Change::Kind::kSetAttribute:
        if (!piece.empty() && game.find_attribute(piece.type, change.attribute) != nullptr) {
          const std::uint64_t bit = std::uint64_t{1} << change.attribute;
          piece.attributes = change.value ? piece.attributes | bit : piece.attributes & ~bit;
        }
        break;
    }
  }

  // 3. Captures, last: also of a piece that has just arrived. Those of a leg after which the turn may go on wait for its end if
  // the game says so.
  for (const Removal& removal : move.removals) {
    if (std::count(removal.spared.begin(), removal.spared.end(), squares[removal.square].type) != 0) continue;
    const SquareId square = removal.square;
    const bool arrived = std::any_of(move.parts.begin(), move.parts.end(), [&](const Part& part) { return part.type != kNone && part.to == square; });
    if (!game.options.deferred_captures || !move.partial || arrived || removal.collateral) {
      remove(square, removal.collateral);
    } else if (!squares[square].empty() && !waits(game, squares[square])) {
      applied.removals.push_back({square, stood[square], squares[square], false});
      if (stood[square] != kNowhere) recycle(game, as_player(game, state), state.squares[stood[square]], after);
      squares[square].attributes |= std::uint64_t{1} << game.captured_attribute;
    }
  }

  for (const PlayerAttributeChange& change : move.player_attributes) {
    const std::uint64_t bit = std::uint64_t{1} << change.attribute;
    std::uint64_t& values = after.player_attributes[change.player];
    values = change.value ? values | bit : values & ~bit;
  }
  after.last_tags = move.tags;
  after.last_from = after.last_to = kNone;
  if (!move.parts.empty()) {
    after.last_to = move.parts[0].to;
    after.last_from = move.parts[0].from == kNone ? move.parts[0].to : move.parts[0].from;
  }
  return applied;
}

State next_turn(const GameDefinition& game, State state, int forbid_depth) {
  for (Piece& piece : state.squares)
    if (waits(game, piece)) piece = Piece();
  const PlayerId mover = side_to_move(game, state);
  for (std::size_t i = 0; i < state.no_progress.size(); ++i)
    state.no_progress[i] = state.progressed.count(i) != 0 ? 0 : state.no_progress[i] + 1;
  state.progressed.clear();
  state.chain_legs = 0;
  state.partial_square = kNone;
  state.partial_type = kNone;
  if (++state.turn >= game.turn_order.size()) {
    state.turn = game.turn_repeat;
    ++state.round;
  }
  // Tallies of the player whose turn it was, in the order of the file.
  for (std::size_t i = 0; i < game.tallies.size(); ++i) {
    const TallyDefinition& tally = game.tallies[i];
    if (std::count(tally.players.begin(), tally.players.end(), mover) == 0) continue;
    if (state.tallies[i][mover] < tally.most && goal_holds(game, state, tally.test, mover, forbid_depth)) ++state.tallies[i][mover];
  }
  return state;
}

State apply_leg(const GameDefinition& game, const State& state, const LegalMove& move, int forbid_depth) {
  Applied applied = apply_effects(game, state, move);
  State after = applied.state;
  const bool first_leg = state.partial_square == kNone;
  after.history = nullptr;
  after.last_mover = side_to_move(game, state);
  if (first_leg) after.captured.clear();
  for (const Applied::Removal& removal : applied.removals)
    if (removal.stood != kNowhere) after.captured.push_back(state.squares[removal.stood]);

  // Counters count turns: when the turn ends, each whose reset some leg of it was starts again (decision 9).
  std::vector<const GoalTest*> tests;
  for (const GoalDefinition& goal : game.goals) collect_no_progress(goal.test, tests);
  for (std::size_t i = 0; i < tests.size(); ++i)
    for (const ProgressReset& reset : tests[i]->resets)
      if (resets(reset, move, applied)) after.progressed.insert(i);

  if (move.partial && state.chain_legs < kMaxChainLegs) {
    State going_on = after;
    ++going_on.chain_legs;
    going_on.partial_square = move.partial_square;
    going_on.partial_type = move.partial_type;
    for (const LegalMove& next : legal_moves(game, going_on, forbid_depth))
      if (!next.pass) return going_on;
  }
  return next_turn(game, std::move(after), forbid_depth);
}

State initial(const GameDefinition& game) {
  State state;
  state.squares.resize(game.board.squares.size());
  state.hands.assign(game.players.size(), std::vector<int>(game.pieces.size(), 0));
  state.player_attributes.assign(game.players.size(), 0);
  for (std::uint64_t& values : state.player_attributes)
    for (std::size_t i = 0; i < game.player_attributes.size(); ++i)
      if (game.player_attributes[i].initial) values |= std::uint64_t{1} << i;
  for (const SetupEntry& entry : game.setup) {
    for (SquareId square : entry.squares) state.squares[square] = new_piece(game, entry.player, entry.type);
    state.hands[entry.player][entry.type] += entry.reserve;
  }
  std::vector<const GoalTest*> tests;
  for (const GoalDefinition& goal : game.goals) collect_no_progress(goal.test, tests);
  state.no_progress.assign(tests.size(), 0);
  state.tallies.assign(game.tallies.size(), std::vector<int>(game.players.size(), 0));
  return begin_history(game, std::move(state));
}

}  // namespace nightrider::reference
