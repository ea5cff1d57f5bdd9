// The `board` form: positions, directions and links in the order of the file, then symmetries and zones.
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

constexpr int kMaxPixel = 1'000'000;

}  // namespace

void GameReader::read_board() {
  const Node* form = required_form(Keyword::kBoard, "board", "(board (grid ...))");
  if (form == nullptr) {
    set_incomplete({NameKind::kPosition, NameKind::kDirection, NameKind::kZone});
    return;
  }
  std::vector<const Node*> symmetries, zones, shown;
  for (std::size_t i = 1; i < form->children.size(); ++i) {
    const Node& child = *form->children[i];
    const KeywordRow* row = keyword(child, Form::kBoard);
    if (row == nullptr) {
      set_incomplete({NameKind::kPosition, NameKind::kDirection, NameKind::kZone});
      continue;
    }
    if (!expect_list(child, "(" + std::string(row->name) + " ..)")) continue;
    switch (row->keyword) {
      case Keyword::kGrid: read_grid(child); break;
      case Keyword::kPositions: read_positions(child); break;
      case Keyword::kDummy: read_dummies(child); break;
      case Keyword::kLinks: read_links(child); break;
      case Keyword::kUnlink: read_unlink(child); break;
      case Keyword::kKillPositions: read_kill(child); break;
      case Keyword::kSymmetry: symmetries.push_back(&child); break;
      case Keyword::kZone: zones.push_back(&child); break;
      case Keyword::kShowAs: shown.push_back(&child); break;
      default: break;  // images
    }
  }
  for (const LateLink& link : late_links_) {
    const SquareId from = resolve(NameKind::kPosition, *link.from);
    const SquareId to = resolve(NameKind::kPosition, *link.to);
    if (from != kNone && to != kNone) game_.board.links[link.direction][from] = to;
  }
  compact_board();
  if (game_.board.squares.empty() && !incomplete(NameKind::kPosition)) {
    error(*form->children[0], "missing-board", "the board has no positions", "add a (grid ...) or (positions ...)");
    set_incomplete({NameKind::kPosition});
  }
  game_.board.directions = table(NameKind::kDirection).names();
  std::vector<DirectionId> identity(game_.board.directions.size());
  for (std::size_t d = 0; d < identity.size(); ++d) identity[d] = static_cast<DirectionId>(d);
  game_.board.symmetry.assign(game_.players.size(), identity);
  for (const Node* symmetry : symmetries) read_symmetry(*symmetry);
  for (const Node* zone : zones) read_zone(*zone);
  game_.board.zones = table(NameKind::kZone).names();
  for (const Node* show_as : shown) read_show_as(*show_as);
}

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
    if (!expect_list(child, "(direction offset ..)") || child.children.empty()) {
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

void GameReader::read_positions(const Node& form) {
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    if (!expect_list(child, "(position left top right bottom)")) continue;
    if (child.children.size() != 5 || !child.children[0]->is_symbol()) {
      error(child, "wrong-arguments", "a position is (NAME LEFT TOP RIGHT BOTTOM)");
      set_incomplete({NameKind::kPosition});
      continue;
    }
    SquareDefinition square;
    square.name = child.children[0]->text;
    for (std::size_t k = 0; k < 4; ++k)
      if (const std::optional<int> value = number(*child.children[k + 1], -kMaxPixel, kMaxPixel)) square.rectangle[k] = *value;
    if (add_square(*child.children[0], std::move(square)) == kNone && incomplete(NameKind::kPosition)) return;
  }
}

void GameReader::read_dummies(const Node& form) {
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    if (!expect_symbol(child, "a position")) continue;
    SquareDefinition square;
    square.name = child.text;
    square.dummy = true;
    if (add_square(child, std::move(square)) == kNone && incomplete(NameKind::kPosition)) return;
  }
}

void GameReader::read_links(const Node& form) {
  if (!arguments(form, 1)) return;
  const DirectionId direction = declare_direction(*form.children[1]);
  if (direction == kNone) return;
  for (std::size_t i = 2; i < form.children.size(); ++i) {
    const Node& pair = *form.children[i];
    if (!pair.is_list() || pair.children.size() != 2 || !pair.children[0]->is_symbol() || !pair.children[1]->is_symbol()) {
      error(pair, "wrong-arguments", "a link is (FROM TO)");
      continue;
    }
    const SquareId from = find(NameKind::kPosition, pair.children[0]->text);
    const SquareId to = find(NameKind::kPosition, pair.children[1]->text);
    if (from == kNone || to == kNone) late_links_.push_back({&pair, pair.children[0], pair.children[1], direction});
    else game_.board.links[direction][from] = to;
  }
}

void GameReader::unlink_square(SquareId square) {
  for (std::vector<SquareId>& row : game_.board.links) {
    row[square] = kNone;
    std::ranges::replace(row, square, static_cast<SquareId>(kNone));
  }
}

