#include "search/piece_survey.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace nightrider {
namespace {

constexpr int kSamples = 400;                 // random boards
constexpr std::size_t kMostMoves = 400'000;   // looked at, over all samples
constexpr std::size_t kMostQuestions = 20'000;  // lone pieces set up

std::vector<SquareId> shown_squares(const GameDefinition& game) {
  std::vector<SquareId> squares;
  for (std::size_t s = 0; s < game.board.squares.size(); ++s)
    if (!game.board.squares[s].dummy) squares.push_back(static_cast<SquareId>(s));
  return squares;
}

// A piece in the middle of the game: it has moved already.
Occupant seasoned(const GameDefinition& game, PlayerId owner, PieceTypeId type) {
  Occupant occupant;
  occupant.owner = owner;
  occupant.type = type;
  for (const PieceAttribute& attribute : game.pieces[type].attributes)
    if (attribute.initial && !attribute.until_moved) occupant.attributes |= std::uint64_t{1} << attribute.attribute;
  return occupant;
}

class Surveyor {
 public:
  Surveyor(const Position& position, const std::vector<char>& royal, std::uint64_t seed)
      : position_(position), game_(position.definition()), royal_(royal), random_(seed), board_(shown_squares(game_)),
        template_(Position(position.shared_game()).state()) {
    survey_.types = game_.pieces.size();
    survey_.players = game_.players.size();
    survey_.squares = game_.board.squares.size();
    survey_.mobility.assign(survey_.types, 0);
    survey_.best_promotion.assign(survey_.types, kNone);
    promotions_.resize(survey_.types);
    first_turn_.assign(survey_.players, kNone);
    for (std::size_t t = game_.turn_order.size(); t-- > 0;) {
      const PlayerId player = game_.turn_order[t].as_player;
      if (player < survey_.players && game_.players[player].kind == PlayerKind::kActive) first_turn_[player] = static_cast<std::uint16_t>(t);
    }
    for (std::size_t p = 0; p < survey_.players; ++p)
      if (first_turn_[p] != kNone) movers_.push_back(static_cast<PlayerId>(p));
    template_.last_from = template_.last_to = template_.partial_square = kNone;
    template_.partial_type = kNone;
    template_.last_tags = 0;
    for (std::vector<int>& hand : template_.hands) std::fill(hand.begin(), hand.end(), 0);
    pool_ = pieces_of_the_setup();
  }

  PieceSurvey run() {
    if (movers_.empty() || board_.empty()) return survey_;
    sample_mobility();
    for (std::size_t type = 0; type < survey_.types; ++type)
      for (PieceTypeId to : promotions_[type])
        if (survey_.best_promotion[type] == kNone || survey_.mobility[to] > survey_.mobility[survey_.best_promotion[type]])
          survey_.best_promotion[type] = to;
    if (survey_.types * movers_.size() * board_.size() <= kMostQuestions) ask_lone_pieces();
    return survey_;
  }

 private:
  bool counted(PieceTypeId type) const { return type < survey_.types && !game_.pieces[type].dummy && royal_[type] == 0; }

  std::vector<std::pair<PlayerId, PieceTypeId>> pieces_of_the_setup() const {
    std::vector<std::pair<PlayerId, PieceTypeId>> pool;
    const auto mover = [&](PlayerId player) { return std::find(movers_.begin(), movers_.end(), player) != movers_.end(); };
    for (const SetupEntry& entry : game_.setup) {
      if (!counted(entry.type) || !mover(entry.player)) continue;
      const std::size_t number = entry.squares.size() + static_cast<std::size_t>(std::clamp(entry.reserve, 0, 16));
      for (std::size_t i = 0; i < number; ++i) pool.emplace_back(entry.player, entry.type);
    }
    return pool;
  }

  void clear_board(GameState& state) const { std::fill(state.squares.begin(), state.squares.end(), Occupant{}); }

  bool set_up(const GameState& state) { return position_.set_state(state).ok(); }

  // Destinations of the pieces that stand on the board, each once: `targets_` holds from, to and one of the moves.
  void find_targets() {
    position_.legal_moves(moves_);
    targets_.clear();
    for (const Move& move : moves_)
      if (move.from != kNone && move.to != kNone && move.from < survey_.squares && move.to < survey_.squares) targets_.push_back(move);
    seen_ += moves_.size() + 1;
    std::sort(targets_.begin(), targets_.end(), [](const Move& a, const Move& b) {
      return std::pair(a.from, a.to) < std::pair(b.from, b.to) || (std::pair(a.from, a.to) == std::pair(b.from, b.to) && a.action < b.action);
    });
  }

  // What `move` makes of the piece that moves; kNone: it stays what it is, or is gone.
  PieceTypeId becomes(const Move& move, PieceTypeId type, PlayerId owner) {
    position_.make(move);
    const Occupant after = position_.occupant(move.to);
    position_.unmake();
    return after.empty() || after.owner != owner || after.type == type ? static_cast<PieceTypeId>(kNone) : after.type;
  }

  void note_promotion(PieceTypeId from, PieceTypeId to) {
    std::vector<PieceTypeId>& list = promotions_[from];
    if (counted(to) && std::find(list.begin(), list.end(), to) == list.end()) list.push_back(to);
  }

