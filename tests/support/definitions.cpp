// Paths, data files, and definitions read by `syntax` and `model` alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "model/read_game.h"
#include "support/support.h"
#include "syntax/reader.h"

namespace nightrider::test {
namespace {

ReadOptions options() {
  ReadOptions read;
  read.include_folders.push_back(source_dir() / "variants" / "common");
  return read;
}

// The first entry that `wanted` accepts; nothing where none is accepted. Errors fail the test.
template <class Wanted>
std::optional<GameDefinition> read_entry(const SyntaxTree& tree, const SourceSet& sources, DiagnosticSink& sink, Wanted wanted) {
  std::optional<GameDefinition> game;
  const ExpandedTree expanded = expand(tree, sources, sink);
  for (const GameEntry& entry : list_games(expanded, sink)) {
    if (!wanted(entry)) continue;
    game = read_game(expanded, entry, sink);
    if (!game)
      for (const Diagnostic& diagnostic : sink.list()) ADD_FAILURE() << render(diagnostic, sources);
    break;
  }
  return game;
}

}  // namespace

std::filesystem::path source_dir() { return NIGHTRIDER_SOURCE_DIR; }

std::filesystem::path shared_dir() {
  if (const char* given = std::getenv("NIGHTRIDER_SHARED")) return std::filesystem::exists(given) ? given : "";
  for (std::filesystem::path folder = source_dir(); folder != folder.parent_path(); folder = folder.parent_path())
    if (const std::filesystem::path found = folder.parent_path() / "shared"; std::filesystem::exists(found / "founding-perft.tsv")) return found;
  return {};
}

GameDefinition shipped_definition(const std::string& id) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "variants"))
    if (entry.path().extension() == ".zrf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    SourceSet sources;
    DiagnosticSink sink;
    const SyntaxTree tree = read_file(file, sources, sink, options());
    if (auto game = read_entry(tree, sources, sink, [&](const GameEntry& entry) { return entry.id == id; })) return *game;
  }
  throw std::runtime_error("no shipped game reads as '" + id + "'");
}

GameDefinition definition_of(const std::string& text) {
  SourceSet sources;
  DiagnosticSink sink;
  const SyntaxTree tree = read_text("test.zrf", text, source_dir() / "variants" / "common", sources, sink, options());
  auto game = read_entry(tree, sources, sink, [](const GameEntry&) { return true; });
  if (!game) {
    for (const Diagnostic& diagnostic : sink.list()) ADD_FAILURE() << render(diagnostic, sources);
    throw std::runtime_error("the rule text has errors");
  }
  return *game;
}

std::vector<std::vector<std::string>> tsv_rows(const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  EXPECT_TRUE(file) << "cannot read " << path;
  std::string line;
  std::getline(file, line);  // the header
  while (std::getline(file, line)) {
    if (line.empty()) continue;
    std::vector<std::string> row(1);
    for (char c : line) {
      if (c == '\t') row.emplace_back();
      else row.back() += c;
    }
    rows.push_back(row);
  }
  return rows;
}

std::string read_whole_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace nightrider::test
