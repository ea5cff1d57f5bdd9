#include "reference/walk.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace nightrider::reference {

DirectionId turned(const GameDefinition& game, PlayerId player, DirectionId direction) {
  if (player >= game.board.symmetry.size() || direction >= game.board.symmetry[player].size()) return direction;
  return game.board.symmetry[player][direction];
}

SquareId linked(const GameDefinition& game, DirectionId direction, SquareId square) {
  if (square == kNowhere) return kNowhere;
  return game.board.links[direction][square];
}

bool is_active(const GameDefinition& game, PlayerId player) { return game.players[player].kind != PlayerKind::kNeutral; }

bool is_enemy(const GameDefinition& game, PlayerId player, PlayerId other) { return other != player && is_active(game, other); }

bool waits(const GameDefinition& game, const Piece& piece) {
  return game.captured_attribute != kNone && !piece.empty() && (piece.attributes >> game.captured_attribute & 1) != 0;
}

namespace {

class BlockRun {
 public:
  BlockRun(const View& view, PieceTypeId type, SquareId square, bool drop, const Emit& emit)
      : view_(view), game_(*view.game), state_(*view.state), type_(type), emit_(emit), current_(square), from_(drop ? kNowhere : square), mark_(square), moving_(drop ? new_piece(*view.game, view.player, type) : view.state->squares[square]) {}

  void run(const MoveBlock& block) {
    pending_.move_type = block.move_type;
    run_list(block.body);
  }

 private:
  // False: the block has ended.
  bool run_list(const std::vector<Instruction>& body) {
    for (const Instruction& instruction : body)
      if (++steps_ > kStepBudget || !run_one(instruction)) return false;
    return true;
  }

  bool run_one(const Instruction& i) {
    // A step off the board ends the block; an effect off the board does nothing (language reference, "what recorded games settle").
    switch (i.kind) {
      case InstructionKind::kMove: {
        const SquareId square = at(i.place);
        if (square == kNowhere) return false;
        current_ = square;
        return true;
      }
      case InstructionKind::kSetFrom: from_ = current_; return true;
      case InstructionKind::kSetTo: to_ = current_; return true;
      case InstructionKind::kSetMark: {
        const SquareId square = at(i.place);
        if (square == kNowhere) return false;
        mark_ = square;
        return true;
      }
      case InstructionKind::kVerify: return holds(i.condition);
      case InstructionKind::kIf: return run_list(holds(i.condition) ? i.body : i.else_body);
      case InstructionKind::kWhile: return run_while(i);
      case InstructionKind::kAdd: add(i); return true;
      case InstructionKind::kCapture: {
        const SquareId square = at(i.place);
        if (square == kNowhere) return true;
        pending_.removals.push_back({square, false, {}});
        return true;
      }
      case InstructionKind::kRemove: {
        const SquareId square = at(i.place);
        if (square == kNowhere) return true;
        pending_.removals.push_back({square, true, i.types});
        return true;
      }
      case InstructionKind::kCreate: return change(i, Change::Kind::kCreate);
      case InstructionKind::kChangeType: return change(i, Change::Kind::kChangeType);
      case InstructionKind::kChangeOwner: return change(i, Change::Kind::kChangeOwner);
      case InstructionKind::kFlip: return change(i, Change::Kind::kFlip);
      case InstructionKind::kSetAttribute: return change(i, Change::Kind::kSetAttribute);
      case InstructionKind::kCascade:
        pending_.parts.push_back(part_in_progress());
        from_ = current_;
        to_ = kNowhere;
        return true;
      case InstructionKind::kSetFlag:
        if (holds(i.condition)) flags_.insert(i.id);
        else flags_.erase(i.id);
        return true;
      case InstructionKind::kSetPositionFlag: {
        const bool value = holds(i.condition);
        const SquareId square = at(i.place);
        if (square == kNowhere) return true;
        if (value) position_flags_.insert({i.id, square});
        else position_flags_.erase({i.id, square});
        return true;
      }
      case InstructionKind::kSetPlayerAttribute:
        pending_.player_attributes.push_back({i.player == kNone ? view_.player : i.player, i.id, holds(i.condition)});
        return true;
      case InstructionKind::kTag: pending_.tags.insert(i.id); return true;
      case InstructionKind::kText: pending_.texts = i.texts; return true;
      case InstructionKind::kOriginAlways: pending_.origin_always = true; return true;
      case InstructionKind::kCoordinateTo: {
        const SquareId square = at(i.place);
        if (square == kNowhere) return false;
        pending_.coordinate_to = square;
        return true;
      }
    }
    return false;
  }

