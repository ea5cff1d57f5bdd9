// The compiled moves once more, for inner loops on sets of squares: what a piece may do as a function of which squares are
// occupied, looked up by the bits of its lines. A second form of the programs of CompiledGame, with the same answers; games
// and positions that it does not cover are played by those.
//
// Where moves go is one table look-up a line or pair of lines (after Gerd Isenberg's and others' "magic" and pext bitboards; the
// lines here come from the rules, on any graph). Movement classes are pieces that move alike: an unmoved rook is another code, but
// the same class. Checks and pins are found once a position by reading the tables backwards.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/bits.h"
#include "compile/compiled_game.h"

namespace nightrider {

inline constexpr std::size_t kMaxBitSquares = 256;
inline constexpr std::size_t kMaxBitClasses = 32;  // of one player
inline constexpr std::size_t kBitPlayers = 2;
inline constexpr std::size_t kMaxBitHands = 64;    // [player * piece types + type]
inline constexpr std::uint8_t kNoHand = 0xFF;
inline constexpr std::size_t kMaxBitCounters = 4;  // no-progress tests
inline constexpr std::size_t kMaxBitCounts = 64;  // questions how many pieces there are

// Reach of one or more lines: pool[table + the occupancy bits under `mask` pressed together].
template <int N>
struct BitLookup {
  std::uint64_t mask[N];
  std::uint8_t shift[N];   // where the bits of each word begin in the index
  std::uint32_t table;
};
// A step that all squares of `from[0]` may take alike, and again from `from[1]`, each onto an empty square but the last.
template <int N>
struct BitShift {
  std::int16_t distance;
  std::uint8_t steps;
  Bits<N> from[4];         // from[i]: squares from which step i may be made
};
// Where a move may end.
enum class BitTarget : std::uint8_t { kNotOwn, kEmpty, kEnemy, kListed };
struct BitTargetSet {      // kListed: squares that hold these classes
  bool empty = false;      // or nothing
  std::uint32_t classes[kBitPlayers] = {0, 0};
};
// What must hold besides what stands on squares.
struct BitGuard {
  std::uint64_t attributes_set = 0, attributes_clear = 0;  // player attributes
  std::uint64_t tags_set = 0, tags_clear = 0;              // of the last move
  std::uint64_t fewer_set = 0, fewer_clear = 0;            // BitTables::counts
  friend auto operator<=>(const BitGuard&, const BitGuard&) = default;
};
// Whether fewer than `number` pieces of these classes of the player stand on the board.
struct BitFewer {
  PlayerId player = 0;
  PieceTypeId type = 0;
  std::uint64_t number = 0;
  std::uint32_t classes = 0;
  friend bool operator==(const BitFewer&, const BitFewer&) = default;
};
// Moves of a class with one guard, one kind of target and one number of choices.
struct BitMode {
  BitTarget target = BitTarget::kNotOwn;
  std::uint8_t guard = 0;          // index into guards; 0: none
  std::uint8_t lookups = 0;        // a square
  std::uint8_t listed = 0;         // index into target_sets
  std::uint16_t choices = 1;       // moves to each target
  bool exchange = false;           // the origin stays occupied by an own piece: occupancy does not change
  bool shifted = false;            // the whole class moves by `shifts`
  std::uint32_t leap = 0;          // leaps[leap + square]: reach that no other square can block
  std::uint32_t lookup = 0;        // lookups_[lookup + square * lookups + i]
  std::uint32_t first_shift = 0, shift_count = 0;
};
struct BitClass {
  std::uint16_t first_mode = 0, mode_count = 0;
  bool royal = false;
  bool has_specials = false;
  bool plain = false;              // one mode, unguarded, onto anything not own
};
// What a mode's move does for a code: `action` for all, or where it depends on the squares, actions[table[from * squares + to]].
struct BitActions {
  std::uint32_t action = 0;
  static constexpr std::uint32_t kUniform = ~std::uint32_t{0};
  std::uint32_t table = kUniform;           // index into action_index
};
// A move with conditions of its own.
template <int N>
struct BitSpecial {
  Bits<N> need_empty, need_full, clear, set;  // clear: squares that it empties; set: that hold an own piece afterwards
  std::uint32_t first_test = 0, test_count = 0;
  std::uint32_t action = 0;
  std::uint16_t from = 0, to = 0, origin = 0;
  std::uint16_t royal_to = kNone;  // where the own royal piece is put down; kNone: it does not move
  std::uint16_t last_from = kNone, last_to = kNone;  // of the move before; kNone: not asked
  std::uint32_t group = 0;                 // the first of those that are the same move: it is one if several hold
  std::uint8_t code = 0, guard = 0, royal_code = 0;
};
struct BitTest {
  TestKind kind = TestKind::kOccupant;  // kOccupant, kLastFrom, kLastTo or kAttacked
  bool expected = true;
  std::uint16_t square = 0;
  std::uint16_t table = 0;         // kAttacked: index into attacks
  std::uint64_t codes = 0;         // kOccupant
};
struct BitOp {
  std::uint8_t code = 0;           // what `square` holds afterwards, or where there is a source
  std::uint16_t square = 0;
  std::uint16_t source = kNone;    // code_maps[map * 64 + what stood there before]
  std::uint16_t map = 0;
};
inline constexpr std::uint32_t kMaxMappedOps = 16;
// A prepared move, compact.
struct BitEffects {
  std::uint32_t first_op = 0;
  std::uint32_t op_count = 0;
  std::uint64_t tags = 0, attributes_set = 0, attributes_cleared = 0;
  std::uint32_t first_capture = 0; // captured squares, in `captures`
  std::uint32_t capture_count = 0;
  bool displacement = false;       // the piece on `from` becomes `placed` on `to`, as a plain move does
  std::uint8_t placed = 0;
  bool mapped = false;             // some op has a source; then there are at most kMaxMappedOps
  std::uint8_t hand = kNoHand;     // a drop: the hand that gives the piece
};
// Of a drop: the squares of `where` are open only while the squares `distance` from them are occupied (`full`) or empty.
template <int N>
struct BitNear {
  Bits<N> where;
  std::int16_t distance = 0;
  bool full = false;
};
// Of a drop: a piece of this class on a square closes the squares of closed[first + square].
struct BitBlocker {
  std::uint8_t player = 0, cls = 0;
  std::uint32_t first = 0;
};
// Pieces of one type that a player puts down from his hand, each with one effect a square.
template <int N>
struct BitDrop {
  Bits<N> squares;                 // empty ones of these are open, but for what follows
  std::uint32_t first_near = 0, near_count = 0;
  std::uint32_t first_blocker = 0, blocker_count = 0;
  std::uint32_t actions = 0;       // drop_actions[actions + square]
  std::uint16_t from = kNone;      // as Move::from
  std::uint8_t code = 0;
  std::uint8_t hand = kNoHand;
  std::uint8_t guard = 0;
  bool no_mate = false;            // it may not leave the other side mated
};
// A goal, or a part of one, read for one player. Those of the first group ask for what stands on the board.
enum class BitGoalKind : std::uint8_t {
  kAnd, kOr, kNot,   // children
  kCaptured,         // codes: the last move took one of these
  kRemaining,        // so many of `pieces` are on the board
  kPlaces,           // `pieces` stand in each of these sets of squares
  kLines,            // `codes` stand on all squares of one of these lines
  kConnected,        // a group of `pieces` joins these sets
  kStalemated, kCheckmated, kRepetition, kNoProgress, kMoveLimit
};
struct BitGoalTest {
  BitGoalKind kind = BitGoalKind::kAnd;
  BitTargetSet pieces;
  std::uint64_t codes = 0;
  std::int32_t number = 0;
  std::uint32_t first = 0, count = 0;  // kAnd, kOr, kNot: into goal_children; others: into goal_sets
  std::uint32_t lines_at = 0;          // kLines: lines_at[lines_at + square]: first into line_squares
  std::uint32_t length = 0;            // kLines: squares of a line
  std::uint8_t counter = 0;            // kNoProgress
};
struct BitGoal {
  std::uint32_t test = 0;          // into goal_tests
  std::uint16_t goal = 0;          // of the definition
  std::uint8_t player = 0;
  bool on_board = true;            // its test is of the first group
};
// A right that a FEN names: each term's square holds one of its codes.
struct BitRightTerm {
  std::uint64_t codes = 0;
  std::uint16_t square = 0;
};
struct BitRight {
  std::uint32_t first = 0, count = 0;  // into right_terms
};
// A count of turns without progress.
struct BitCounterReset {
  std::uint64_t moves = 0;         // by a turn whose first part moves one of these codes,
  bool captures = false, drops = false;
};
// Whether a class' capture needs the squares between to be empty, or exactly one of them occupied.
enum class BitCapture : std::uint8_t { kOpen, kHurdle };

template <int N>
struct BitTables {
  using Set = Bits<N>;
  const CompiledGame* game = nullptr;
  std::uint32_t squares = 0;
  std::uint32_t codes = 0;

