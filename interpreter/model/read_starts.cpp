// `shuffle`: numbered starts.
#include <algorithm>

#include "model/game_reader.h"

namespace nightrider {
namespace {

// Ways to choose `chosen` of `all`, or more than kMaxStarts.
std::uint64_t choices(std::uint64_t all, std::uint64_t chosen) {
  std::uint64_t ways = 1;
  for (std::uint64_t i = 1; i <= std::min(chosen, all - chosen); ++i) {
    ways = ways * (all - i + 1) / i;  // below kMaxStarts times kMaxSquares before it is tested
    if (ways > kMaxStarts) return ways;
  }
  return ways;
}

}  // namespace

void GameReader::read_shuffles() {
  for (const Node* form : forms_of(Keyword::kShuffle)) read_shuffle(*form);
  if (failed_ || game_.shuffles.empty()) return;
  game_.start_count = 1;
  for (const ShuffleDefinition& shuffle : game_.shuffles)
    for (const ShuffleStep& step : shuffle.steps) {
      game_.start_count *= step.ways;
      if (game_.start_count > kMaxStarts)
        return error(*last_form(Keyword::kShuffle), "too-many-starts", "there are more than " + std::to_string(kMaxStarts) + " different starts");
    }
}

// `(shuffle (White a1 ..) (Black a8 ..) (place Bishop light) (place Queen) (place Rook King Rook))`
void GameReader::read_shuffle(const Node& form) {
  if (form.children.size() == 1) return;  // a variant's own that takes the inherited one away
  ShuffleDefinition shuffle;
  std::vector<const Node*> steps;
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    if (!expect_list(child, "(Player position ..) or (place Piece .. [zone])")) continue;
    if (child.head() == "place") {
      steps.push_back(&child);
      continue;
    }
    if (!arguments(child, 1)) continue;
    ShuffleSide side;
    side.player = resolve(NameKind::kPlayer, *child.children[0]);
    if (side.player == kNone) continue;
    side.squares = read_squares(child, 1, side.player);
    for (const ShuffleDefinition& earlier : game_.shuffles)
      for (const ShuffleSide& other : earlier.sides)
        if (std::ranges::find_first_of(side.squares, other.squares) != side.squares.end())
          return error(child, "shuffle-squares", "one of these positions is shuffled already by another form");
    for (const ShuffleSide& other : shuffle.sides) {
      if (std::ranges::find_first_of(side.squares, other.squares) != side.squares.end())
        return error(child, "shuffle-squares", "one of these positions is shuffled for another player too");
      if (other.squares.size() != side.squares.size() && !failed_)
        return error(child, "shuffle-squares", "all players must have equally many shuffled positions: here are " +
                                                   std::to_string(side.squares.size()) + ", before " + std::to_string(other.squares.size()));
    }
    std::vector<SquareId> sorted = side.squares;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) return error(child, "shuffle-squares", "a position stands here twice");
    shuffle.sides.push_back(std::move(side));
  }
  if (shuffle.sides.empty() || steps.empty()) {
    if (!failed_) error(form, "wrong-arguments", "'shuffle' takes positions, (Player position ..), and pieces for them, (place Piece .. [zone])");
    return;
  }
  for (const Node* step : steps)
    if (!read_shuffle_step(*step, shuffle)) return;
  game_.shuffles.push_back(std::move(shuffle));
}

bool GameReader::read_shuffle_step(const Node& form, ShuffleDefinition& shuffle) {
  if (!arguments(form, 1)) return false;
  const ShuffleSide& side = shuffle.sides[0];
  ShuffleStep step;
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& name = *form.children[i];
    const bool last = i + 1 == form.children.size();
    if (last && i > 1 && name.is_symbol() && find(NameKind::kPiece, name.text) == kNone && find(NameKind::kZone, name.text) != kNone) {
      step.zone = find(NameKind::kZone, name.text);
      continue;
    }
    const PieceTypeId type = resolve(NameKind::kPiece, name);
    if (type == kNone) return false;
    step.pieces.push_back(type);
  }
  // How many positions are free must not depend on the choices before: an earlier zone lies in this one or has nothing of it.
  const auto in = [&](ZoneId zone, SquareId square) {
    return zone == kNone || game_.board.zone_squares[zone][side.player].contains(square);
  };
  std::size_t room = static_cast<std::size_t>(std::ranges::count_if(side.squares, [&](SquareId square) { return in(step.zone, square); }));
  for (const ShuffleStep& earlier : shuffle.steps) {
    std::size_t shared = 0, own = 0;
    for (SquareId square : side.squares) {
      own += in(earlier.zone, square);
      shared += in(earlier.zone, square) && in(step.zone, square);
    }
    if (shared == 0) continue;
    if (shared != own) {
      error(form, "shuffle-order", "how many positions are free here depends on where earlier pieces were put",
            "place first what is bound to a zone");
      return false;
    }
    room = earlier.pieces.size() > room ? 0 : room - earlier.pieces.size();
  }
  if (step.pieces.size() > room) {
    error(form, "shuffle-room", "only " + std::to_string(room) + " positions are free for these pieces");
    return false;
  }
  step.ways = choices(room, step.pieces.size());
  shuffle.steps.push_back(std::move(step));
  return true;
}

}  // namespace nightrider
