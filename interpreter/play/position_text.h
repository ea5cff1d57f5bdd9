// Positions as text: FEN where the game has a `(fen ..)` form, else a plain text of our own. Reading back what was
// written gives the same state, but for parts of the last move that no legal move depends on.
//
// FEN: board, side, rights, en passant, counters (conventions.md 3), then, where these lose something, one further field in
// braces. The board's rows are the second dimension of the two-dimensional grid in the order of the file, a hole is `*`; hands
// stand behind it as `[QPp]`. The plain text is the name of the player to move and one such field:
//   White {e1:White.King,e8:Black.King,round=7}
// The field holds items separated by commas, without spaces; names as in the rule file, other bytes than letters, digits and
// `-_?!` in them as %NN:
//   e4:White.Pawn               a piece that the board cannot show (plain text: every piece)
//   e1.never-moved?=0           an attribute that is not as inferred (below); 1 for true
//   @White.may-double?=0        an attribute of a player that is not at its initial value
//   hand=White.Pawn*2           pieces in hand that `[..]` cannot show
//   turn=3                      the place in the turn order, if it is not the player's first
//   chain=e4.jumps              inside a chain: the piece that must go on, and with which move type
//   reset=0.2                   inside a chain: the counts of half-moves without progress that its legs have reset so far
//   last=e2>e4+first-advance    the last move with its tags, if legal moves depend on it and en passant cannot say it;
//                               `~` for no square: last=~>e4
//   progress=3.0                counts of half-moves without progress, if the counters cannot say them
//   round=7                     the number of the round, where the text has no counters
//
// A mark of `(fen (suffix ..))` behind a letter says that the attribute is true, its absence that it is false; so does a piece
// that the board cannot show. Other attributes are inferred: of a piece on a setup square of the same piece, and of attributes that are not until-moved, the initial
// value; elsewhere an until-moved attribute is false. A right that is present makes the attributes of its terms true. One that
// is absent though all its pieces stand in place makes the first of its attributes false that no present right names, unless
// one of them is false already; where a piece is missing, its absence says nothing.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "play/position.h"

namespace nightrider {

// Attributes that rights by direction name (`(Rook e never-moved?)`) stand in the text through these rights alone: where no right
// holds they are false when read back, which no legal move and no count of repetitions can tell from what they were.
GameState as_written(const GameDefinition& game, GameState state);

std::string position_text(Position& position);

// A missing tail (rights, en passant, counters) takes defaults, as does `-`. The error says which field is wrong and why: rows
// of a wrong length by row, unknown letters, rights whose pieces are not in place, an en-passant square that no move passed. At
// most kMaxPositionText bytes. Position::set_state has the last word on the state.
inline constexpr std::size_t kMaxPositionText = 1'000'000;
Result<GameState> parse_position(const CompiledGame& game, std::string_view text);
Result<GameState> parse_position(const GameDefinition& game, std::string_view text);

}  // namespace nightrider
