// Which moves are legal, and what follows from them: perft.
#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "reference/walk.h"

namespace nightrider::reference {
namespace {

// What makes two moves the same move: everything that comes of them (decision 8).
using NetEffect = std::tuple<std::vector<std::tuple<PlayerId, PieceTypeId, std::uint64_t>>, std::vector<std::vector<int>>, std::vector<std::uint64_t>,
                             SquareId, SquareId, std::set<TagId>, bool, SquareId, MoveTypeId>;

NetEffect net_effect(const State& after, const LegalMove& move) {
  NetEffect effect;
  for (const Piece& piece : after.squares) std::get<0>(effect).push_back({piece.owner, piece.type, piece.attributes});
  std::get<1>(effect) = after.hands;
  std::get<2>(effect) = after.player_attributes;
  std::get<3>(effect) = move.parts.empty() ? kNone : move.parts[0].from;
  std::get<4>(effect) = move.parts.empty() ? kNone : move.parts[0].to;
  std::get<5>(effect) = move.tags;
  std::get<6>(effect) = move.partial;
  std::get<7>(effect) = move.partial_square;
  std::get<8>(effect) = move.partial_type;
  return effect;
}

// Steps 1 and 2 of zrf-reference 10.
std::vector<LegalMove> generated(const GameDefinition& game, const State& state) {
  const bool in_chain = state.partial_square != kNone;
  const MoveTypeId type = in_chain ? state.partial_type : game.turn_order[state.turn].move_type;
  std::vector<LegalMove> moves;
  run_all({&game, &state, as_player(game, state), false}, type, state.partial_square, [&](const LegalMove& move) { moves.push_back(move); });
  const auto rank = [&](const LegalMove& move) {
    return std::find(game.move_priorities.begin(), game.move_priorities.end(), move.move_type) - game.move_priorities.begin();
  };
  std::ptrdiff_t best = static_cast<std::ptrdiff_t>(game.move_priorities.size());
  for (const LegalMove& move : moves) best = std::min(best, rank(move));
  std::erase_if(moves, [&](const LegalMove& move) { return rank(move) != best; });
  return moves;
}

// What a further leg depends on.
using ChainPlace = std::tuple<NetEffect, SquareId, MoveTypeId>;

// The places that chains lead to, each once, and the legs from there: what each captures and the place after it.
struct Chains {
  static constexpr std::size_t kEnd = ~std::size_t{0};
  std::map<ChainPlace, std::size_t> places;
  std::vector<std::vector<std::pair<int, std::size_t>>> legs;  // [place]
};

// What the move captures, by where it stood.
std::set<SquareId> captured_squares(const Applied& applied) {
  std::set<SquareId> squares;
  for (const Applied::Removal& removal : applied.removals)
    if (removal.stood != kNowhere) squares.insert(removal.stood);
  return squares;
}

std::pair<int, std::size_t> follow_chain(const GameDefinition& game, const State& state, const LegalMove& move, Chains& chains) {
  Applied applied = apply_effects(game, state, move);
  int captured = static_cast<int>(captured_squares(applied).size());
  // An enemy piece that becomes another counts as taken.
  for (SquareId square = 0; square < state.squares.size(); ++square) {
    const Piece& before = state.squares[square];
    const Piece& now = applied.state.squares[square];
    if (before.empty() || now.empty() || !is_enemy(game, as_player(game, state), before.owner)) continue;
    if (captured_squares(applied).count(square) == 0 && (before.type != now.type || before.owner != now.owner)) ++captured;
  }
  if (!move.partial || chains.places.size() > kMaxChainPlaces) return {captured, Chains::kEnd};
  applied.state.partial_square = move.partial_square;
  applied.state.partial_type = move.partial_type;
  const ChainPlace place{net_effect(applied.state, move), move.partial_square, move.partial_type};
  const auto [found, is_new] = chains.places.emplace(place, chains.legs.size());
  const std::size_t number = found->second;
  if (is_new) {
    chains.legs.emplace_back();
    for (const LegalMove& next : generated(game, applied.state)) {
      const auto leg = follow_chain(game, applied.state, next, chains);
      chains.legs[number].push_back(leg);
    }
  }
  return {captured, number};
}

// `complete captures`: a capture after which its piece cannot go on is no choice where that piece may capture the same ones and go on.
std::vector<LegalMove> without_incomplete(const GameDefinition& game, const State& state, const std::vector<LegalMove>& moves) {
  struct Leg { SquareId from; std::set<SquareId> captures; bool goes_on; };
  std::vector<Leg> legs;
  for (const LegalMove& move : moves) {
    Applied applied = apply_effects(game, state, move);
    Leg leg{move.parts.empty() ? kNone : move.parts[0].from, captured_squares(applied), false};
    if (move.partial) {
      applied.state.partial_square = move.partial_square;
      applied.state.partial_type = move.partial_type;
      leg.goes_on = !generated(game, applied.state).empty();
    }
    legs.push_back(leg);
  }
  std::vector<LegalMove> kept;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool worse = !legs[i].captures.empty() && !legs[i].goes_on && std::any_of(legs.begin(), legs.end(), [&](const Leg& other) {
      return other.goes_on && other.from == legs[i].from && other.captures == legs[i].captures;
    });
    if (!worse) kept.push_back(moves[i]);
  }
  return kept;
}

// Those that capture most, chains looked through to their end. Where chains lead to too many places, or a circle captures, they all do.
std::vector<LegalMove> capturing_most(const GameDefinition& game, const State& state, const std::vector<LegalMove>& moves) {
  Chains chains;
  std::vector<std::pair<int, std::size_t>> first;
  for (const LegalMove& move : moves) first.push_back(follow_chain(game, state, move, chains));
  if (chains.places.size() > kMaxChainPlaces) return moves;
  std::vector<int> most(chains.legs.size(), 0);
  const auto all_of = [&](const std::pair<int, std::size_t>& leg) { return leg.first + (leg.second == Chains::kEnd ? 0 : most[leg.second]); };
  std::size_t rounds = 0;
  for (bool changed = true; changed; ++rounds) {
    if (rounds > most.size()) return moves;
    changed = false;
    for (std::size_t place = 0; place < most.size(); ++place)
      for (const auto& leg : chains.legs[place])
        if (all_of(leg) > most[place]) {
          most[place] = all_of(leg);
          changed = true;
        }
  }
  int best = 0;
  for (const auto& leg : first) best = std::max(best, all_of(leg));
  std::vector<LegalMove> kept;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (all_of(first[i]) == best) kept.push_back(moves[i]);
  return kept;
}

bool royal_hangs(const GameDefinition& game, const State& state, PlayerId player) {
  const std::vector<PieceTypeId> royal = game.royal_types(player);
  for (SquareId square = 0; square < state.squares.size(); ++square) {
    const Piece& piece = state.squares[square];
    if (piece.empty() || piece.owner != player || std::count(royal.begin(), royal.end(), piece.type) == 0) continue;
    if (could_be_captured(game, state, player, square, kNone)) return true;
  }
  return false;
}

// Whether the move captures a piece whose capture alone ends the game: then nobody replies.
bool ends_by_capture(const GameDefinition& game, const State& before, const Applied& applied) {
  const std::function<bool(const GoalTest&, PlayerId)> met = [&](const GoalTest& test, PlayerId player) {
    if (test.kind == GoalTestKind::kOr)
      return std::any_of(test.children.begin(), test.children.end(), [&](const GoalTest& child) { return met(child, player); });
    if (test.kind != GoalTestKind::kCaptured) return false;
    return std::any_of(applied.removals.begin(), applied.removals.end(), [&](const Applied::Removal& removal) {
      if (removal.stood == kNowhere) return false;
      const Piece& piece = before.squares[removal.stood];
      return piece.owner == player && std::count(test.types.begin(), test.types.end(), piece.type) != 0;
    });
  };
  return std::any_of(game.goals.begin(), game.goals.end(), [&](const GoalDefinition& goal) {
    return std::any_of(goal.players.begin(), goal.players.end(), [&](PlayerId player) { return met(goal.test, player); });
  });
}

bool forbidden(const GameDefinition& game, const State& state, const LegalMove& move, int depth) {
  if (depth >= kMaxForbidDepth) return false;
  const PlayerId mover = side_to_move(game, state);
  return std::any_of(game.forbids.begin(), game.forbids.end(), [&](const ForbidDefinition& forbid) {
    if (std::count(forbid.players.begin(), forbid.players.end(), mover) == 0) return false;
    if (forbid.tag != kNone && move.tags.count(forbid.tag) == 0) return false;
    return goal_holds(game, apply_leg(game, state, move, depth + 1), forbid.test, mover, depth + 1);
  });
}

}  // namespace

