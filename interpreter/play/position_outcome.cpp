// Goals: whether the game is over in a position, and how.
#include <algorithm>
#include <utility>

#include "play/position.h"

namespace nightrider {
namespace {

EndReason reason_of(GoalTestKind kind) {
  switch (kind) {
    case GoalTestKind::kAnd: case GoalTestKind::kOr: case GoalTestKind::kNot: return EndReason::kGoal;
    case GoalTestKind::kStalemated: return EndReason::kStalemated;
    case GoalTestKind::kCheckmated: return EndReason::kCheckmated;
    case GoalTestKind::kCaptured: return EndReason::kCaptured;
    case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount: return EndReason::kPiecesRemaining;
    case GoalTestKind::kAbsoluteConfig: case GoalTestKind::kRelativeConfig: return EndReason::kConfiguration;
    case GoalTestKind::kRepetition: return EndReason::kRepetition;
    case GoalTestKind::kNoProgress: return EndReason::kNoProgress;
    case GoalTestKind::kMoveLimit: return EndReason::kMoveLimit;
    case GoalTestKind::kAttacked: case GoalTestKind::kReachable: case GoalTestKind::kTally: return EndReason::kGoal;
    case GoalTestKind::kConnected: return EndReason::kConnected;
  }
  return EndReason::kGoal;
}

// Tests that counting leaves out (decision 10) under a `not`: what they would give is not known then.
bool negates_counters(const GoalTest& test, bool inside = false) {
  inside = inside || test.kind == GoalTestKind::kNot;
  if (inside && (test.kind == GoalTestKind::kRepetition || test.kind == GoalTestKind::kNoProgress || test.kind == GoalTestKind::kMoveLimit))
    return true;
  return std::any_of(test.children.begin(), test.children.end(), [&](const GoalTest& child) { return negates_counters(child, inside); });
}

bool asks_for_repetition(const GoalTest& test) {
  return test.kind == GoalTestKind::kRepetition || std::any_of(test.children.begin(), test.children.end(), asks_for_repetition);
}

// Whom a lost game is won by: the only other player that moves, else nobody in particular.
PlayerId only_opponent(const GameDefinition& game, PlayerId player) {
  PlayerId found = kNone;
  for (std::size_t other = 0; other < game.players.size(); ++other) {
    if (other == player || game.players[other].kind != PlayerKind::kActive) continue;
    if (found != kNone) return kNone;
    found = static_cast<PlayerId>(other);
  }
  return found;
}

}  // namespace

Outcome outcome_by(const GameDefinition& game, const GoalDefinition& goal, PlayerId player, const std::vector<std::size_t>& pieces) {
  Outcome outcome;
  outcome.over = true;
  outcome.reason = goal.kind == GoalKind::kCount ? EndReason::kCount : reason_of(goal.test.kind);
  if (goal.test.kind == GoalTestKind::kStalemated) outcome.subject = player;
  switch (goal.kind) {
    case GoalKind::kWin: outcome.winner = player; break;
    case GoalKind::kLoss:
      outcome.loser = player;
      outcome.winner = only_opponent(game, player);
      break;
    case GoalKind::kDraw: outcome.draw = true; break;
    case GoalKind::kEnd: break;
    case GoalKind::kCount: {
      std::size_t most = 0;
      for (std::size_t owner = 0; owner < pieces.size(); ++owner) {
        if (game.players[owner].kind == PlayerKind::kNeutral) continue;
        if (pieces[owner] > most) {
          most = pieces[owner];
          outcome.winner = static_cast<PlayerId>(owner);
        } else if (pieces[owner] == most) {
          outcome.winner = kNone;
        }
      }
      outcome.draw = outcome.winner == kNone;
      break;
    }
  }
  return outcome;
}

int Position::occurrences(std::size_t* first) {
  if (first != nullptr) *first = history_.size();
  if (!track_repetition_) return 1;
  const auto found = [&](std::size_t ply, int& count) {
    ++count;
    if (first != nullptr) *first = ply;
  };
  const std::uint64_t base = repetition_base();
  int count = 1;
  std::uint64_t last_move_part = 0;
  bool last_move_known = false;
  for (std::size_t i = history_.size(); i-- > 0;) {
    if (repetition_bases_[i] != base) continue;
    const Undo& undo = history_[i];
    if (undo.last_move_key == 0 && last_move_key_ == 0) {
      found(i, count);
      continue;
    }
    // The previous moves differ or matter: compare by the legal moves that they bring about.
    if (!last_move_known) {
      last_move_part = last_move_legal_key();
      last_move_known = true;
    }
    std::uint64_t earlier_part = 0;
    if (undo.last_move_key != 0) {
      Position earlier = *this;
      while (earlier.history_.size() > i) earlier.unmake();
      earlier_part = earlier.last_move_legal_key();
    }
    if (earlier_part == last_move_part) found(i, count);
  }
  return count;
}

// Whether the test held after every turn of the player that was made from ply `first` on. Rare: the position is played back.
bool Position::held_since(std::size_t first, const GoalTest& test, PlayerId player) const {
  Position earlier = *this;
  earlier.track_repetition_ = false;
  for (; earlier.history_.size() > first; earlier.unmake()) {
    const bool ended_turn = earlier.partial_square_ == kNone;
    int has_moves = -1;
    if (ended_turn && definition().turn_order[earlier.history_.back().turn].player == player &&
        !earlier.goal_holds(test, GoalKind::kEnd, player, true, has_moves))
      return false;
  }
  return true;
}

bool Position::occupied_by(SquareId square, const std::vector<ConfigOccupant>& occupants, PlayerId player) const {
  const Code code = board_[square];
  const CodeTable& codes = g_->context.codes;
  return std::any_of(occupants.begin(), occupants.end(), [&](const ConfigOccupant& wanted) {
    bool match = code != kEmptyCode && (wanted.type == kNone || codes.type(code) == wanted.type);
    if (match) switch (wanted.owner) {
      case ConfigOccupant::Owner::kPlayer: match = codes.owner(code) == player; break;
      case ConfigOccupant::Owner::kOpponent: match = g_->context.enemies[player].contains(code); break;
      case ConfigOccupant::Owner::kAny: break;
    }
    return match != wanted.negated;
  });
}

bool Position::configuration_holds(const GoalTest& test, PlayerId player) const {
  const GameDefinition& game = definition();
  if (test.kind == GoalTestKind::kAbsoluteConfig)
    return std::all_of(test.places.begin(), test.places.end(), [&](const ConfigPlace& place) {
      if (place.square != kNone) return occupied_by(place.square, test.occupants, player);
      bool any = false;
      game.board.zone_squares[place.zone][player].for_each(
          [&](std::size_t square) { any = any || occupied_by(static_cast<SquareId>(square), test.occupants, player); });
      return any;
    });
  const auto holds_from = [&](SquareId square) {
    for (const PatternStep& step : test.pattern) {
      if (step.is_step) {
        square = g_->context.step(step.direction, player, square);
        if (square == kNone) return false;
      } else if (!occupied_by(square, step.occupants, player)) {
        return false;
      }
    }
    return true;
  };
  // A pattern that begins with a piece of the player is looked for only where he has one.
  if (!test.pattern.empty() && !test.pattern[0].is_step) {
    const auto& first = test.pattern[0].occupants;
    if (std::all_of(first.begin(), first.end(), [](const ConfigOccupant& o) { return o.owner == ConfigOccupant::Owner::kPlayer && !o.negated; }))
      return std::any_of(lists_[player].begin(), lists_[player].end(), holds_from);
  }
  for (std::size_t start = 0; start < board_.size(); ++start)
    if (holds_from(static_cast<SquareId>(start))) return true;
  return false;
}

bool Position::any_attacked(const GoalTest& test, PlayerId player) {
  for (const std::vector<SquareId>& list : lists_)
    for (std::size_t i = 0; i < list.size(); ++i)
      if (occupied_by(list[i], test.occupants, player) && attacked(list[i], board_[list[i]], kNone)) return true;
  return false;
}

// The piece is one of those that the player to move plays with; his own as `player` names it, or an opponent's.
bool Position::mated_piece_attacked(const GoalTest& test, PlayerId player) {
  const PlayerId mover = side_to_move();
  const std::vector<SquareId>& list = lists_[as_player()];
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Code code = board_[list[i]];
    const bool named = std::any_of(test.occupants.begin(), test.occupants.end(), [&](const ConfigOccupant& occupant) {
      using Owner = ConfigOccupant::Owner;
      return occupant.type == g_->context.codes.type(code) &&
             (occupant.owner == Owner::kAny || (occupant.owner == Owner::kPlayer) == (mover == player));
    });
    if (named && attacked(list[i], code, kNone)) return true;
  }
  return false;
}

