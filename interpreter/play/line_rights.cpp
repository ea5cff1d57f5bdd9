#include "play/line_rights.h"

#include <algorithm>

#include "play/position_text.h"
#include "play/words.h"

namespace nightrider {
namespace {

std::uint64_t mask_of(std::uint16_t id) { return std::uint64_t{1} << id; }

}  // namespace

std::uint64_t line_attributes(const GameDefinition& game, const Occupant& piece) {
  std::uint64_t mask = 0;
  for (const FenLineRight& right : game.fen.line_rights) {
    if (piece.owner != right.player) continue;
    if (piece.type == right.king) mask |= mask_of(right.king_attribute);
    if (piece.type == right.rook) mask |= mask_of(right.rook_attribute);
  }
  return mask;
}

std::vector<SquareId> line_from(const GameDefinition& game, const FenLineRight& right, SquareId square) {
  const auto& links = game.board.links[game.board.symmetry[right.player][right.direction]];
  std::vector<SquareId> line;
  for (SquareId at = links[square]; at != kNone && at != square && line.size() < links.size(); at = links[at]) line.push_back(at);
  return line;
}

std::vector<HeldLine> held_lines(const GameDefinition& game, const GameState& state) {
  std::vector<HeldLine> held;
  for (std::size_t r = 0; r < game.fen.line_rights.size(); ++r) {
    const FenLineRight& right = game.fen.line_rights[r];
    const auto has = [&](SquareId square, PieceTypeId type, AttributeId attribute) {
      const Occupant& piece = state.squares[square];
      return piece.owner == right.player && piece.type == type && (piece.attributes & mask_of(attribute)) != 0;
    };
    game.board.zone_squares[right.zone][right.player].for_each([&](std::size_t king) {
      if (!has(static_cast<SquareId>(king), right.king, right.king_attribute)) return;
      for (SquareId rook : line_from(game, right, static_cast<SquareId>(king)))
        if (has(rook, right.rook, right.rook_attribute)) held.push_back({r, static_cast<SquareId>(king), rook});
    });
  }
  return held;
}

std::string players_case(const std::string& name, PlayerId player) { return player == 0 ? upper_case(name) : lower_case(name); }

std::string line_letter(const GameDefinition& game, const GameState& state, const HeldLine& line) {
  const FenLineRight& right = game.fen.line_rights[line.right];
  SquareId outermost = kNone;
  for (SquareId square : line_from(game, right, line.king))
    if (state.squares[square].owner == right.player && state.squares[square].type == right.rook) outermost = square;
  const auto& parts = game.board.squares[line.rook].parts;
  return outermost == line.rook || parts.size() != 2 ? right.letter : players_case(parts[0], right.player);
}

GameState as_written(const GameDefinition& game, GameState state) {
  std::vector<std::uint64_t> held(state.squares.size());
  for (const HeldLine& line : held_lines(game, state)) {
    held[line.king] |= mask_of(game.fen.line_rights[line.right].king_attribute);
    held[line.rook] |= mask_of(game.fen.line_rights[line.right].rook_attribute);
  }
  for (std::size_t square = 0; square < state.squares.size(); ++square) state.squares[square].attributes &= ~line_attributes(game, state.squares[square]) | held[square];
  return state;
}

std::optional<std::pair<Result<HeldLine>, std::size_t>> line_right_at(const GameDefinition& game, const GameState& state,
                                                                          std::string_view text, std::size_t longer_than) {
  const std::vector<FenLineRight>& known = game.fen.line_rights;
  const FenLineRight* best = nullptr;
  for (const FenLineRight& right : known)
    if (text.starts_with(right.letter) && right.letter.size() > std::max(longer_than, best == nullptr ? 0 : best->letter.size())) best = &right;
  const auto is_rook = [&](const FenLineRight& right, SquareId square) {
    return state.squares[square].owner == right.player && state.squares[square].type == right.rook;
  };
  // The nearest pair of king and rook; by letter the rook is the outermost.
  const auto find = [&](const FenLineRight& right, std::string_view file) {
    std::optional<HeldLine> found;
    std::size_t nearest = state.squares.size();
    game.board.zone_squares[right.zone][right.player].for_each([&](std::size_t king) {
      if (state.squares[king].owner != right.player || state.squares[king].type != right.king) return;
      const std::vector<SquareId> line = line_from(game, right, static_cast<SquareId>(king));
      std::size_t rook = line.size();
      for (std::size_t i = 0; i < line.size(); ++i)
        if (is_rook(right, line[i]) && (file.empty() || game.board.squares[line[i]].parts[0] == file)) rook = i;
      if (rook >= line.size() || rook >= nearest) return;
      nearest = rook;
      found = HeldLine{static_cast<std::size_t>(&right - known.data()), static_cast<SquareId>(king), line[rook]};
    });
    return found;
  };
  if (best != nullptr) {
    if (const auto found = find(*best, {})) return std::pair{Result<HeldLine>(*found), best->letter.size()};
    return std::pair{Result<HeldLine>(Error{"rights: " + quoted(best->letter) + " needs a " + game.players[best->player].name + " " +
                                            game.pieces[best->king].name + " in " + game.board.zones[best->zone] + " and a " +
                                            game.pieces[best->rook].name + " to the " + game.board.directions[best->direction] + " of it"}),
                     best->letter.size()};
  }
  if (longer_than > 0) return std::nullopt;
  for (const FenLineRight& right : known)
    for (const SquareDefinition& square : game.board.squares) {
      if (square.parts.size() != 2) continue;
      const std::string letter = players_case(square.parts[0], right.player);
      if (!text.starts_with(letter)) continue;
      if (const auto found = find(right, square.parts[0])) return std::pair{Result<HeldLine>(*found), letter.size()};
      bool other = false;  // the direction may be another right's
      for (const FenLineRight& next : known) other = other || (&next > &right && next.player == right.player);
      if (!other)
        return std::pair{Result<HeldLine>(Error{"rights: " + quoted(letter) + " needs a " + game.players[right.player].name + " " +
                                                game.pieces[right.king].name + " and a " + game.pieces[right.rook].name + " on the file " +
                                                square.parts[0] + " of its row"}),
                         letter.size()};
      break;
    }
  return std::nullopt;
}

}  // namespace nightrider