bool takes_own_royal(const GameDefinition& game, const State& before, const Applied& applied, PlayerId player) {
  const std::vector<PieceTypeId> royal = game.royal_types(player);
  return std::any_of(applied.removals.begin(), applied.removals.end(), [&](const Applied::Removal& removal) {
    if (removal.stood == kNowhere) return false;
    const Piece& piece = before.squares[removal.stood];
    return piece.owner == player && std::count(royal.begin(), royal.end(), piece.type) != 0;
  });
}

PlayerId side_to_move(const GameDefinition& game, const State& state) { return game.turn_order[state.turn].player; }

PlayerId as_player(const GameDefinition& game, const State& state) {
  const TurnDefinition& turn = game.turn_order[state.turn];
  return turn.as_player == kNone ? turn.player : turn.as_player;
}

bool in_check(const GameDefinition& game, const State& state) { return royal_hangs(game, state, as_player(game, state)); }

namespace {

// Whether one of the other turns has a move where everybody until then passes: else a forced pass is no move.
bool passing_leads_on(const GameDefinition& game, State state, int forbid_depth) {
  GameDefinition without_passes = game;
  without_passes.options.pass_turn = PassRule::kNever;
  state.last_from = state.last_to = kNone;
  state.last_tags.clear();
  for (std::size_t i = 1; i < game.turn_order.size(); ++i) {
    state.turn = state.turn + 1 == game.turn_order.size() ? game.turn_repeat : state.turn + 1;
    if (!legal_moves(without_passes, state, forbid_depth).empty()) return true;
  }
  return false;
}

}  // namespace

