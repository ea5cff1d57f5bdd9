#include "compile/rule_context.h"

#include <algorithm>

namespace nightrider {
namespace {

void collect_goal_squares(const GoalTest& test, const BoardDefinition& board, PlayerId player, SquareSet& squares) {
  for (const ConfigPlace& place : test.places) {
    if (place.square != kNone) squares.insert(place.square);
    if (place.zone != kNone) squares |= board.zone_squares[place.zone][player];
  }
  for (const GoalTest& child : test.children) collect_goal_squares(child, board, player, squares);
}

// Types of which the capture of one is enough for the test.
void collect_ending_types(const GoalTest& test, std::vector<PieceTypeId>& types) {
  if (test.kind == GoalTestKind::kCaptured) types.insert(types.end(), test.types.begin(), test.types.end());
  if (test.kind == GoalTestKind::kOr)
    for (const GoalTest& child : test.children) collect_ending_types(child, types);
}

}  // namespace

std::uint16_t RuleContext::map_id(const CodeMap& map) {
  if (const auto known = map_ids.find(map); known != map_ids.end()) return known->second;
  if (maps.size() == kMaxMaps) {
    too_many_maps = true;
    return 0;
  }
  const auto id = static_cast<std::uint16_t>(maps.size());
  maps.push_back(map);
  map_ids.emplace(map, id);
  return id;
}

Code RuleContext::enemy_twin(Code code) const {
  for (std::size_t player = 0; player < players; ++player)
    if (player != codes.owner(code) && game.players[player].kind != PlayerKind::kNeutral)
      return codes.with_owner(code, static_cast<PlayerId>(player));
  return code;
}

RuleContext RuleContext::build(GameDefinition definition, std::string& error) {
  RuleContext context;
  context.game = std::move(definition);
  const GameDefinition& game = context.game;
  context.codes = CodeTable::build(game, error);
  if (!error.empty()) return context;
  if (game.players.size() * game.player_attributes.size() > 64) {
    error = "player attributes times players are more than 64";
    return context;
  }
  context.squares = game.board.squares.size();
  context.players = game.players.size();
  context.empty_set.insert(kEmptyCode);
  context.all_codes = context.codes.all();
  for (std::size_t player = 0; player < context.players; ++player)
    context.friends.push_back(context.codes.of_owner(static_cast<PlayerId>(player)));
  for (std::size_t player = 0; player < context.players; ++player) {
    CodeSet enemies;
    for (std::size_t other = 0; other < context.players; ++other)
      if (other != player && game.players[other].kind != PlayerKind::kNeutral) enemies = enemies | context.friends[other];
    context.enemies.push_back(enemies);
    if (game.players[player].kind == PlayerKind::kNeutral) context.neutrals = context.neutrals | context.friends[player];
  }
  if (game.captured_attribute != kNone) {
    // Captured pieces that still stand there are nobody's: in the way, and nothing else.
    context.captured = context.codes.with_attribute_set(game.captured_attribute);
    for (CodeSet& set : context.enemies) set = set - context.captured;
    for (CodeSet& set : context.friends) set = set - context.captured;
    context.neutrals = context.neutrals - context.captured;
  }
  for (std::size_t type = 0; type < game.pieces.size(); ++type)
    context.of_type.push_back(context.codes.of_type(static_cast<PieceTypeId>(type)));
  for (std::size_t attribute = 0; attribute < game.attributes.size(); ++attribute)
    context.with_attribute.push_back(context.codes.with_attribute_set(static_cast<AttributeId>(attribute)));

  const std::size_t directions = game.board.directions.size();
  context.links.assign(directions * context.players * context.squares, kNone);
  context.back_links = context.links;
  context.neighbours.resize(context.squares);
  for (std::size_t direction = 0; direction < directions; ++direction)
    for (std::size_t player = 0; player < context.players; ++player) {
      const auto& links = game.board.links[game.board.symmetry[player][direction]];
      const std::size_t base = (direction * context.players + player) * context.squares;
      for (std::size_t square = 0; square < context.squares; ++square) {
        const SquareId target = links[square];
        context.links[base + square] = target;
        if (target != kNone && context.back_links[base + target] == kNone)
          context.back_links[base + target] = static_cast<SquareId>(square);
      }
    }
  for (const auto& links : game.board.links)
    for (std::size_t square = 0; square < context.squares; ++square) {
      auto& near = context.neighbours[square];
      if (links[square] != kNone && std::find(near.begin(), near.end(), links[square]) == near.end())
        near.push_back(links[square]);
    }
  context.joined = context.neighbours;
  for (std::size_t square = 0; square < context.squares; ++square)
    for (SquareId near : context.neighbours[square]) {
      auto& back = context.joined[near];
      if (std::find(back.begin(), back.end(), square) == back.end()) back.push_back(static_cast<SquareId>(square));
    }
  context.goal_squares.assign(context.players, SquareSet(context.squares));
  for (const GoalDefinition& goal : game.goals)
    for (PlayerId player : goal.players)
      collect_goal_squares(goal.test, game.board, player, context.goal_squares[player]);
  for (std::size_t player = 0; player < context.players; ++player) {
    context.royal_types.push_back(game.royal_types(static_cast<PlayerId>(player)));
    CodeSet royal;
    for (PieceTypeId type : context.royal_types.back()) royal = royal | (context.of_type[type] & context.friends[player]);
    context.royal_codes.push_back(royal);
  }
  for (const GoalDefinition& goal : game.goals) {
    std::vector<PieceTypeId> types;
    collect_ending_types(goal.test, types);
    for (PieceTypeId type : types)
      for (PlayerId player : goal.players) context.ending_codes = context.ending_codes | (context.of_type[type] & context.friends[player]);
  }
  return context;
}

}  // namespace nightrider
