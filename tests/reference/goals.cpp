// When a game ends, and which positions are the same.
#include <algorithm>
#include <sstream>

#include "reference/walk.h"

namespace nightrider::reference {
namespace {

class Judge {
 public:
  Judge(const GameDefinition& game, const State& state, bool board_only, int forbid_depth = 0)
      : game_(game), state_(state), board_only_(board_only), forbid_depth_(forbid_depth) {}

  Ending ending() {
    Ending none;
    if (state_.partial_square != kNone) return none;  // not before the chain ends
    for (const GoalDefinition& goal : game_.goals)
      for (PlayerId player : goal.players)
        if (holds(goal.test, player, goal.kind)) return decide(goal, player);
    // Without any repetition goal a third occurrence draws.
    const bool said = std::any_of(game_.goals.begin(), game_.goals.end(), [](const GoalDefinition& goal) { return asks_repetition(goal.test); });
    if (!said && !board_only_ && occurrences() >= 3) return {true, EndReason::kRepetition, kNone, true};
    if (!has_move()) return {true, EndReason::kNoMoves, kNone, true};
    return none;
  }

  bool holds_for(const GoalTest& test, PlayerId player) { return holds(test, player, GoalKind::kEnd); }

 private:
  static bool asks_repetition(const GoalTest& test) {
    return test.kind == GoalTestKind::kRepetition || std::any_of(test.children.begin(), test.children.end(), asks_repetition);
  }

  Ending decide(const GoalDefinition& goal, PlayerId player) const {
    Ending ending{true, reason(goal), kNone, false};
    switch (goal.kind) {
      case GoalKind::kWin: ending.winner = player; break;
      case GoalKind::kLoss: ending.winner = only_other(player); break;
      case GoalKind::kDraw: ending.draw = true; break;
      case GoalKind::kEnd: break;
      case GoalKind::kCount: {
        int most = -1;
        for (PlayerId each = 0; each < game_.players.size(); ++each) {
          if (!is_active(game_, each)) continue;
          const int pieces = count(each, {});
          if (pieces == most) ending.winner = kNone;
          if (pieces > most) ending.winner = each;
          most = std::max(most, pieces);
        }
        ending.draw = ending.winner == kNone;
        break;
      }
    }
    return ending;
  }

  // Whom a loss makes the winner: nobody, where more than one other plays.
  PlayerId only_other(PlayerId player) const {
    PlayerId other = kNone;
    for (PlayerId each = 0; each < game_.players.size(); ++each) {
      if (each == player || game_.players[each].kind != PlayerKind::kActive) continue;
      if (other != kNone) return kNone;
      other = each;
    }
    return other;
  }