std::vector<LegalMove> legal_moves(const GameDefinition& game, const State& state, int forbid_depth) {
  const bool in_chain = state.partial_square != kNone;
  const PlayerId player = as_player(game, state);
  std::vector<LegalMove> moves = generated(game, state);

  if (game.options.complete_captures) moves = without_incomplete(game, state, moves);
  if (game.options.maximal_captures != 0) moves = capturing_most(game, state, moves);

  std::vector<LegalMove> legal;
  std::set<NetEffect> seen;
  for (LegalMove& move : moves) {
    Applied applied = apply_effects(game, state, move);
    if (takes_own_royal(game, state, applied, player)) continue;
    if (!ends_by_capture(game, state, applied) && royal_hangs(game, applied.state, player)) continue;
    if (forbidden(game, state, move, forbid_depth)) continue;
    if (!seen.insert(net_effect(applied.state, move)).second) continue;
    // A choice of the type that it is already makes the same move as no choice (decision 8), so it does not show.
    for (Part& part : move.parts)
      if (part.becomes == part.type) part.becomes = kNone;
    for (const Applied::Removal& removal : applied.removals)
      if (removal.stood != kNowhere) move.captures.push_back(removal.stood);
    legal.push_back(move);
  }

  LegalMove pass;
  pass.pass = true;
  const bool may_pass = in_chain ? game.options.pass_partial
                                 : game.options.pass_turn == PassRule::kAlways || (game.options.pass_turn == PassRule::kForced && legal.empty() && passing_leads_on(game, state, forbid_depth));
  if (may_pass && !royal_hangs(game, apply_effects(game, state, pass).state, player) && !forbidden(game, state, pass, forbid_depth)) legal.push_back(pass);
  return legal;
}

State apply(const GameDefinition& game, const State& state, const LegalMove& move) {
  State after = apply_leg(game, state, move);
  after.history = state.history;
  return after.partial_square == kNone ? begin_history(game, std::move(after)) : after;
}

State begin_history(const GameDefinition& game, State state) {
  State bare = state;
  bare.history = nullptr;
  state.history = std::make_shared<Occurrence>(Occurrence{repetition_text(game, state), std::make_shared<const State>(std::move(bare)), state.history});
  return state;
}

