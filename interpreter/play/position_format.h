// What the writer and the reader of position text share. Internal to play.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/game_definition.h"
#include "play/game_state.h"
#include "play/line_rights.h"

namespace nightrider {

// The grid that FEN shows: the first with two dimensions. Without one `rows` is 0.
struct FenBoard {
  int columns = 0;
  int rows = 0;
  std::vector<SquareId> squares;  // [row * columns + column], top row first; kNone: a hole
  bool shows(SquareId square) const;
  SquareId at(int row, int column) const { return squares[static_cast<std::size_t>(row * columns + column)]; }
};
FenBoard fen_board(const GameDefinition& game);
// Whether positions of the game are written as FEN.
bool uses_fen(const GameDefinition& game);

// Letters of the board field: upper case for the first player, lower case for the second.
struct FenLetter {
  std::string text;
  PieceTypeId type = kNone;
  PlayerId player = kNone;
  bool written = false;  // else only read
};
std::vector<FenLetter> fen_letters(const GameDefinition& game);
// The longest of `letters` that the text begins with; null: none. So a row is read.
const FenLetter* letter_at(const std::vector<FenLetter>& letters, std::string_view text);
// Words of a row or hand (letters and what else stands there) in one text. Where the letters of two neighbours would be read as
// a longer letter, as `N` and `N` in a game that has `NN`, a zero stands between them: a run of no empty squares.
std::string joined_letters(const std::vector<FenLetter>& letters, const std::vector<std::string>& words);
inline constexpr char kLetterSeparator = '0';

bool has_hands(const GameDefinition& game);
int count_no_progress(const GameDefinition& game);
std::string side_text(const GameDefinition& game, PlayerId player);
// First entry of the turn order in which the player moves; nothing if there is none.
std::optional<std::size_t> first_turn(const GameDefinition& game, PlayerId player);

bool term_placed(const FenRight& right, const FenRightTerm& term, const GameState& state);
bool right_holds(const FenRight& right, const GameState& state);
struct PresentRights {
  std::vector<bool> named;      // [FenDefinition::rights]
  std::vector<HeldLine> lines;  // of FenDefinition::line_rights
};

std::uint64_t initial_attributes(const GameDefinition& game, PieceTypeId type);
std::uint64_t attribute_mask(const GameDefinition& game, PieceTypeId type);
// Bits of the attributes that a mark behind a piece's letter shows.
std::uint64_t suffix_attributes(const GameDefinition& game);
// Sets the attributes of all pieces to what a reader infers (position_text.h), but for those that marks show: they stay.
void infer_attributes(const GameDefinition& game, const PresentRights& rights, GameState& state);

// The last move that an en-passant square implies: by the player before state.turn, to the square `landing` (kNone: any). Nothing
// where the board does not bear it. `writes_landing`: the field names the square `to` too.
struct ImpliedMove { SquareId from = kNone, to = kNone; std::uint64_t tags = 0; bool writes_landing = false; };
std::optional<ImpliedMove> implied_move(const GameDefinition& game, const GameState& state, SquareId crossed, SquareId landing = kNone);

// A state with nothing on the board, sized for the game: first turn, player attributes initial.
GameState empty_state(const GameDefinition& game);

}  // namespace nightrider
