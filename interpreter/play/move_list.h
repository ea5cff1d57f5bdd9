// A recorded list of moves as separate items: what --after, saved games and PGN have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nightrider {

enum class ListItemKind {
  kMove,            // text as written, parts joined by "; "
  kDrawOffer,       // (draw?)
  kResignOffer,     // (resign?)
  kAccept,          // (yes)
  kDecline,         // (no)
  kResignation,     // (resigns): ends the game, where the game has no offers
  kResult,          // 1-0, 0-1, 1/2-1/2, *
};
struct ListItem {
  ListItemKind kind = ListItemKind::kMove;
  std::string text;
};

// Splits at white space. A `;` at the end of a word (or alone) joins the next word to it as a further part of one move. Dropped:
// move numbers ("3.", "3...", also in front of a move: "3.e4"), comments in braces, PGN's `$` marks, "e.p." and comments such as
// "!?" on their own, and everything in parentheses but offers and answers (PGN's side lines, nested ones too). With
// `line_comments` also a `;` at the start of a word to the end of its line, and lines that begin with `%`, as PGN has them.
// An error names a comment or side line that is never closed.
Result<std::vector<ListItem>> read_move_list(std::string_view text, bool line_comments = false);

std::string_view list_item_text(ListItemKind kind);  // "(draw?)"; empty for moves and results

}  // namespace nightrider
