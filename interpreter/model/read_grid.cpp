// The `grid` form: positions named by the parts of dimensions, and links by offsets.
#include <algorithm>
#include <array>

#include "model/game_reader.h"

namespace nightrider {
namespace {

// "a/b/c": the parts between the slashes; a part may be empty.
std::vector<std::string> split_parts(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t slash; (slash = text.find('/', begin)) != std::string_view::npos; begin = slash + 1)
    parts.emplace_back(text.substr(begin, slash - begin));
  parts.emplace_back(text.substr(begin));
  return parts;
}

// The steps through a grid's cells, the first dimension fastest; false after the last.
bool next_cell(std::vector<int>& cell, const std::vector<std::vector<std::string>>& dimensions) {
  for (std::size_t d = 0; d < cell.size(); ++d) {
    if (++cell[d] < static_cast<int>(dimensions[d].size())) return true;
    cell[d] = 0;
  }
  return false;
}

std::size_t cell_index(const std::vector<int>& cell, const std::vector<std::vector<std::string>>& dimensions) {
  std::size_t index = 0;
  for (std::size_t d = cell.size(); d-- > 0;) index = index * dimensions[d].size() + static_cast<std::size_t>(cell[d]);
  return index;
}

}  // namespace

std::uint16_t GameReader::add_square(const Node& at, SquareDefinition square) {
  if (find(NameKind::kPosition, square.name) != kNone) {
    error(at, "duplicate-position", "a second position named '" + square.name + "'");
    return kNone;
  }
  if (table(NameKind::kPosition).size() >= kMaxSquares) {
    error(at, "too-many-positions", "more than " + std::to_string(kMaxSquares) + " positions");
    set_incomplete({NameKind::kPosition});
    return kNone;
  }
  const SquareId id = table(NameKind::kPosition).add(square.name);
  killed_.erase(square.name);
  game_.board.squares.push_back(std::move(square));
  dead_.push_back(false);
  for (std::vector<SquareId>& row : game_.board.links) row.push_back(kNone);
  return id;
}

DirectionId GameReader::declare_direction(const Node& node) {
  const DirectionId id = intern(NameKind::kDirection, node);
  if (id == kNone) {
    set_incomplete({NameKind::kDirection});
  } else if (id == game_.board.links.size()) {
    game_.board.links.emplace_back(game_.board.squares.size(), static_cast<SquareId>(kNone));
    game_.board.direction_offsets.emplace_back();
    game_.board.direction_wraps.push_back(false);
  }
  return id;
}

void GameReader::read_grid(const Node& form) {
  std::array<int, 4> rectangle{};
  GridDefinition grid;
  std::vector<std::array<int, 2>> steps;
  std::vector<const Node*> directions;
  bool good = true;
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    const KeywordRow* row = keyword(child, Form::kGrid);
    if (row == nullptr || !expect_list(child, "(" + std::string(row->name) + " ..)")) {
      good = false;
      set_incomplete({NameKind::kDirection});
      continue;
    }
    if (row->keyword == Keyword::kStartRectangle) {
      if (!arguments(child, 4, 4)) continue;
      for (std::size_t k = 0; k < 4; ++k)
        if (const std::optional<int> value = number(*child.children[k + 1], -kMaxPixel, kMaxPixel)) rectangle[k] = *value;
    } else if (row->keyword == Keyword::kDirections) {
      directions.push_back(&child);
    } else {
      for (std::size_t k = 1; k < child.children.size(); ++k) {
        const Node& dimension = *child.children[k];
        if (!dimension.is_list() || dimension.children.empty() || dimension.children.size() > 2 || dimension.children[0]->is_list() ||
            (dimension.children.size() == 2 && (!dimension.children[1]->is_list() || dimension.children[1]->children.size() != 2))) {
          error(dimension, "wrong-arguments", "a dimension is (\"a/b/c\" (DX DY)): its parts and the step in pixels");
          good = false;
          continue;
        }
        grid.dimensions.push_back(split_parts(dimension.children[0]->text));
        std::array<int, 2> step{};
        if (dimension.children.size() == 2)
          for (std::size_t n = 0; n < 2; ++n)
            if (const std::optional<int> value = number(*dimension.children[1]->children[n], -kMaxPixel, kMaxPixel)) step[n] = *value;
        steps.push_back(step);
      }
    }
  }
  if (!good || grid.dimensions.empty()) {
    if (good) error(form, "missing-dimensions", "the grid has no dimensions", "add (dimensions (\"a/b/c\" (40 0)) (\"3/2/1\" (0 40)))");
    set_incomplete({NameKind::kPosition});
    set_incomplete({NameKind::kDirection});
    return;
  }
  std::size_t cells = 1;
  for (const std::vector<std::string>& parts : grid.dimensions) {
    cells *= parts.size();
    if (cells > kMaxSquares) {
      error(form, "too-many-positions", "more than " + std::to_string(kMaxSquares) + " positions");
      set_incomplete({NameKind::kPosition});
      set_incomplete({NameKind::kDirection});
      return;
    }
  }
  const int index = static_cast<int>(game_.board.grids.size());
  std::vector<SquareId>& squares = grid_squares_.emplace_back(cells, static_cast<SquareId>(kNone));
  std::vector<int> cell(grid.dimensions.size(), 0);
  do {
    SquareDefinition square;
    square.grid = index;
    square.coordinates = cell;
    square.rectangle = rectangle;
    for (std::size_t d = 0; d < cell.size(); ++d) {
      const std::string& part = grid.dimensions[d][static_cast<std::size_t>(cell[d])];
      square.name += part;
      square.parts.push_back(part);
      for (std::size_t k = 0; k < 4; ++k) {
        // Pixels are for the picture only: beyond any screen they stop.
        const long long moved = static_cast<long long>(square.rectangle[k]) + static_cast<long long>(steps[d][k % 2]) * cell[d];
        square.rectangle[k] = static_cast<int>(std::clamp<long long>(moved, -kMaxPixel, kMaxPixel));
      }
    }
    const std::size_t at = cell_index(cell, grid.dimensions);
    const SquareId id = add_square(form, std::move(square));
    squares[at] = id;
    if (id == kNone) break;
  } while (next_cell(cell, grid.dimensions));
  const std::size_t dimensions = grid.dimensions.size();
  if (index == 0 && dimensions == 2) {
    betza_frame_.across = steps[0][0] == 0 && steps[1][0] != 0 ? 1 : 0;
    betza_frame_.along = 1 - betza_frame_.across;
    betza_frame_.right = steps[static_cast<std::size_t>(betza_frame_.across)][0] < 0 ? -1 : 1;
    betza_frame_.forward = steps[static_cast<std::size_t>(betza_frame_.along)][1] < 0 ? 1 : -1;
  }
  game_.board.grids.push_back(std::move(grid));
  for (const Node* list : directions) read_grid_directions(*list, index, dimensions);
}