  bool run_while(const Instruction& loop) {
    // Coming back to the same square, mark and flags, the loop would never end: the block ends there (decision 7).
    std::set<std::tuple<SquareId, SquareId, std::set<FlagId>, std::set<std::pair<PositionFlagId, SquareId>>>> seen;
    while (holds(loop.condition)) {
      if (++steps_ > kStepBudget) return false;
      if (!seen.insert({current_, mark_, flags_, position_flags_}).second) return false;
      if (!run_list(loop.body)) return false;
    }
    return true;
  }

  bool change(const Instruction& i, Change::Kind kind) {
    Change change;
    change.kind = kind;
    change.square = at(i.place);
    if (change.square == kNowhere) return true;
    if (kind == Change::Kind::kCreate || kind == Change::Kind::kChangeType) change.type = i.id == kNone ? type_ : i.id;
    if (kind == Change::Kind::kCreate || kind == Change::Kind::kChangeOwner) change.owner = i.player == kNone ? view_.player : i.player;
    if (kind == Change::Kind::kSetAttribute) {
      change.attribute = i.id;
      change.value = holds(i.condition);
    }
    pending_.changes.push_back(change);
    return true;
  }

  Part part_in_progress() const {
    Part part;
    part.from = from_;
    part.to = to_ == kNowhere ? current_ : to_;
    if (from_ == kNowhere) {
      part.type = type_;
      part.owner = view_.player;
    } else {
      const auto lifted = [this](const Part& other) { return other.from == from_ && !other.copy; };
      if (std::any_of(pending_.parts.begin(), pending_.parts.end(), lifted)) return part;  // nothing moves twice
      part.type = state_.squares[from_].type;
      part.owner = state_.squares[from_].owner;
    }
    return part;
  }

  void add(const Instruction& i) {
    Part part = part_in_progress();
    part.copy = i.copy;
    const std::vector<PieceTypeId> choices = i.types.empty() ? std::vector<PieceTypeId>{kNone} : i.types;
    for (PieceTypeId choice : choices) {
      LegalMove move = pending_;
      part.becomes = choice;
      move.parts.push_back(part);
      if (i.partial) {
        move.partial = true;
        move.partial_type = i.id;
        move.partial_square = part.to;  // the part in progress goes on
      }
      emit_(move);
    }
    // What was pending belongs to this move; where the block stands, mark and flags stay (decision 5).
    const MoveTypeId move_type = pending_.move_type;
    pending_ = LegalMove();
    pending_.move_type = move_type;
    to_ = kNowhere;
  }

  SquareId at(const Place& place) const {
    switch (place.kind) {
      case PlaceKind::kCurrent: return current_;
      case PlaceKind::kSquare: return place.id;
      case PlaceKind::kStep: return linked(game_, turned(game_, view_.player, place.id), current_);
      case PlaceKind::kOpposite: {
        const DirectionId direction = turned(game_, view_.player, place.id);
        for (SquareId square = 0; square < game_.board.squares.size(); ++square)
          if (linked(game_, direction, square) == current_) return square;
        return kNowhere;
      }
      case PlaceKind::kFrom: return from_;
      case PlaceKind::kTo: return to_ == kNowhere ? current_ : to_;
      case PlaceKind::kMark: return mark_;
      case PlaceKind::kLastFrom: return state_.last_from;
      case PlaceKind::kLastTo: return state_.last_to;
    }
    return kNowhere;
  }

