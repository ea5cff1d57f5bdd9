// One line of a saved game of the Windows program: what it says, and whether a legal move does the same.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "play/position.h"

namespace nightrider {

enum class ZillionsEffectKind {
  kPart,       // `Piece from - to`, with `x` where the target was occupied: from, to, type
  kPut,        // `Player Piece square`: a drop or a creation: to, owner, type
  kRemove,     // `x square`: to
  kChange,     // `= Type` or `= Player` [`on square ..`]: type, owner (both where the name is both), squares
  kFlip,       // `flip square`: to
  kAttribute,  // `@ square k v`: to, number, value
};
struct ZillionsEffect {
  ZillionsEffectKind kind = ZillionsEffectKind::kPart;
  SquareId from = kNone;
  SquareId to = kNone;
  PieceTypeId type = kNone;
  PlayerId owner = kNone;
  std::vector<SquareId> squares;  // kChange: empty where `on` is left out
  int number = 0;                 // kAttribute: see ZillionsNames::attribute
  bool value = false;             // kAttribute; kPart: the target was occupied
};
struct ZillionsMove {
  bool pass = false;
  int partial = 0;  // K of `partial K`; 0: no partial move
  std::vector<ZillionsEffect> effects;  // in the order of the line
};

// Names of a game as the lines use them. Keeps a reference to the game.
class ZillionsNames {
 public:
  explicit ZillionsNames(const GameDefinition& game);
  const GameDefinition& game() const { return game_; }
  SquareId square(std::string_view name) const { return find(squares_, name); }  // kNone: no such name
  PieceTypeId piece(std::string_view name) const { return find(pieces_, name); }
  PlayerId player(std::string_view name) const { return find(players_, name); }
  // The attribute that `@ square k v` names: the k-th counted backwards; kNone: there are not so many. Where pieces declare different
  // attributes in different orders, how Zillions counts them is not known, and the lines' attributes are not compared.
  bool attributes_known() const { return attributes_known_; }
  AttributeId attribute(int k) const;
  int attribute_number(AttributeId attribute) const;
  // Of the move type that `partial K` names; kNone: there are not so many.
  MoveTypeId move_type(int number) const;

 private:
  using Table = std::unordered_map<std::string_view, std::uint16_t>;
  static std::uint16_t find(const Table& table, std::string_view name) {
    const auto at = table.find(name);
    return at == table.end() ? kNone : at->second;
  }
  const GameDefinition& game_;
  bool attributes_known_ = true;
  std::vector<AttributeId> attributes_;  // as declared
  // Zillions numbers move types as `move-priorities` has them from its end, then as the turn order and the blocks mention them, the
  // pieces from the last of the file to the first, `else` before `if`.
  std::vector<MoveTypeId> move_types_;
  Table squares_, pieces_, players_;
};

// An error names the word that cannot be read.
Result<ZillionsMove> read_zillions_move(const ZillionsNames& names, std::string_view text);

// The legal moves of `position` that do what the line says: the same movement parts, then the same pieces on all squares, the same
// attributes where the line shows them; a further leg of the same turn may follow exactly where it says `partial`. More than one
// where moves differ in what the line does not show, such as the blocks by which the chain goes on.
MoveList zillions_matches(Position& position, const ZillionsNames& names, const MoveList& legal, const ZillionsMove& wanted);

// A legal move in the manner of such a line, for messages; the number behind `partial` is left out.
std::string zillions_text(Position& position, const ZillionsNames& names, Move move);

// The board after the line, whether or not a legal move does it: parts, then effects in their order, captures last.
GameState zillions_state_after(const Position& position, const ZillionsNames& names, const ZillionsMove& move);

}  // namespace nightrider
