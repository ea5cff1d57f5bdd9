// One game or variant of a rule file, names resolved, inheritance merged: what `model` hands to `compile` and to the
// reference interpreter. Nothing here depends on a position.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/square_set.h"
#include "model/ids.h"
#include "model/move_block.h"

namespace nightrider {

enum class PlayerKind : std::uint8_t {
  kActive,   // named as mover in the turn order
  kNeutral,  // never moves
  kRandom,   // name begins with '?': picks uniformly among its legal moves
};
struct PlayerDefinition {
  std::string name;
  PlayerKind kind = PlayerKind::kActive;
};

struct SquareDefinition {
  std::string name;                // as in the rule file: "a10"
  bool dummy = false;              // never shown: a memory cell
  int grid = -1;                   // index of the grid form it comes from, or -1
  std::vector<int> coordinates;    // index in each dimension of that grid, in the dimension's order
  std::vector<std::string> parts;  // the name's part from each dimension, as in the rule file
  std::array<int, 4> rectangle{};  // left, top, right, bottom in pixels as the file gives them (0s: none): for the picture
};

// A `(show-as ("10" "Ø" "0"))` row: a part of a name, how it is written, what else is read for it.
struct ShownPart {
  std::string part;
  std::string shown;
  std::vector<std::string> also_read;
};

struct GridDefinition {
  std::vector<std::vector<std::string>> dimensions;  // part names, in order
};

struct BoardDefinition {
  std::vector<SquareDefinition> squares;                 // killed positions are not here
  std::vector<GridDefinition> grids;
  std::vector<std::string> directions;
  std::vector<std::vector<SquareId>> links;              // [direction][square] -> square or kNone
  std::vector<std::vector<int>> direction_offsets;       // [direction] as the first grid gives them, a number a dimension; empty: not by it
  std::vector<bool> direction_wraps;                     // [direction] offsets are modulo the dimensions
  std::vector<std::vector<DirectionId>> symmetry;        // [player][direction] -> direction as that player means it
  std::vector<std::string> zones;
  std::vector<std::vector<SquareSet>> zone_squares;      // [zone][player]
  std::vector<ShownPart> shown_parts;
};

struct PieceAttribute {
  AttributeId attribute = kNone;
  bool initial = false;
  bool until_moved = false;  // set false whenever the piece leaves its square by a movement part
  bool declared = true;      // false: another piece's, that some block may set on this one
};

// `(captured-as TYPE [ATTRIBUTE])`: as what a captured piece goes to a hand, always or while the attribute is true.
struct CapturedAs {
  PieceTypeId type = kNone;
  AttributeId attribute = kNone;  // kNone: always
};

struct PieceDefinition {
  std::string name;
  std::vector<std::string> letters;  // written in moves, then further ones read; empty vector: none declared
  std::string notation;              // `(notation "..")`, for display
  std::string help;
  std::string description;
  bool dummy = false;
  std::vector<PieceAttribute> attributes;  // in order of declaration, then those of other pieces that a block may set here
  std::vector<CapturedAs> captured_as;     // the first that applies; none: as itself
  std::vector<MoveBlock> moves;
  std::vector<MoveBlock> drops;
  SourceSpan span;
};

struct TagDefinition {
  std::string name;
  std::string text;               // as written, "²"; empty: a silent label
  std::vector<std::string> typed; // further forms read; the first is the ASCII one, "^2"
};

struct PlayerAttributeDefinition {
  std::string name;
  bool initial = false;
};

struct TurnDefinition {
  PlayerId player = kNone;     // who moves
  PlayerId as_player = kNone;  // whose pieces, symmetry and zones
  MoveTypeId move_type = kNone;  // kNone: every type
};

struct SetupEntry {
  PlayerId player = kNone;
  PieceTypeId type = kNone;
  std::vector<SquareId> squares;
  int reserve = 0;  // `off N`
};

enum class GoalKind : std::uint8_t { kWin, kLoss, kDraw, kCount, kEnd };
enum class GoalTestKind : std::uint8_t {
  kAnd, kOr, kNot,      // children
  kStalemated,          // the player to move has no legal move
  kCheckmated,          // occupants: royal; the player to move has no legal move and one of these, his own, is attacked
  kAttacked,            // occupants: one of these could be captured by another player than its owner
  kCaptured,            // types: one of that player was captured by the last move
  kPiecesRemaining,     // number; types: empty (all) or one
  kTotalPieceCount,     // number; types
  kAbsoluteConfig,      // occupants, places
  kRelativeConfig,      // pattern
  kRepetition,          // number: that occurrence of the position; 0: never. children[0], if any: held, read for the player,
                        //   after every turn of his since the first of these occurrences
  kNoProgress,          // number of half-moves; resets
  kMoveLimit,           // number of the round after which the game is over
  kReachable,           // children[0] holds after some legal move of the player to move
  kTally,               // tally, number: the player's count is at least that
  kConnected,           // types; places, zones all: pieces of these types join them over links
};
struct ConfigOccupant {
  PieceTypeId type = kNone;  // kNone: any
  enum class Owner : std::uint8_t { kPlayer, kOpponent, kAny } owner = Owner::kPlayer;
  bool negated = false;
};
struct ConfigPlace {       // one square that must be held, or a zone of which any square must
  SquareId square = kNone;
  ZoneId zone = kNone;
};
struct PatternStep {       // relative-config: an occupant here, or a step
  bool is_step = false;
  DirectionId direction = kNone;
  std::vector<ConfigOccupant> occupants;
};
struct ProgressReset {
  enum class Kind : std::uint8_t { kCaptures, kDrops, kMovesOf } kind = Kind::kCaptures;
  PieceTypeId type = kNone;  // kMovesOf: the piece of the move's first part
};
struct GoalTest {
  GoalTestKind kind = GoalTestKind::kAnd;
  int number = 0;
  TallyId tally = kNone;
  std::vector<PieceTypeId> types;
  std::vector<ConfigOccupant> occupants;
  std::vector<ConfigPlace> places;
  std::vector<PatternStep> pattern;
  std::vector<ProgressReset> resets;
  std::vector<GoalTest> children;
};
// Tested after each turn (after each leg chain), in the order of the file; the first that holds decides.
struct GoalDefinition {
  GoalKind kind = GoalKind::kWin;
  std::vector<PlayerId> players;
  GoalTest test;
  SourceSpan span;
  std::uint32_t trail = 0;
};

// `(forbid (White Black) (tag T) GOAL)`: a leg of one of the players, with the tag if one is named, after which the goal,
// read for him, holds is not legal. The goal has no counters (repetition, no-progress, move limit).
struct ForbidDefinition {
  std::vector<PlayerId> players;
  TagId tag = kNone;  // kNone: every leg
  GoalTest test;
  SourceSpan span;
  std::uint32_t trail = 0;
};

// `(tally NAME (White Black) GOAL)`: a count of each player, part of the position. It grows after each turn of his after
// which the goal, read for him, holds.
struct TallyDefinition {
  std::string name;
  std::vector<PlayerId> players;
  GoalTest test;
  int most = 0;  // counted so far and no further: the highest number that some goal asks for
  SourceSpan span;
  std::uint32_t trail = 0;
};

enum class PassRule : std::uint8_t { kNever, kAlways, kForced };
// Into whose hand a captured piece goes.
enum class CaptureHand : std::uint8_t { kNobody, kOwner, kCaptor };
struct OptionDefinitions {
  PassRule pass_turn = PassRule::kNever;
  bool pass_partial = false;
  int maximal_captures = 0;  // 0, 1 (most captures), 2 (by value)
  CaptureHand recycle_captures = CaptureHand::kNobody;
  bool recycle_promotions = false;
  bool include_off_pieces = false;
  bool discard_cascades = false;
  bool deferred_captures = false;  // what the legs of a chain capture is taken off the board when the turn ends
  bool complete_captures = false;  // a capture that ends the chain is no choice where one of the same pieces goes on
};

// `(move-text "-" "x")`: moves are written by their squares alone, with these words between origin and target.
struct MoveTextDefinition {
  bool defined = false;
  std::string quiet;
  std::string capture;
};

enum class OfferKind : std::uint8_t { kDraw, kResign };
struct OfferDefinition {
  OfferKind kind = OfferKind::kDraw;
  int times = 0;          // 0: no limit
  bool shared = false;    // `times` counts the offers of all players together
  bool by_band = false;   // acceptance pays the band of the move about to be made; else draw points / a win
};

// Why a game ended, as printed and as named in `payoff`.
enum class EndReason : std::uint8_t {
  kNone, kCheckmated, kStalemated, kRepetition, kNoProgress, kMoveLimit, kCaptured, kPiecesRemaining, kConfiguration,
  kCount, kNoMoves, kDrawAgreed, kResigned, kGoal, kConnected,
};

struct PayoffPair { double first = 0; double second = 0; };  // the side that won, stalemated or accepts; the other
struct PayoffBand { int last_round = 0; PayoffPair pay; };
struct PayoffDefinition {
  bool defined = false;               // false: 1, 0.5, 0
  std::optional<PayoffPair> win, draw, stalemated, move_limit;
  std::vector<PayoffBand> resign_bands;   // rounds ascending
  bool after_declined = false;            // a declined resignation makes a later win pay by bands:
  bool same_band_pays_win = true;         //   in the band of the offer, as a win (else the band)
};

// `(fen ...)`: how state stands in FEN.
struct FenRightTerm {  // a piece of that type and the right's player stands on the square with the attribute set
  PieceTypeId type = kNone;
  SquareId square = kNone;
  AttributeId attribute = kNone;
};
struct FenRight {
  std::string letter;
  PlayerId player = kNone;
  std::vector<FenRightTerm> terms;
};
// A right of pieces that stand anywhere: one of type `king` in the zone with its attribute, and one of type `rook` somewhere in
// the direction from it with its own. The letter names the outermost such piece in the direction, whatever its attribute; one
// further in is named by its file. Zone and direction as the player means them.
struct FenLineRight {
  std::string letter;
  PlayerId player = kNone;
  PieceTypeId king = kNone;
  ZoneId zone = kNone;
  AttributeId king_attribute = kNone;
  PieceTypeId rook = kNone;
  DirectionId direction = kNone;
  AttributeId rook_attribute = kNone;
};
// The en-passant field names a square x, and behind it, where `landing` is set, the square where the last move ended. Read back, the last move was by the player not to move, with a piece of
// `type`: to the square one step `arrive` from x, from the first square `leave` from x (then further on) that is in that
// player's zone `origin` (kNone: any). Directions as that player means them.
struct FenEnPassant {
  PieceTypeId type = kNone;
  DirectionId leave = kNone;
  DirectionId arrive = kNone;
  ZoneId origin = kNone;
  TagId tag = kNone;  // the tag that the last move carried
  bool landing = false;
};
// A mark behind the letter of a piece on the board: there exactly while the attribute is true.
struct FenSuffix {
  std::string text;
  AttributeId attribute = kNone;
};
struct FenDefinition {
  bool defined = false;
  std::vector<std::string> sides;  // [player], "w" "b"
  std::vector<FenRight> rights;
  std::vector<FenLineRight> line_rights;
  std::vector<FenEnPassant> en_passant;
  std::vector<TallyId> tallies;    // a field each behind the counters, "+2+0"
  std::vector<FenSuffix> suffixes;
  bool counters = true;            // half-move clock and round number stand last
};

// The attribute that `deferred captures` gives to every piece.
inline constexpr const char* kCapturedAttribute = "captured";

// `(shuffle (Player positions ..) .. (place Piece .. [zone]) ..)`: starts that differ in where some pieces stand. Each step puts
// its pieces, in their order, on some of the squares that are still free (in the zone, if it names one): which ones are the
// choices, counted in lexicographic order. The first step's choice is the least significant digit of a start's number.
struct ShuffleStep {
  std::vector<PieceTypeId> pieces;
  ZoneId zone = kNone;  // of the first side's player
  std::uint64_t ways = 1;
};
struct ShuffleSide {  // all sides get the same: what goes to the first side's i-th square goes to the others' too
  PlayerId player = kNone;
  std::vector<SquareId> squares;
};
struct ShuffleDefinition {
  std::vector<ShuffleSide> sides;
  std::vector<ShuffleStep> steps;
};

struct GameDefinition {
  std::string id;      // `(id ..)`, may be empty
  std::string title;
  std::string description, history, strategy;  // display texts
  bool is_variant = false;
  std::vector<PlayerDefinition> players;
  BoardDefinition board;
  std::vector<PieceDefinition> pieces;
  std::vector<std::string> attributes;
  std::vector<PlayerAttributeDefinition> player_attributes;
  std::vector<TagDefinition> tags;
  std::vector<std::string> flags;
  std::vector<std::string> position_flags;
  std::vector<std::string> move_types;
  std::vector<MoveTypeId> move_priorities;
  std::vector<TurnDefinition> turn_order;
  std::size_t turn_repeat = 0;        // the entry that follows the last
  std::vector<SetupEntry> setup;
  std::vector<ShuffleDefinition> shuffles;  // of several, the first is the least significant
  std::uint64_t start_count = 0;            // numbered starts; 0 without a shuffle
  std::vector<GoalDefinition> goals;
  std::vector<ForbidDefinition> forbids;
  std::vector<TallyDefinition> tallies;
  OptionDefinitions options;
  std::vector<OfferDefinition> offers;
  PayoffDefinition payoff;
  FenDefinition fen;
  MoveTextDefinition move_text;
  AttributeId captured_attribute = kNone;  // `deferred captures`: true for what waits to be taken off the board
  SourceSpan span;
  std::vector<std::vector<DiagnosticNote>> trails{{}};  // [0] is empty

