// Macro expansion: a call is replaced by the macro's body, its arguments glued into symbols and strings as text.
#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "syntax/macros.h"
#include "syntax/reader.h"
#include "syntax/scan.h"

namespace nightrider {
namespace {

// What one argument stands for: usually one node, more when the argument is itself a macro call.
using Nodes = std::vector<const ExpandedNode*>;

// The arguments in force while a body is expanded: the call's own and, behind them, those of the calls around it.
struct Frame {
  const Macro* macro = nullptr;
  const Expansion* expansion = nullptr;
  const Frame* parent = nullptr;
  std::vector<const Nodes*> arguments;  // [n]: $n, null: not given; short: the rest is not given

  const Nodes* argument(std::size_t number) const { return number < arguments.size() ? arguments[number] : nullptr; }
};

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

std::uint64_t weight_of(const Nodes& nodes) {
  std::uint64_t weight = 0;
  for (const ExpandedNode* node : nodes) weight = saturating_add(weight, node->weight);
  return weight;
}

// Forms whose strings are shown and mean nothing: a `$5` there may be money.
bool is_text_form(std::string_view head) {
  constexpr std::string_view kTextForms[] = {"title", "description", "history", "strategy", "solution", "help", "notation"};
  return std::find(std::begin(kTextForms), std::end(kTextForms), head) != std::end(kTextForms);
}

class Expander {
 public:
  Expander(const SyntaxTree& tree, DiagnosticSink& sink, const ReadLimits& limits)
      : source_(tree), sink_(sink), limits_(limits), macros_(tree, sink), active_(macros_.all().size(), false) {}

  ExpandedTree run() {
    for (const Macro& macro : macros_.all()) result_.macro_names.push_back(macro.name);
    for (const SyntaxNode* form : source_.forms) {
      if (stopped_) break;
      if (is_form(*form, "define")) continue;
      Nodes expanded;
      expand(*form, nullptr, expanded);
      if (stopped_) break;
      for (const ExpandedNode* node : expanded)
        if (within_weight(*node)) result_.forms.push_back(node);
    }
    return std::move(result_);
  }

 private:
  // --- Budgets -------------------------------------------------------------------------------------------------------

  // False when the budgets of the whole tree are used up; then everything ends.
  bool spend(std::uint64_t steps, std::size_t bytes) {
    if (stopped_) return false;
    steps_ += steps;
    bytes_ += bytes;
    if (steps_ <= limits_.expansion_steps && bytes_ <= limits_.expanded_bytes) return true;
    stopped_ = true;
    const SourceSpan at = outermost_call_ != nullptr ? outermost_call_->span : source_.forms.front()->span;
    const std::string what = outermost_call_ != nullptr ? "the expansion of macro '" + outermost_call_->children.front()->text + "'" : "the expansion";
    if (bytes_ > limits_.expanded_bytes) {
      sink_.error("expansion-too-large", at, what + " needs more than " + with_commas(limits_.expanded_bytes >> 20) + " MB");
    } else {
      sink_.error("expansion-too-large", at, what + " takes more than " + with_commas(limits_.expansion_steps) + " steps");
    }
    return false;
  }

  // A top-level form that is too heavy is reported at the call that makes it so, or else at itself.
  bool within_weight(const ExpandedNode& form) {
    if (form.weight <= limits_.expanded_nodes) return true;
    report_weight(form.span, "this form", form.weight);
    return false;
  }

  void report_weight(SourceSpan at, const std::string& what, std::uint64_t weight) {
    const std::string number = weight == std::numeric_limits<std::uint64_t>::max() ? "more than " + with_commas(weight - 1) : with_commas(weight);
    sink_.error("expansion-too-large", at, what + " would expand to " + number + " nodes, more than " + with_commas(limits_.expanded_nodes));
  }

  // --- Nodes ---------------------------------------------------------------------------------------------------------