void GameReader::read_grid_directions(const Node& form, int grid, std::size_t dimensions) {
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    const bool list = expect_list(child, "(direction offset ..)");
    if (list && child.children.empty()) error(child, "name-expected", "the name of a direction was expected here");
    if (!list || child.children.empty()) {
      set_incomplete({NameKind::kDirection});
      continue;
    }
    const DirectionId direction = declare_direction(*child.children[0]);
    if (direction == kNone) continue;
    std::size_t last = child.children.size();
    const bool wrap = last > 1 && child.children[last - 1]->is_symbol() && child.children[last - 1]->text == "wrap";
    if (wrap) {
      not_zrf(*child.children[last - 1], "wrap");
      --last;
    }
    if (last - 1 != dimensions) {
      error(child, "wrong-arguments",
            "the direction '" + child.children[0]->text + "' needs an offset for each dimension of the grid: " +
                std::to_string(dimensions) + ", not " + std::to_string(last - 1));
      continue;
    }
    std::vector<int> offsets;
    for (std::size_t k = 1; k < last; ++k)
      if (const std::optional<int> value = number(*child.children[k], -kMaxSquares, kMaxSquares)) offsets.push_back(*value);
    if (offsets.size() == dimensions) link_grid_direction(grid, direction, offsets, wrap);
  }
}

void GameReader::link_grid_direction(int grid, DirectionId direction, const std::vector<int>& offsets, bool wrap) {
  BoardDefinition& board = game_.board;
  const std::vector<std::vector<std::string>>& dimensions = board.grids[static_cast<std::size_t>(grid)].dimensions;
  const std::vector<SquareId>& squares = grid_squares_[static_cast<std::size_t>(grid)];
  std::vector<int> cell(dimensions.size(), 0);
  do {
    std::vector<int> target = cell;
    bool inside = true;
    for (std::size_t d = 0; d < cell.size(); ++d) {
      const int size = static_cast<int>(dimensions[d].size());
      target[d] += offsets[d];
      if (wrap) target[d] = ((target[d] % size) + size) % size;
      else inside = inside && target[d] >= 0 && target[d] < size;
    }
    const SquareId from = squares[cell_index(cell, dimensions)];
    if (!inside || from == kNone || dead_[from]) continue;
    const SquareId to = squares[cell_index(target, dimensions)];
    if (to != kNone && !dead_[to]) board.links[direction][from] = to;
  } while (next_cell(cell, dimensions));
  if (grid == 0) {
    board.direction_offsets[direction] = offsets;
    board.direction_wraps[direction] = wrap;
  }
}

}  // namespace nightrider
