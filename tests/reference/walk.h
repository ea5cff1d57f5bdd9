// Inside the reference interpreter: running move blocks and applying what they emit.
#pragma once

#include <functional>
#include <vector>

#include "reference/reference.h"

namespace nightrider::reference {

// Off the board, or unset.
inline constexpr SquareId kNowhere = kNone;
inline constexpr int kStepBudget = 100'000;  // instructions of one block run (decision 7)

// From what view blocks run.
struct View {
  const GameDefinition* game = nullptr;
  const State* state = nullptr;
  PlayerId player = kNone;       // the as-player
  bool inside_attack = false;    // `attacked?` and `defended?` are false (decision 6)
};

using Emit = std::function<void(const LegalMove&)>;

// Runs `block` for the piece of `type` on `square` (`drop`: tried on `square`); calls `emit` for each `add`.
void run_block(const View& view, const MoveBlock& block, PieceTypeId type, SquareId square, bool drop, const Emit& emit);
// All blocks of all pieces and drops of view.player; `only` restricts to the piece there, without drops; `type` to blocks
// with that label (kNone: all).
void run_all(const View& view, MoveTypeId type, SquareId only, const Emit& emit);

// `direction` as `player` means it.
DirectionId turned(const GameDefinition& game, PlayerId player, DirectionId direction);
SquareId linked(const GameDefinition& game, DirectionId direction, SquareId square);

// Whether the piece has been captured and stands there until the turn ends (`deferred captures`).
bool waits(const GameDefinition& game, const Piece& piece);
bool is_active(const GameDefinition& game, PlayerId player);
bool is_enemy(const GameDefinition& game, PlayerId player, PlayerId other);
Piece new_piece(const GameDefinition& game, PlayerId owner, PieceTypeId type);

// The board after a move: nobody's turn has changed yet.
struct Applied {
  State state;
  struct Removal {
    SquareId square;  // where it was removed
    SquareId stood;   // where it stood before the move; kNowhere: it was put there by this move
    Piece piece;      // as it was when it was removed
    bool collateral;  // by `remove`
  };
  std::vector<Removal> removals;
};
Applied apply_effects(const GameDefinition& game, const State& state, const LegalMove& move);

// Whether the move takes a royal piece of `player` off the board that stood there before.
bool takes_own_royal(const GameDefinition& game, const State& before, const Applied& applied, PlayerId player);
// Whether one move of an active player other than `owner` (`attacker`, where it is given, alone) would remove the piece on `square` by landing or by `capture`.
bool could_be_captured(const GameDefinition& game, const State& state, PlayerId owner, SquareId square, MoveTypeId type,
                       PlayerId attacker = kNone);

bool goal_position(const GameDefinition& game, PlayerId player, SquareId square);

// The state when the turn of `state` is over.
State next_turn(const GameDefinition& game, State state, int forbid_depth = 0);
// The state after the leg; the history is not kept.
State apply_leg(const GameDefinition& game, const State& state, const LegalMove& move, int forbid_depth = 0);

// Whether the test, read for `player`, holds; counters never do.
bool goal_holds(const GameDefinition& game, const State& state, const GoalTest& test, PlayerId player, int forbid_depth);

}  // namespace nightrider::reference