  void expand(const SyntaxNode& node, const Frame* frame, Nodes& out) {
    if (!spend(1, 0)) return;
    if (node.kind != SyntaxKind::kList) {
      expand_atom(node, frame, out);
      return;
    }
    if (depth_ >= kMaxNesting) {
      report(node, frame, "nested-too-deep", "lists and macro calls are nested more than " + with_commas(kMaxNesting) + " deep");
      return;
    }
    ++depth_;
    Nodes head;
    std::string_view head_text;
    if (!node.children.empty() && node.children.front()->kind == SyntaxKind::kSymbol) {
      expand(*node.children.front(), frame, head);
      if (head.size() == 1 && head.front()->is_symbol()) head_text = head.front()->text;
    }
    const Macro* macro = head_text.empty() ? nullptr : macros_.find(head_text);
    if (macro != nullptr) {
      call(*macro, node, frame, out);
    } else {
      expand_list(node, frame, std::move(head), out);
    }
    --depth_;
  }

  void expand_list(const SyntaxNode& node, const Frame* frame, Nodes children, Nodes& out) {
    const bool was_in_text = in_text_;
    if (children.size() == 1 && children.front()->is_symbol() && is_text_form(children.front()->text)) in_text_ = true;
    const bool parts_may_define = frame == nullptr && (is_form(node, "game") || is_form(node, "variant"));
    const bool head_is_done = !node.children.empty() && node.children.front()->kind == SyntaxKind::kSymbol;
    for (std::size_t i = head_is_done ? 1 : 0; i < node.children.size() && !stopped_; ++i) {
      if (parts_may_define && is_form(*node.children[i], "define")) continue;
      expand(*node.children[i], frame, children);
    }
    in_text_ = was_in_text;
    std::uint32_t height = 0;
    for (const ExpandedNode* child : children) height = std::max(height, child->height);
    if (height >= limits_.list_depth) {
      report(node, frame, "nested-too-deep", "after expansion, lists are nested more than " + with_commas(limits_.list_depth) + " deep");
      return;
    }
    if (!spend(0, sizeof(ExpandedNode) + children.size() * sizeof(children[0]))) return;
    children.shrink_to_fit();
    ExpandedNode* list = result_.new_node();
    list->kind = SyntaxKind::kList;
    list->span = node.span;
    list->expansion = frame == nullptr ? nullptr : frame->expansion;
    list->weight = saturating_add(1, weight_of(children));
    list->height = height + 1;
    list->children = std::move(children);
    out.push_back(list);
  }

  void expand_atom(const SyntaxNode& node, const Frame* frame, Nodes& out) {
    ParameterUse use = next_parameter(node.text, 0);
    const bool substitute = use.begin != use.end && (frame != nullptr || (node.kind == SyntaxKind::kSymbol && !in_text_));
    if (!substitute) {
      append_atom(node, frame, node.text, out);
      return;
    }
    if (frame == nullptr) {
      report(node, frame, "parameter-outside-macro", "'" + node.text.substr(use.begin, use.end - use.begin) +
                                                         "' stands outside every macro, so that nothing gives it a value");
      return;
    }
    if (node.kind == SyntaxKind::kSymbol && use.begin == 0 && use.end == node.text.size()) {
      const Nodes* argument = given(use, node, *frame);
      if (argument == nullptr || !spend(argument->size() / 8, 0)) return;
      out.insert(out.end(), argument->begin(), argument->end());
      return;
    }
    std::string text;
    std::size_t copied = 0;
    for (; use.begin != use.end; use = next_parameter(node.text, use.end)) {
      text.append(node.text, copied, use.begin - copied);
      copied = use.end;
      const Nodes* argument = frame->argument(use.number);
      if (argument == nullptr && in_text_ && node.kind == SyntaxKind::kString) {
        text.append(node.text, use.begin, use.end - use.begin);
        continue;
      }
      if (argument == nullptr) {
        given(use, node, *frame);
        return;
      }
      if (argument->size() != 1 || argument->front()->is_list()) {
        report(node, frame, "list-in-symbol", "$" + std::to_string(use.number) + " of macro '" + frame->macro->name +
                                                  "' is glued into a " + kind_name(node) + ", but its argument is not a single symbol or string");
        return;
      }
      text += argument->front()->text;
      const std::size_t limit = node.kind == SyntaxKind::kString ? limits_.string_bytes : limits_.symbol_bytes;
      if (text.size() > limit) {
        report(node, frame, node.kind == SyntaxKind::kString ? "string-too-long" : "symbol-too-long",
               std::string("with its arguments this ") + kind_name(node) + " has more than " + with_commas(limit) + " bytes");
        return;
      }
      if (!spend(1 + text.size() / 64, 0)) return;
    }
    text.append(node.text, copied);
    if (node.kind == SyntaxKind::kSymbol && (text.empty() || text.find_first_of(" \t\r\n\f\v\x1A();\"") != std::string::npos)) {
      report(node, frame, "list-in-symbol", "with its arguments '" + node.text + "' is no symbol: '" + text + "'");
      return;
    }
    append_atom(node, frame, std::move(text), out);
  }