  const PieceAttribute* find_attribute(PieceTypeId type, AttributeId attribute) const;
  // As what a captured piece goes to a hand; `attributes`: bit [AttributeId].
  PieceTypeId captured_as(PieceTypeId type, std::uint64_t attributes) const;
  // The setup of a numbered start, below start_count: `setup`, but for the shuffled squares.
  std::vector<SetupEntry> setup_of(std::uint64_t start) const;
  // The places in the turn order behind and before `turn`; before the place after `repeat` there are two, the last one first.
  std::size_t turn_after(std::size_t turn) const;
  std::vector<std::size_t> turns_before(std::size_t turn) const;
  // The opponent of the player who moves at `turn`: of the other active players the one whose turn comes next. He answers offers,
  // and wins when the player gives up. kNone: there is none.
  PlayerId next_opponent(std::size_t turn) const;
  // The piece types that the `checkmated` tests of the goals make royal for `player`: named for himself, as a piece of any
  // owner, or as an opponent's in a goal of another player. Tests in `forbid`, `tally`,
  // `reachable` and `always` make nothing royal, nor does one behind a loss-condition of his that says `captured` of the same type:
  // a recorded game leaves such a piece attacked.
  std::vector<PieceTypeId> royal_types(PlayerId player) const;
};

}  // namespace nightrider
