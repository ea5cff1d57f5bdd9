#include "play/position_format.h"

#include <algorithm>

#include "play/words.h"

namespace nightrider {
namespace {

std::uint64_t bit(std::uint16_t id) { return std::uint64_t{1} << id; }

int count_no_progress(const GoalTest& test) {
  int count = test.kind == GoalTestKind::kNoProgress ? 1 : 0;
  for (const GoalTest& child : test.children) count += count_no_progress(child);
  return count;
}

bool usable_letter(const std::string& letter) {
  return !letter.empty() && upper_case(letter) != lower_case(letter) &&
         letter.find_first_of("0123456789/[]*{}~ -") == std::string::npos;
}

// [square] the pieces that the setup puts there.
std::vector<std::vector<Occupant>> setup_pieces(const GameDefinition& game) {
  std::vector<std::vector<Occupant>> pieces(game.board.squares.size());
  for (const SetupEntry& entry : game.setup)
    for (SquareId square : entry.squares) pieces[square].push_back({entry.player, entry.type, 0});
  return pieces;
}

}  // namespace

bool FenBoard::shows(SquareId square) const { return std::find(squares.begin(), squares.end(), square) != squares.end(); }

FenBoard fen_board(const GameDefinition& game) {
  FenBoard board;
  for (std::size_t grid = 0; grid < game.board.grids.size(); ++grid) {
    const auto& dimensions = game.board.grids[grid].dimensions;
    if (dimensions.size() != 2) continue;
    board.columns = static_cast<int>(dimensions[0].size());
    board.rows = static_cast<int>(dimensions[1].size());
    board.squares.assign(dimensions[0].size() * dimensions[1].size(), kNone);
    for (std::size_t square = 0; square < game.board.squares.size(); ++square) {
      const SquareDefinition& definition = game.board.squares[square];
      if (definition.grid != static_cast<int>(grid) || definition.coordinates.size() != 2) continue;
      board.squares[static_cast<std::size_t>(definition.coordinates[1] * board.columns + definition.coordinates[0])] =
          static_cast<SquareId>(square);
    }
    break;
  }
  return board;
}

bool uses_fen(const GameDefinition& game) { return game.fen.defined && fen_board(game).rows > 0; }

std::vector<FenLetter> fen_letters(const GameDefinition& game) {
  std::vector<FenLetter> letters;
  const auto add = [&](const std::string& letter, std::size_t type, bool written) {
    for (PlayerId player = 0; player < 2 && player < game.players.size(); ++player) {
      const std::string text = player == 0 ? upper_case(letter) : lower_case(letter);
      if (std::any_of(letters.begin(), letters.end(), [&](const FenLetter& known) { return known.text == text; })) continue;
      letters.push_back({text, static_cast<PieceTypeId>(type), player, written});
    }
  };
  const auto first = [&](std::size_t type) {
    const auto& declared = game.pieces[type].letters;
    return std::find_if(declared.begin(), declared.end(), usable_letter);
  };
  for (std::size_t type = 0; type < game.pieces.size(); ++type)
    if (first(type) != game.pieces[type].letters.end()) add(*first(type), type, true);
  for (std::size_t type = 0; type < game.pieces.size(); ++type)
    for (const std::string& letter : game.pieces[type].letters)
      if (usable_letter(letter)) add(letter, type, false);
  return letters;
}

const FenLetter* letter_at(const std::vector<FenLetter>& letters, std::string_view text) {
  const FenLetter* best = nullptr;
  for (const FenLetter& letter : letters)
    if (text.starts_with(letter.text) && (best == nullptr || letter.text.size() > best->text.size())) best = &letter;
  return best;
}

std::string joined_letters(const std::vector<FenLetter>& letters, const std::vector<std::string>& words) {
  std::string text;
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    const std::string joined = *word + text;
    const FenLetter* read = letter_at(letters, joined);
    text = read != nullptr && read->text.size() > word->size() ? *word + kLetterSeparator + text : joined;
  }
  return text;
}

bool has_hands(const GameDefinition& game) {
  return game.options.recycle_captures != CaptureHand::kNobody || game.options.recycle_promotions ||
         std::any_of(game.pieces.begin(), game.pieces.end(), [](const PieceDefinition& piece) { return !piece.drops.empty(); }) ||
         std::any_of(game.setup.begin(), game.setup.end(), [](const SetupEntry& entry) { return entry.reserve > 0; });
}

int count_no_progress(const GameDefinition& game) {
  int count = 0;
  for (const GoalDefinition& goal : game.goals) count += count_no_progress(goal.test);
  return count;
}

std::string side_text(const GameDefinition& game, PlayerId player) {
  if (player < game.fen.sides.size() && !game.fen.sides[player].empty()) return game.fen.sides[player];
  return percent_encoded(game.players[player].name);
}

std::optional<std::size_t> first_turn(const GameDefinition& game, PlayerId player) {
  for (std::size_t turn = 0; turn < game.turn_order.size(); ++turn)
    if (game.turn_order[turn].player == player) return turn;
  return std::nullopt;
}

bool term_placed(const FenRight& right, const FenRightTerm& term, const GameState& state) {
  const Occupant& occupant = state.squares[term.square];
  return occupant.type == term.type && occupant.owner == right.player;
}

bool right_holds(const FenRight& right, const GameState& state) {
  return std::all_of(right.terms.begin(), right.terms.end(), [&](const FenRightTerm& term) {
    return term_placed(right, term, state) &&
           (term.attribute == kNone || (state.squares[term.square].attributes & bit(term.attribute)) != 0);
  });
}