  bool holds(const Condition& c) const {
    switch (c.kind) {
      case ConditionKind::kTrue: return true;
      case ConditionKind::kFalse: return false;
      case ConditionKind::kNot: return !holds(c.children.at(0));
      case ConditionKind::kAnd: return std::all_of(c.children.begin(), c.children.end(), [&](const Condition& x) { return holds(x); });
      case ConditionKind::kOr: return std::any_of(c.children.begin(), c.children.end(), [&](const Condition& x) { return holds(x); });
      case ConditionKind::kFlag: return flags_.count(c.id) != 0;
      case ConditionKind::kPlayerAttribute: {
        const PlayerId player = c.player == kNone ? view_.player : c.player;
        return (state_.player_attributes[player] >> c.id & 1) != 0;
      }
      case ConditionKind::kLastTag: return state_.last_tags.count(c.id) != 0;
      case ConditionKind::kFewer:
        return std::count_if(state_.squares.begin(), state_.squares.end(), [&](const Piece& piece) {
                 return piece.owner == view_.player && piece.type == c.id;
               }) < c.number;
      case ConditionKind::kEmpty: case ConditionKind::kEnemy: case ConditionKind::kFriend: case ConditionKind::kNeutral:
      case ConditionKind::kPiece: case ConditionKind::kInZone: case ConditionKind::kPosition: case ConditionKind::kPositionFlag:
      case ConditionKind::kMarked: case ConditionKind::kOnBoard: case ConditionKind::kLastFrom: case ConditionKind::kLastTo:
      case ConditionKind::kAttacked: case ConditionKind::kDefended: case ConditionKind::kAdjacentToEnemy:
      case ConditionKind::kGoalPosition: case ConditionKind::kAttribute: {
        const SquareId square = at(c.place);
        return square != kNowhere && holds_at(c, square);  // off the board every positive test is false
      }
    }
    return false;
  }

  bool holds_at(const Condition& c, SquareId square) const {
    const Piece& piece = state_.squares[square];
    switch (c.kind) {
      case ConditionKind::kEmpty: return piece.empty();
      case ConditionKind::kEnemy: return !piece.empty() && !waits(game_, piece) && is_enemy(game_, view_.player, piece.owner);
      case ConditionKind::kFriend: return !piece.empty() && !waits(game_, piece) && piece.owner == view_.player;
      case ConditionKind::kNeutral: return !piece.empty() && !waits(game_, piece) && !is_active(game_, piece.owner);
      case ConditionKind::kPiece: return piece.type == c.id;
      case ConditionKind::kInZone: return game_.board.zone_squares[c.id][view_.player].contains(square);
      case ConditionKind::kPosition: return square == c.id;
      case ConditionKind::kPositionFlag: return position_flags_.count({c.id, square}) != 0;
      case ConditionKind::kMarked: return square == mark_;
      case ConditionKind::kOnBoard: return true;
      case ConditionKind::kLastFrom: return square == state_.last_from;
      case ConditionKind::kLastTo: return square == state_.last_to;
      case ConditionKind::kAttribute: return !piece.empty() && (piece.attributes >> c.id & 1) != 0;
      case ConditionKind::kAttacked: return !view_.inside_attack && attacked(square, c.id, view_.player, kNone);
      case ConditionKind::kDefended: {
        // The mirror of attacked?: as if a piece of the next other active player stood there and the as-player moved.
        if (view_.inside_attack) return false;
        const std::size_t count = game_.players.size();
        for (std::size_t k = 1; k < count; ++k) {
          const PlayerId other = static_cast<PlayerId>((view_.player + k) % count);
          if (is_enemy(game_, view_.player, other)) return attacked(square, c.id, other, view_.player);
        }
        return false;
      }
      case ConditionKind::kAdjacentToEnemy:
        for (DirectionId direction = 0; direction < game_.board.directions.size(); ++direction) {
          const SquareId next = linked(game_, direction, square);
          if (next == kNowhere) continue;
          const Piece& there = state_.squares[next];
          if (!there.empty() && is_enemy(game_, view_.player, there.owner)) return true;
        }
        return false;
      case ConditionKind::kGoalPosition: return goal_position(game_, view_.player, square);
      case ConditionKind::kTrue: case ConditionKind::kFalse: case ConditionKind::kNot: case ConditionKind::kAnd: case ConditionKind::kOr:
      case ConditionKind::kFlag: case ConditionKind::kPlayerAttribute: case ConditionKind::kLastTag: case ConditionKind::kFewer: return false;
    }
    return false;
  }

