#include "play/notation.h"

#include <algorithm>

#include "base/check.h"
#include "play/move_spelling.h"

namespace nightrider {
namespace {

const MoveSpelling& spelling_of(const std::vector<MoveSpelling>& spellings, Move move) {
  const auto found = std::find_if(spellings.begin(), spellings.end(), [&](const MoveSpelling& s) { return s.move == move; });
  NIGHTRIDER_CHECK(found != spellings.end(), "a move that is written is legal in its position");
  return *found;
}

const std::string& text_in(const MoveSpelling& spelling, TextForm form) {
  return form == TextForm::kTyped ? spelling.typed : spelling.written;
}

}  // namespace

std::string square_text(const GameDefinition& game, SquareId square, TextForm form) {
  const SquareDefinition& definition = game.board.squares[square];
  if (definition.parts.empty()) return part_text(game, definition.name, form);
  std::string out;
  for (const std::string& part : definition.parts) out += part_text(game, part, form);
  return out;
}

SquareId parse_square(const GameDefinition& game, std::string_view text) {
  for (std::size_t square = 0; square < game.board.squares.size(); ++square)
    if (game.board.squares[square].name == text) return static_cast<SquareId>(square);
  for (std::size_t square = 0; square < game.board.squares.size(); ++square)
    for (const std::string& form : square_spellings(game, static_cast<SquareId>(square)))
      if (form == text) return static_cast<SquareId>(square);
  return kNone;
}

std::string move_text(Position& position, Move move, TextForm form) {
  const std::vector<MoveSpelling> spellings = spell_legal_moves(position);
  const MoveSpelling& spelling = spelling_of(spellings, move);
  return text_in(spelling, form) + std::string(check_mark(position, spelling));
}

std::string coordinate_text(Position& position, Move move) {
  return spelling_of(spell_legal_moves(position), move).coordinate;
}

std::vector<NamedMove> named_moves(Position& position, TextForm form) {
  std::vector<NamedMove> named;
  for (const MoveSpelling& spelling : spell_legal_moves(position))
    named.push_back({spelling.move, text_in(spelling, form) + std::string(check_mark(position, spelling)), spelling.coordinate});
  return named;
}

}  // namespace nightrider
