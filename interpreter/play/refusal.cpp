#include "play/refusal.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "play/move_spelling.h"
#include "play/words.h"

namespace nightrider {
namespace {

// Boards with more squares are not searched for what a text names.
constexpr std::size_t kMaxNamedSquares = 1024;

std::string piece_on(const Position& position, SquareId square) {
  const GameDefinition& game = position.definition();
  return game.pieces[position.occupant(square).type].name + " on " + square_text(game, square);
}

bool is_royal(const Position& position, const Occupant& occupant, PlayerId player) {
  const std::vector<PieceTypeId> types = position.definition().royal_types(player);
  return occupant.owner == player && std::find(types.begin(), types.end(), occupant.type) != types.end();
}

// "King on e1 under attack from the Rook on e8", as the board stands; nothing if no royal piece of the player can be captured.
std::optional<std::string> danger(Position& position, PlayerId player) {
  if (position.as_player() == player) return std::nullopt;
  MoveList moves;
  position.legal_moves(moves);
  RefusedMoves refused = position.refused_moves();  // a pinned piece attacks as well
  moves.insert(moves.end(), refused.unsafe.begin(), refused.unsafe.end());
  moves.insert(moves.end(), refused.set_aside.begin(), refused.set_aside.end());
  for (const Move move : moves) {
    const MoveDescription description = position.describe(move);
    if (description.parts.empty()) continue;
    for (const SquareId square : description.captures) {
      if (!is_royal(position, position.occupant(square), player)) continue;
      std::string text = piece_on(position, square) + " under attack";
      if (const SquareId from = description.parts.front().from; from != kNone) text += " from the " + piece_on(position, from);
      return text;
    }
  }
  return std::nullopt;
}

std::string unsafe_reason(Position& position, Move move) {
  const PlayerId player = position.as_player();
  const MoveDescription description = position.describe(move);
  const bool in_check = position.in_check();
  std::string mover;
  bool royal_moves = false;
  if (!description.parts.empty() && description.parts.front().from != kNone) {
    mover = piece_on(position, description.parts.front().from);
    royal_moves = is_royal(position, position.occupant(description.parts.front().from), player);
  }
  position.make(move);
  const std::optional<std::string> left = danger(position, player);
  position.unmake();
  if (!left) return "the rules forbid it here";
  const std::string leaves = "it would leave your " + *left;
  return in_check || royal_moves || mover.empty() ? leaves : "the " + mover + " is pinned: " + leaves;
}

std::string set_aside_reason(Position& position) {
  MoveList legal;
  position.legal_moves(legal);
  const bool all_capture = std::all_of(legal.begin(), legal.end(), [&](Move move) { return position.is_capture(move); });
  if (position.definition().options.maximal_captures != 0 && all_capture) return "another move captures more, and must be played";
  return all_capture ? "there is a capture, and it must be played" : "moves of another kind come first here";
}

// What a text names: "e2e4", "Nf3", "Ngf3", "N@f3".
struct NamedSquares {
  SquareId from = kNone;
  SquareId to = kNone;
  PieceTypeId type = kNone;
  bool drop = false;
};

class TextReader {
 public:
  explicit TextReader(const GameDefinition& game) : game_(game) {
    for (std::size_t square = 0; square < game.board.squares.size(); ++square)
      for (const std::string& form : square_spellings(game, static_cast<SquareId>(square))) {
        squares_.emplace(form, static_cast<SquareId>(square));
        longest_ = std::max(longest_, form.size());
      }
  }

  NamedSquares read(std::string_view text) const {
    NamedSquares named;
    for (std::size_t length = std::min(longest_, text.size()); length > 0; --length) {  // from and to
      const SquareId from = square(text.substr(0, length));
      if (from == kNone) continue;
      std::string_view rest = text.substr(length);
      if (rest.starts_with('-') || rest.starts_with('x') || rest.starts_with(':')) rest.remove_prefix(1);
      for (std::size_t end = std::min(longest_, rest.size()); end > 0; --end) {
        named.to = square(rest.substr(0, end));
        named.from = from;
        if (named.to != kNone) return named;
      }
    }
    named = {};
    std::size_t letter_length = 0;
    for (std::size_t type = 0; type < game_.pieces.size(); ++type)
      for (const std::string& letter : read_letters(game_, static_cast<PieceTypeId>(type), false))
        if (text.starts_with(letter) && letter.size() > letter_length) {
          letter_length = letter.size();
          named.type = static_cast<PieceTypeId>(type);
        }
    std::string_view rest = text.substr(letter_length);
    if (const std::size_t promotion = rest.find_first_of("=/("); promotion != std::string_view::npos) rest = rest.substr(0, promotion);
    named.drop = rest.starts_with('@') || rest.starts_with('*');
    for (std::size_t length = std::min(longest_, rest.size()); length > 0 && named.to == kNone; --length)
      named.to = square(rest.substr(rest.size() - length));
    return named;
  }

 private:
  SquareId square(std::string_view text) const {
    const auto found = squares_.find(std::string(text));
    return found == squares_.end() ? kNone : found->second;
  }

  const GameDefinition& game_;
  std::unordered_map<std::string, SquareId> squares_;
  std::size_t longest_ = 0;
};

std::string board_reason(Position& position, const NamedSquares& named) {
  const GameDefinition& game = position.definition();
  const PlayerId player = position.as_player();
  if (named.to == kNone) return {};
  if (named.from != kNone) {
    const Occupant moved = position.occupant(named.from);
    if (moved.empty()) return "there is no piece on " + square_text(game, named.from);
    if (moved.owner != player) return "the " + piece_on(position, named.from) + " is " + game.players[moved.owner].name + "'s";
  } else if (named.drop) {
    if (named.type != kNone && position.hand(player, named.type) == 0) return "you have no " + game.pieces[named.type].name + " in hand";
    if (!position.occupant(named.to).empty()) return square_text(game, named.to) + " is occupied";
    return {};
  } else if (named.type != kNone) {
    bool any = false;
    for (std::size_t square = 0; square < game.board.squares.size() && !any; ++square) {
      const Occupant occupant = position.occupant(static_cast<SquareId>(square));
      any = !occupant.empty() && occupant.owner == player && occupant.type == named.type;
    }
    if (!any) return "you have no " + game.pieces[named.type].name + " on the board";
  } else {
    return {};
  }
  const Occupant there = position.occupant(named.to);
  if (!there.empty() && there.owner == player && named.to != named.from) return "your own " + piece_on(position, named.to) + " is in the way";
  if (named.from != kNone) return "the " + piece_on(position, named.from) + " cannot go to " + square_text(game, named.to);
  return "no " + game.pieces[named.type].name + " of yours can go to " + square_text(game, named.to);
}

}  // namespace

std::string refusal_reason(Position& position, std::string_view text, const std::vector<Move>& unsafe, const std::vector<Move>& set_aside) {
  if (!unsafe.empty()) return unsafe_reason(position, unsafe.front());
  if (!set_aside.empty()) return set_aside_reason(position);
  if (position.definition().board.squares.size() > kMaxNamedSquares) return {};
  return board_reason(position, TextReader(position.definition()).read(text));
}

}  // namespace nightrider
