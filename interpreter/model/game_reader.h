// Inside of read_game: one object reads one entry. Its parts stand in read_forms.cpp, read_board.cpp, read_grid.cpp,
// read_pieces.cpp, read_blocks.cpp, read_conditions.cpp, read_goals.cpp, read_points.cpp, read_warnings.cpp. Not for other modules.
#pragma once

#include <array>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/betza.h"
#include "model/game_definition.h"
#include "model/keywords.h"
#include "model/name_table.h"
#include "model/read_game.h"
#include "syntax/reader.h"

namespace nightrider {

// What one game may have at most beside the numbers of ids.h; one more is an error with a message of its own.
inline constexpr std::size_t kMaxInstructions = 1'000'000;  // instructions and conditions of all its move blocks
inline constexpr int kMaxNesting = 200;                     // of instructions, conditions or goals in each other
inline constexpr std::uint64_t kMaxGoalWork = 20'000'000;   // squares that its goals compare with pieces after each move
inline constexpr int kMaxPixel = 1'000'000;                 // of rectangles
inline constexpr std::size_t kMaxNames = 60'000;            // zones, flags, position flags: each kind
inline constexpr std::size_t kMaxListedPositions = 1'000'000;  // positions that one game's zones and setups list in all

enum class NameKind : std::uint8_t {
  kPlayer, kPiece, kPosition, kDirection, kZone, kAttribute, kPlayerAttribute, kMoveType, kTag, kFlag, kPositionFlag, kTally,
};
inline constexpr std::size_t kNameKinds = 12;

// Where a text stands in a move.
enum class MoveWord : std::uint8_t { kWholeMove, kTag, kLetter, kSquarePart };

class GameReader {
 public:
  GameReader(const ExpandedTree& tree, const GameEntry& entry, DiagnosticSink& sink, const ReadGameOptions& options)
      : tree_(tree), entry_(entry), sink_(sink), options_(options) {}
  std::optional<GameDefinition> read();

 private:
  using Node = ExpandedNode;
  using Nodes = std::vector<const Node*>;

  // --- messages
  void error(const Node& at, std::string code, std::string message, std::string hint = {});
  void warning(const Node& at, std::string code, std::string message, std::string hint = {});
  // In strict mode: "'what' is not in ZRF".
  void not_zrf(const Node& at, std::string_view what);
  std::uint32_t trail_of(const Node& at);
  bool incomplete(NameKind kind) const { return incomplete_[static_cast<std::size_t>(kind)]; }
  void set_incomplete(std::initializer_list<NameKind> kinds) {
    for (NameKind kind : kinds) incomplete_[static_cast<std::size_t>(kind)] = true;
  }

  // --- keywords and arguments
  // The keyword of a list's head (or of a symbol) inside `form`; reports an unknown or misplaced one.
  const KeywordRow* keyword(const Node& node, Form form);
  void unknown_form(const Node& at, std::string_view name, Form form);
  // Whether the list has between `least` and `most` arguments beside its head; else reports.
  bool arguments(const Node& list, std::size_t least, std::size_t most = std::numeric_limits<std::size_t>::max());
  bool expect_list(const Node& node, std::string_view what);
  bool expect_symbol(const Node& node, std::string_view what);
  // Whether a list stands where `wanted` should and calls a macro that nobody defines; then it is reported.
  bool undefined_macro(const Node& node, std::string_view wanted);
  std::optional<int> number(const Node& node, int least, int most);
  std::optional<double> decimal(const Node& node);
  std::optional<bool> truth(const Node& node);

  // --- names
  NameTable& table(NameKind kind) { return tables_[static_cast<std::size_t>(kind)]; }
  std::uint16_t find(NameKind kind, std::string_view name) { return table(kind).find(name); }
  // The id of a name that must exist; reports "unknown-..." and gives kNone.
  std::uint16_t resolve(NameKind kind, const Node& node);
  void unknown_name(NameKind kind, const Node& node);
  // Adds the board's directions to the hint about a word that is short enough to have been meant for one.
  void add_directions(const std::string& word, std::string& hint);
  // The id of a name that is made known by use; kNone after the message if there are too many.
  std::uint16_t intern(NameKind kind, const Node& node);
  // Adds a declared name; reports a second one and too many.
  std::uint16_t declare(NameKind kind, const Node& node);