std::uint64_t initial_attributes(const GameDefinition& game, PieceTypeId type) {
  std::uint64_t value = 0;
  for (const PieceAttribute& attribute : game.pieces[type].attributes)
    if (attribute.initial) value |= bit(attribute.attribute);
  return value;
}

std::uint64_t attribute_mask(const GameDefinition& game, PieceTypeId type) {
  std::uint64_t mask = 0;
  for (const PieceAttribute& attribute : game.pieces[type].attributes) mask |= bit(attribute.attribute);
  return mask;
}

std::uint64_t suffix_attributes(const GameDefinition& game) {
  std::uint64_t mask = 0;
  for (const FenSuffix& suffix : game.fen.suffixes) mask |= bit(suffix.attribute);
  return mask;
}

void infer_attributes(const GameDefinition& game, const PresentRights& present, GameState& state) {
  const std::vector<bool>& rights = present.named;
  const auto setup = setup_pieces(game);
  for (std::size_t square = 0; square < state.squares.size(); ++square) {
    Occupant& occupant = state.squares[square];
    if (occupant.empty()) continue;
    const std::uint64_t marked = suffix_attributes(game);
    occupant.attributes = (initial_attributes(game, occupant.type) & ~marked) | (occupant.attributes & marked);
    const bool at_home = std::any_of(setup[square].begin(), setup[square].end(), [&](const Occupant& piece) {
      return piece.owner == occupant.owner && piece.type == occupant.type;
    });
    if (at_home) continue;
    for (const PieceAttribute& attribute : game.pieces[occupant.type].attributes)
      if (attribute.until_moved) occupant.attributes &= ~bit(attribute.attribute);
  }
  const std::vector<FenRight>& known = game.fen.rights;
  std::vector<std::uint64_t> named(state.squares.size()), denied(state.squares.size());  // [square] attributes
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const FenRightTerm& term : known[i].terms)
      if (rights[i] && term.attribute != kNone) named[term.square] |= bit(term.attribute);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto placed = [&](const FenRightTerm& term) { return term_placed(known[i], term, state); };
    if (rights[i] || !std::all_of(known[i].terms.begin(), known[i].terms.end(), placed)) continue;
    const FenRightTerm* first = nullptr;
    bool explained = false;
    for (const FenRightTerm& term : known[i].terms) {
      if (term.attribute == kNone) continue;
      const std::uint64_t mask = bit(term.attribute);
      if ((named[term.square] & mask) != 0) continue;
      if ((denied[term.square] & mask) != 0 || (state.squares[term.square].attributes & mask) == 0) explained = true;
      if (first == nullptr) first = &term;
    }
    if (!explained && first != nullptr) denied[first->square] |= bit(first->attribute);
  }
  for (std::size_t square = 0; square < state.squares.size(); ++square) denied[square] |= line_attributes(game, state.squares[square]);
  for (const HeldLine& line : present.lines) {
    named[line.king] |= bit(game.fen.line_rights[line.right].king_attribute);
    named[line.rook] |= bit(game.fen.line_rights[line.right].rook_attribute);
  }
  for (std::size_t square = 0; square < state.squares.size(); ++square) {
    Occupant& occupant = state.squares[square];
    if (occupant.empty()) continue;
    const std::uint64_t mask = attribute_mask(game, occupant.type);
    occupant.attributes = ((occupant.attributes & ~denied[square]) | named[square]) & mask;
  }
}

// By the player.
static std::optional<ImpliedMove> implied_move_of(const GameDefinition& game, const GameState& state, SquareId crossed, SquareId landing,
                                                  PlayerId player) {
  const auto step = [&](SquareId square, DirectionId direction) {
    return game.board.links[game.board.symmetry[player][direction]][square];
  };
  for (const FenEnPassant& rule : game.fen.en_passant) {
    const SquareId to = step(crossed, rule.arrive);
    if (to == kNone || state.squares[to].type != rule.type || state.squares[to].owner != player) continue;
    if (landing != kNone && to != landing) continue;
    SquareId from = crossed;
    for (std::size_t steps = 0; steps <= game.board.squares.size(); ++steps) {
      from = step(from, rule.leave);
      if (from == kNone || rule.origin == kNone || game.board.zone_squares[rule.origin][player].contains(from)) break;
    }
    if (from == kNone || !state.squares[from].empty()) continue;
    if (rule.origin != kNone && !game.board.zone_squares[rule.origin][player].contains(from)) continue;
    return ImpliedMove{from, to, rule.tag == kNone ? 0 : bit(rule.tag), rule.landing};
  }
  return std::nullopt;
}

std::optional<ImpliedMove> implied_move(const GameDefinition& game, const GameState& state, SquareId crossed, SquareId landing) {
  if (game.turn_order.empty() || !state.squares[crossed].empty()) return std::nullopt;
  for (const std::size_t before : game.turns_before(state.turn))
    if (const auto implied = implied_move_of(game, state, crossed, landing, game.turn_order[before].as_player)) return implied;
  return std::nullopt;
}

GameState empty_state(const GameDefinition& game) {
  GameState state;
  state.squares.resize(game.board.squares.size());
  state.hands.assign(game.players.size(), std::vector<int>(game.pieces.size(), 0));
  std::uint64_t attributes = 0;
  for (std::size_t i = 0; i < game.player_attributes.size(); ++i)
    if (game.player_attributes[i].initial) attributes |= std::uint64_t{1} << i;
  state.player_attributes.assign(game.players.size(), attributes);
  state.no_progress.assign(static_cast<std::size_t>(count_no_progress(game)), 0);
  state.tallies.assign(game.tallies.size() * game.players.size(), 0);
  return state;
}

}  // namespace nightrider
