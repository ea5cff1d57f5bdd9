// Rule text as nested lists, before and after macro expansion.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace nightrider {

enum class SyntaxKind : std::uint8_t { kList, kSymbol, kString };

// One node as written. A string's text is without its quotes. A number is a symbol that `as_integer` reads.
struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::kList;
  SourceSpan span;
  std::string text;                          // symbol or string
  std::vector<const SyntaxNode*> children;   // list
};

// Owns its nodes; pointers stay valid for the tree's life.
class SyntaxTree {
 public:
  SyntaxNode* new_node();
  std::vector<const SyntaxNode*> forms;  // top level, includes already spliced in
  bool incomplete = false;               // a file or a form could not be read: what it defines is missing

 private:
  std::deque<SyntaxNode> nodes_;
};

// One macro call that was replaced by the macro's body; `parent` is the call around it. For messages.
struct Expansion {
  std::string macro;
  SourceSpan call;
  const Expansion* parent = nullptr;
};

// One node after expansion. Equal expansions share their nodes, so that the tree is a DAG: `weight` is the number of
// nodes that a walk of the tree below (this one included) visits, saturating.
struct ExpandedNode {
  SyntaxKind kind = SyntaxKind::kList;
  SourceSpan span;                             // in the text where it was written (inside the macro's body)
  std::string text;
  std::vector<const ExpandedNode*> children;
  const Expansion* expansion = nullptr;        // null: written outside any macro
  std::uint64_t weight = 1;
  bool damaged = false;                        // an atom is missing from this list, which was reported
  std::uint32_t height = 0;                    // lists on the longest way down, this one included; at most list_depth

  bool is_list() const { return kind == SyntaxKind::kList; }
  bool is_symbol() const { return kind == SyntaxKind::kSymbol; }
  bool is_string() const { return kind == SyntaxKind::kString; }
  // A list's first symbol, or empty.
  std::string_view head() const;
};

// Top-level forms other than `define` and `include`, expanded. Owns its nodes.
class ExpandedTree {
 public:
  ExpandedNode* new_node();
  Expansion* new_expansion();
  std::vector<const ExpandedNode*> forms;
  std::vector<std::string> macro_names;  // all that are defined, for "did you mean"
  bool incomplete = false;               // as SyntaxTree::incomplete: an unknown form may be a macro that is missing

 private:
  std::deque<ExpandedNode> nodes_;
  std::deque<Expansion> expansions_;
};

// The integer that the atom's text denotes (optional sign, decimal digits, fits 32 bits), or nothing.
std::optional<int> as_integer(const ExpandedNode& node);

}  // namespace nightrider
