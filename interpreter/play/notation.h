// Moves as text: the game's own notation (language.md, decision 14) and the coordinate form (cli.md).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "play/position.h"

namespace nightrider {

enum class TextForm { kWritten, kTyped };  // kTyped: ASCII only (`^2`, `10`), for --ascii

// Square as shown: "eØ" (kWritten), "e10" (kTyped).
std::string square_text(const GameDefinition& game, SquareId square, TextForm form = TextForm::kWritten);
// Reads every form that `show-as` allows, and the name of the rule file; nothing if there is no such square.
SquareId parse_square(const GameDefinition& game, std::string_view text);

// `move` must be legal in `position`. Unique among the legal moves of the position and read back by parse_move.
std::string move_text(Position& position, Move move, TextForm form = TextForm::kWritten);
std::string coordinate_text(Position& position, Move move);  // always typed form: "e2e4", "a9a10", "b2h4^2"

// All legal moves with both texts, computed together (disambiguation needs the whole list).
struct NamedMove { Move move; std::string text; std::string coordinate; };
std::vector<NamedMove> named_moves(Position& position, TextForm form = TextForm::kWritten);

// Reads either form. An exact text wins; then a text is read that leaves out or adds a check mark, leaves out `x`, uses further
// letters, another form of a square or of a `(text ..)`, names more of the origin than is needed, or writes a promotion as `e8Q`;
// then one that leaves out a tag's text or the only promotion. It must fit one legal move: else the error names the candidates.
// An illegal one is refused with the nearest legal moves. At most kMaxMoveText bytes; white space around it is ignored.
inline constexpr std::size_t kMaxMoveText = 200;
Result<Move> parse_move(Position& position, std::string_view text);
// The same of many texts of one position, whose legal moves are written once.
std::vector<Result<Move>> parse_moves(Position& position, const std::vector<std::string>& texts);

}  // namespace nightrider
