#include "crosscheck/games.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/lower_case.h"
#include "model/read_game.h"
#include "syntax/reader.h"

namespace nightrider::crosscheck {
namespace {

const std::filesystem::path kSource = NIGHTRIDER_SOURCE_DIR;

std::vector<std::filesystem::path> rule_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".zrf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> rule_file_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : rule_files(folder)) names.push_back(std::filesystem::relative(file, kSource).generic_string());
  return names;
}

// In whatever case: file systems of other systems do not tell them apart.
bool is_rule_file(const std::string& name) { return lower_case(name).ends_with(".zrf"); }

struct Reading {
  SourceSet sources;
  DiagnosticSink sink;
  SyntaxTree tree;
  ExpandedTree expanded;
  std::vector<GameEntry> entries;

  explicit Reading(const std::filesystem::path& file) {
    ReadOptions options;
    options.include_folders.push_back(kSource / "variants" / "common");
    tree = read_file(file, sources, sink, options);
    expanded = expand(tree, sources, sink);
    entries = list_games(expanded, sink);
  }
  std::string diagnostics() const {
    std::string text;
    for (const Diagnostic& diagnostic : sink.list()) text += render(diagnostic, sources);
    return text;
  }
};

Loaded compiled(Reading& reading, const GameEntry& entry, bool specialise) {
  Loaded loaded;
  std::optional<GameDefinition> definition = read_game(reading.expanded, entry, reading.sink);
  CompileOptions options;
  options.specialise = specialise;
  if (definition) loaded.game = compile(std::move(*definition), reading.sink, options);
  if (loaded.game == nullptr) loaded.error = reading.diagnostics();
  return loaded;
}

}  // namespace

std::vector<std::string> shipped_files() { return rule_file_names(kSource / "variants"); }

std::vector<std::string> small_games() { return rule_file_names(kSource / "tests" / "crosscheck" / "games"); }

std::vector<std::string> games_in(const std::string& file) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= Reading(kSource / file).entries.size(); ++i) names.push_back(file + "#" + std::to_string(i));
  return names;
}

Loaded load(const std::string& name, bool specialise) {
  const std::size_t hash = name.rfind('#');
  const std::string file = name.substr(0, hash);
  if (is_rule_file(file)) {
    const std::size_t entry = hash == std::string::npos ? 1 : std::strtoul(name.c_str() + hash + 1, nullptr, 10);
    const std::filesystem::path path = std::filesystem::exists(file) ? std::filesystem::path(file) : kSource / file;
    Reading reading(path);
    if (entry == 0 || entry > reading.entries.size()) return {nullptr, reading.diagnostics() + "no such game in " + path.string()};
    return compiled(reading, reading.entries[entry - 1], specialise);
  }
  for (const std::filesystem::path& file : rule_files(kSource / "variants")) {
    Reading reading(file);
    for (const GameEntry& entry : reading.entries)
      if (entry.id == name) return compiled(reading, entry, specialise);
  }
  return {nullptr, "no shipped game has the id '" + name + "'"};
}

}  // namespace nightrider::crosscheck
