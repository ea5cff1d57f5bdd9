// Text to expanded forms: parsing (ANTLR, hidden behind this header), includes, macros.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "syntax/syntax_tree.h"

namespace nightrider {

// Every limit has a message of its own and a test at the limit.
struct ReadLimits {
  std::size_t file_bytes = 16u << 20;            // one file
  std::size_t total_bytes = 64u << 20;           // a rule file with its includes
  std::size_t tokens = 250'000;                  // parentheses, symbols and strings of a rule file with its includes
  std::size_t includes = 1000;
  std::size_t include_depth = 32;
  std::size_t list_depth = 1000;                 // nested parentheses
  std::size_t symbol_bytes = 4096;               // one symbol
  std::size_t string_bytes = 1u << 20;           // one string
  std::size_t macro_depth = 100;                 // nested calls; beyond it, or when it is sure before, recursion is named
  std::uint64_t expanded_nodes = 5'000'000;      // weight of one top-level form
  std::uint64_t all_expanded_nodes = 20'000'000; // weight of all forms together
  std::size_t expanded_bytes = 96u << 20;        // memory of all expansions of a rule file, about
  std::uint64_t expansion_steps = 20'000'000;    // nodes looked at while one rule file is expanded, about
};

struct ReadOptions {
  // Searched for includes after the including file's folder: the shipped variants/common.
  std::vector<std::filesystem::path> include_folders;
  bool allow_include_anywhere = false;  // else `..`, absolute paths and links that lead outside are refused
  ReadLimits limits;
};

// Parses one file's text, including nothing. Errors go to `sink`; the forms that could be read are kept.
SyntaxTree parse_text(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits = {});

// Reads the file at `path` and all it includes.
SyntaxTree read_file(const std::filesystem::path& path, SourceSet& sources, DiagnosticSink& sink,
                     const ReadOptions& options = {});
// The same for text that is not in a file; `name` stands for it in messages, includes are looked up in `folder`.
SyntaxTree read_text(const std::string& name, std::string_view text, const std::filesystem::path& folder,
                     SourceSet& sources, DiagnosticSink& sink, const ReadOptions& options = {});

// Replaces macro calls by their bodies (zrf-reference: arguments are glued into symbols and strings, a missing
// argument is that of the enclosing macro). Definitions are collected first; the last of a name wins.
ExpandedTree expand(const SyntaxTree& tree, const SourceSet& sources, DiagnosticSink& sink,
                    const ReadLimits& limits = {});

// `message` at `node` with a note for each macro call that led to it.
Diagnostic diagnostic_at(const ExpandedNode& node, Severity severity, std::string code, std::string message,
                         std::string hint = {});

// A displayed string (title, description, help, ...) as a person reads it: a backslash is a line break, a grave accent
// a double quote (zrf-reference 1). File names are not displayed strings.
std::string display_text(std::string_view text);

// The tree as rule text, indented: for `check --dump=syntax|expanded`.
std::string to_text(const SyntaxTree& tree);
std::string to_text(const ExpandedTree& tree);

}  // namespace nightrider
