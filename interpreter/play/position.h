// A position of a compiled game, with make and unmake.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "compile/compiled_game.h"
#include "play/game_state.h"
#include "play/move.h"
#include "play/outcome.h"

namespace nightrider {

// What a move does, spelled out: for notation, JSON and messages.
struct MovePart {
  PieceTypeId type = kNone;   // the piece that moves, as it stood before
  PlayerId owner = kNone;
  SquareId from = kNone;      // kNone: dropped
  SquareId to = kNone;
  PieceTypeId becomes = kNone;  // promotion choice; kNone: the type stays, also where it was itself the choice
};
struct MoveDescription {
  std::vector<MovePart> parts;
  std::vector<SquareId> captures;      // squares whose piece is gone afterwards, landing first
  struct Change { SquareId square; Occupant before; Occupant after; };
  std::vector<Change> other_changes;   // creations, changes of type, owner or attribute not explained by the parts
  std::uint64_t tags = 0;              // bit [TagId]
  std::vector<std::string> texts;      // `(text ..)`: first as written, then further read; empty: none
  bool origin_always = false;
  SquareId coordinate_to = kNone;      // where the coordinate form says that it goes; kNone: where the first part does
  bool pass = false;
  bool partial = false;                // a further leg may follow,
  MoveTypeId continuation = kNone;     //   by blocks of this type; kNone: of any
  struct PlayerChange { PlayerId player; PlayerAttributeId attribute; bool value; };
  std::vector<PlayerChange> player_changes;  // attributes of players that have another value afterwards
};

// Moves that blocks make and that may not be played.
struct RefusedMoves {
  std::vector<Move> unsafe;     // a royal piece of the mover could be captured afterwards
  std::vector<Move> set_aside;  // others come first: by move priorities or `maximal captures`
};

// Where Position::effects_lost.
inline constexpr std::string_view kEffectsLost =
    "the general programs of this game make too many different moves (more than 256 MB of them), or take too long (more than 20 million steps "
    "for the moves of one position)";

// Invariants: make then unmake restores every field; key() equals key_from_scratch() after any sequence of both.
// Not thread-safe; copies are independent. Legal moves only may be made (undefined otherwise, checked in debug builds).
class Position {
 public:
  // After so many legs of one turn a partial move ends the turn, so that no chain goes on for ever.
  static constexpr int kMaxChainLegs = 1000;
  // Places to which the chains of one decision of `maximal captures` lead; with more of them, or with a circle that captures,
  // every chain counts alike.
  static constexpr std::size_t kMaxChainPlaces = 1000;

  // `forbid` rules ask about the position after a move, and that may ask for legal moves again: rules inside rules are
  // obeyed so deep. With 2 the answers to a mate by a forbidden drop are themselves held to the rule.
  static constexpr int kMaxForbidDepth = 2;

  // Steps of general programs, all together, that one question about a position may take.
  static constexpr std::uint64_t kMaxGeneralSteps = 20'000'000;

  explicit Position(std::shared_ptr<const CompiledGame> game);  // the setup of the rule file

  const CompiledGame& game() const { return *game_; }
  const std::shared_ptr<const CompiledGame>& shared_game() const { return game_; }
  const GameDefinition& definition() const;

  // Who moves and whose pieces; differ only for `(P Q)` turns.
  PlayerId side_to_move() const;
  PlayerId as_player() const;
  std::size_t turn() const;
  int round() const;
  bool in_chain() const { return partial_square_ != kNone; }  // a further leg of the same turn follows
  int ply() const;                // legs made since the position was set

  Occupant occupant(SquareId square) const;
  int hand(PlayerId player, PieceTypeId type) const;
  int tally(TallyId tally, PlayerId player) const;
  Move last_move() const;         // kNoMove where none was made here
  SquareId last_from() const;
  SquareId last_to() const;

  // What the last turn took off the board.
  std::vector<Code> captured_last() const;

  GameState state() const;
  // Replaces the position (history and ply start anew). Refuses impossible values by name.
  Status set_state(const GameState& state);

  // Legal moves, each once, in a fixed order. Not const: moves may be tried on the board and taken back.
  void legal_moves(MoveList& moves);
  std::size_t count_legal_moves();
  // To explain a refusal: slow. An unsafe move may be made to see what is wrong with it, and must be taken back at once.
  RefusedMoves refused_moves();
  bool has_legal_move();
  // The as-player's royal piece could be captured now; false in games without `checkmated`.
  bool in_check();
  MoveDescription describe(Move move);

  void make(Move move);
  void unmake();
  Move move_at(int ply) const;    // the ply-th leg made, 0-based

  // Zobrist key (Zobrist, "A new hashing method with application for game playing", 1970) of all that rules can ask.
  std::uint64_t key() const { return board_key_ ^ last_move_key_ ^ extra_key(); }
  std::uint64_t key_from_scratch() const;
  // Of what moves leave, also where no rule asks for it: board with all attributes, hands, players' attributes, turn, the open
  // chain and tags, but not the squares of the last move. Takes as long as the board is large.
  std::uint64_t effect_key() const;
  // Equal exactly for the same position as repetition counts it (language.md, decision 11).
  std::uint64_t repetition_key();

