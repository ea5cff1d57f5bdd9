// Perft by the slow reference interpreter, for finding out which of two programs is wrong:
//   reference_perft FILE.zrf|ID DEPTH [--variant TITLE-OR-ID] [--moves "COORDINATES"] [--text]
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

#include "model/read_game.h"
#include "reference/reference.h"
#include "syntax/reader.h"

namespace {

using namespace nightrider;

std::optional<GameDefinition> read(const std::filesystem::path& file, const std::string& name, bool needed) {
  SourceSet sources;
  DiagnosticSink sink;
  ReadOptions options;
  options.include_folders.push_back(std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "variants" / "common");
  const SyntaxTree tree = read_file(file, sources, sink, options);
  const ExpandedTree expanded = expand(tree, sources, sink);
  std::optional<GameDefinition> game;
  for (const GameEntry& entry : list_games(expanded, sink)) {
    if (!name.empty() && entry.id != name && entry.title != name) continue;
    game = read_game(expanded, entry, sink);
    break;
  }
  if (needed || sink.has_errors())
    for (const Diagnostic& diagnostic : sink.list()) std::cerr << render(diagnostic, sources);
  return game;
}

int run(int count, char** arguments) {
  std::string name, variant, moves;
  int depth = -1;
  bool list = false;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--variant" && i + 1 < count) variant = arguments[++i];
    else if (argument == "--moves" && i + 1 < count) moves = arguments[++i];
    else if (argument == "--text") list = true;
    else if (name.empty()) name = argument;
    else depth = std::atoi(argument.c_str());
  }
  if (depth < 0) {
    std::cerr << "usage: reference_perft FILE.zrf|ID DEPTH [--variant TITLE-OR-ID] [--moves \"COORDINATES\"] [--text]\n";
    return 2;
  }
  std::optional<GameDefinition> game;
  if (name.ends_with(".zrf")) {
    game = read(name, variant, true);
  } else {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "variants"))
      if (!game && entry.path().extension() == ".zrf") game = read(entry.path(), name, false);
  }
  if (!game) {
    std::cerr << "no game '" << name << "'\n";
    return 1;
  }
  const reference::State state = reference::apply_all(*game, reference::initial(*game), moves);
  if (list)
    for (const reference::LegalMove& move : reference::named_moves(*game, state)) std::cout << move.coordinate << "  " << move.text << '\n';
  std::uint64_t total = 0;
  for (const reference::DivideRow& row : reference::divide(*game, state, depth)) {
    std::cout << row.coordinate << ": " << row.nodes << '\n';
    total += row.nodes;
  }
  std::cout << "total " << (depth == 0 ? 1 : total) << '\n';
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(count, arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
