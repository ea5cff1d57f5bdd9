// The `board` form: positions, directions and links in the order of the file, then symmetries and zones.
#include <algorithm>

#include "model/game_reader.h"

namespace nightrider {

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
    if (std::ranges::any_of(row.children, [&](const Node* form) { return !check_word(*form, MoveWord::kSquarePart); })) continue;
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
