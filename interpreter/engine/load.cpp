#include "engine/load.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "base/lower_case.h"
#include "compile/compile.h"
#include "compile/dump.h"

namespace nightrider {
namespace {

namespace fs = std::filesystem;

// A library folder holds one folder a game and `common`; more folders than this in one are not looked at.
constexpr std::size_t kMaxLibraryFiles = 10000;

bool ends_like_a_rule_file(const std::string& name) { return name.size() > 4 && lower_case(name).ends_with(".zrf"); }

// Rule files of one library folder, in the order of their names: `<name>/*.zrf`, `common` left out.
std::vector<fs::path> rule_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (fs::directory_iterator game(folder, ignored), end; !ignored && game != end; game.increment(ignored)) {
    if (!game->is_directory(ignored) || game->path().filename() == "common") continue;
    std::error_code inner;
    for (fs::directory_iterator file(game->path(), inner); !inner && file != end; file.increment(inner))
      if (ends_like_a_rule_file(file->path().string()) && file->is_regular_file(inner)) files.push_back(file->path());
    if (files.size() > kMaxLibraryFiles) break;
  }
  std::sort(files.begin(), files.end());
  return files;
}

ReadOptions with_common(ReadOptions options, const LibraryPaths& paths) {
  std::error_code ignored;
  for (const fs::path& folder : paths.folders)
    if (fs::is_directory(folder / "common", ignored)) options.include_folders.push_back(folder / "common");
  return options;
}

// A file read and expanded, its menu of games listed.
struct OpenedFile {
  SyntaxTree syntax;
  ExpandedTree expanded;
  std::vector<GameEntry> entries;
};

OpenedFile open_file(const fs::path& path, SourceSet& sources, DiagnosticSink& sink, const ReadOptions& options) {
  OpenedFile opened;
  opened.syntax = read_file(path, sources, sink, options);
  // What was read is expanded even after errors, so that one run finds as many faults as it can.
  opened.expanded = expand(opened.syntax, sources, sink, options.limits);
  if (opened.expanded.forms.empty() && sink.has_errors()) return opened;
  const bool unbalanced = std::ranges::any_of(sink.list(), [](const Diagnostic& diagnostic) { return diagnostic.code == "unbalanced-parenthesis"; });
  opened.entries = list_games(opened.expanded, sink);
  // With a parenthesis too many or too few every form may stand in the wrong one: no game is read.
  if (unbalanced) opened.entries.clear();
  return opened;
}

// The id by which an entry is found: its own, or for the first game of a file without one the file's name.
std::string library_id(const fs::path& path, const std::vector<GameEntry>& entries, std::size_t index) {
  if (!entries[index].id.empty()) return entries[index].id;
  return index == 0 ? path.stem().string() : std::string();
}

std::string board_text(const GameDefinition& game) {
  std::size_t shown = 0;
  std::set<int> grids;
  for (const SquareDefinition& square : game.board.squares) {
    if (square.dummy) continue;
    ++shown;
    grids.insert(square.grid);
  }
  if (grids.size() == 1 && *grids.begin() >= 0) {
    const auto& dimensions = game.board.grids[static_cast<std::size_t>(*grids.begin())].dimensions;
    std::size_t cells = 1;
    std::string text;
    for (const auto& dimension : dimensions) {
      cells *= dimension.size();
      if (!text.empty()) text += 'x';
      text += std::to_string(dimension.size());
    }
    if (cells == shown) return text;
  }
  return std::to_string(shown) + " squares";
}

bool text_mentions(const fs::path& path, const std::string& word) {
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  return text.find(word) != std::string::npos;
}

// The shipped file whose menu has `id`. `<id>/<id>.zrf` is taken unread; of the others only files that mention the id are
// parsed, so that finding one game does not cost reading the library.
std::optional<fs::path> find_in_library(const std::string& id, const LibraryPaths& paths, const ReadOptions& options) {
  std::error_code ignored;
  if (id.empty()) return std::nullopt;
  for (const fs::path& folder : paths.folders) {
    const fs::path obvious = folder / id / (id + ".zrf");
    if (id != "common" && fs::is_regular_file(obvious, ignored)) return obvious;
  }
  for (const fs::path& folder : paths.folders) {
    for (const fs::path& file : rule_files(folder)) {
      if (file.stem() != id && !text_mentions(file, id)) continue;
      SourceSet sources;
      DiagnosticSink sink;
      const OpenedFile opened = open_file(file, sources, sink, options);
      for (std::size_t i = 0; i < opened.entries.size(); ++i)
        if (library_id(file, opened.entries, i) == id) return file;
    }
  }
  return std::nullopt;
}

// "did you mean" of a name that was not found.
std::string not_found_message(const std::string& name, const LibraryPaths& paths) {
  std::string message = "no game is called '" + name + "'";
  if (paths.folders.empty()) return message + "; no folder of shipped games was found (set NIGHTRIDER_PATH to one)";
  std::vector<std::string> ids;
  for (const LibraryEntry& entry : list_library(paths)) ids.push_back(entry.id);
  const std::string near = nearest_name(name, ids);
  std::vector<std::string> begin_so;
  for (const std::string& id : ids)
    if (id != near && !name.empty() && id.starts_with(name)) begin_so.push_back(id);
  if (!near.empty()) begin_so.insert(begin_so.begin(), near);
  if (!begin_so.empty()) {
    message += "; did you mean ";
    for (std::size_t i = 0; i < begin_so.size() && i < 5; ++i) {
      if (i > 0) message += ", ";
      message += "'" + begin_so[i] + "'";
    }
    message += "?";
  } else {
    message += "; 'nightrider list' names them";
  }
  std::error_code ignored;
  if (fs::is_regular_file(name, ignored)) message += " (for the file of that name write './" + name + "')";
  return message;
}

// Without white space and capitals: saved games do not always write a title as the rule file does.
std::string plain_title(std::string_view title) {
  std::string plain;
  for (char c : title)
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return plain;
}

// Index of the entry that `variant` chooses; an error names the nearest.
Result<std::size_t> choose_entry(const std::vector<GameEntry>& entries, const std::string& variant, const fs::path& path) {
  if (variant.empty()) {
    const auto chosen = std::find_if(entries.begin(), entries.end(), [](const GameEntry& entry) { return entry.is_default; });
    return static_cast<std::size_t>(chosen == entries.end() ? 0 : chosen - entries.begin());
  }
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].id == variant) return i;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].title == variant) return i;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (plain_title(entries[i].title) == plain_title(variant)) return i;
  std::vector<std::string> names;
  for (const GameEntry& entry : entries) {
    names.push_back(entry.title);
    if (!entry.id.empty()) names.push_back(entry.id);
  }
  std::string message = path.string() + " has no variant '" + variant + "'";
  const std::string near = nearest_name(variant, names);
  if (!near.empty()) return Error{message + "; did you mean '" + near + "'?"};
  message += "; it has";
  for (std::size_t i = 0; i < entries.size() && i < 20; ++i) message += (i > 0 ? ", '" : " '") + entries[i].title + "'";
  return Error{message};
}

