// Rights in FEN of pieces that stand anywhere: `("K" White (King first-rank never-moved?) (Rook e never-moved?))`. Internal to play.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/game_definition.h"
#include "play/game_state.h"

namespace nightrider {

// A right of FenDefinition::line_rights as it stands on the board: which one, and the two pieces.
struct HeldLine {
  std::size_t right = 0;
  SquareId king = kNone;
  SquareId rook = kNone;
};
// By right, then by the king's square, then outwards.
std::vector<HeldLine> held_lines(const GameDefinition& game, const GameState& state);
// The squares in the right's direction from `square`, outwards.
std::vector<SquareId> line_from(const GameDefinition& game, const FenLineRight& right, SquareId square);
// The letter of that right: its own for the outermost piece in the direction, else the name of its file.
std::string line_letter(const GameDefinition& game, const GameState& state, const HeldLine& line);
// `name` as the first player's letters are written, or the second's.
std::string players_case(const std::string& name, PlayerId player);
// Bits of the piece's attributes that stand in FEN by these rights alone.
std::uint64_t line_attributes(const GameDefinition& game, const Occupant& piece);

// The right by direction whose letter, longer than `longer_than`, or file begins the text, and the length of that.
std::optional<std::pair<Result<HeldLine>, std::size_t>> line_right_at(const GameDefinition& game, const GameState& state,
                                                                      std::string_view text, std::size_t longer_than);

}  // namespace nightrider
