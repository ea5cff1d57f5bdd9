// A game ready to play: tables and programs worked out from a GameDefinition by partial evaluation. Never changes, but for the
// store of effects that general programs work out during play.
//
// A block run for one piece code on one square leaves paths: what must hold of the position, and the move that is then
// there. Paths to the same move are merged; a plain displacement whose condition is "these squares are empty, and the
// target holds one of these" becomes a step of a ray, everything else a special with its tests.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "compile/dynamic_moves.h"
#include "compile/lazy_bit_tables.h"
#include "compile/prepared_move.h"
#include "compile/rule_context.h"
#include "model/game_definition.h"

namespace nightrider {

struct CompileOptions {
  bool specialise = true;   // false: every block runs as a general program (same answers, slower): --no-specialise
};

// One square of a ray, walked until the first occupied square. The piece may stop here if the code that stands here is
// in `codes` (the empty code: moving; others: capturing), as any of the placed codes. placed_count 0: passes only.
struct RayStep {
  std::uint64_t codes = 0;          // the set itself while all codes fit 64, else its index in code_sets
  std::uint32_t placed_first = 0;   // index into placed
  std::uint16_t placed_count = 0;
  SquareId square = kNone;
};
struct Ray {
  std::uint32_t first = 0;  // index into ray_steps
  std::uint32_t count = 0;
};

enum class TestKind : std::uint8_t { kOccupant, kLastFrom, kLastTo, kLastTag, kPlayerAttribute, kFewer, kAttacked, kDefended };
struct Test {
  TestKind kind = TestKind::kOccupant;
  bool expected = true;
  std::uint16_t subject = 0;    // square, tag or player-attribute bit; kFewer: the piece type
  std::uint16_t victim = 0;     // kAttacked, kDefended: the code supposed to stand there; kFewer: the player
  MoveTypeId move_type = kNone; // kAttacked, kDefended
  std::uint64_t codes = 0;      // kOccupant: as RayStep::codes; kFewer: the number
  friend auto operator<=>(const Test&, const Test&) = default;
};
struct Conjunction {
  std::uint32_t first = 0;  // index into tests, cheap ones first
  std::uint32_t count = 0;
};
// A move that is there while any of its conjunctions holds. `action` as Move::action.
struct Special {
  SquareId from = kNone;  // of the first part; kNone: drop
  SquareId to = kNone;
  std::uint32_t action = 0;
  Code code = 0;          // the piece that runs the block
  SquareId origin = kNone;  // where it stands, or for a drop the square tried
  std::uint32_t first = 0;  // index into conjunctions
  std::uint32_t count = 0;
};
// A block left as it is for a piece and square.
struct GeneralProgram {
  const MoveBlock* block = nullptr;
};
// What a piece code on a square may do with blocks of one move type.
struct Program {
  std::uint32_t first_ray = 0, ray_count = 0;
  std::uint32_t first_special = 0, special_count = 0;
  std::uint32_t first_general = 0, general_count = 0;
};

// Squares walked outwards from a target until the first occupied one; `codes` could capture the target from there.
struct AttackStep {
  std::uint64_t codes = 0;
  SquareId square = kNone;
};
struct AttackRange {
  std::uint32_t first_ray = 0, ray_count = 0;          // into attack_rays
  std::uint32_t first_special = 0, special_count = 0;  // into attack_specials
};
// A conjunction of an enemy special under which it removes the target.
struct AttackSpecial {
  SquareId origin = kNone;
  Code code = 0;
  Conjunction conjunction;   // the target's own occupant test is left out
};
// Who can capture a piece of one code, by blocks of one move type (kNone: any), on each square.
struct AttackTable {
  std::vector<AttackRange> squares;
  bool slow = false;  // some attackers are general programs: generate their moves instead
  bool has_specials = false;
};

// A pattern of the previous move that some test asks for; only such moves are part of a position.
struct LastMovePattern {
  SquareId from = kNone;      // kNone: any
  SquareId to = kNone;        // kNone: any
  std::uint64_t tags = 0;     // all of them
  std::uint64_t codes = ~std::uint64_t{0};  // what stands on `to` afterwards; as RayStep::codes, ~0: anything
  std::uint64_t key = 0;      // Zobrist key while the pattern holds
};

// A square that `(fen (rights ..))` names (every square, where rights by direction do): what each code is there without the
// attributes that only rights ask for.
struct RightSquare {
  SquareId square = kNone;
  std::vector<Code> bare;  // [code]
};

// A `forbid` rule. Points into the definition of the game.
struct CompiledForbid {
  const GoalTest* test = nullptr;
  std::uint32_t players = 0;   // bit [PlayerId]
  std::uint64_t tags = 0;      // only legs with this tag; 0: every leg
  bool board_only = false;     // the test needs nothing but the squares after the leg
};

class CompiledGame {
 public:
  const GameDefinition& definition() const { return context.game; }