// Equal for games whose moves are worked out alike: where pieces stand at first and what is only shown makes no difference.
std::size_t compiled_alike(GameDefinition& game) {
  auto setup = std::exchange(game.setup, {});
  std::array<std::string, 5> texts;
  const std::array<std::string*, 5> shown{&game.id, &game.title, &game.description, &game.history, &game.strategy};
  for (std::size_t i = 0; i < shown.size(); ++i) texts[i] = std::exchange(*shown[i], {});
  const std::size_t key = std::hash<std::string>{}(to_text(game, DumpIndent::kNumber));
  for (std::size_t i = 0; i < shown.size(); ++i) *shown[i] = std::move(texts[i]);
  game.setup = std::move(setup);
  return key;
}

// Only what stops reading altogether; a directory or a binary file is a diagnostic of read_file.
Status readable(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    std::vector<std::string> names;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (fs::directory_iterator file(folder, error), end; !error && file != end && names.size() < kMaxLibraryFiles; file.increment(error))
      if (ends_like_a_rule_file(file->path().string())) names.push_back(file->path().filename().string());
    std::string message = "cannot read '" + path.string() + "': there is no such file";
    const std::string near = nearest_name(path.filename().string(), names);
    if (!near.empty()) message += "; did you mean '" + near + "'?";
    return Error{message};
  }
  return Done{};
}

}  // namespace

bool is_path(const std::string& name) { return name.find('/') != std::string::npos || ends_like_a_rule_file(name); }

LibraryPaths library_paths(const fs::path& program, const char* user_data, const char* nightrider_path) {
  LibraryPaths paths;
  const auto keep = [&](const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (error || !fs::is_directory(real, error)) return;
    if (std::find(paths.folders.begin(), paths.folders.end(), real) == paths.folders.end()) paths.folders.push_back(real);
  };
  if (!program.empty()) {
    const fs::path beside = program.parent_path();
    keep(beside / "variants");
    keep(beside.parent_path() / "variants");
    keep(beside.parent_path() / "share" / "nightrider" / "variants");
  }
  if (user_data != nullptr && *user_data != '\0') keep(fs::path(user_data) / "nightrider" / "variants");
  if (nightrider_path != nullptr) {
    std::istringstream list(nightrider_path);
    for (std::string folder; std::getline(list, folder, ':');)
      if (!folder.empty()) keep(folder);
  }
  return paths;
}