  void append_atom(const SyntaxNode& node, const Frame* frame, std::string text, Nodes& out) {
    if (!spend(0, sizeof(ExpandedNode) + (text.size() > 15 ? text.size() + 16 : 0))) return;
    ExpandedNode* atom = result_.new_node();
    atom->kind = node.kind;
    atom->span = node.span;
    atom->text = std::move(text);
    atom->expansion = frame == nullptr ? nullptr : frame->expansion;
    out.push_back(atom);
  }

  static const char* kind_name(const SyntaxNode& node) { return node.kind == SyntaxKind::kString ? "string" : "symbol"; }

  // The argument for a `$n`, or null with an error that names macro and parameter.
  const Nodes* given(const ParameterUse& use, const SyntaxNode& node, const Frame& frame) {
    const Nodes* argument = frame.argument(use.number);
    if (argument != nullptr) return argument;
    if (use.number > kMaxParameter) {
      report(node, &frame, "missing-argument", "macro '" + frame.macro->name + "' uses " + node.text.substr(use.begin, use.end - use.begin) +
                                                   "; parameters go to $" + std::to_string(kMaxParameter));
    } else {
      report(node, &frame, "missing-argument", "macro '" + frame.macro->name + "' uses $" + std::to_string(use.number) +
                                                   ", but neither this call nor one around it gives it");
    }
    return nullptr;
  }

  // --- Calls ---------------------------------------------------------------------------------------------------------

  void call(const Macro& macro, const SyntaxNode& node, const Frame* frame, Nodes& out) {
    if (active_[macro.index]) {
      std::string cycle = macro.name;
      for (const Frame* at = frame; at != nullptr; at = at->parent) {
        cycle = at->macro->name + " -> " + cycle;
        if (at->macro == &macro) break;
      }
      report(node, frame, "recursive-macro", "macro '" + macro.name + "' calls itself without end: " + cycle);
      return;
    }
    if (calls_ >= limits_.macro_depth) {
      report(node, frame, "macro-too-deep", "macro calls are nested more than " + with_commas(limits_.macro_depth) + " deep");
      return;
    }
    const bool is_outermost = outermost_call_ == nullptr;
    if (is_outermost) outermost_call_ = &node;

    Frame inner;
    inner.macro = &macro;
    inner.parent = frame;
    const std::string key = bind(inner, node, frame);
    if (!stopped_) {
      const auto known = expansions_.find(key);
      const Nodes& body = known != expansions_.end() ? known->second : expand_body(inner, node, frame, key);
      if (!stopped_) finish_call(macro, node, frame, body, is_outermost, out);
    }
    if (is_outermost) outermost_call_ = nullptr;
  }

  // Gives the frame its arguments and returns what identifies the expansion: the macro and all arguments in force that
  // it may look at.
  std::string bind(Frame& inner, const SyntaxNode& node, const Frame* frame) {
    const std::size_t written = std::min(node.children.size() - 1, kMaxParameter);
    const std::size_t inherited = frame == nullptr || frame->arguments.empty() ? 0 : frame->arguments.size() - 1;
    inner.arguments.assign(std::max(written, inherited) + 1, nullptr);
    std::string key = std::to_string(inner.macro->index);
    for (std::size_t n = 1; n < inner.arguments.size() && !stopped_; ++n) {
      if (!inner.macro->used.test(n)) continue;
      if (n <= written) {
        Nodes value;
        expand(*node.children[n], frame, value);
        inner.arguments[n] = keep(std::move(value));
      } else {
        inner.arguments[n] = frame->argument(n);
      }
      if (inner.arguments[n] != nullptr) append_to_key(n, *inner.arguments[n], key);
    }
    return key;
  }

