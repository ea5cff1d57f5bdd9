#include "syntax/macros.h"

#include <limits>
#include <string_view>
#include <utility>

namespace nightrider {
namespace {

// A call of one macro in the body of another: what the callee uses beyond the call's arguments falls through.
struct Call {
  std::size_t caller = 0;
  std::size_t callee = 0;
  std::size_t arguments = 0;
};

void add_parameters(std::string_view text, ParameterSet& used) {
  for (ParameterUse use = next_parameter(text, 0); use.begin != use.end; use = next_parameter(text, use.end))
    if (use.number <= kMaxParameter) used.set(use.number);
}

}  // namespace

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

ParameterUse next_parameter(std::string_view text, std::size_t from) {
  for (std::size_t begin = text.find('$', from); begin != std::string_view::npos; begin = text.find('$', begin + 1)) {
    std::size_t end = begin + 1;
    std::size_t number = 0;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
      number = number * 10 + static_cast<std::size_t>(text[end] - '0');
      if (number > kMaxParameter) number = kMaxParameter + 1;
      ++end;
    }
    if (number > 0) return {begin, end, number};
  }
  return {};
}

bool is_form(const SyntaxNode& node, std::string_view head) {
  return node.kind == SyntaxKind::kList && !node.children.empty() && node.children.front()->kind == SyntaxKind::kSymbol &&
         node.children.front()->text == head;
}

MacroTable::MacroTable(const SyntaxTree& tree, DiagnosticSink& sink) {
  for (const SyntaxNode* form : tree.forms) {
    collect(*form, sink);
    if (is_form(*form, "game") || is_form(*form, "variant"))
      for (const SyntaxNode* part : form->children) collect(*part, sink);
  }
  find_used_parameters();
  std::vector<bool> visited(macros_.size(), false);
  for (const Macro& macro : macros_) find_least_weight(macro.index, visited, 0);
}

const Macro* MacroTable::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? nullptr : &macros_[found->second];
}

void MacroTable::collect(const SyntaxNode& form, DiagnosticSink& sink) {
  if (!is_form(form, "define")) return;
  if (form.children.size() < 2 || form.children[1]->kind != SyntaxKind::kSymbol) {
    sink.error("bad-define", form.span, "'define' takes a name and the text that stands for it", "(define name body...)");
    return;
  }
  const std::string& name = form.children[1]->text;
  if (name == "define" || name == "include" || name == "game" || name == "variant") {
    sink.error("bad-define", form.children[1]->span, "a macro cannot be named '" + name + "', a form of the language");
    return;
  }
  if (has_parameter(name)) {
    sink.error("bad-define", form.children[1]->span, "the name of a macro holds no parameter");
    return;
  }
  const auto [place, is_new] = by_name_.try_emplace(name, macros_.size());
  if (is_new) {
    macros_.emplace_back();
    macros_.back().index = place->second;
  }
  macros_[place->second].name = name;
  macros_[place->second].definition = &form;
}

std::uint64_t MacroTable::find_least_weight(std::size_t index, std::vector<bool>& visited, std::size_t depth) {
  constexpr std::size_t kMaxDepth = 200;  // deeper chains are refused anyway; what is cut off here counts as nothing
  Macro& macro = macros_[index];
  if (visited[index] || depth > kMaxDepth) return macro.least_weight;  // nothing yet, for one that calls itself
  visited[index] = true;
  std::uint64_t weight = 0;
  std::vector<const SyntaxNode*> todo(macro.definition->children.begin() + 2, macro.definition->children.end());
  while (!todo.empty()) {
    const SyntaxNode& node = *todo.back();
    todo.pop_back();
    const SyntaxNode* head = node.kind == SyntaxKind::kList && !node.children.empty() ? node.children.front() : nullptr;
    if (head != nullptr && head->kind == SyntaxKind::kSymbol && has_parameter(head->text)) continue;  // a call of who knows what
    const Macro* callee = head != nullptr && head->kind == SyntaxKind::kSymbol ? find(head->text) : nullptr;
    if (callee != nullptr) {
      weight = saturating_add(weight, find_least_weight(callee->index, visited, depth + 1));
      continue;
    }
    // A parameter may stand for nothing: for a call that expands to nothing.
    if (node.kind != SyntaxKind::kSymbol || !has_parameter(node.text)) weight = saturating_add(weight, 1);
    todo.insert(todo.end(), node.children.begin(), node.children.end());
  }
  macro.least_weight = weight;
  return weight;
}

void MacroTable::find_used_parameters() {
  std::vector<Call> calls;
  std::vector<std::vector<std::size_t>> calls_of(macros_.size());  // by callee
  std::vector<const SyntaxNode*> todo;
  for (Macro& macro : macros_) {
    todo.assign(macro.definition->children.begin() + 2, macro.definition->children.end());
    while (!todo.empty()) {
      const SyntaxNode& node = *todo.back();
      todo.pop_back();
      add_parameters(node.text, macro.used);
      if (node.kind != SyntaxKind::kList || node.children.empty()) continue;
      todo.insert(todo.end(), node.children.begin(), node.children.end());
      const SyntaxNode& head = *node.children.front();
      if (head.kind != SyntaxKind::kSymbol) continue;
      if (has_parameter(head.text)) {
        macro.used.set();  // it may call any macro
      } else if (const Macro* callee = find(head.text)) {
        calls_of[callee->index].push_back(calls.size());
        calls.push_back({macro.index, callee->index, node.children.size() - 1});
      }
    }
    macro.used.reset(0);
  }
  // To the least fixed point: each round of a macro adds at least one parameter to its set.
  std::vector<std::size_t> changed;
  for (const Macro& macro : macros_) changed.push_back(macro.index);
  while (!changed.empty()) {
    const std::size_t callee = changed.back();
    changed.pop_back();
    for (const std::size_t index : calls_of[callee]) {
      const Call& call = calls[index];
      ParameterSet falls_through = macros_[callee].used;
      if (call.arguments >= kMaxParameter) continue;
      falls_through >>= call.arguments + 1;
      falls_through <<= call.arguments + 1;
      ParameterSet& used = macros_[call.caller].used;
      if ((used | falls_through) == used) continue;
      used |= falls_through;
      changed.push_back(call.caller);
    }
  }
}

}  // namespace nightrider