  // Decision 6: as if a piece of `owner`, otherwise like the moving piece, stood there, and all else as on the board now.
  bool attacked(SquareId square, MoveTypeId type, PlayerId owner, PlayerId attacker) const {
    State supposed = state_;
    supposed.squares[square] = {owner, type_, moving_.attributes};
    return could_be_captured(game_, supposed, owner, square, type, attacker);
  }

  const View& view_;
  const GameDefinition& game_;
  const State& state_;
  const PieceTypeId type_;  // of the piece whose block this is: "the moving piece's type"
  const Emit& emit_;
  SquareId current_;
  SquareId from_;
  SquareId to_ = kNowhere;
  SquareId mark_;
  const Piece moving_;
  std::set<FlagId> flags_;
  std::set<std::pair<PositionFlagId, SquareId>> position_flags_;
  LegalMove pending_;  // its parts: the finished ones
  int steps_ = 0;
};

}  // namespace

void run_block(const View& view, const MoveBlock& block, PieceTypeId type, SquareId square, bool drop, const Emit& emit) {
  BlockRun(view, type, square, drop, emit).run(block);
}

void run_all(const View& view, MoveTypeId type, SquareId only, const Emit& emit) {
  const GameDefinition& game = *view.game;
  const State& state = *view.state;
  const SquareId squares = static_cast<SquareId>(game.board.squares.size());
  if (only == kNowhere)
    for (PieceTypeId piece = 0; piece < game.pieces.size(); ++piece) {
      // Random players drop without a reserve: dice (zrf-reference 7).
      if (state.hands[view.player][piece] <= 0 && game.players[view.player].kind != PlayerKind::kRandom) continue;
      for (SquareId square = 0; square < squares; ++square)
        for (const MoveBlock& block : game.pieces[piece].drops)
          if (type == kNone || block.move_type == type) run_block(view, block, piece, square, true, emit);
    }
  for (SquareId square = 0; square < squares; ++square) {
    if (only != kNowhere && square != only) continue;
    const Piece& piece = state.squares[square];
    if (piece.empty() || piece.owner != view.player) continue;
    for (const MoveBlock& block : game.pieces[piece.type].moves)
      if (type == kNone || block.move_type == type) run_block(view, block, piece.type, square, false, emit);
  }
}

bool could_be_captured(const GameDefinition& game, const State& state, PlayerId owner, SquareId square, MoveTypeId type, PlayerId attacker) {
  for (PlayerId player = 0; player < game.players.size(); ++player) {
    if (!is_enemy(game, owner, player) || (attacker != kNone && player != attacker)) continue;
    View view{&game, &state, player, true};
    bool found = false;
    run_all(view, type, kNowhere, [&](const LegalMove& move) {
      // A move that names the square nowhere cannot touch its piece: not worth a copy of the board.
      bool named = std::any_of(move.removals.begin(), move.removals.end(), [&](const Removal& removal) { return removal.square == square; });
      for (const Part& part : move.parts) named = named || part.from == square || part.to == square;
      for (const Change& change : move.changes) named = named || change.square == square;
      if (found || !named) return;
      const Applied applied = apply_effects(game, state, move);
      const bool takes = std::any_of(applied.removals.begin(), applied.removals.end(),
                                     [&](const Applied::Removal& removal) { return removal.stood == square && !removal.collateral; });
      found = takes && !takes_own_royal(game, state, applied, player);  // a move that is never legal threatens nothing
    });
    if (found) return true;
  }
  return false;
}

}  // namespace nightrider::reference
