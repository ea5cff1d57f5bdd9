// How each legal move of one position is written: what notation.h's functions share. Internal to play.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "play/notation.h"
#include "play/position.h"

namespace nightrider {

enum class OriginText { kNone, kFile, kRank, kSquare };

struct MoveSpelling {
  Move move;
  MoveDescription description;
  OriginText origin = OriginText::kNone;  // how much of the first part's origin is named
  bool choice = false;             // another legal move differs in what a piece becomes
  std::string effects;             // appended, so that no other move is written alike: ",xd5"
  std::string coordinate_effects;  // likewise in the coordinate form
  std::string written;             // without check mark
  std::string typed;
  std::string coordinate;
};

// Spellings of all legal moves of `position`, in their order: written, typed and coordinate forms each without two alike.
std::vector<MoveSpelling> spell_legal_moves(Position& position);

// "+", "#" or "": a legal move of `position` made and taken back.
std::string_view check_mark(Position& position, const MoveSpelling& spelling);

// Letters of a type: as in front of a plain move ("" for a pawn); as in FEN, in later parts and promotions ("P"). A type
// without letters has its name. With kTyped the first form in ASCII, if there is one.
std::string plain_letter(const GameDefinition& game, PieceTypeId type, TextForm form);
std::string full_letter(const GameDefinition& game, PieceTypeId type, TextForm form);
// Every letter that is read for the type; `with_empty`: also "".
std::vector<std::string> read_letters(const GameDefinition& game, PieceTypeId type, bool with_empty);

// Every form in which a part of a square's name, or the whole square, is read; the rule file's own first.
std::vector<std::string> part_spellings(const GameDefinition& game, std::string_view part);
std::vector<std::string> square_spellings(const GameDefinition& game, SquareId square);
// Whether the name has two parts, such as file and rank.
bool has_file_and_rank(const GameDefinition& game, SquareId square);
std::string part_text(const GameDefinition& game, std::string_view part, TextForm form);

// Text of a tag as written or typed; empty for a silent one.
std::string tag_text(const TagDefinition& tag, TextForm form);

}  // namespace nightrider