  void sample_mobility() {
    std::vector<PieceTypeId> all;
    for (std::size_t type = 0; type < survey_.types; ++type)
      if (counted(static_cast<PieceTypeId>(type))) all.push_back(static_cast<PieceTypeId>(type));
    if (all.empty()) return;
    std::vector<double> moves(survey_.types), pieces(survey_.types);
    std::vector<SquareId> squares = board_;
    for (int sample = 0; sample < kSamples && seen_ < kMostMoves; ++sample) {
      const PlayerId player = movers_[static_cast<std::size_t>(sample) % movers_.size()];
      GameState state = template_;
      clear_board(state);
      state.turn = first_turn_[player];
      // From a quarter to nearly all of the pieces, and two further ones, so that types to promote to are met too.
      const std::uint32_t keep = 25 + static_cast<std::uint32_t>(sample) * 65 / kSamples;
      std::vector<std::pair<PlayerId, PieceTypeId>> chosen;
      for (const auto& piece : pool_)
        if (random_.below(100) < keep) chosen.push_back(piece);
      for (int i = 0; i < 2; ++i) chosen.emplace_back(player, all[random_.below(static_cast<std::uint32_t>(all.size()))]);
      for (std::size_t i = squares.size(); i > 1; --i) std::swap(squares[i - 1], squares[random_.below(static_cast<std::uint32_t>(i))]);
      const std::size_t most = std::max<std::size_t>(1, board_.size() * 6 / 10);
      // The further ones last in, first on the board.
      std::reverse(chosen.begin(), chosen.end());
      if (chosen.size() > most) chosen.resize(most);
      for (std::size_t i = 0; i < chosen.size(); ++i) state.squares[squares[i]] = seasoned(game_, chosen[i].first, chosen[i].second);
      if (!set_up(state)) continue;
      find_targets();
      for (const auto& [owner, type] : chosen)
        if (owner == player) pieces[type] += 1;
      for (std::size_t i = 0; i < targets_.size(); ++i) {
        const Occupant& piece = state.squares[targets_[i].from];
        if (piece.owner != player || !counted(piece.type)) continue;
        if (i == 0 || targets_[i].from != targets_[i - 1].from || targets_[i].to != targets_[i - 1].to) moves[piece.type] += 1;
        const PieceTypeId to = becomes(targets_[i], piece.type, player);
        if (to != kNone) note_promotion(piece.type, to);
      }
    }
    for (std::size_t type = 0; type < survey_.types; ++type)
      if (pieces[type] > 0) survey_.mobility[type] = moves[type] / pieces[type];
  }

  void ask_lone_pieces() {
    survey_.reach.assign(survey_.types * survey_.players * survey_.squares, 0);
    survey_.promotion_distance.assign(survey_.reach.size(), -1);
    for (std::size_t type = 0; type < survey_.types; ++type) {
      if (!counted(static_cast<PieceTypeId>(type))) continue;
      for (PlayerId player : movers_) ask_lone_piece(static_cast<PieceTypeId>(type), player);
    }
  }

  void ask_lone_piece(PieceTypeId type, PlayerId player) {
    std::vector<std::vector<SquareId>> origins(survey_.squares);  // [to] -> from
    std::vector<SquareId> frontier;
    GameState state = template_;
    clear_board(state);
    state.turn = first_turn_[player];
    for (SquareId square : board_) {
      state.squares[square] = seasoned(game_, player, type);
      const bool fits = set_up(state);
      state.squares[square] = Occupant{};
      if (!fits) continue;
      find_targets();
      for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (targets_[i].from != square) continue;
        if (i == 0 || targets_[i].from != targets_[i - 1].from || targets_[i].to != targets_[i - 1].to) {
          ++survey_.reach[survey_.cell(type, player, square)];
          origins[targets_[i].to].push_back(square);
        }
        if (promotions_[type].empty()) continue;
        int& distance = survey_.promotion_distance[survey_.cell(type, player, square)];
        if (distance < 0 && becomes(targets_[i], type, player) != kNone) {
          distance = 1;
          frontier.push_back(square);
        }
      }
    }
    // Breadth first, backwards from the squares where it may promote.
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      const int next = survey_.promotion_distance[survey_.cell(type, player, frontier[i])] + 1;
      for (SquareId from : origins[frontier[i]]) {
        int& distance = survey_.promotion_distance[survey_.cell(type, player, from)];
        if (distance >= 0) continue;
        distance = next;
        frontier.push_back(from);
      }
    }
  }

  Position position_;
  const GameDefinition& game_;
  const std::vector<char>& royal_;
  Random random_;
  std::vector<SquareId> board_;
  GameState template_;
  std::vector<std::uint16_t> first_turn_;  // [player] first place in the turn order with that player's pieces; kNone
  std::vector<PlayerId> movers_;           // the active players that have one
  std::vector<std::pair<PlayerId, PieceTypeId>> pool_;
  std::vector<std::vector<PieceTypeId>> promotions_;  // [piece type]
  MoveList moves_, targets_;
  std::size_t seen_ = 0;
  PieceSurvey survey_;
};

}  // namespace

PieceSurvey survey_pieces(const Position& position, const std::vector<char>& royal, std::uint64_t seed) {
  return Surveyor(position, royal, seed).run();
}

}  // namespace nightrider
