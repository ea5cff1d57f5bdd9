#include "board_layout.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/lower_case.h"

#include "console.h"

namespace nightrider::cli {
namespace {

struct Point { int x = 0; int y = 0; };

// Places of all shown squares; empty where the file gives neither rectangles nor grids of one or two dimensions.
std::vector<Point> square_points(const GameDefinition& game) {
  const auto& squares = game.board.squares;
  bool pixels = false;
  bool grid = true;
  std::set<int> grids;
  for (const SquareDefinition& square : squares) {
    if (square.dummy) continue;
    const auto& r = square.rectangle;
    if (r[0] != r[2] || r[1] != r[3] || r[0] != 0 || r[1] != 0) pixels = true;
    grids.insert(square.grid);
    if (square.grid < 0 || square.coordinates.empty() || square.coordinates.size() > 2) grid = false;
  }
  if (grids.size() > 1) grid = false;
  std::vector<Point> points(squares.size());
  if (!pixels && !grid) return {};
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const SquareDefinition& square = squares[i];
    if (square.dummy) continue;
    if (pixels) {
      points[i] = {square.rectangle[0], square.rectangle[1]};
    } else {
      points[i] = {square.coordinates[0], square.coordinates.size() > 1 ? square.coordinates[1] : 0};
    }
  }
  return points;
}

std::string shown_part(const GameDefinition& game, const std::string& part, TextForm form) {
  if (form == TextForm::kWritten)
    for (const ShownPart& shown : game.board.shown_parts)
      if (shown.part == part) return shown.shown;
  return part;
}

// A position of its own, beside a grid, has no parts and so no say in the labels.
bool has_parts(const GameDefinition& game, SquareId square) { return square != kNone && !game.board.squares[square].parts.empty(); }

// The part of the name that all these squares have in common: the label of their row or column.
std::string common_part(const GameDefinition& game, const std::vector<SquareId>& squares, std::size_t dimension, TextForm form) {
  std::string label;
  for (const SquareId square : squares) {
    if (!has_parts(game, square)) continue;
    const auto& parts = game.board.squares[square].parts;
    if (dimension >= parts.size()) return {};
    if (!label.empty() && label != parts[dimension]) return {};
    label = parts[dimension];
  }
  return label.empty() ? label : shown_part(game, label, form);
}

// Labels of all lines by the first dimension of names that labels each of them.
std::vector<std::string> line_labels(const GameDefinition& game, const std::vector<std::vector<SquareId>>& lines, TextForm form) {
  std::size_t dimensions = 0;
  for (const SquareDefinition& square : game.board.squares) dimensions = std::max(dimensions, square.parts.size());
  for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
    std::vector<std::string> labels;
    for (const auto& line : lines) labels.push_back(common_part(game, line, dimension, form));
    bool all = true;
    for (std::size_t i = 0; i < lines.size(); ++i)
      all = all && (!labels[i].empty() || std::none_of(lines[i].begin(), lines[i].end(), [&](SquareId square) { return has_parts(game, square); }));
    if (all) return labels;
  }
  return std::vector<std::string>(lines.size());
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

BoardLayout board_layout(const GameDefinition& game, TextForm form) {
  BoardLayout layout;
  const std::vector<Point> points = square_points(game);
  if (points.empty()) return layout;
  std::set<int> xs;
  std::set<int> ys;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (game.board.squares[i].dummy) continue;
    xs.insert(points[i].x);
    ys.insert(points[i].y);
  }
  if (xs.empty() || xs.size() > BoardLayout::kMaxColumns || ys.size() > BoardLayout::kMaxRows) return layout;
  layout.rows.assign(ys.size(), std::vector<SquareId>(xs.size(), kNone));
  std::vector<std::vector<SquareId>> columns(xs.size(), std::vector<SquareId>(ys.size(), kNone));
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (game.board.squares[i].dummy) continue;
    const auto column = static_cast<std::size_t>(std::distance(xs.begin(), xs.find(points[i].x)));
    const auto row = static_cast<std::size_t>(std::distance(ys.begin(), ys.find(points[i].y)));
    if (layout.rows[row][column] != kNone) return BoardLayout{};  // two squares on one place
    layout.rows[row][column] = static_cast<SquareId>(i);
    columns[column][row] = static_cast<SquareId>(i);
  }
  layout.row_labels = line_labels(game, layout.rows, form);
  layout.column_labels = line_labels(game, columns, form);
  layout.drawable = true;
  return layout;
}

std::vector<std::string> piece_symbols(const GameDefinition& game) {
  std::vector<std::string> symbols(game.pieces.size());
  std::set<std::string> taken;  // in lower case: case tells the owner
  const auto take = [&](std::size_t type, const std::string& symbol) {
    if (symbol.empty() || !symbols[type].empty() || !taken.insert(lower_case(symbol)).second) return;
    symbols[type] = symbol;
  };
  for (std::size_t type = 0; type < game.pieces.size(); ++type)
    for (const std::string& letter : game.pieces[type].letters) take(type, letter);
  for (std::size_t type = 0; type < game.pieces.size(); ++type) {
    const std::string& name = game.pieces[type].name;
    for (const char c : name)
      if (std::isalpha(static_cast<unsigned char>(c)) != 0) take(type, upper(std::string(1, c)));
    for (std::size_t i = 1; i < name.size(); ++i)
      if (std::isalnum(static_cast<unsigned char>(name[0])) != 0 && std::isalnum(static_cast<unsigned char>(name[i])) != 0)
        take(type, upper(name.substr(0, 1)) + lower_case(name.substr(i, 1)));
    for (int number = 1; symbols[type].empty(); ++number)
      take(type, (name.empty() || static_cast<unsigned char>(name[0]) >= 0x80 ? std::string("X") : upper(name.substr(0, 1))) + std::to_string(number));
  }
  return symbols;
}

std::string owned_symbol(const GameDefinition& game, const std::string& symbol, PlayerId player) {
  std::size_t owners = 0;
  for (const PlayerDefinition& definition : game.players)
    if (definition.kind != PlayerKind::kRandom) ++owners;
  if (owners > 2) return symbol + std::to_string(player + 1);
  return player == 1 ? lower_case(symbol) : symbol;
}

}  // namespace nightrider::cli