  static EndReason reason(const GoalDefinition& goal) {
    if (goal.kind == GoalKind::kCount) return EndReason::kCount;
    switch (goal.test.kind) {
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

  bool holds(const GoalTest& test, PlayerId player, GoalKind kind) {
    switch (test.kind) {
      case GoalTestKind::kAnd:
        return std::all_of(test.children.begin(), test.children.end(), [&](const GoalTest& child) { return holds(child, player, kind); });
      case GoalTestKind::kOr:
        return std::any_of(test.children.begin(), test.children.end(), [&](const GoalTest& child) { return holds(child, player, kind); });
      case GoalTestKind::kNot: return !holds(test.children.at(0), player, kind);
      case GoalTestKind::kStalemated: return side_to_move(game_, state_) == player && !has_move();
      case GoalTestKind::kCheckmated: return mated_piece_attacked(test.occupants, player) && !has_move();
      case GoalTestKind::kAttacked:
        for (SquareId square = 0; square < state_.squares.size(); ++square) {
          const Piece& piece = state_.squares[square];
          if (!piece.empty() && held(test.occupants, square, player) && could_be_captured(game_, state_, piece.owner, square, kNone)) return true;
        }
        return false;
      case GoalTestKind::kTally: return state_.tallies[test.tally][player] >= test.number;
      case GoalTestKind::kReachable:
        for (const LegalMove& move : legal_moves(game_, state_, forbid_depth_))
          if (goal_holds(game_, apply_leg(game_, state_, move, forbid_depth_), test.children.at(0), player, forbid_depth_)) return true;
        return false;
      case GoalTestKind::kCaptured:
        return std::any_of(state_.captured.begin(), state_.captured.end(), [&](const Piece& piece) {
          return piece.owner == player && (test.types.empty() || std::count(test.types.begin(), test.types.end(), piece.type) != 0);
        });
      case GoalTestKind::kPiecesRemaining: return count(player, test.types) == test.number;
      case GoalTestKind::kTotalPieceCount: {
        int total = 0;
        for (PlayerId each = 0; each < game_.players.size(); ++each) total += count(each, test.types);
        return total == test.number;
      }
      case GoalTestKind::kAbsoluteConfig:
        return std::all_of(test.places.begin(), test.places.end(), [&](const ConfigPlace& place) {
          if (place.square != kNone) return held(test.occupants, place.square, player);
          bool any = false;
          game_.board.zone_squares[place.zone][player].for_each([&](std::size_t square) { any = any || held(test.occupants, static_cast<SquareId>(square), player); });
          return any;
        });
      case GoalTestKind::kRelativeConfig:
        for (SquareId square = 0; square < game_.board.squares.size(); ++square)
          if (pattern_from(test.pattern, square, player)) return true;
        return false;
      case GoalTestKind::kRepetition:
        // As a win or loss it concerns the side that repeats.
        if (board_only_ || test.number == 0) return false;
        if (!test.children.empty()) return occurrences() >= test.number && held_since_first(test.children[0], player);
        if ((kind == GoalKind::kWin || kind == GoalKind::kLoss) && state_.last_mover != player) return false;
        return occurrences() >= test.number;
      case GoalTestKind::kNoProgress: {
        if (board_only_) return false;
        int index = 0;
        for (const GoalDefinition& goal : game_.goals)
          if (find(goal.test, test, index)) return state_.no_progress[static_cast<std::size_t>(index)] >= test.number;
        return false;
      }
      case GoalTestKind::kMoveLimit: return !board_only_ && state_.round > test.number;
      case GoalTestKind::kConnected: return joined(test, player);
    }
    return false;
  }

  // Whether one group of joined pieces touches every zone: marks spread from each square until nothing changes.
  bool joined(const GoalTest& test, PlayerId player) const {
    const std::size_t squares = state_.squares.size();
    std::vector<bool> own(squares);
    for (SquareId square = 0; square < squares; ++square) {
      const Piece& piece = state_.squares[square];
      own[square] = piece.owner == player && std::count(test.types.begin(), test.types.end(), piece.type) != 0;
    }
    for (SquareId start = 0; start < squares; ++start) {
      if (!own[start]) continue;
      std::vector<bool> group(squares);
      group[start] = true;
      for (bool grown = true; grown;) {
        grown = false;
        for (const std::vector<SquareId>& links : game_.board.links)
          for (SquareId square = 0; square < squares; ++square) {
            const SquareId next = links[square];
            if (next == kNowhere || !own[square] || !own[next] || group[square] == group[next]) continue;
            group[square] = group[next] = grown = true;
          }
      }
      const bool all = std::all_of(test.places.begin(), test.places.end(), [&](const ConfigPlace& place) {
        bool touched = false;
        game_.board.zone_squares[place.zone][player].for_each([&](std::size_t square) { touched = touched || group[square]; });
        return touched;
      });
      if (all) return true;
    }
    return false;
  }

  // Counts no-progress tests, depth first, up to `wanted`.
  static bool find(const GoalTest& test, const GoalTest& wanted, int& index) {
    if (&test == &wanted) return true;
    if (test.kind == GoalTestKind::kNoProgress) ++index;
    for (const GoalTest& child : test.children)
      if (find(child, wanted, index)) return true;
    return false;
  }

  // Of the pieces with which the player to move plays: those that `player` names as his own, if it is he, or as an opponent's.
  bool mated_piece_attacked(const std::vector<ConfigOccupant>& occupants, PlayerId player) const {
    const PlayerId owner = as_player(game_, state_);
    const bool own = side_to_move(game_, state_) == player;
    const auto names = [&](const ConfigOccupant& occupant, const Piece& piece) {
      if (occupant.type != piece.type) return false;
      switch (occupant.owner) {
        case ConfigOccupant::Owner::kPlayer: return own;
        case ConfigOccupant::Owner::kOpponent: return !own;
        case ConfigOccupant::Owner::kAny: break;
      }
      return true;
    };
    for (SquareId square = 0; square < state_.squares.size(); ++square) {
      const Piece& piece = state_.squares[square];
      if (piece.empty() || piece.owner != owner) continue;
      if (std::none_of(occupants.begin(), occupants.end(), [&](const ConfigOccupant& occupant) { return names(occupant, piece); })) continue;
      if (could_be_captured(game_, state_, owner, square, kNone)) return true;
    }
    return false;
  }

  bool has_move() {
    if (!moves_known_) {
      has_move_ = !legal_moves(game_, state_, forbid_depth_).empty();
      moves_known_ = true;
    }
    return has_move_;
  }

  // Dummy pieces count only where they are named.
  int count(PlayerId player, const std::vector<PieceTypeId>& types) const {
    int pieces = 0;
    for (PieceTypeId type = 0; type < game_.pieces.size(); ++type) {
      if (types.empty() ? game_.pieces[type].dummy : std::count(types.begin(), types.end(), type) == 0) continue;
      for (const Piece& piece : state_.squares) pieces += piece.type == type && piece.owner == player;
      if (game_.options.include_off_pieces) pieces += state_.hands[player][type];
    }
    return pieces;
  }

  bool held(const std::vector<ConfigOccupant>& occupants, SquareId square, PlayerId player) const {
    const Piece& piece = state_.squares[square];
    return std::any_of(occupants.begin(), occupants.end(), [&](const ConfigOccupant& occupant) {
      bool match = !piece.empty() && (occupant.type == kNone || piece.type == occupant.type);
      switch (occupant.owner) {
        case ConfigOccupant::Owner::kPlayer: match = match && piece.owner == player; break;
        case ConfigOccupant::Owner::kOpponent: match = match && is_enemy(game_, player, piece.owner); break;
        case ConfigOccupant::Owner::kAny: break;
      }
      return match != occupant.negated;
    });
  }

  bool pattern_from(const std::vector<PatternStep>& pattern, SquareId square, PlayerId player) const {
    for (const PatternStep& step : pattern) {
      if (step.is_step) square = linked(game_, turned(game_, player, step.direction), square);
      if (square == kNowhere) return false;
      if (!step.is_step && !held(step.occupants, square, player)) return false;
    }
    return true;
  }

  int occurrences() const {
    if (state_.history == nullptr) return 1;
    int found = 0;
    for (const Occurrence* each = state_.history.get(); each != nullptr; each = each->earlier.get())
      found += each->position == state_.history->position;
    return found;
  }

  // After every turn of the player since this position occurred for the first time.
  bool held_since_first(const GoalTest& test, PlayerId player) const {
    const Occurrence* first = nullptr;
    for (const Occurrence* each = state_.history.get(); each != nullptr; each = each->earlier.get())
      if (each->position == state_.history->position) first = each;
    for (const Occurrence* each = state_.history.get(); each != first; each = each->earlier.get())
      if (each->state->last_mover == player && !goal_holds(game_, *each->state, test, player, 0)) return false;
    return true;
  }

  const GameDefinition& game_;
  const State& state_;
  const bool board_only_;
  const int forbid_depth_;
  bool moves_known_ = false;
  bool has_move_ = false;
};

bool config_names(const GameDefinition& game, const GoalTest& test, PlayerId player, SquareId square) {
  for (const ConfigPlace& place : test.places) {
    if (place.square == square) return true;
    if (place.zone != kNone && game.board.zone_squares[place.zone][player].contains(square)) return true;
  }
  return std::any_of(test.children.begin(), test.children.end(), [&](const GoalTest& child) { return config_names(game, child, player, square); });
}

// Which attributes and player attributes some block reads.
struct Reads {
  std::uint64_t attributes = 0;
  std::uint64_t player_attributes = 0;

  void add(const Condition& condition) {
    if (condition.kind == ConditionKind::kAttribute) attributes |= std::uint64_t{1} << condition.id;
    if (condition.kind == ConditionKind::kPlayerAttribute) player_attributes |= std::uint64_t{1} << condition.id;
    for (const Condition& child : condition.children) add(child);
  }
  void add(const std::vector<Instruction>& body) {
    for (const Instruction& instruction : body) {
      add(instruction.condition);
      add(instruction.body);
      add(instruction.else_body);
    }
  }
  explicit Reads(const GameDefinition& game) {
    for (const PieceDefinition& piece : game.pieces) {
      for (const MoveBlock& block : piece.moves) add(block.body);
      for (const MoveBlock& block : piece.drops) add(block.body);
      if (game.options.recycle_captures == CaptureHand::kNobody) continue;
      for (const CapturedAs& rule : piece.captured_as)
        if (rule.attribute != kNone) attributes |= std::uint64_t{1} << rule.attribute;
    }
  }
};

}  // namespace

Ending outcome(const GameDefinition& game, const State& state, bool board_only) { return Judge(game, state, board_only).ending(); }

bool goal_holds(const GameDefinition& game, const State& state, const GoalTest& test, PlayerId player, int forbid_depth) {
  return Judge(game, state, true, forbid_depth).holds_for(test, player);
}

// The squares that the absolute-config goals of `player` name.
bool goal_position(const GameDefinition& game, PlayerId player, SquareId square) {
  return std::any_of(game.goals.begin(), game.goals.end(), [&](const GoalDefinition& goal) {
    return std::count(goal.players.begin(), goal.players.end(), player) != 0 && config_names(game, goal.test, player, square);
  });
}

std::string repetition_text(const GameDefinition& game, const State& state) {
  const Reads reads(game);
  std::ostringstream text;
  text << "turn " << state.turn;
  for (SquareId square = 0; square < state.squares.size(); ++square) {
    const Piece& piece = state.squares[square];
    if (piece.empty()) continue;
    std::uint64_t attributes = piece.attributes & reads.attributes;
    // What the rights name counts through them alone: the attributes of that piece on that square.
    for (const FenRight& right : game.fen.rights)
      for (const FenRightTerm& term : right.terms)
        if (term.square == square && term.type == piece.type && right.player == piece.owner) attributes &= ~(std::uint64_t{1} << term.attribute);
    for (const FenLineRight& right : game.fen.line_rights) {
      if (right.player != piece.owner) continue;
      if (right.king == piece.type) attributes &= ~(std::uint64_t{1} << right.king_attribute);
      if (right.rook == piece.type) attributes &= ~(std::uint64_t{1} << right.rook_attribute);
    }
    text << ' ' << square << ':' << piece.owner << '/' << piece.type << '/' << attributes;
  }
  for (const FenRight& right : game.fen.rights) {
    const bool all = std::all_of(right.terms.begin(), right.terms.end(), [&](const FenRightTerm& term) {
      const Piece& piece = state.squares[term.square];
      return piece.type == term.type && piece.owner == right.player && (piece.attributes >> term.attribute & 1) != 0;
    });
    text << (all ? " right" : " none");
  }
  // Rights of pieces that stand anywhere: each king with each rook in the direction.
  for (const FenLineRight& right : game.fen.line_rights) {
    const auto has = [&](SquareId square, PieceTypeId type, AttributeId attribute) {
      const Piece& piece = state.squares[square];
      return piece.type == type && piece.owner == right.player && (piece.attributes >> attribute & 1) != 0;
    };
    text << " line";
    for (SquareId king = 0; king < state.squares.size(); ++king) {
      if (!has(king, right.king, right.king_attribute) || !game.board.zone_squares[right.zone][right.player].contains(king)) continue;
      std::set<SquareId> met;
      for (SquareId at = linked(game, turned(game, right.player, right.direction), king); at != kNowhere && met.insert(at).second;
           at = linked(game, turned(game, right.player, right.direction), at))
        if (has(at, right.rook, right.rook_attribute)) text << ' ' << king << '-' << at;
    }
  }
  for (PlayerId player = 0; player < game.players.size(); ++player) {
    for (std::size_t tally = 0; tally < game.tallies.size(); ++tally) text << " tally " << state.tallies[tally][player];
    text << " player " << (state.player_attributes[player] & reads.player_attributes) << " hand";
    for (int pieces : state.hands[player]) text << ' ' << pieces;
  }
  // The legal moves, in any order. Attributes that they change are left out: what counts of them is in the board above.
  std::set<std::string> moves;
  for (const LegalMove& move : legal_moves(game, state)) {
    std::ostringstream one;
    for (const Part& part : move.parts) one << part.from << '-' << part.to << '=' << part.becomes << (part.copy ? "copy " : " ");
    for (SquareId square : move.captures) one << 'x' << square;
    for (const Change& change : move.changes)
      if (change.kind != Change::Kind::kSetAttribute) one << ' ' << static_cast<int>(change.kind) << ' ' << change.square << ' ' << change.type << ' ' << change.owner;
    for (TagId tag : move.tags) one << " tag " << tag;
    one << (move.partial ? " partial " : "") << (move.pass ? "pass" : "") << move.partial_type;
    moves.insert(one.str());
  }
  for (const std::string& move : moves) text << " | " << move;
  return text.str();
}

}  // namespace nightrider::reference