void GameReader::read_unlink(const Node& form) {
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& item = *form.children[i];
    if (item.is_list() && item.children.empty()) {
      error(item, "wrong-arguments", "'unlink' takes POSITION, (POSITION POSITION) or (POSITION DIRECTION)");
      continue;
    }
    const Node& first = item.is_list() ? *item.children[0] : item;
    const SquareId square = resolve(NameKind::kPosition, first);
    if (square == kNone) continue;
    if (!item.is_list() || item.children.size() == 1) {
      unlink_square(square);
      continue;
    }
    for (std::size_t k = 1; k < item.children.size(); ++k) {
      const Node& second = *item.children[k];
      const DirectionId direction = second.is_symbol() ? find(NameKind::kDirection, second.text) : kNone;
      if (direction != kNone) {
        game_.board.links[direction][square] = kNone;
        continue;
      }
      const SquareId other = resolve(NameKind::kPosition, second);
      if (other == kNone) continue;
      for (std::vector<SquareId>& row : game_.board.links) {
        if (row[square] == other) row[square] = kNone;
        if (row[other] == square) row[other] = kNone;
      }
    }
  }
}

void GameReader::read_kill(const Node& form) {
  for (SquareId square : read_squares(form, 1, kNone)) {
    if (dead_[square]) continue;
    unlink_square(square);
    dead_[square] = true;
    killed_.insert(game_.board.squares[square].name);
  }
}

void GameReader::compact_board() {
  BoardDefinition& board = game_.board;
  NameTable names;
  std::vector<SquareId> moved(board.squares.size(), kNone);
  std::vector<SquareDefinition> squares;
  for (std::size_t s = 0; s < board.squares.size(); ++s) {
    if (dead_[s]) continue;
    moved[s] = names.add(board.squares[s].name);
    squares.push_back(std::move(board.squares[s]));
  }
  for (std::vector<SquareId>& row : board.links) {
    std::vector<SquareId> links(squares.size(), kNone);
    for (std::size_t s = 0; s < row.size(); ++s)
      if (moved[s] != kNone && row[s] != kNone) links[moved[s]] = moved[row[s]];
    row = std::move(links);
  }
  board.squares = std::move(squares);
  table(NameKind::kPosition) = std::move(names);
}

void GameReader::read_symmetry(const Node& form) {
  if (!arguments(form, 1)) return;
  const PlayerId player = resolve(NameKind::kPlayer, *form.children[1]);
  for (std::size_t i = 2; i < form.children.size(); ++i) {
    const Node& pair = *form.children[i];
    if (!pair.is_list() || pair.children.size() != 2) {
      error(pair, "wrong-arguments", "a symmetry is (DIRECTION DIRECTION)");
      continue;
    }
    const DirectionId from = resolve(NameKind::kDirection, *pair.children[0]);
    const DirectionId to = resolve(NameKind::kDirection, *pair.children[1]);
    if (player != kNone && from != kNone && to != kNone) game_.board.symmetry[player][from] = to;
  }
}

void GameReader::read_zone(const Node& form) {
  const Node* name = nullptr;
  const Node* players = nullptr;
  std::vector<const Node*> positions;
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    const KeywordRow* row = keyword(child, Form::kZone);
    if (row == nullptr) continue;
    if (!expect_list(child, "(" + std::string(row->name) + " ..)")) continue;
    if (row->keyword == Keyword::kName) {
      if (arguments(child, 1, 1)) name = child.children[1];
    } else if (row->keyword == Keyword::kPlayers) {
      players = &child;
    } else {
      positions.push_back(&child);
    }
  }
  if (name == nullptr) {
    error(form, "missing-name", "a zone needs a (name ..)");
    set_incomplete({NameKind::kZone});
    return;
  }
  const ZoneId zone = intern(NameKind::kZone, *name);
  if (zone == kNone) {
    set_incomplete({NameKind::kZone});
    return;
  }
  if (zone == game_.board.zone_squares.size())
    game_.board.zone_squares.emplace_back(game_.players.size(), SquareSet(game_.board.squares.size()));
  std::vector<PlayerId> owners;
  if (players != nullptr) {
    for (std::size_t i = 1; i < players->children.size(); ++i)
      if (const PlayerId player = resolve(NameKind::kPlayer, *players->children[i]); player != kNone) owners.push_back(player);
  } else {
    for (std::size_t p = 0; p < game_.players.size(); ++p) owners.push_back(static_cast<PlayerId>(p));
  }
  for (const Node* list : positions)
    for (SquareId square : read_squares(*list, 1, kNone))
      for (PlayerId player : owners) game_.board.zone_squares[zone][player].insert(square);
}