bool Position::holds_after_a_move(const GoalTest& test, PlayerId player) {
  MoveList moves;
  legal_moves(moves);
  const bool track = std::exchange(track_repetition_, false);
  bool found = false;
  for (std::size_t i = 0; i < moves.size() && !found; ++i) {
    make(moves[i]);
    int has_moves = -1;
    found = goal_holds(test, GoalKind::kEnd, player, true, has_moves);
    unmake();
  }
  track_repetition_ = track;
  return found;
}

bool Position::forbidden(Move move) {
  if (forbid_depth_ >= kMaxForbidDepth) return false;
  const PlayerId mover = side_to_move();
  const std::uint64_t tags = move.action < kFirstPreparedAction ? 0 : prepared(move).tags;
  bool asked = false;
  bool board_only = true;
  const auto concerns = [&](const CompiledForbid& forbid) {
    return ((forbid.players >> mover) & 1) != 0 && (forbid.tags == 0 || (forbid.tags & tags) != 0);
  };
  for (const CompiledForbid& forbid : g_->forbids)
    if (concerns(forbid)) {
      asked = true;
      board_only = board_only && forbid.board_only;
    }
  if (!asked) return false;
  const bool track = std::exchange(track_repetition_, false);
  ++forbid_depth_;
  Undo undo;
  if (board_only) apply(move, undo);
  else make(move);
  int has_moves = -1;
  const bool found = std::any_of(g_->forbids.begin(), g_->forbids.end(), [&](const CompiledForbid& forbid) {
    return concerns(forbid) && goal_holds(*forbid.test, GoalKind::kEnd, mover, true, has_moves);
  });
  if (board_only) revert(undo);
  else unmake();
  --forbid_depth_;
  track_repetition_ = track;
  return found;
}