  RuleContext context;
  CompileOptions options;

  // Codes fit one word: RayStep::codes and the like are sets, not indexes.
  bool one_word = true;
  std::vector<CodeSet> code_sets;
  std::map<CodeSet, std::uint64_t> code_set_ids;  // of code_sets; used while compiling
  std::uint64_t code_set(const CodeSet& codes);   // what RayStep::codes and the like hold for this set
  bool in(std::uint64_t codes, Code code) const {
    return one_word ? ((codes >> code) & 1) != 0 : code_sets[codes].contains(code);
  }

  // Slots: the move types that label blocks, kNone first. move_slot[type] -> slot, or -1 where no block has the type.
  std::vector<MoveTypeId> slots;
  std::vector<int> slot_of_type;
  int slot_of(MoveTypeId type) const;  // -1: no block
  std::vector<Program> programs;       // [program_index]: moves
  std::vector<Program> drop_programs;  // the same for drops; empty if the game has none
  const Program& program(std::size_t slot, Code code, SquareId square) const { return programs[program_index(slot, code, square)]; }
  const Program& drop_program(std::size_t slot, Code code, SquareId square) const { return drop_programs[program_index(slot, code, square)]; }
  // Blocks that are left as they are do not depend on the square nor on attributes: the codes of one owner and type share a program.
  bool shared_programs = false;
  std::size_t program_index(std::size_t slot, Code code, SquareId square) const {
    if (shared_programs)
      return (slot * context.players + context.codes.owner(code)) * context.game.pieces.size() + context.codes.type(code);
    return (slot * context.codes.size() + code) * context.squares + square;
  }

  std::vector<Ray> rays;
  std::vector<RayStep> ray_steps;
  std::vector<Code> placed;
  std::vector<Special> specials;
  std::vector<Conjunction> conjunctions;
  std::vector<Test> tests;
  std::vector<GeneralProgram> generals;
  std::vector<PreparedMove> prepared;  // Move::action - Move::kFirstPrepared
  std::shared_ptr<DynamicMoves> dynamic = std::make_shared<DynamicMoves>();  // numbered after `prepared`; grows during play
  std::shared_ptr<LazyBitTables> bits = std::make_shared<LazyBitTables>();  // made when first counted with
  std::uint32_t pass_action = 0;       // prepared index of the pass move

  std::vector<AttackTable> attack_tables;
  std::vector<Ray> attack_rays;
  std::vector<AttackStep> attack_steps;
  std::vector<AttackSpecial> attack_specials;
  // Index of the table for a victim code, attackers = all its enemies, and a move type slot (-1: any); -1: none was needed.
  int attack_table(Code victim, MoveTypeId type) const;
  std::vector<int> attack_any;                              // [code]
  std::vector<std::pair<std::pair<Code, MoveTypeId>, int>> attack_typed;  // few

  std::vector<LastMovePattern> last_move_patterns;
  std::vector<std::vector<std::uint32_t>> patterns_by_to;  // [square]
  std::vector<std::uint32_t> patterns_any_to;
  bool every_last_move_counts = false;  // a test that holds unless the last move was a certain one, or general programs

  std::vector<RightSquare> right_squares;
  std::vector<CompiledForbid> forbids;

  bool may_repeat_moves = false;   // equal moves may come from different slots or general programs: merged when generated
  bool has_general = false;
  bool has_drops = false;
  bool has_partial_moves = false;
  std::vector<PieceTypeId> captured_as;  // [code] the type as which the piece goes to a hand when it is captured
  bool has_royals = false;
  CodeSet royal;                   // royal codes of all players
  bool royal_can_change = false;   // some move may make a piece royal that was not, or the reverse: every move is tried
  bool captures_end = false;       // some capture ends the game by itself
  bool may_take_own_royal = false; // some move may remove a royal piece of its own side: it is not legal
  bool has_board_goals = false;    // goals that can end the game while moves are left
  std::uint64_t read_player_attributes = 0;  // bits that some block reads
  std::vector<std::uint64_t> square_keys;    // [code * squares + square]; 0 for the empty code. Empty: they are worked out, from
  std::vector<Code> key_codes;               // [code]: the code whose keys it has
  std::uint64_t square_key(Code code, SquareId square) const {
    return square_keys.empty() ? drawn_key(key_codes[code], square) : square_keys[code * context.squares + square];
  }
  static std::uint64_t drawn_key(Code code, SquareId square);
};

}  // namespace nightrider