  // --- read_forms.cpp
  void collect_forms();
  void collect(const Node& form, bool variant);
  void doubt_names(const Node& unknown);
  // Whether the game has the form; reports a missing one unless a form that could not be read may have been it.
  const Node* required_form(Keyword keyword, const char* name, const char* example);
  void read_texts();
  void read_players();
  void read_turn_order();
  void read_priorities();
  void read_setup();
  void read_setup_entry(PlayerId player, const Node& list, std::vector<const Node*>& occupied);

  // --- read_starts.cpp
  void read_shuffles();
  void read_shuffle(const Node& form);
  bool read_shuffle_step(const Node& form, ShuffleDefinition& shuffle);

  // --- read_forms.cpp
  void read_options();
  void read_option(const Node& at, const OptionRow& option, const Node& value);
  void add_captured_attribute();
  void read_move_text();

  // --- read_board.cpp
  void read_board();
  void read_grid(const Node& form);
  void read_grid_directions(const Node& form, int grid, std::size_t dimensions);
  void link_grid_direction(int grid, DirectionId direction, const std::vector<int>& offsets, bool wrap);
  void read_positions(const Node& form);
  void read_dummies(const Node& form);
  void read_links(const Node& form);
  void read_unlink(const Node& form);
  void unlink_square(SquareId square);
  void read_kill(const Node& form);
  void read_symmetry(const Node& form);
  void read_zone(const Node& form);
  void read_show_as(const Node& form);
  std::uint16_t add_square(const Node& at, SquareDefinition square);
  DirectionId declare_direction(const Node& node);
  void compact_board();
  // Squares of a list's items: names, `(cells ..)`, with `player` also zones. Reports what is unknown.
  std::vector<SquareId> read_squares(const Node& list, std::size_t first, PlayerId player);
  void read_cells(const Node& form, std::vector<SquareId>& squares);
  bool count_listed(const Node& at, std::size_t count);

  // --- read_pieces.cpp
  void collect_pieces();
  void read_player_attributes();
  void read_tags();
  void read_tag(const Node& form);
  void read_pieces();
  void read_piece(PieceDefinition& piece, const Node& form);
  void read_attribute(PieceDefinition& piece, const Node& form);
  void read_letters(PieceDefinition& piece, const Node& form);
  void read_captured_as(PieceDefinition& piece, const Node& form);
  void read_blocks(const PieceDefinition& piece, const Node& form, std::vector<MoveBlock>& blocks);
  void read_betza(const PieceDefinition& piece, const Node& form, MoveTypeId type, std::vector<MoveBlock>& blocks);
  bool starts_unknown(const Node& block);
  void check_flags();

  // --- read_blocks.cpp
  void read_instructions(const Nodes& nodes, std::size_t first, std::size_t last, std::vector<Instruction>& body, int depth);
  void read_instruction(const Node& node, std::vector<Instruction>& body, int depth);
  bool read_keyword_instruction(const KeywordRow& row, const Node& node, Instruction& instruction, int depth);
  bool read_if(const Node& node, Instruction& instruction, int depth);
  bool read_add(const Node& node, Instruction& instruction);
  bool read_remove(const Node& node, Instruction& instruction);
  bool read_create(const Node& node, Instruction& instruction);
  bool read_go(const Node& node, Instruction& instruction);
  bool read_set(Keyword which, const Node& node, Instruction& instruction);
  bool count_instruction(const Node& at);
  // A position argument: direction, position, `(opposite d)`, from, to, mark, last-from, last-to.
  std::optional<Place> place_of(const Node& node);
  bool read_place(const Node& node, Place& place);
  bool optional_place(const Node& list, std::size_t index, Place& place);

  // --- read_conditions.cpp
  bool read_condition(const Node& node, Condition& condition, int depth);
  bool read_named_condition(std::string_view name, const Node& node, Condition& condition, int depth);
  bool condition_exists(std::string_view name);