// Groups of joined pieces, from those in the first zone: one that reaches every zone joins them.
bool Position::connected(const GoalTest& test, PlayerId player) const {
  const CodeTable& codes = g_->context.codes;
  const auto zone = [&](std::size_t i) -> const SquareSet& { return definition().board.zone_squares[test.places[i].zone][player]; };
  const auto own = [&](SquareId square) {
    const Code code = board_[square];
    return code != kEmptyCode && codes.owner(code) == player &&
           std::find(test.types.begin(), test.types.end(), codes.type(code)) != test.types.end();
  };
  std::vector<bool> seen(board_.size());
  std::vector<SquareId> group;
  for (SquareId start : lists_[player]) {
    if (seen[start] || !zone(0).contains(start) || !own(start)) continue;
    group.assign(1, start);
    seen[start] = true;
    for (std::size_t i = 0; i < group.size(); ++i)
      for (SquareId near : g_->context.joined[group[i]])
        if (!seen[near] && own(near)) {
          seen[near] = true;
          group.push_back(near);
        }
    bool all = true;
    for (std::size_t i = 1; i < test.places.size() && all; ++i)
      all = std::any_of(group.begin(), group.end(), [&](SquareId square) { return zone(i).contains(square); });
    if (all) return true;
  }
  return false;
}

std::vector<Code> Position::captured_last() const {
  std::size_t first = captured_codes_.size();
  for (std::size_t i = history_.size(); i-- > 0;) {  // the legs of the last turn
    first = history_[i].captured_first;
    if (history_[i].partial_square == kNone) break;
  }
  return {captured_codes_.begin() + static_cast<std::ptrdiff_t>(first), captured_codes_.end()};
}

