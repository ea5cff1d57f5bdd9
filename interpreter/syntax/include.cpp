// Files and the files that they include.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "base/lower_case.h"
#include "syntax/parse.h"
#include "syntax/reader.h"
#include "syntax/scan.h"

namespace nightrider {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxListedFiles = 2000;  // looked through for a similar name

std::string_view head_of(const SyntaxNode& node) {
  if (node.kind != SyntaxKind::kList || node.children.empty() || node.children.front()->kind != SyntaxKind::kSymbol) return {};
  return node.children.front()->text;
}

// True if `path` lies in `folder` or below; both are resolved.
bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [folder_rest, path_rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  // A folder that ends in a slash ("/") has an empty last part.
  return folder_rest == folder.end() || (folder_rest->empty() && std::next(folder_rest) == folder.end());
}

struct OpenFile {
  fs::path resolved;
  std::string shown;  // as in messages
  fs::path folder;    // where its includes are looked up
  fs::path shown_folder;
};

class Reader {
 public:
  Reader(SourceSet& sources, DiagnosticSink& sink, const ReadOptions& options)
      : sources_(sources), sink_(sink), options_(options), limits_(options.limits) {}

  SyntaxTree read(const fs::path& path) {
    const std::string shown = path.string();
    std::string bytes;
    std::string problem = read_bytes(path, bytes);
    const FileId file = sources_.add(shown, problem.empty() ? std::string_view(bytes) : std::string_view());
    if (!problem.empty()) {
      sink_.error(problem_code_, {file, 0, 0}, problem);
      return std::move(tree_);
    }
    std::error_code error;
    fs::path resolved = fs::canonical(path, error);
    if (error) resolved = path;
    return read_source(file, bytes.size(), {resolved, shown, resolved.parent_path(), path.parent_path()});
  }

  SyntaxTree read(const std::string& name, std::string_view text, const fs::path& folder) {
    const FileId file = sources_.add(name, text.size() > limits_.file_bytes ? std::string_view() : text);
    if (text.size() > limits_.file_bytes) {
      sink_.error("file-too-large", {file, 0, 0}, too_large());
      return std::move(tree_);
    }
    std::error_code error;
    fs::path resolved = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error) resolved = folder;
    return read_source(file, text.size(), {{}, name, resolved, folder});
  }

 private:
  SyntaxTree read_source(FileId file, std::size_t bytes, OpenFile origin) {
    const std::size_t errors = sink_.error_count();
    total_bytes_ = bytes;
    const ParsedFile parsed = parse_forms(file, sources_, sink_, limits_, tree_);
    total_tokens_ = parsed.tokens;
    if (parsed.tokens == 0 && !sink_.has_errors())
      sink_.error("empty-file", {file, 0, 0}, "the file holds no form: it is empty, or all of it is comment");
    open_.push_back(std::move(origin));
    splice(parsed.forms, tree_.forms);
    tree_.incomplete = sink_.error_count() > errors;
    return std::move(tree_);
  }

  // Appends the forms to `out`, with the forms of included files in place of `include`.
  void splice(const std::vector<SyntaxNode*>& forms, std::vector<const SyntaxNode*>& out) {
    for (SyntaxNode* form : forms) {
      const std::string_view head = head_of(*form);
      if (head == "include") {
        include(*form, out);
      } else {
        if (head == "game" || head == "variant") splice_children(*form);
        out.push_back(form);
      }
    }
  }

  // The same among the parts of a game.
  void splice_children(SyntaxNode& game) {
    const auto is_include = [](const SyntaxNode* child) { return head_of(*child) == "include"; };
    if (std::none_of(game.children.begin(), game.children.end(), is_include)) return;
    std::vector<const SyntaxNode*> children;
    for (const SyntaxNode* child : game.children) {
      if (is_include(child)) {
        include(*child, children);
      } else {
        children.push_back(child);
      }
    }
    game.children = std::move(children);
  }