  std::uint8_t class_of[64] = {};      // [code]
  std::uint8_t owner_of[64] = {};      // kBitPlayers: empty
  bool royal_code[64] = {};
  std::uint32_t class_count[kBitPlayers] = {0, 0};
  std::vector<BitClass> classes[kBitPlayers];
  std::vector<BitMode> modes;
  std::vector<BitGuard> guards;        // 0: none
  std::vector<BitFewer> counts;        // as the bits of BitGuard::fewer_set
  std::vector<BitTargetSet> target_sets;
  std::vector<Set> leaps;
  std::vector<BitLookup<N>> lookups;
  std::vector<Set> pool;
  std::vector<BitShift<N>> shifts;
  std::vector<BitActions> actions;     // [mode-in-class * 64 + code]
  std::vector<std::uint32_t> action_index;  // per table squares * squares entries
  std::vector<std::uint32_t> action_list;

  std::vector<BitSpecial<N>> specials;
  std::vector<BitTest> tests;
  std::vector<std::uint32_t> specials_at;       // [code * squares + square]: first into special_list
  std::vector<std::uint32_t> specials_after;    // [last from * squares + last to]: first into special_list, where the last move asks
  std::vector<std::uint32_t> special_list;      // runs ended by kEnd
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};
  std::vector<BitEffects> effects;              // [prepared index]
  std::vector<BitOp> ops;
  std::vector<std::uint8_t> code_maps;

