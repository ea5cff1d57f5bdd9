// What every run of a move block needs to know of the game, at compile time and at play time: codes, masks, and the
// board graph as each player sees it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compile/code_table.h"
#include "model/game_definition.h"

namespace nightrider {

struct RuleContext {
  GameDefinition game;
  CodeTable codes;
  std::size_t squares = 0;
  std::size_t players = 0;
  CodeSet empty_set;                     // just the empty code
  CodeSet all_codes;
  std::vector<CodeSet> friends;          // [as-player]
  std::vector<CodeSet> enemies;          // [as-player]: pieces of other players that move
  CodeSet neutrals;
  CodeSet captured;                      // wait to be taken off the board (`deferred captures`): neither friend nor enemy
  std::vector<CodeSet> of_type;          // [type]
  std::vector<CodeSet> with_attribute;   // [attribute]
  std::vector<SquareId> links;           // [(direction * players + as-player) * squares + square], after symmetry
  std::vector<std::vector<SquareId>> joined;  // [square]: the squares that a link of any direction joins to it, either way
  std::vector<SquareId> back_links;      // the square whose link leads here
  std::vector<std::vector<SquareId>> neighbours;  // [square]: linked from it in any direction
  std::vector<SquareSet> goal_squares;   // [player]: named by an absolute-config goal of that player
  std::vector<std::vector<PieceTypeId>> royal_types;  // [player]
  std::vector<CodeSet> royal_codes;      // [player]
  CodeSet ending_codes;                  // pieces whose capture ends the game by a goal that asks for nothing else

  // Code maps, each once; used by SquareOp.
  std::vector<CodeMap> maps;
  std::map<CodeMap, std::uint16_t> map_ids;
  static constexpr std::size_t kMaxMaps = 0xFFFF;
  bool too_many_maps = false;            // more were asked for; the game cannot be compiled
  std::uint16_t map_id(const CodeMap& map);

  SquareId step(DirectionId direction, PlayerId as_player, SquareId square) const {
    return links[(direction * players + as_player) * squares + square];
  }
  SquareId step_back(DirectionId direction, PlayerId as_player, SquareId square) const {
    return back_links[(direction * players + as_player) * squares + square];
  }
  int player_attribute_bit(PlayerId player, PlayerAttributeId attribute) const {
    return static_cast<int>(player * game.player_attributes.size() + attribute);
  }
  // The codes with which a plain test of what stands on its place holds; null: the condition asks something else.
  const CodeSet* occupants_asked(const Condition& condition, PlayerId as_player) const {
    switch (condition.kind) {
      case ConditionKind::kEmpty: return &empty_set;
      case ConditionKind::kEnemy: return &enemies[as_player];
      case ConditionKind::kFriend: return &friends[as_player];
      case ConditionKind::kNeutral: return &neutrals;
      case ConditionKind::kPiece: return &of_type[condition.id];
      case ConditionKind::kAttribute: return &with_attribute[condition.id];
      default: return nullptr;
    }
  }
  // Whether `remove` takes a piece of this code away; of `fate` see PreparedMove::Blast.
  bool blasted(std::uint16_t fate, Code code) const { return code != kEmptyCode && (fate == kNone || maps[fate][code] == kEmptyCode); }
  // A code that stands for "an enemy piece of the same type": what `defended?` supposes on the square.
  Code enemy_twin(Code code) const;

  static RuleContext build(GameDefinition game, std::string& error);
};

}  // namespace nightrider