  // Whether the game is over here and how, goals in the order of the file; points by the rules without offers.
  // Repetition, no-progress and move-limit goals are included unless `board_only` (perft, decision 10).
  Outcome outcome(bool board_only = false);
  // The same where the caller has generated the legal moves already and knows whether there are any.
  Outcome outcome_knowing(bool has_legal_move, bool board_only = false);

 private:
  friend class BoardOracle;

  // One question about the position, with all that it asks in turn: its general programs share kMaxGeneralSteps.
  class Question {
   public:
    explicit Question(Position& position) : position_(position) {
      if (position_.asking_++ == 0) position_.general_steps_ = 0;
    }
    ~Question() { --position_.asking_; }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

   private:
    Position& position_;
  };

  // What unmake needs; squares and hands that a prepared move changed lie in changes_.
  struct Undo {
    Move move;
    Code moved = 0;              // plain moves: the code that stood on `from`
    Code captured = 0;           //   and on `to`
    std::uint16_t captured_index = 0;  //   and where that was in its owner's list
    bool turn_ended = false;
    std::uint32_t first_change = 0;
    std::uint32_t turn = 0;
    int round = 0;
    int chain_legs = 0;
    std::uint32_t progress = 0;
    SquareId last_from = kNone, last_to = kNone, partial_square = kNone;
    MoveTypeId partial_type = kNone;
    std::uint64_t last_tags = 0, player_attributes = 0, board_key = 0, last_move_key = 0;
    std::uint64_t position_key = 0;    // key() before the move
    std::uint32_t captured_first = 0;  // range in captured_codes_: what the leg took off the board
  };
  enum class ChangeKind : std::uint8_t { kSquare, kHand, kProgress, kTally };
  struct Change {
    ChangeKind kind = ChangeKind::kSquare;
    std::uint16_t subject = 0;
    std::uint16_t list_index = 0;
    int before = 0;
  };
  // What stands between the as-player's royal piece and harm; filled once a node.
  struct RoyalAnalysis {
    bool test_all = true;     // no proof: every move must be tried on the board
    bool none = true;         // no royal piece: every move is legal
    SquareId square = kNone;
    std::uint32_t checks = 0; // open attacking lines; a move off the royal piece must meet all of them
  };

  void clear();
  void place(SquareId square, Code code);
  void put(SquareId square, Code code);       // records the change
  void put_back(const Change& change);
  void set_hand(std::size_t index, int count);
  void take_captured(Code captured);          // notes it, and puts it into a hand where the game says so
  void set_tally(std::size_t index, int count);
  std::uint64_t tally_key(std::size_t index, int count) const;
  void count_tallies(PlayerId mover);         // after his turn
  std::uint64_t extra_key() const;            // turn, player attributes, chain
  void list_insert(PlayerId player, SquareId square);
  std::uint16_t list_remove(PlayerId player, SquareId square);
  void list_restore(PlayerId player, SquareId square, std::uint16_t index);
  void royal_update(SquareId square, Code before, Code after);

  const PreparedMove& prepared(Move move) const;
  std::optional<std::uint32_t> intern(PreparedMove&& move);  // an action; nothing: the store of effects is full
  DynamicMoves& effects() const { return effects_ != nullptr ? *effects_ : *g_->dynamic; }
  void apply(Move move, Undo& undo);          // board, hands, player attributes, last move
  void revert(const Undo& undo);
  void end_leg(Move move, Undo& undo);        // turn, round, counters, chain
  void count_progress(Move move, Undo& undo);
  std::uint64_t matched_last_move_key() const;
  std::uint64_t repetition_base() const;      // without the last move
  std::uint64_t last_move_legal_key();        // of the legal moves that exist only because of the last move