std::vector<LibraryEntry> list_library(const LibraryPaths& paths, std::vector<fs::path>* skipped) {
  std::vector<LibraryEntry> library;
  std::set<std::string> seen;
  const ReadOptions options = with_common({}, paths);
  for (const fs::path& folder : paths.folders) {
    for (const fs::path& file : rule_files(folder)) {
      SourceSet sources;
      DiagnosticSink sink;
      const OpenedFile opened = open_file(file, sources, sink, options);
      bool usable = !opened.entries.empty() && !sink.has_errors();
      for (std::size_t i = 0; usable && i < opened.entries.size(); ++i) {
        const std::string id = library_id(file, opened.entries, i);
        if (id.empty() || seen.count(id) != 0) continue;
        const std::optional<GameDefinition> game = read_game(opened.expanded, opened.entries[i], sink);
        if (!game) {
          usable = false;
          break;
        }
        seen.insert(id);
        library.push_back({id, game->title, board_text(*game), file});
      }
      if (!usable && skipped != nullptr) skipped->push_back(file);
    }
  }
  std::sort(library.begin(), library.end(), [](const LibraryEntry& a, const LibraryEntry& b) { return a.id < b.id; });
  return library;
}

Result<std::unique_ptr<LoadedGame>> load_game(const std::string& name, const std::string& variant, const LibraryPaths& paths,
                                              const ReadOptions& options, const CompileOptions& compile_options) {
  const ReadOptions read_options = with_common(options, paths);
  auto loaded = std::make_unique<LoadedGame>();
  if (is_path(name)) {
    loaded->path = name;
    if (const Status status = readable(loaded->path); !status) return Error{status.error()};
  } else {
    const std::optional<fs::path> found = find_in_library(name, paths, read_options);
    if (!found) return Error{not_found_message(name, paths)};
    loaded->path = *found;
  }
  const OpenedFile opened = open_file(loaded->path, loaded->sources, loaded->sink, read_options);
  if (loaded->sink.has_errors() || opened.entries.empty()) return loaded;
  const Result<std::size_t> chosen = choose_entry(opened.entries, variant, loaded->path);
  if (!chosen) return Error{chosen.error()};
  std::size_t index = *chosen;
  for (std::size_t i = 0; variant.empty() && i < opened.entries.size(); ++i)
    if (library_id(loaded->path, opened.entries, i) == name) index = i;
  std::optional<GameDefinition> definition = read_game(opened.expanded, opened.entries[index], loaded->sink);
  if (definition) loaded->game = compile(std::move(*definition), loaded->sink, compile_options);
  return loaded;
}

Result<std::unique_ptr<CheckedFile>> check_file(const std::string& name, const LibraryPaths& paths, const CheckOptions& options) {
  const ReadOptions read_options = with_common(options.read, paths);
  auto checked = std::make_unique<CheckedFile>();
  std::error_code error;
  if (is_path(name) || fs::exists(name, error)) {
    checked->path = name;
    if (const Status status = readable(checked->path); !status) return Error{status.error()};
  } else {
    const std::optional<fs::path> found = find_in_library(name, paths, read_options);
    if (!found) return Error{not_found_message(name, paths)};
    checked->path = *found;
  }
  const OpenedFile opened = open_file(checked->path, checked->sources, checked->sink, read_options);
  if (options.dump == DumpStage::kSyntax) checked->dump = to_text(opened.syntax);
  if (options.dump == DumpStage::kExpanded) checked->dump = to_text(opened.expanded);
  std::set<std::size_t> compiled;
  for (std::size_t i = 0; i < opened.entries.size(); ++i) {
    CheckedVariant variant{library_id(checked->path, opened.entries, i), opened.entries[i].title};
    std::optional<GameDefinition> definition =
        read_game(opened.expanded, opened.entries[i], checked->sink, {options.strict_zrf});
    if (definition) {
      if (options.dump == DumpStage::kModel) checked->dump += to_text(*definition);
      if (options.dump == DumpStage::kProgram) {
        if (const auto game = compile(std::move(*definition), checked->sink, options.compile)) checked->dump += to_text(*game);
      } else if (opened.entries.size() == 1 || compiled.insert(compiled_alike(*definition)).second) {
        compile(std::move(*definition), checked->sink, options.compile);
      }
    }
    checked->variants.push_back(std::move(variant));
  }
  return checked;
}

}  // namespace nightrider