  // Who could capture: [((table * squares + target) * kMaxBitClasses + class]: origins of the other player's class.
  std::vector<Set> attackers;
  std::uint16_t royal_table[64] = {};           // [royal code] -> attack table
  std::uint8_t attack_player[64] = {};          // [attack table] -> player whose pieces attack
  std::uint8_t layer[kBitPlayers][kMaxBitClasses] = {};
  BitCapture capture[kBitPlayers][kMaxBitClasses] = {};
  std::vector<Set> between;                     // [(layer * squares + target) * squares + origin]
  std::uint32_t layers = 1;
  bool has_hurdles = false;
  bool has_specials = false;
  bool asks_last_move = false;

  bool has_drops = false;
  std::vector<BitDrop<N>> drops[kBitPlayers];
  std::vector<BitNear<N>> nears;
  std::vector<BitBlocker> blockers;
  std::vector<Set> closed;
  std::vector<std::uint32_t> drop_actions;
  bool recycles = false;                        // captured pieces go to a hand:
  std::uint8_t captured_hand[kBitPlayers][64] = {};  // [capturing player][code]
  std::vector<std::uint16_t> captures;          // of BitEffects

  std::vector<BitGoal> goals;                   // in the order of the file
  std::vector<BitGoalTest> goal_tests;
  std::vector<std::uint32_t> goal_children;
  std::vector<Set> goal_sets;
  std::vector<std::uint32_t> lines_at;
  std::vector<std::uint16_t> line_squares;      // of the lines through a square: their number; then each one's other squares, near ones first
  std::vector<Set> joined;                      // [square]: those that a link joins to it
  std::vector<BitCounterReset> counters;
  bool has_board_goals = false;
  bool has_limits = false;                      // no-progress or move-limit goals
  bool names_repetition = false;                // some goal does; else the third occurrence draws
  bool may_repeat = false;                      // some move is no drop
  std::uint32_t fewest_repetitions = 3;         // of any goal
  bool goals_ask_captures = false;              // some goal asks what the last move took
  bool notes_captures = false;                  // or a count of progress does
  std::string unplayable;                       // why whole games are not played on these tables; empty: they are

  // Zobrist keys, as Position has them. [code * squares + square]: of the position, and of the position as repetition counts it.
  std::vector<std::uint64_t> square_keys, repetition_keys;
  std::vector<std::uint64_t> turn_keys;         // [turn]
  std::uint64_t read_attributes = 0;            // player attributes that rules read
  bool every_last_move_counts = false;          // as CompiledGame has it
  std::vector<std::uint32_t> patterns_at;       // [last to]: first into pattern_list, of last_move_patterns that may hold
  std::vector<std::uint32_t> pattern_list;      // runs ended by kEnd
  std::vector<BitRight> rights;                 // of repetition
  std::vector<BitRightTerm> right_terms;

  std::vector<std::uint8_t> players_in_turn;    // [turn]
  std::vector<std::uint16_t> next_turn;         // [turn]
  std::size_t most_ops = 2;
};

// The tables of a game, or why there are none (`reason`). Deterministic.
template <int N>
std::unique_ptr<const BitTables<N>> build_bit_tables(const CompiledGame& game, std::string& reason);

}  // namespace nightrider
