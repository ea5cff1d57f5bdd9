#include "piece_diagram.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "board_view.h"
#include "describe.h"
#include "base/lower_case.h"
#include "play/notation.h"

namespace nightrider::cli {
namespace {

// Boards larger than this are not probed for captures: each square costs one list of moves.
constexpr std::size_t kMostProbed = 600;

// Attributes of a piece that has left its square once.
std::uint64_t moved_attributes(const GameDefinition& game, PieceTypeId type) {
  std::uint64_t bits = 0;
  for (const PieceAttribute& attribute : game.pieces[type].attributes)
    if (attribute.initial && !attribute.until_moved) bits |= std::uint64_t{1} << attribute.attribute;
  return bits;
}

// An enemy to be captured: the type of which the other side has most, and no royal one, so that no move is forbidden for its sake.
Occupant usual_enemy(const GameDefinition& game, PlayerId player) {
  Occupant best;
  std::size_t most = 0;
  for (const SetupEntry& entry : game.setup) {
    if (entry.player == player || entry.player >= game.players.size() || game.players[entry.player].kind != PlayerKind::kActive) continue;
    const std::vector<PieceTypeId> royal = game.royal_types(entry.player);
    if (std::find(royal.begin(), royal.end(), entry.type) != royal.end() || game.pieces[entry.type].dummy) continue;
    if (entry.squares.size() <= most) continue;
    most = entry.squares.size();
    best = {entry.player, entry.type, moved_attributes(game, entry.type)};
  }
  return best;
}

SquareId middle_square(const GameDefinition& game, const BoardLayout& layout) {
  if (layout.drawable) {
    const auto& row = layout.rows[layout.rows.size() / 2];
    for (std::size_t away = 0; away < row.size(); ++away)
      for (const std::size_t column : {row.size() / 2 + away, row.size() / 2 - away})
        if (column < row.size() && row[column] != kNone) return row[column];
  }
  std::vector<SquareId> shown;
  for (std::size_t i = 0; i < game.board.squares.size(); ++i)
    if (!game.board.squares[i].dummy) shown.push_back(static_cast<SquareId>(i));
  return shown.empty() ? kNone : shown[shown.size() / 2];
}

// Broken at spaces into lines of at most `width` columns.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t own = display_width(word);
    if (column > 0) result += column + 1 + own > width ? '\n' : ' ';
    column = column == 0 || result.back() == '\n' ? own : column + 1 + own;
    result += word;
  }
  return result;
}

struct Reach {
  std::vector<bool> moves;     // [square]
  std::vector<bool> captures;  // [square]
};

Reach reach_of(const std::shared_ptr<const CompiledGame>& game, PieceTypeId type, PlayerId player, SquareId square) {
  const GameDefinition& definition = game->definition();
  const std::size_t count = definition.board.squares.size();
  Reach reach{std::vector<bool>(count), std::vector<bool>(count)};
  Position position(game);
  GameState state = position.state();
  for (Occupant& occupant : state.squares) occupant = {};
  for (auto& hand : state.hands) std::fill(hand.begin(), hand.end(), 0);
  for (std::size_t turn = 0; turn < definition.turn_order.size(); ++turn)
    if (definition.turn_order[turn].player == player) {
      state.turn = turn;
      break;
    }
  state.squares[square] = {player, type, moved_attributes(definition, type)};
  if (!position.set_state(state)) return reach;
  MoveList moves;
  position.legal_moves(moves);
  for (const Move move : moves)
    for (const MovePart& part : position.describe(move).parts)
      if (part.from == square && part.to != kNone) reach.moves[part.to] = true;

  const Occupant enemy = usual_enemy(definition, player);
  if (enemy.empty() || count > kMostProbed) return reach;
  for (std::size_t target = 0; target < count; ++target) {
    if (target == square || definition.board.squares[target].dummy) continue;
    state.squares[target] = enemy;
    if (position.set_state(state)) {
      position.legal_moves(moves);
      for (const Move move : moves) {
        const MoveDescription described = position.describe(move);
        if (described.parts.empty() || described.parts[0].from != square) continue;
        if (std::find(described.captures.begin(), described.captures.end(), target) != described.captures.end()) reach.captures[target] = true;
      }
    }
    state.squares[target] = {};
  }
  return reach;
}

