#include "board_view.h"

#include <algorithm>

namespace nightrider::cli {
namespace {

Ink player_ink(PlayerId player) {
  switch (player % 4) {
    case 0: return Ink::kFirst;
    case 1: return Ink::kSecond;
    case 2: return Ink::kThird;
    default: return Ink::kFourth;
  }
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

// Centred in `width` columns.
std::string centred(const std::string& text, std::size_t width) {
  const std::size_t own = display_width(text);
  if (own >= width) return text;
  const std::size_t left = (width - own) / 2;
  return std::string(left, ' ') + text + std::string(width - own - left, ' ');
}

std::string listed_board(Position& position, TextForm form) {
  const GameDefinition& game = position.definition();
  std::string text;
  for (std::size_t i = 0; i < game.board.squares.size(); ++i) {
    const auto square = static_cast<SquareId>(i);
    const Occupant occupant = position.occupant(square);
    if (game.board.squares[i].dummy || occupant.empty()) continue;
    text += padded(square_text(game, square, form), 6) + ' ' + game.players[occupant.owner].name + ' ' + game.pieces[occupant.type].name + '\n';
  }
  return text.empty() ? "the board is empty\n" : text;
}

}  // namespace

std::string drawn_board(const Console& console, const BoardLayout& layout, bool flipped,
                        const std::function<CellText(SquareId)>& cell) {
  const std::size_t row_count = layout.rows.size();
  const std::size_t column_count = layout.rows.empty() ? 0 : layout.rows[0].size();
  std::size_t label_width = 0;
  for (const std::string& label : layout.row_labels) label_width = std::max(label_width, display_width(label));
  std::size_t cell_width = 1;
  std::vector<std::vector<CellText>> cells(row_count, std::vector<CellText>(column_count));
  for (std::size_t row = 0; row < row_count; ++row)
    for (std::size_t column = 0; column < column_count; ++column) {
      const SquareId square = layout.rows[row][column];
      if (square != kNone) cells[row][column] = cell(square);
      cell_width = std::max(cell_width, display_width(cells[row][column].text));
    }
  // A mark needs a column on each side; where the terminal is too narrow for both, neighbours share one, then none is left.
  const std::size_t frame = label_width + 4;
  const auto width = static_cast<std::size_t>(std::max(console.width, 1));
  std::size_t around = 2;
  while (around > 0 && frame + column_count * (cell_width + around) > width) --around;

  const bool box = console.box_drawing();
  const std::string side = box ? "│" : "|";
  const std::string line = repeated(box ? "─" : "-", column_count * (cell_width + around));
  const std::string indent(label_width + 2, ' ');
  std::string text = indent + (box ? "┌" : "+") + line + (box ? "┐" : "+") + '\n';
  for (std::size_t i = 0; i < row_count; ++i) {
    const std::size_t row = flipped ? row_count - 1 - i : i;
    const std::string& label = layout.row_labels[row];
    text += ' ' + std::string(label_width - display_width(label), ' ') + inked(console, Ink::kDim, label) + ' ' + side;
    for (std::size_t j = 0; j < column_count; ++j) {
      const CellText& content = cells[row][flipped ? column_count - 1 - j : j];
      std::string inner = centred(content.text, cell_width);
      const bool marked = content.mark != ' ';
      if (around == 2) {
        const char open = content.mark;
        const char close = open == '[' ? ']' : open == '(' ? ')' : ' ';
        inner = open + inner + close;
      } else if (around == 1) {
        inner += marked ? '*' : ' ';
      }
      const Ink color = marked && console.color ? Ink::kMark : content.ink;
      text += color == Ink::kPlain ? inner : inked(console, color, inner);
    }
    text += side + '\n';
  }
  text += indent + (box ? "└" : "+") + line + (box ? "┘" : "+") + '\n';
  std::string labels = indent + ' ';
  bool any = false;
  for (std::size_t j = 0; j < column_count; ++j) {
    const std::string& label = layout.column_labels[flipped ? column_count - 1 - j : j];
    any = any || !label.empty();
    const std::string space = around == 2 ? " " : "";
    labels += space + centred(label, cell_width) + (around > 0 ? " " : "");
  }
  while (labels.ends_with(' ')) labels.pop_back();
  if (any) text += inked(console, Ink::kDim, labels) + '\n';
  return text;
}

namespace {

// Where no row and no column has a label, as on boards of numbered squares, an empty square shows its name if names are short.
bool named_by_squares(const BoardLayout& layout, const GameDefinition& game, TextForm form) {
  constexpr std::size_t kShort = 2;
  const auto none = [](const std::vector<std::string>& labels) {
    return std::all_of(labels.begin(), labels.end(), [](const std::string& label) { return label.empty(); });
  };
  if (!none(layout.row_labels) || !none(layout.column_labels)) return false;
  for (std::size_t i = 0; i < game.board.squares.size(); ++i)
    if (!game.board.squares[i].dummy && display_width(square_text(game, static_cast<SquareId>(i), form)) > kShort) return false;
  return true;
}

}  // namespace

std::string board_text(const Console& console, Position& position, bool flipped) {
  const GameDefinition& game = position.definition();
  const TextForm form = console.ascii ? TextForm::kTyped : TextForm::kWritten;
  const BoardLayout layout = board_layout(game, form);
  if (!layout.drawable) return listed_board(position, form);
  const std::vector<std::string> symbols = piece_symbols(game);
  const std::string empty = console.box_drawing() ? "·" : ".";
  const bool by_name = named_by_squares(layout, game, form);
  const SquareId from = position.last_from();
  const SquareId to = position.last_to();
  return drawn_board(console, layout, flipped, [&](SquareId square) {
    const Occupant occupant = position.occupant(square);
    CellText cell{by_name ? square_text(game, square, form) : empty, Ink::kDim, ' '};
    if (!occupant.empty()) cell = {owned_symbol(game, symbols[occupant.type], occupant.owner), player_ink(occupant.owner), ' '};
    if (square == to) {
      cell.mark = '[';
    } else if (square == from) {
      cell.mark = '(';
    }
    return cell;
  });
}

std::string hands_text(Position& position) {
  const GameDefinition& game = position.definition();
  std::string text;
  for (std::size_t player = 0; player < game.players.size(); ++player) {
    std::string held;
    for (std::size_t type = 0; type < game.pieces.size(); ++type) {
      const int count = position.hand(static_cast<PlayerId>(player), static_cast<PieceTypeId>(type));
      if (count > 0) held += (held.empty() ? "" : ", ") + game.pieces[type].name + ' ' + std::to_string(count);
    }
    if (!held.empty()) text += game.players[player].name + " in hand: " + held + '\n';
  }
  for (std::size_t tally = 0; tally < game.tallies.size(); ++tally) {
    std::string counts;
    for (PlayerId player : game.tallies[tally].players)
      counts += (counts.empty() ? "" : ", ") + game.players[player].name + ' ' + std::to_string(position.tally(static_cast<TallyId>(tally), player));
    text += game.tallies[tally].name + ": " + counts + '\n';
  }
  return text;
}

}  // namespace nightrider::cli