  void include(const SyntaxNode& form, std::vector<const SyntaxNode*>& out) {
    if (stopped_) return;
    if (form.children.size() != 2 || form.children[1]->kind != SyntaxKind::kString || form.children[1]->text.empty()) {
      sink_.error("bad-include", form.span, "'include' takes one file name in quotes", "(include \"pieces.inc\")");
      return;
    }
    const SyntaxNode& argument = *form.children[1];
    std::string name = argument.text;
    std::replace(name.begin(), name.end(), '\\', '/');
    if (++includes_ > limits_.includes) {
      stop("too-many-includes", form.span, "more than " + with_commas(limits_.includes) + " files are included");
      return;
    }
    OpenFile found;
    if (!look_up(name, argument, found)) return;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i].resolved != found.resolved) continue;
      std::string chain;
      for (std::size_t k = i; k < open_.size(); ++k) chain += open_[k].shown + " -> ";
      sink_.error("include-cycle", argument.span, "a file includes itself: " + chain + found.shown);
      return;
    }
    if (open_.size() > limits_.include_depth) {
      sink_.error("includes-too-deep", argument.span, "includes are nested more than " + with_commas(limits_.include_depth) + " deep");
      return;
    }
    const ReadFile* file = read_once(found, argument.span);
    if (file == nullptr) return;
    // A file that is included again is not read again, but it counts: it makes the tree longer.
    total_bytes_ += file->bytes;
    total_tokens_ += file->parsed.tokens;
    if (total_bytes_ > limits_.total_bytes) {
      stop("includes-too-large", argument.span, "the file and its includes have more than " + with_commas(limits_.total_bytes) + " bytes");
      return;
    }
    if (total_tokens_ > limits_.tokens) {
      stop("too-many-tokens", argument.span, "the file and its includes have more than " + with_commas(limits_.tokens) +
                                                 " parentheses, symbols and strings");
      return;
    }
    open_.push_back(std::move(found));
    splice(file->parsed.forms, out);
    open_.pop_back();
  }

  struct ReadFile {
    ParsedFile parsed;
    std::size_t bytes = 0;
    bool good = false;
  };

  const ReadFile* read_once(const OpenFile& found, SourceSpan at) {
    auto [place, is_new] = files_.try_emplace(found.resolved.string());
    ReadFile& file = place->second;
    if (is_new) {
      std::string bytes;
      if (const std::string problem = read_bytes(found.resolved, bytes); !problem.empty()) {
        sink_.error(problem_code_, at, "'" + found.shown + "': " + problem);
      } else {
        file.good = true;
        file.bytes = bytes.size();
        ReadLimits rest = limits_;
        rest.tokens = limits_.tokens - std::min(limits_.tokens, total_tokens_);
        const FileId id = sources_.add(found.shown, bytes);
        const std::size_t errors = sink_.error_count();
        file.parsed = parse_forms(id, sources_, sink_, rest, tree_);
        if (file.parsed.tokens == 0 && sink_.error_count() == errors)
          sink_.warning("empty-file", at, "'" + found.shown + "' holds no form: it is empty, or all of it is comment");
      }
    }
    return file.good ? &file : nullptr;
  }

  std::string too_large() const { return "the file has more than " + with_commas(limits_.file_bytes) + " bytes"; }

  // The file's bytes, or the reason why there are none, with problem_code_ set.
  std::string read_bytes(const fs::path& path, std::string& bytes) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      problem_code_ = "no-such-file";
      return "there is no such file";
    }
    if (fs::is_directory(status)) {
      problem_code_ = "is-a-directory";
      return "this is a directory, not a rule file";
    }
    problem_code_ = "cannot-read";
    if (error) return "cannot be read: " + error.message();
    // A pipe or a device might never end.
    if (!fs::is_regular_file(status)) return "cannot be read: it is not a regular file";
    std::ifstream in(path, std::ios::binary);
    if (!in) return "cannot be read (no permission?)";
    std::vector<char> block(1u << 16);
    while (in && bytes.size() <= limits_.file_bytes) {
      in.read(block.data(), static_cast<std::streamsize>(block.size()));
      bytes.append(block.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (in.bad()) return "cannot be read: the reading was broken off";
    if (bytes.size() > limits_.file_bytes) {
      problem_code_ = "file-too-large";
      return too_large();
    }
    return {};
  }

  // Finds the file an include names: in the including file's folder and below, then in the include folders
  // (language.md, decision 1). Reports and returns false when there is none, or none that may be read.
  bool look_up(const std::string& name, const SyntaxNode& argument, OpenFile& found) {
    const fs::path relative(name);
    const bool has_drive = name.size() > 1 && name[1] == ':' && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
    const char* const hint = "--allow-include-anywhere lifts this";
    if (!options_.allow_include_anywhere) {
      if (relative.is_absolute() || has_drive) {
        sink_.error("include-outside", argument.span, "'" + name + "' is an absolute path; a rule file includes files of its own folder", hint);
        return false;
      }
      if (std::find(relative.begin(), relative.end(), fs::path("..")) != relative.end()) {
        sink_.error("include-outside", argument.span, "'" + name + "' leads out of the folder of the rule file ('..')", hint);
        return false;
      }
    }
    std::vector<std::pair<fs::path, fs::path>> folders{{open_.back().folder, open_.back().shown_folder}};
    for (const fs::path& folder : options_.include_folders) {
      std::error_code error;
      const fs::path resolved = fs::canonical(folder, error);
      if (!error) folders.emplace_back(resolved, folder);
    }
    for (const auto& [folder, shown_folder] : folders) {
      fs::path inside = relative;
      std::error_code error;
      if (!fs::exists(folder / inside, error)) {
        // Old rule files were written where upper and lower case are the same in file names.
        inside = same_but_for_case(folder, relative);
        if (inside.empty()) continue;
      }
      const fs::path resolved = fs::canonical(folder / inside, error);
      if (error) continue;
      if (!options_.allow_include_anywhere && !is_below(resolved, folder)) {
        sink_.error("include-outside", argument.span, "'" + name + "' is a link that leads out of its folder", hint);
        return false;
      }
      found = {resolved, (shown_folder / inside).string(), resolved.parent_path(), (shown_folder / inside).parent_path()};
      return true;
    }
    sink_.error("missing-include", argument.span, "there is no file '" + name + "'", similar_names(relative, folders));
    return false;
  }

  // The path below `folder` that differs from `relative` in case only, or empty when there is not exactly one.
  static fs::path same_but_for_case(const fs::path& folder, const fs::path& relative) {
    fs::path found;
    for (const fs::path& part : relative) {
      if (part == "..") return {};
      std::error_code error;
      if (part == "." || part.is_absolute() || fs::exists(folder / found / part, error)) {
        found /= part;
        continue;
      }
      std::vector<fs::path> matches;
      std::size_t seen = 0;
      for (fs::directory_iterator entry(folder / found, error), end; !error && entry != end && seen < kMaxListedFiles; entry.increment(error), ++seen)
        if (lower_case(entry->path().filename().string()) == lower_case(part.string())) matches.push_back(entry->path().filename());
      if (matches.size() != 1) return {};
      found /= matches.front();
    }
    return found;
  }

  std::string similar_names(const fs::path& relative, const std::vector<std::pair<fs::path, fs::path>>& folders) const {
    std::vector<std::string> names;
    for (const auto& [folder, shown_folder] : folders) {
      std::error_code error;
      const fs::path place = folder / relative.parent_path();
      std::size_t seen = 0;
      for (fs::directory_iterator entry(place, error), end; !error && entry != end && seen < kMaxListedFiles; entry.increment(error), ++seen) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored)) names.push_back((relative.parent_path() / entry->path().filename()).generic_string());
      }
    }
    std::sort(names.begin(), names.end());  // directories list in any order; the hint must not
    const std::string nearest = nearest_name(relative.generic_string(), names);
    if (!nearest.empty()) return "did you mean '" + nearest + "'?";
    std::string searched;
    for (const auto& [folder, shown_folder] : folders)
      searched += (searched.empty() ? "" : ", ") + ("'" + (shown_folder.empty() ? std::string(".") : shown_folder.string()) + "'");
    return "looked in " + searched;
  }

  void stop(std::string code, SourceSpan at, std::string message) {
    stopped_ = true;
    sink_.error(std::move(code), at, std::move(message));
  }

  SourceSet& sources_;
  DiagnosticSink& sink_;
  const ReadOptions& options_;
  const ReadLimits& limits_;
  SyntaxTree tree_;
  std::vector<OpenFile> open_;              // the file in progress and those that include it
  std::map<std::string, ReadFile> files_;   // by resolved path
  std::size_t total_bytes_ = 0;
  std::size_t total_tokens_ = 0;
  std::size_t includes_ = 0;
  bool stopped_ = false;
  std::string problem_code_;
};

}  // namespace

SyntaxTree read_file(const std::filesystem::path& path, SourceSet& sources, DiagnosticSink& sink, const ReadOptions& options) {
  return Reader(sources, sink, options).read(path);
}

SyntaxTree read_text(const std::string& name, std::string_view text, const std::filesystem::path& folder, SourceSet& sources,
                     DiagnosticSink& sink, const ReadOptions& options) {
  return Reader(sources, sink, options).read(name, text, folder);
}

}  // namespace nightrider