bool Position::goal_holds(const GoalTest& test, GoalKind kind, PlayerId player, bool board_only, int& has_moves) {
  const CodeTable& codes = g_->context.codes;
  const auto no_moves = [&] {
    if (has_moves < 0) has_moves = has_legal_move() ? 1 : 0;
    return has_moves == 0;
  };
  // Dummy pieces are markers: they count only where they are named.
  const auto counted_type = [&](PieceTypeId type) { return test.types.empty() ? !definition().pieces[type].dummy : test.types[0] == type; };
  const auto counted = [&](Code code) { return counted_type(codes.type(code)); };
  switch (test.kind) {
    case GoalTestKind::kAnd:
      return std::all_of(test.children.begin(), test.children.end(), [&](const GoalTest& t) { return goal_holds(t, kind, player, board_only, has_moves); });
    case GoalTestKind::kOr:
      return std::any_of(test.children.begin(), test.children.end(), [&](const GoalTest& t) { return goal_holds(t, kind, player, board_only, has_moves); });
    case GoalTestKind::kNot: return !goal_holds(test.children[0], kind, player, board_only, has_moves);
    case GoalTestKind::kStalemated: return player == side_to_move() && no_moves();
    case GoalTestKind::kCheckmated: return has_moves != 1 && mated_piece_attacked(test, player) && no_moves();
    case GoalTestKind::kAttacked: return any_attacked(test, player);
    case GoalTestKind::kReachable: return holds_after_a_move(test.children[0], player);
    case GoalTestKind::kCaptured: {
      const std::vector<Code> taken = captured_last();
      return std::any_of(taken.begin(), taken.end(), [&](Code code) {
        return codes.owner(code) == player && std::find(test.types.begin(), test.types.end(), codes.type(code)) != test.types.end();
      });
    }
    case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount: {
      std::int64_t count = 0;  // hands may be large
      for (std::size_t owner = 0; owner < lists_.size(); ++owner) {
        if (test.kind == GoalTestKind::kPiecesRemaining && owner != player) continue;
        for (SquareId square : lists_[owner])
          if (counted(board_[square])) ++count;
        if (definition().options.include_off_pieces)
          for (std::size_t type = 0; type < definition().pieces.size(); ++type)
            if (counted_type(static_cast<PieceTypeId>(type))) count += hands_[owner * definition().pieces.size() + type];
      }
      return count == test.number;
    }
    case GoalTestKind::kAbsoluteConfig: case GoalTestKind::kRelativeConfig: return configuration_holds(test, player);
    case GoalTestKind::kTally: return tally(test.tally, player) >= test.number;
    case GoalTestKind::kRepetition:
      if (!test.children.empty()) {
        std::size_t first = 0;
        return !board_only && occurrences(&first) >= test.number && held_since(first, test.children[0], player);
      }
      // As a win or a loss it concerns the side that repeats.
      if ((kind == GoalKind::kWin || kind == GoalKind::kLoss) && (history_.empty() || definition().turn_order[history_.back().turn].player != player))
        return false;
      return !board_only && test.number > 0 && occurrences() >= test.number;
    case GoalTestKind::kNoProgress: {
      if (board_only) return false;
      const auto at = std::find(progress_tests_.begin(), progress_tests_.end(), &test);
      return no_progress_[static_cast<std::size_t>(at - progress_tests_.begin())] >= test.number;
    }
    case GoalTestKind::kMoveLimit: return !board_only && round_ > test.number;
    case GoalTestKind::kConnected: return connected(test, player);
  }
  return false;
}

Outcome Position::outcome(bool board_only) { return find_outcome(board_only, -1); }
Outcome Position::outcome_knowing(bool has_legal_move, bool board_only) { return find_outcome(board_only, has_legal_move ? 1 : 0); }

Outcome Position::find_outcome(bool board_only, int has_moves) {
  const Question question(*this);
  const GameDefinition& game = definition();
  Outcome outcome;
  if (partial_square_ != kNone) return outcome;  // a chain is going on
  const auto finish = [&]() -> Outcome {
    // The round of the last move: the one before when that move closed a round.
    const bool first_turn = turn_ == game.turn_repeat && round_ > 1;
    outcome.points = points_for(game, outcome, PayoffContext{first_turn ? round_ - 1 : round_, 0});
    return outcome;
  };
  bool repetition_asked = false;
  for (const GoalDefinition& goal : game.goals) {
    repetition_asked = repetition_asked || asks_for_repetition(goal.test);
    if (board_only && negates_counters(goal.test)) continue;
    for (PlayerId player : goal.players) {
      if (!goal_holds(goal.test, goal.kind, player, board_only, has_moves)) continue;
      std::vector<std::size_t> pieces;
      if (goal.kind == GoalKind::kCount)
        for (const auto& list : lists_)
          pieces.push_back(static_cast<std::size_t>(
              std::count_if(list.begin(), list.end(), [&](SquareId square) { return !game.pieces[g_->context.codes.type(board_[square])].dummy; })));
      outcome = outcome_by(game, goal, player, pieces);
      return finish();
    }
  }
  // Without any repetition goal the third occurrence draws (language.md).
  if (!board_only && !repetition_asked && occurrences() >= 3) {
    outcome.over = outcome.draw = true;
    outcome.reason = EndReason::kRepetition;
    return finish();
  }
  if (has_moves < 0) has_moves = has_legal_move() ? 1 : 0;
  if (has_moves == 0) {
    outcome.over = outcome.draw = true;
    outcome.reason = EndReason::kNoMoves;
    return finish();
  }
  return outcome;
}

}  // namespace nightrider
