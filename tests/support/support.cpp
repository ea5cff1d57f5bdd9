// Games through the whole pipeline; only this file needs `engine`.
#include "support/support.h"

#include <gtest/gtest.h>

#include "compile/compile.h"
#include "syntax/reader.h"

namespace nightrider::test {

std::shared_ptr<const CompiledGame> shipped(const std::string& id) {
  LibraryPaths paths;
  paths.folders.push_back(source_dir() / "variants");
  const Result<std::unique_ptr<LoadedGame>> loaded = load_game(id, "", paths);
  if (!loaded) {
    ADD_FAILURE() << loaded.error();
    return nullptr;
  }
  const LoadedGame& game = **loaded;
  if (game.game == nullptr)
    for (const Diagnostic& diagnostic : game.sink.list()) ADD_FAILURE() << render(diagnostic, game.sources);
  return game.game;
}

std::shared_ptr<const CompiledGame> compile_text(const std::string& text) {
  DiagnosticSink sink;
  std::shared_ptr<const CompiledGame> game = compile(definition_of(text), sink);
  const SourceSet sources;
  if (game == nullptr)
    for (const Diagnostic& diagnostic : sink.list()) ADD_FAILURE() << diagnostic.message;
  return game;
}

}  // namespace nightrider::test