namespace {

// The coordinate form without the suffix of the move's tags: it may be left out where the move is unique without it.
std::string without_tags(const GameDefinition& game, const LegalMove& move) {
  std::string text = move.coordinate;
  for (auto tag = move.tags.rbegin(); tag != move.tags.rend(); ++tag)
    for (const std::string& typed : game.tags[*tag].typed)
      if (!typed.empty() && text.ends_with(typed)) text.resize(text.size() - typed.size());
  return text;
}

}  // namespace

State apply_all(const GameDefinition& game, State state, const std::string& coordinates) {
  std::istringstream words(coordinates);
  std::string word;
  while (words >> word) {
    std::vector<LegalMove> moves = legal_moves(game, state);
    name_moves(game, state, moves, false);
    auto found = std::find_if(moves.begin(), moves.end(), [&](const LegalMove& move) { return move.coordinate == word; });
    const auto but_for_tags = [&](const LegalMove& move) { return without_tags(game, move) == word; };
    if (found == moves.end() && std::count_if(moves.begin(), moves.end(), but_for_tags) == 1) found = std::find_if(moves.begin(), moves.end(), but_for_tags);
    if (found == moves.end()) throw std::invalid_argument("no legal move '" + word + "'");
    state = apply_leg(game, state, *found);
  }
  return begin_history(game, std::move(state));
}

namespace {

// Turns: chains are followed to their ends, equal ones are kept once (decision 9).
struct Turn {
  std::string coordinate;
  State after;
};

void follow(const GameDefinition& game, const State& state, SquareId first_from, const std::string& text, bool named, std::map<NetEffect, Turn>& turns,
            std::set<NetEffect>& visited) {
  std::vector<LegalMove> moves = legal_moves(game, state);
  if (named) name_moves(game, state, moves, false);
  for (const LegalMove& move : moves) {
    const SquareId from = state.partial_square != kNone ? first_from : move.parts.empty() ? kNone : move.parts[0].from;
    State after = apply_leg(game, state, move);
    const std::string with_text = text.empty() ? move.coordinate : text + "," + move.coordinate;
    LegalMove whole;  // the chain as one move: from its first origin to its last target
    whole.tags = move.tags;
    const SquareId to = move.pass ? state.last_to : move.parts.empty() ? kNone : move.parts[0].to;
    whole.parts.push_back({kNone, kNone, from, to, kNone, false});
    const NetEffect effect = net_effect(after, whole);
    if (after.partial_square == kNone) {
      turns.emplace(effect, Turn{with_text, after});
    } else {
      whole.partial = true;
      whole.partial_square = after.partial_square;
      whole.partial_type = after.partial_type;
      NetEffect open = net_effect(after, whole);
      std::get<4>(open) = after.last_from;  // the next leg may ask for it; where the leg ended is partial_square
      if (visited.insert(open).second) follow(game, after, from, with_text, named, turns, visited);
    }
  }
}

std::vector<Turn> turns_of(const GameDefinition& game, const State& state, bool named) {
  std::map<NetEffect, Turn> turns;
  std::set<NetEffect> visited;
  follow(game, state, kNone, "", named, turns, visited);
  std::vector<Turn> list;
  for (auto& [effect, turn] : turns) list.push_back(std::move(turn));
  return list;
}

}  // namespace

std::uint64_t perft(const GameDefinition& game, const State& state, int depth) {
  if (depth == 0) return 1;
  if (outcome(game, state, true).over) return 0;
  std::uint64_t nodes = 0;
  for (const Turn& turn : turns_of(game, state, false)) nodes += perft(game, turn.after, depth - 1);
  return nodes;
}

std::vector<DivideRow> divide(const GameDefinition& game, const State& state, int depth) {
  std::vector<DivideRow> rows;
  if (depth == 0 || outcome(game, state, true).over) return rows;
  for (const Turn& turn : turns_of(game, state, true)) rows.push_back({turn.coordinate, perft(game, turn.after, depth - 1)});
  std::sort(rows.begin(), rows.end(), [](const DivideRow& a, const DivideRow& b) { return a.coordinate < b.coordinate; });
  return rows;
}

}  // namespace nightrider::reference
