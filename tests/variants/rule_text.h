// Rule text given as a string, through the whole pipeline, with its messages kept.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "compile/compile.h"
#include "model/read_game.h"
#include "support/support.h"
#include "syntax/reader.h"

namespace nightrider::test {

struct ReadRuleText {
  SourceSet sources;
  DiagnosticSink sink;
  std::shared_ptr<const CompiledGame> game;  // null if there were errors

  std::string messages() const {
    std::string text;
    for (const Diagnostic& diagnostic : sink.list()) text += render(diagnostic, sources);
    return text;
  }
};

// `entry`: id or title of the game or variant; empty: the first one.
inline std::unique_ptr<ReadRuleText> read_rule_text(const std::string& name, const std::string& text,
                                                    const std::string& entry = {}) {
  auto result = std::make_unique<ReadRuleText>();
  const auto common = source_dir() / "variants" / "common";
  ReadOptions options;
  options.include_folders.push_back(common);
  const SyntaxTree tree = read_text(name, text, common, result->sources, result->sink, options);
  const ExpandedTree expanded = expand(tree, result->sources, result->sink);
  if (result->sink.has_errors()) return result;
  for (const GameEntry& game : list_games(expanded, result->sink)) {
    if (!entry.empty() && game.id != entry && game.title != entry) continue;
    if (auto definition = read_game(expanded, game, result->sink); definition && !result->sink.has_errors())
      result->game = compile(*std::move(definition), result->sink);
    break;
  }
  return result;
}

}  // namespace nightrider::test