// Moves in which the piece, on its square of the setup, takes another unmoved piece of its side along, such as castling: one
// line each. Only that pair is on the board, so that what else such a move asks for is out of the way.
std::string moves_in_pairs(const std::shared_ptr<const CompiledGame>& game, PieceTypeId type, PlayerId player, TextForm form) {
  constexpr std::size_t kMostPairs = 200;
  const GameDefinition& definition = game->definition();
  Position position(game);
  const GameState setup = position.state();
  GameState state = setup;
  for (Occupant& occupant : state.squares) occupant = {};
  for (auto& hand : state.hands) std::fill(hand.begin(), hand.end(), 0);
  while (state.turn < definition.turn_order.size() && definition.turn_order[state.turn].player != player) ++state.turn;
  const auto own = [&](const Occupant& occupant) { return !occupant.empty() && occupant.owner == player; };
  const auto home = std::find_if(setup.squares.begin(), setup.squares.end(),
                                 [&](const Occupant& occupant) { return own(occupant) && occupant.type == type; });
  if (home == setup.squares.end() || state.turn == definition.turn_order.size()) return {};
  const auto square = static_cast<std::size_t>(home - setup.squares.begin());
  state.squares[square] = *home;
  std::string text;
  std::size_t pairs = 0;
  for (std::size_t other = 0; other < setup.squares.size() && pairs < kMostPairs; ++other) {
    if (other == square || !own(setup.squares[other])) continue;
    ++pairs;
    state.squares[other] = setup.squares[other];
    if (position.set_state(state)) {
      MoveList moves;
      position.legal_moves(moves);
      for (const Move move : moves) {
        const MoveDescription described = position.describe(move);
        if (described.parts.size() < 2 || described.parts[0].from != square) continue;
        text += move_text(position, move, form) + ": " + move_words(position, described, form) + '\n';
      }
    }
    state.squares[other] = {};
  }
  return text;
}

}  // namespace

PieceTypeId find_piece(const GameDefinition& game, const std::string& name) {
  for (std::size_t type = 0; type < game.pieces.size(); ++type)
    if (lower_case(game.pieces[type].name) == lower_case(name)) return static_cast<PieceTypeId>(type);
  for (std::size_t type = 0; type < game.pieces.size(); ++type)
    for (const std::string& letter : game.pieces[type].letters)
      if (!letter.empty() && lower_case(letter) == lower_case(name)) return static_cast<PieceTypeId>(type);
  return kNone;
}

std::string piece_diagram(const Console& console, const std::shared_ptr<const CompiledGame>& game, PieceTypeId type, PlayerId player,
                          SquareId square) {
  const GameDefinition& definition = game->definition();
  const TextForm form = console.ascii ? TextForm::kTyped : TextForm::kWritten;
  const BoardLayout layout = board_layout(definition, form);
  if (square == kNone) square = middle_square(definition, layout);
  if (square == kNone) return "this game has no board\n";
  const Reach reach = reach_of(game, type, player, square);
  const PieceDefinition& piece = definition.pieces[type];
  const std::string symbol = owned_symbol(definition, piece_symbols(definition)[type], player);

  const bool fine = console.box_drawing();
  const std::string both = fine ? "●" : "*";
  const std::string only_move = fine ? "○" : "m";
  const std::string only_capture = fine ? "×" : "c";
  std::string text = piece.name + " of " + definition.players[player].name + " on " + square_text(definition, square, form);
  if (!piece.letters.empty() && !piece.letters[0].empty()) text += ", written " + piece.letters[0];
  text += '\n';
  if (!piece.help.empty()) text += wrapped(piece.help, static_cast<std::size_t>(std::max(console.width, 20))) + '\n';
  const auto sign = [&](std::size_t target) {
    if (reach.moves[target] && reach.captures[target]) return both;
    if (reach.moves[target]) return only_move;
    return reach.captures[target] ? only_capture : std::string();
  };
  if (layout.drawable) {
    text += drawn_board(console, layout, false, [&](SquareId target) {
      if (target == square) return CellText{symbol, Ink::kBold, '['};
      const std::string found = sign(target);
      return found.empty() ? CellText{fine ? "·" : ".", Ink::kDim, ' '} : CellText{found, Ink::kBold, ' '};
    });
  } else {
    for (std::size_t target = 0; target < reach.moves.size(); ++target)
      if (!sign(target).empty()) text += square_text(definition, static_cast<SquareId>(target), form) + ' ' + sign(target) + '\n';
  }
  text += both + " moves or captures   " + only_move + " moves only   " + only_capture + " captures only\n";
  return text + moves_in_pairs(game, type, player, form);
}

}  // namespace nightrider::cli
