// The reference interpreter: the slow, obvious reading of a GameDefinition, against which the compiled engine is checked.
// Copies instead of make and unmake, no hashing, no tables, nothing shared with `compile` and `play`: only `base` and `model`
// headers are included. Where zrf-reference.md leaves a choice, the comment at the place says what is taken.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "model/game_definition.h"

namespace nightrider::reference {

// After so many legs of one turn a partial move ends it, so that no chain goes on for ever.
inline constexpr int kMaxChainLegs = 1000;
// With more places to which the chains of one decision of `maximal captures` lead, every chain counts alike.
inline constexpr std::size_t kMaxChainPlaces = 1000;

struct Piece {
  PlayerId owner = kNone;
  PieceTypeId type = kNone;      // kNone: the square is empty
  std::uint64_t attributes = 0;  // bit [AttributeId]; 0 for attributes that the type has not
  bool empty() const { return type == kNone; }
  friend bool operator==(const Piece&, const Piece&) = default;
};

// The positions at the beginning of this and all earlier turns, described as repetition counts them (decision 11).
struct State;
struct Occurrence {
  std::string position;
  std::shared_ptr<const State> state;  // without its history
  std::shared_ptr<const Occurrence> earlier;
};

struct State {
  std::vector<Piece> squares;                    // [square]
  std::vector<std::vector<int>> hands;           // [player][piece type]
  std::vector<std::uint64_t> player_attributes;  // [player], bit [PlayerAttributeId]
  std::size_t turn = 0;                          // index into the turn order
  SquareId last_from = kNone;                    // first part of the last leg; a drop: both its square; a pass: kNone
  SquareId last_to = kNone;
  std::set<TagId> last_tags;
  SquareId partial_square = kNone;               // inside a chain: the piece that must go on
  MoveTypeId partial_type = kNone;               //   and with which blocks (kNone: any)
  int chain_legs = 0;                            // made in the chain that goes on; kMaxChainLegs end it
  std::vector<int> no_progress;                  // [i-th no-progress test of the goals, depth first]
  std::set<std::size_t> progressed;              // inside a chain: those that a leg of it has reset
  std::vector<std::vector<int>> tallies;         // [tally][player]
  int round = 1;
  PlayerId last_mover = kNone;                   // who made the last leg
  std::vector<Piece> captured;                   // what the legs of the last turn (or of this chain) captured
  std::shared_ptr<const Occurrence> history;     // null where nobody asked for it (perft)
};

// One piece that moves, or is dropped.
struct Part {
  PieceTypeId type = kNone;     // as it stands before; kNone: nothing stands on `from`
  PlayerId owner = kNone;
  SquareId from = kNone;        // kNone: dropped
  SquareId to = kNone;
  PieceTypeId becomes = kNone;  // the choice made at `add`
  bool copy = false;            // the origin keeps its piece
};
struct Change {
  enum class Kind { kCreate, kChangeType, kChangeOwner, kFlip, kSetAttribute } kind = Kind::kCreate;
  SquareId square = kNone;
  PieceTypeId type = kNone;
  PlayerId owner = kNone;
  AttributeId attribute = kNone;
  bool value = false;
};
struct PlayerAttributeChange {
  PlayerId player = kNone;
  PlayerAttributeId attribute = kNone;
  bool value = false;
};

struct Removal {
  SquareId square = kNone;
  bool collateral = false;            // by `remove`: nothing is attacked by it
  std::vector<PieceTypeId> spared;    //   and these stay
};

// One leg: what the block said, and what comes of it.
struct LegalMove {
  std::vector<Part> parts;          // movement, all lifted and then put down in this order
  std::vector<Change> changes;      // then these, in the order of the block
  std::vector<Removal> removals;    // then what stands on these squares goes
  std::vector<PlayerAttributeChange> player_attributes;
  std::set<TagId> tags;
  std::vector<std::string> texts;   // `(text ..)`
  bool origin_always = false;
  SquareId coordinate_to = kNone;   // `(coordinate-to)`: the target that the coordinate form names
  bool pass = false;
  bool partial = false;             // add-partial: the turn goes on where there is a continuation
  SquareId partial_square = kNone;
  MoveTypeId partial_type = kNone;
  MoveTypeId move_type = kNone;     // of the block

  std::vector<SquareId> captures;   // squares whose piece is gone afterwards, in the order in which they are removed: landing first
  std::string text;                 // set by `name_moves`
  std::string coordinate;
};

State initial(const GameDefinition& game);
// The state with everything that is worked out from it: the history begins here.
State begin_history(const GameDefinition& game, State state);

PlayerId side_to_move(const GameDefinition& game, const State& state);
PlayerId as_player(const GameDefinition& game, const State& state);

// `forbid` rules are asked about what a move leads to, and there again: so deep, then no more.
inline constexpr int kMaxForbidDepth = 2;
// `forbid_depth`: how many such rules are being asked about already.
std::vector<LegalMove> legal_moves(const GameDefinition& game, const State& state, int forbid_depth = 0);
bool in_check(const GameDefinition& game, const State& state);
// Fills `text` and `coordinate` of all the legal moves of `state` (disambiguation needs the whole list). Check marks are the
// expensive part: without `marks` they are left out.
void name_moves(const GameDefinition& game, const State& state, std::vector<LegalMove>& moves, bool marks = true);
// legal_moves and name_moves.
std::vector<LegalMove> named_moves(const GameDefinition& game, const State& state);

State apply(const GameDefinition& game, const State& state, const LegalMove& move);
// Applies moves given in coordinate form, separated by blanks; throws std::invalid_argument naming the first that is not legal.
// The history begins with the state that is returned.
State apply_all(const GameDefinition& game, State state, const std::string& coordinates);

// The position as repetition counts it, as text: equal exactly for the same position.
std::string repetition_text(const GameDefinition& game, const State& state);

struct Ending {
  bool over = false;
  EndReason reason = EndReason::kNone;
  PlayerId winner = kNone;
  bool draw = false;
};
// `board_only`: repetition, no-progress and move limit never hold (decision 10).
Ending outcome(const GameDefinition& game, const State& state, bool board_only = false);

// Turns of exactly `depth` (decisions 8 to 10).
std::uint64_t perft(const GameDefinition& game, const State& state, int depth);
struct DivideRow {
  std::string coordinate;  // legs of a chain joined by ','
  std::uint64_t nodes = 0;
};
std::vector<DivideRow> divide(const GameDefinition& game, const State& state, int depth);

}  // namespace nightrider::reference