  static void append_to_key(std::size_t number, const Nodes& value, std::string& key) {
    // No text of a rule file holds a zero byte.
    key += '\0' + std::to_string(number);
    for (const ExpandedNode* node : value) {
      key += '\0';
      if (node->is_list()) {
        key += '(' + std::to_string(reinterpret_cast<std::uintptr_t>(node));
      } else {
        key += node->is_string() ? '"' : '.';
        key += node->text;
      }
    }
  }

  const Nodes* keep(Nodes value) {
    if (!spend(1, sizeof(Nodes) + value.size() * sizeof(value[0]))) return nullptr;
    return &values_.emplace_back(std::move(value));
  }

  const Nodes& expand_body(Frame& inner, const SyntaxNode& node, const Frame* frame, const std::string& key) {
    Expansion* expansion = result_.new_expansion();
    expansion->macro = inner.macro->name;
    expansion->call = node.span;
    expansion->parent = frame == nullptr ? nullptr : frame->expansion;
    inner.expansion = expansion;
    active_[inner.macro->index] = true;
    ++calls_;
    const bool was_in_text = in_text_;
    Nodes body;
    const std::vector<const SyntaxNode*>& written = inner.macro->definition->children;
    for (std::size_t i = 2; i < written.size() && !stopped_; ++i) expand(*written[i], &inner, body);
    in_text_ = was_in_text;
    --calls_;
    active_[inner.macro->index] = false;
    constexpr std::size_t kEntryBytes = 160;  // of the table's entry and the Expansion, about
    spend(1, kEntryBytes + key.size() + body.size() * sizeof(body[0]));
    body.shrink_to_fit();
    return expansions_.emplace(key, std::move(body)).first->second;
  }

  void finish_call(const Macro& macro, const SyntaxNode& node, const Frame* frame, const Nodes& body, bool is_outermost, Nodes& out) {
    // Only the outermost call is reported: it tells how much there would be in all.
    const std::uint64_t weight = weight_of(body);
    if (is_outermost && weight > limits_.expanded_nodes) {
      report_weight(node.span, "the call of macro '" + macro.name + "'", weight);
      return;
    }
    (void)frame;
    if (spend(1 + body.size() / 8, 0)) out.insert(out.end(), body.begin(), body.end());
  }

  void report(const SyntaxNode& node, const Frame* frame, std::string code, std::string message) {
    ExpandedNode place;
    place.span = node.span;
    place.expansion = frame == nullptr ? nullptr : frame->expansion;
    sink_.report(diagnostic_at(place, Severity::kError, std::move(code), std::move(message)));
  }

  // Of our own recursion: a macro's depth and its body's nesting multiply, so that list_depth alone does not bound it.
  static constexpr std::size_t kMaxNesting = 2000;

  const SyntaxTree& source_;
  DiagnosticSink& sink_;
  const ReadLimits& limits_;
  const MacroTable macros_;
  ExpandedTree result_;

  std::unordered_map<std::string, Nodes> expansions_;
  std::deque<Nodes> values_;   // arguments; frames point to them
  std::vector<bool> active_;   // by macro: its body is being expanded
  std::size_t calls_ = 0;
  std::size_t depth_ = 0;
  std::uint64_t steps_ = 0;
  std::size_t bytes_ = 0;
  const SyntaxNode* outermost_call_ = nullptr;
  bool in_text_ = false;
  bool stopped_ = false;
};

}  // namespace

ExpandedTree expand(const SyntaxTree& tree, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits) {
  (void)sources;
  return Expander(tree, sink, limits).run();
}

}  // namespace nightrider