  // --- read_goals.cpp
  void read_goals();
  bool read_goal(const Node& node, GoalTest& test, int depth);
  bool read_absolute_config(const Node& node, GoalTest& test);
  bool count_goal_work(const Node& at, std::uint64_t work);
  bool read_relative_config(const Node& node, GoalTest& test);
  bool read_occupant(const Node& node, ConfigOccupant& occupant);
  bool read_connected(const Node& node, GoalTest& test);
  bool read_resets(const Node& node, GoalTest& test);
  bool read_pieces_named(const Node& node, bool zrf, GoalTest& test);
  // Reads the goal of a form that asks about the board after a move: counters are reported.
  bool read_board_goal(const Node& node, GoalTest& test, int depth);
  bool read_repetition(const Node& node, GoalTest& test, int depth);
  bool read_tally_goal(const Node& node, GoalTest& test);
  void read_tallies();
  void limit_tallies();
  bool read_goal_players(const Node& node, std::vector<PlayerId>& players);
  void read_forbids();
  bool read_goal_types(const Node& node, std::size_t first, GoalTest& test);

  // --- read_points.cpp
  void read_offers();
  void read_offer(const Node& form);
  void read_payoff();
  bool read_pair(const Node& form, std::size_t first, PayoffPair& pair);
  void read_payoff_item(const Node& form);
  void read_fen();
  void read_right(const Node& form);
  bool read_line_right(const Node& form);
  void read_en_passant(const Node& form);
  void read_suffix(const Node& form);

  // --- read_warnings.cpp
  bool check_word(const Node& node, MoveWord word);  // a text in moves can be read back; else reports
  void warn_of_oddities();
  void warn_of_missing_royals();
  void warn_of_captured_before_checkmated();
  void warn_of_missing_letters();
  void warn_of_bands();

  const ExpandedTree& tree_;
  const GameEntry& entry_;
  DiagnosticSink& sink_;
  ReadGameOptions options_;
  GameDefinition game_;
  bool failed_ = false;

  std::array<NameTable, kNameKinds> tables_;
  // A form that declares names of this kind could not be read: an unknown name is then no news.
  std::array<bool, kNameKinds> incomplete_{};
  bool doubtful_forms_ = false;  // a form of the game could not be read

  struct CollectedForm {
    Keyword keyword;
    const Node* node;
    bool variant;
  };
  std::vector<CollectedForm> forms_;             // merged: what counts for this entry
  std::vector<const Node*> forms_of(Keyword keyword) const;
  const Node* last_form(Keyword keyword) const;  // null: none

  std::vector<const Node*> piece_forms_;         // [piece]
  std::vector<const Node*> letter_forms_;        // [piece] the `letter` of the piece it replaces, or null
  std::unordered_map<std::string, std::string> letter_owners_;  // letter -> piece
  const Node* band_ = nullptr;                   // `(accepted band)` of an offer
  const Node* payoff_form_ = nullptr;
  Nodes band_forms_;                             // of payoff.resign_bands
  std::vector<std::pair<const Node*, double>> payoff_sums_;  // of `win`, `draw`, `stalemated`
  std::unordered_set<std::string> killed_;       // names of killed positions
  std::unordered_set<std::string> set_names_;    // flags "f", position flags "p": set somewhere
  std::map<std::pair<NameKind, std::uint16_t>, const Node*> tested_;  // the first test of each flag
  std::unordered_map<const Expansion*, std::uint32_t> trails_;

  // Board under construction: squares may be dead (killed) until compact_board.
  std::vector<bool> dead_;
  std::vector<std::vector<SquareId>> grid_squares_;  // [grid][cell], first dimension fastest
  BetzaFrame betza_frame_;
  struct LateLink { const Node* at; const Node* from; const Node* to; DirectionId direction; };
  std::vector<LateLink> late_links_;

  std::size_t instructions_ = 0;
  std::uint64_t goal_work_ = 0;
  std::size_t listed_ = 0;
  bool out_of_budget_ = false;
};

}  // namespace nightrider