  bool holds(const Conjunction& conjunction);
  bool any_holds(const Special& special);
  bool attacked(SquareId square, Code victim, MoveTypeId type);
  bool attacked_slowly(SquareId square, Code victim, MoveTypeId type);
  bool royal_attacked(PlayerId player);
  void analyse_royal(RoyalAnalysis& analysis);
  bool needs_trial(const RoyalAnalysis& analysis, Move move) const;
  bool leaves_royal_safe(Move move);
  bool displacement_is_safe(Move move, SquareId royal);
  bool effects_are_safe(const PreparedMove& effects, SquareId royal);
  void pseudo_slot(std::size_t slot, PlayerId player, SquareId only, bool drops, MoveList& moves);
  void drop_repeats(MoveList& moves);
  void pseudo_general(const Program& program, Code code, SquareId square, bool drop, MoveList& moves);
  void prior_moves(MoveList& moves);          // of the turn or chain, by move priorities
  struct ChainGraph;                          // capture_chains.cpp
  template <class Then>
  void behind_leg(Move move, Then then);
  std::int64_t taken_by(Move move, const Undo& undo) const;
  std::pair<std::int64_t, std::size_t> chain_leg(ChainGraph& graph, Move move);  // captures, place after it
  std::size_t chain_place(ChainGraph& graph);
  void keep_most_captures(MoveList& moves);
  bool goes_on(Move move);
  void drop_incomplete(MoveList& moves);
  void pseudo_moves(MoveList& moves);         // and by `complete captures`, `maximal captures`; passes not yet added
  void filter_royal(MoveList& moves);         // takes out what leaves a royal piece in danger
  void filter_legal(MoveList& moves);         // and what a `forbid` rule speaks of
  bool forbidden(Move move);
  bool passing_leads_on();
  template <class F>
  void for_each_slot(F f);                    // slots that the turn allows
  std::uint64_t count_program(const Program& program, Code code, SquareId square, const RoyalAnalysis& analysis);
  bool bulk_countable() const;
  bool removes(Move move, SquareId square) const;  // so that what stands there is attacked
  template <class F>
  bool takes_any(Move move, F wanted) const;       // a code on the board now, for which `wanted` holds, will be gone
  bool takes_own_royal(Move move, PlayerId player) const;
  bool goal_holds(const GoalTest& test, GoalKind kind, PlayerId player, bool board_only, int& has_moves);
  bool any_attacked(const GoalTest& test, PlayerId player);
  bool mated_piece_attacked(const GoalTest& test, PlayerId player);
  bool holds_after_a_move(const GoalTest& test, PlayerId player);
  bool connected(const GoalTest& test, PlayerId player) const;
  bool fewer(PlayerId player, PieceTypeId type, std::size_t number) const;  // than so many on the board
  bool configuration_holds(const GoalTest& test, PlayerId player) const;
  bool occupied_by(SquareId square, const std::vector<ConfigOccupant>& occupants, PlayerId player) const;
  Outcome find_outcome(bool board_only, int has_moves);  // has_moves: -1 not known yet
  // Of this position in the history, this one included. `first`: the ply of the first of them.
  int occurrences(std::size_t* first = nullptr);
  bool held_since(std::size_t first, const GoalTest& test, PlayerId player) const;

  std::shared_ptr<const CompiledGame> game_;
  const CompiledGame* g_ = nullptr;
  std::shared_ptr<DynamicMoves> effects_;          // null: the game's
  int asking_ = 0;                                 // questions inside each other
  std::uint64_t general_steps_ = 0;                // of the outermost one
  std::vector<Code> board_;
  std::vector<std::vector<SquareId>> lists_;       // [player]: squares of its pieces
  std::vector<std::uint16_t> list_index_;          // [square]
  std::vector<std::vector<SquareId>> royals_;      // [player]
  std::vector<int> hands_;                         // [player * types + type]
  std::uint64_t player_attributes_ = 0;
  std::uint32_t turn_ = 0;
  int round_ = 1;
  SquareId last_from_ = kNone, last_to_ = kNone;
  std::uint64_t last_tags_ = 0;
  SquareId partial_square_ = kNone;
  MoveTypeId partial_type_ = kNone;
  int chain_legs_ = 0;                             // legs made in the chain that goes on
  std::vector<const GoalTest*> progress_tests_;    // no-progress tests of the goals, depth first
  std::vector<int> tallies_;                       // [tally * players + player]
  std::vector<int> no_progress_;                   // [of progress_tests_]
  std::uint32_t progress_ = 0;                     // bit i: the i-th no-progress count is reset by this turn
  std::uint64_t board_key_ = 0;                    // squares, hands and tallies
  std::uint64_t last_move_key_ = 0;
  std::vector<Undo> history_;
  std::vector<std::uint64_t> repetition_bases_;    // of the position before each move, where histories are tracked
  std::vector<Change> changes_;
  std::vector<Code> captured_codes_;
  int forbid_depth_ = 0;                           // `forbid` rules being asked about
  bool inside_attack_ = false;                     // `attacked?` asked inside is false
  std::vector<std::uint32_t> pin_stamp_, evade_stamp_, evade_count_;
  std::uint32_t stamp_ = 0;
  bool track_repetition_ = true;

 public:
  // The leg removes a piece. Cheap.
  bool is_capture(Move move) const;
  // The piece changes its type by choice.
  bool is_promotion(Move move) const;
  // Moves of general programs are kept in the game's store of effects, which is full after some hundred megabytes. A copy that
  // will meet very many keeps them apart: its moves then mean nothing to other positions, but for copies of it.
  void keep_effects_apart(std::size_t most_bytes = DynamicMoves::kMaxBytes);
  // The store was full once, or a question took too many steps: lists of moves may since lack some, and outcomes be wrong.
  bool effects_lost() const { return g_->has_general && effects().full(); }
  void set_effects_lost() const { effects().set_full(); }
  // Of a store kept apart: forgets effects that were met after the mark was taken, with the moves that have them.
  std::size_t effects_mark() const { return g_->has_general ? effects().size() : 0; }
  void forget_effects(std::size_t mark) const { if (g_->has_general && effects_ != nullptr) effects().forget_after(mark); }
  // Without histories for repetition make is faster; outcome() then knows no repetition. For counting only.
  void set_track_repetition(bool on) { track_repetition_ = on; }
};

}  // namespace nightrider
