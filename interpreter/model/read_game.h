// Expanded forms to GameDefinitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/game_definition.h"
#include "syntax/syntax_tree.h"

namespace nightrider {

// One entry of the variant menu. Indexes into the list that `list_games` returned stay valid with the tree.
struct GameEntry {
  std::string id;
  std::string title;
  const ExpandedNode* game = nullptr;     // the `game` form it is or inherits from
  const ExpandedNode* variant = nullptr;  // null: the game itself
  bool is_default = false;                // says `(default)`: opened first, else the file's first entry is
};

// All games and variants of a file, in order. Reports a file without any game, duplicate ids and misplaced forms.
std::vector<GameEntry> list_games(const ExpandedTree& tree, DiagnosticSink& sink);

// Reads one entry: resolves names, merges inheritance, checks. Nothing if there were errors.
// `strict_zrf` reports every use of a form that ZRF has not (language.md) as a warning "not-zrf".
struct ReadGameOptions { bool strict_zrf = false; };
std::optional<GameDefinition> read_game(const ExpandedTree& tree, const GameEntry& entry, DiagnosticSink& sink,
                                        const ReadGameOptions& options = {});

// The definition as text, complete and stable: for `check --dump=model`. Blocks of some files lie a thousand deep in each other; as
// spaces their indentation would be nearly all of the text, so whoever only compares texts takes it as a number.
enum class DumpIndent : std::uint8_t { kSpaces, kNumber };
std::string to_text(const GameDefinition& game, DumpIndent indent = DumpIndent::kSpaces);

}  // namespace nightrider