void GameReader::read_show_as(const Node& form) {
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& row = *form.children[i];
    bool good = row.is_list() && row.children.size() >= 2;
    for (std::size_t k = 0; good && k < row.children.size(); ++k) good = !row.children[k]->is_list();
    if (!good) {
      error(row, "wrong-arguments", "show-as takes (\"PART\" \"AS SHOWN\" \"ALSO READ\" ..)");
      continue;
    }
    const std::string& part = row.children[0]->text;
    std::vector<std::string> parts;
    for (const GridDefinition& grid : game_.board.grids)
      for (const std::vector<std::string>& dimension : grid.dimensions) parts.insert(parts.end(), dimension.begin(), dimension.end());
    if (std::ranges::find(parts, part) == parts.end()) {
      const std::string near = nearest_name(part, parts);
      error(*row.children[0], "unknown-part", "no dimension of the board has the part '" + part + "'", near.empty() ? "" : "did you mean '" + near + "'?");
      continue;
    }
    ShownPart shown{part, row.children[1]->text, {}};
    for (std::size_t k = 2; k < row.children.size(); ++k) shown.also_read.push_back(row.children[k]->text);
    game_.board.shown_parts.push_back(std::move(shown));
  }
}

bool GameReader::count_listed(const Node& at, std::size_t count) {
  listed_ += count;
  if (listed_ <= kMaxListedPositions) return true;
  error(at, "too-many-listed", "the game's zones and setups list more than " + std::to_string(kMaxListedPositions) + " positions");
  return false;
}

std::vector<SquareId> GameReader::read_squares(const Node& list, std::size_t first, PlayerId player) {
  std::vector<SquareId> squares;
  if (listed_ > kMaxListedPositions) return squares;
  for (std::size_t i = first; i < list.children.size(); ++i) {
    const Node& item = *list.children[i];
    if (item.is_list()) {
      if (item.head() == "cells") {
        not_zrf(*item.children[0], "cells");
        read_cells(item, squares);
      } else {
        error(item, "misplaced-form", "a position or (cells ..) was expected here");
      }
    } else if (player != kNone && find(NameKind::kPosition, item.text) == kNone && find(NameKind::kZone, item.text) != kNone) {
      const SquareSet& zone = game_.board.zone_squares[find(NameKind::kZone, item.text)][player];
      zone.for_each([&](std::size_t square) { squares.push_back(static_cast<SquareId>(square)); });
      if (!count_listed(item, zone.count())) return {};
    } else {
      if (const SquareId square = resolve(NameKind::kPosition, item); square != kNone) squares.push_back(square);
      if (!count_listed(item, 1)) return {};
    }
  }
  return squares;
}

// `(cells a..c 2)`: an item a dimension: a part, `*`, or a range. In a board of several grids: of each that has such parts.
void GameReader::read_cells(const Node& form, std::vector<SquareId>& squares) {
  struct Range { int from, to; };
  const std::size_t items = form.children.size() - 1;
  std::size_t found = 0;
  bool dimensions_fit = false;
  std::optional<std::size_t> bad;  // the first item that no grid has
  for (const GridDefinition& grid : game_.board.grids) {
    if (grid.dimensions.size() != items) continue;
    dimensions_fit = true;
    std::vector<Range> ranges;
    for (std::size_t d = 0; d < items; ++d) {
      const std::vector<std::string>& parts = grid.dimensions[d];
      const std::string& text = form.children[d + 1]->text;
      const auto index = [&](std::string_view part) {
        const auto at = std::ranges::find(parts, part);
        return at == parts.end() ? -1 : static_cast<int>(at - parts.begin());
      };
      Range range{index(text), index(text)};
      if (range.from < 0 && text == "*") range = {0, static_cast<int>(parts.size()) - 1};
      if (range.from < 0)
        if (const std::size_t dots = text.find(".."); dots != std::string::npos)
          range = {index(std::string_view(text).substr(0, dots)), index(std::string_view(text).substr(dots + 2))};
      if (range.from < 0 || range.to < 0) {
        if (!bad) bad = d;
        break;
      }
      if (range.from > range.to) std::swap(range.from, range.to);
      ranges.push_back(range);
    }
    if (ranges.size() != items) continue;
    std::vector<int> cell;
    for (const Range& range : ranges) cell.push_back(range.from);
    for (bool more = items > 0; more;) {
      std::string name;
      for (std::size_t d = 0; d < items; ++d) name += grid.dimensions[d][static_cast<std::size_t>(cell[d])];
      if (const SquareId square = find(NameKind::kPosition, name); square != kNone) {
        squares.push_back(square);
        ++found;
      }
      more = false;
      for (std::size_t d = 0; d < items && !more; ++d) {
        if (++cell[d] <= ranges[d].to) more = true;
        else cell[d] = ranges[d].from;
      }
    }
  }
  if (!count_listed(form, found)) return;
  if (found > 0 || incomplete(NameKind::kPosition)) return;
  if (!dimensions_fit) {
    error(form, "wrong-arguments", "'cells' takes one item for each dimension of a grid, and no grid has " + std::to_string(items));
  } else if (bad) {
    error(*form.children[*bad + 1], "unknown-part", "no grid has '" + form.children[*bad + 1]->text + "' in this dimension",
          "write a part of the dimension, first..last, or *");
  } else {
    error(form, "unknown-part", "the board has none of these cells");
  }
}

}  // namespace nightrider
