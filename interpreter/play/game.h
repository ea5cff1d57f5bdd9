// A game being played: a start position, the legs and offers made from it, undo and redo, result with points.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "play/move_list.h"
#include "play/notation.h"
#include "play/outcome.h"
#include "play/position.h"

namespace nightrider {

// One item of a game: a leg, or an offer with its answer (no ply, no change of position: language.md, decision 13).
struct GameItem {
  std::optional<Move> move;           // a leg
  OfferKind offer = OfferKind::kDraw; // else an offer
  PlayerId by = kNone;
  std::optional<bool> accepted;       // nothing: not answered yet
  std::string text;                   // as written: "Nf3", "(draw?)"
  int round = 1;                      // of the leg, or of the move about to be made when the offer was
  std::size_t turn = 0;               // index into the turn order, likewise
};

class Game {
 public:
  explicit Game(std::shared_ptr<const CompiledGame> game);
  static Result<Game> from_text(std::shared_ptr<const CompiledGame> game, std::string_view position);

  Position& position() { return position_; }
  const std::string& start_text() const { return start_text_; }  // empty: the setup of the rule file
  const std::vector<GameItem>& items() const { return items_; }

  // Applies moves in either form, move numbers ("3.", "3...") and offers "(draw?)", "(resign?)", "(yes)", "(no)", separated by
  // white space; `;` joins parts of one move, `,` legs of a chain in coordinate form; see move_list.h. Stops at the first that is
  // refused: the error names the text, the ply (1-based) and the nearest legal moves; what came before it stays applied.
  // Results ("1-0") are read at the end only, and say nothing.
  Status apply(std::string_view text);
  Status apply_item(const ListItem& item);   // one of them; a result changes nothing
  Status apply_move(Move move);              // must be legal; refused when the game is over or an offer is open
  // By the player to move; refused by name when it is used up or unknown. GameDefinition::next_opponent answers for all others.
  Status offer(OfferKind kind);
  Status answer(bool accept);
  // The player to move gives the game up: by an offer where the file has that form, else at once ("(resigns)" in a saved game).
  Status resign();
  bool offer_open() const;
  PlayerId actor() const;  // who acts now: the side to move, or where an offer is open the one who answers it
  int offers_left(OfferKind kind, PlayerId player) const;  // INT_MAX: no limit; 0 where the game has no such offer

  bool undo();   // one item back; false at the start
  bool redo();

  Outcome outcome();   // with points by `payoff`, bands and offers included

  // The whole game as `apply` reads it, with move numbers.
  std::string moves_text() const;

 private:
  Status check_may_go_on();  // not over, no offer open
  Status apply_text(std::string_view text);
  void add(GameItem item);
  GameItem new_item();

  Position position_;
  std::string start_text_;
  std::vector<GameItem> items_;
  std::vector<GameItem> undone_;
};

}  // namespace nightrider
