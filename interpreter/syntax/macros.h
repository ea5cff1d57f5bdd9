// The macros of a tree: definitions collected, and which parameters each may look at. Internal to syntax.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.h"
#include "syntax/parameters.h"
#include "syntax/syntax_tree.h"

namespace nightrider {

struct Macro {
  std::string name;
  const SyntaxNode* definition = nullptr;    // (define name body...)
  // The parameters that an expansion may look at, those of macros called in the body included. The others, given or
  // not, make no difference, so that calls which differ only in them share an expansion.
  ParameterSet used;
  // No expansion weighs less (saturating): what the body writes, with the macros that it calls by name.
  std::uint64_t least_weight = 0;
  std::size_t index = 0;
};

class MacroTable {
 public:
  // Collects the definitions at top level and among the parts of games and variants; the last of a name wins.
  MacroTable(const SyntaxTree& tree, DiagnosticSink& sink);

  const Macro* find(std::string_view name) const;
  const std::vector<Macro>& all() const { return macros_; }

 private:
  void collect(const SyntaxNode& form, DiagnosticSink& sink);
  void find_used_parameters();
  std::uint64_t find_least_weight(std::size_t macro, std::vector<bool>& visited, std::size_t depth);

  std::vector<Macro> macros_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b);

bool is_form(const SyntaxNode& node, std::string_view head);

}  // namespace nightrider
