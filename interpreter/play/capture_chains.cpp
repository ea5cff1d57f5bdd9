// The options that look ahead over the legs of a chain: `maximal captures`, which legs begin one that captures most, and
// `complete captures`, which legs end one that could go on.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "play/position.h"

namespace nightrider {

// The places a chain can come to, each once however it is reached: chains may part and meet again, and where legs need not
// capture they may go in circles.
struct Position::ChainGraph {
  using Key = std::tuple<std::uint64_t, std::uint64_t, SquareId, SquareId, std::uint64_t, SquareId, MoveTypeId>;
  struct Leg {
    std::int64_t captured = 0;
    std::size_t next = kEnd;
  };
  static constexpr std::size_t kEnd = ~std::size_t{0};

  std::map<Key, std::size_t> places;
  std::vector<std::vector<Leg>> legs;  // [place]
  bool too_many = false;
};

// The leg tried: `then(undo, open)` is called in the position that it leaves, where its chain is open or not.
template <class Then>
void Position::behind_leg(Move move, Then then) {
  Undo undo;
  apply(move, undo);
  if (move.action >= kFirstPreparedAction && prepared(move).partial && !prepared(move).parts.empty()) {
    const SquareId square = partial_square_;
    const MoveTypeId type = partial_type_;
    partial_square_ = prepared(move).parts.back().to;
    partial_type_ = prepared(move).continuation;
    then(undo, true);
    partial_square_ = square;
    partial_type_ = type;
  } else {
    then(undo, false);
  }
  revert(undo);
}

// Pieces taken by the leg just applied. An enemy piece that becomes another counts (language reference, "what recorded games settle").
std::int64_t Position::taken_by(Move move, const Undo& undo) const {
  auto taken = static_cast<std::int64_t>(captured_codes_.size() - undo.captured_first);
  const CodeTable& codes = g_->context.codes;
  for (std::size_t i = undo.first_change; i < changes_.size(); ++i) {
    const Code before = static_cast<Code>(changes_[i].before);
    if (changes_[i].kind != ChangeKind::kSquare || !g_->context.enemies[as_player()].contains(before)) continue;
    const SquareId square = changes_[i].subject;
    const Code after = board_[square];
    const auto& captures = prepared(move).captures;
    if (after != kEmptyCode && (codes.type(after) != codes.type(before) || codes.owner(after) != codes.owner(before)) &&
        std::find(captures.begin(), captures.end(), square) == captures.end())
      ++taken;
  }
  return taken;
}

std::pair<std::int64_t, std::size_t> Position::chain_leg(ChainGraph& graph, Move move) {
  ChainGraph::Leg leg;
  behind_leg(move, [&](const Undo& undo, bool open) {
    leg.captured = taken_by(move, undo);
    if (open) leg.next = chain_place(graph);
  });
  return {leg.captured, leg.next};
}

std::size_t Position::chain_place(ChainGraph& graph) {
  if (graph.too_many) return ChainGraph::kEnd;
  const auto [place, is_new] = graph.places.try_emplace(
      {board_key_, player_attributes_, last_from_, last_to_, last_tags_, partial_square_, partial_type_}, graph.legs.size());
  const std::size_t number = place->second;
  if (!is_new) return number;
  if (number == kMaxChainPlaces) {
    graph.too_many = true;
    return ChainGraph::kEnd;
  }
  graph.legs.emplace_back();
  MoveList moves;
  prior_moves(moves);
  for (Move move : moves) {
    const auto [captured, next] = chain_leg(graph, move);
    graph.legs[number].push_back({captured, next});
  }
  return number;
}

void Position::keep_most_captures(MoveList& moves) {
  ChainGraph graph;
  std::vector<ChainGraph::Leg> first;
  for (Move move : moves) {
    const auto [captured, next] = chain_leg(graph, move);
    first.push_back({captured, next});
  }
  if (graph.too_many) return;
  // Longest ways, places found later first: a few rounds, but for circles. One that captures has no end.
  std::vector<std::int64_t> most(graph.legs.size(), 0);
  const auto all_of = [&](const ChainGraph::Leg& leg) { return leg.captured + (leg.next == ChainGraph::kEnd ? 0 : most[leg.next]); };
  bool changed = true;
  for (std::size_t round = 0; changed; ++round) {
    if (round > most.size()) return;
    changed = false;
    for (std::size_t place = most.size(); place-- > 0;)
      for (const ChainGraph::Leg& leg : graph.legs[place])
        if (all_of(leg) > most[place]) most[place] = all_of(leg), changed = true;
  }
  std::int64_t best = 0;
  for (const ChainGraph::Leg& leg : first) best = std::max(best, all_of(leg));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (all_of(first[i]) == best) moves[kept++] = moves[i];
  moves.resize(kept);
}

// Whether the leg leads to another one.
bool Position::goes_on(Move move) {
  MoveList next;
  behind_leg(move, [&](const Undo&, bool open) {
    if (open) prior_moves(next);
  });
  return !next.empty();
}

// `complete captures`: of the legs by which a piece captures the same pieces, those that end the chain give way to those that
// do not.
void Position::drop_incomplete(MoveList& moves) {
  enum class Leads { kUnknown, kOn, kNowhere };
  std::vector<Leads> leads(moves.size(), Leads::kUnknown);
  const auto captures = [&](std::size_t i) -> const std::vector<SquareId>* {
    return moves[i].action < kFirstPreparedAction || prepared(moves[i]).captures.empty() ? nullptr : &prepared(moves[i]).captures;
  };
  const auto leads_on = [&](std::size_t i) {
    if (leads[i] == Leads::kUnknown) leads[i] = goes_on(moves[i]) ? Leads::kOn : Leads::kNowhere;
    return leads[i] == Leads::kOn;
  };
  std::vector<bool> keep(moves.size(), true);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::vector<SquareId>* mine = captures(i);
    if (mine == nullptr) continue;
    for (std::size_t j = 0; j < moves.size() && keep[i]; ++j)
      if (j != i && moves[j].from == moves[i].from && captures(j) != nullptr && *captures(j) == *mine && !leads_on(i) && leads_on(j))
        keep[i] = false;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (keep[i]) moves[kept++] = moves[i];
  moves.resize(kept);
}

}  // namespace nightrider
