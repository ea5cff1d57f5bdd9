// Macro expansion: a call is replaced by the macro's body, its arguments glued into symbols and strings as text.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "syntax/macros.h"
#include "syntax/reader.h"
#include "syntax/scan.h"

namespace nightrider {
namespace {

constexpr std::size_t kEntryBytes = 160;  // of an entry in the table of expansions, about
constexpr std::size_t kMaxErrors = 1000;  // then the expansion ends: a file so broken is not read on

// What a form, an argument or a body expands to: none, one or several nodes.
struct Nodes {
  std::vector<const ExpandedNode*> list;
  std::uint64_t weight = 0;  // of all; when it is over the limit the list may be incomplete: it is only weighed
  bool failed = false;       // an error was reported; what depends on this is not reported again
};

// The arguments in force while a body is expanded: the call's own and, behind them, those of the calls around it.
struct Frame {
  const Macro* macro = nullptr;
  const Expansion* expansion = nullptr;
  const Frame* parent = nullptr;
  std::string key;                      // what the expansion depends on: the macro and the arguments that it may look at
  std::vector<const Nodes*> arguments;  // [n]: $n, null: not given; short: the rest is not given

  const Nodes* argument(std::size_t number) const { return number < arguments.size() ? arguments[number] : nullptr; }
};

// Forms whose strings are shown and mean nothing: a `$5` there may be money.
bool is_text_form(std::string_view head) {
  constexpr std::string_view kTextForms[] = {"title", "description", "history", "strategy", "solution", "help", "notation"};
  return std::find(std::begin(kTextForms), std::end(kTextForms), head) != std::end(kTextForms);
}

const char* kind_name(const SyntaxNode& node) { return node.kind == SyntaxKind::kString ? "string" : "symbol"; }

class Expander {
 public:
  Expander(const SyntaxTree& tree, DiagnosticSink& sink, const ReadLimits& limits)
      : source_(tree), sink_(sink), limits_(limits), macros_(tree, sink), endless_(macros_.all().size(), false) {}

  ExpandedTree run() {
    result_.incomplete = source_.incomplete;
    for (const Macro& macro : macros_.all()) result_.macro_names.push_back(macro.name);
    std::uint64_t total = 0;
    for (const SyntaxNode* form : source_.forms) {
      if (is_form(*form, "define")) continue;
      too_deep_is_reported_ = false;
      Nodes expanded;
      expand(*form, nullptr, expanded);
      if (stopped_) break;
      if (!within_weight(*form, expanded, total)) continue;
      total += expanded.weight;
      result_.forms.insert(result_.forms.end(), expanded.list.begin(), expanded.list.end());
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
    const std::string more = bytes_ > limits_.expanded_bytes ? " needs more than " + with_commas(limits_.expanded_bytes >> 20) + " MB"
                                                             : " takes more than " + with_commas(limits_.expansion_steps) + " steps";
    if (outermost_call_ != nullptr) {
      sink_.error("expansion-too-large", outermost_call_->span, "the expansion of macro '" + outermost_name() + "'" + more);
    } else {
      sink_.error("expansion-too-large", source_.forms.front()->span, "the expansion of the rule file" + more);
    }
    return false;
  }

  bool within_weight(const SyntaxNode& form, const Nodes& expanded, std::uint64_t total) {
    if (expanded.weight > limits_.expanded_nodes) {
      if (!expanded.failed) report_weight(form.span, "this form", expanded.weight, limits_.expanded_nodes);
      return false;
    }
    if (total + expanded.weight > limits_.all_expanded_nodes) {
      report_weight(form.span, "with this form the rule file", total + expanded.weight, limits_.all_expanded_nodes);
      stopped_ = true;
      return false;
    }
    return true;
  }

  void report_weight(SourceSpan at, const std::string& what, std::uint64_t weight, std::uint64_t limit) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const std::string number = weight == kMost ? "more than " + with_commas(kMost - 1) : with_commas(weight);
    sink_.error("expansion-too-large", at, what + " would expand to " + number + " nodes, more than " + with_commas(limit));
  }

  std::string outermost_name() const { return outermost_call_->children.front()->text; }

  // --- Nodes ---------------------------------------------------------------------------------------------------------

  void append(const ExpandedNode* node, Nodes& out) {
    out.list.push_back(node);
    out.weight = saturating_add(out.weight, node->weight);
  }

  void append(const Nodes& nodes, Nodes& out) {
    out.weight = saturating_add(out.weight, nodes.weight);
    out.failed = out.failed || nodes.failed;
    // What is too heavy is never used, only weighed.
    if (out.weight > limits_.expanded_nodes || !spend(1 + nodes.list.size() / 8, 0)) return;
    out.list.insert(out.list.end(), nodes.list.begin(), nodes.list.end());
  }

  void expand(const SyntaxNode& node, const Frame* frame, Nodes& out) {
    if (!spend(1, 0)) return;
    if (node.kind != SyntaxKind::kList) {
      expand_atom(node, frame, out);
      return;
    }
    if (depth_ >= kMaxNesting) {
      report_too_deep(node, frame, out);
      return;
    }
    ++depth_;
    Nodes head;
    std::string_view head_text;
    if (!node.children.empty() && node.children.front()->kind == SyntaxKind::kSymbol) {
      expand(*node.children.front(), frame, head);
      if (head.list.size() == 1 && head.list.front()->is_symbol()) head_text = head.list.front()->text;
    }
    const Macro* macro = head_text.empty() ? nullptr : macros_.find(head_text);
    if (macro != nullptr) {
      call(*macro, node, frame, out);
    } else {
      expand_list(node, frame, std::move(head), out);
    }
    --depth_;
  }

  // `children` holds the head already if it is a symbol.
  void expand_list(const SyntaxNode& node, const Frame* frame, Nodes children, Nodes& out) {
    const bool was_in_text = in_text_;
    if (children.list.size() == 1 && children.list.front()->is_symbol() && is_text_form(children.list.front()->text)) in_text_ = true;
    const bool parts_may_define = frame == nullptr && (is_form(node, "game") || is_form(node, "variant"));
    const bool head_is_done = !node.children.empty() && node.children.front()->kind == SyntaxKind::kSymbol;
    bool damaged = head_is_done && children.failed && children.list.empty();
    for (std::size_t i = head_is_done ? 1 : 0; i < node.children.size() && !stopped_; ++i) {
      if (parts_may_define && is_form(*node.children[i], "define")) continue;
      const std::size_t before = children.list.size();
      expand(*node.children[i], frame, children);
      damaged = damaged || (node.children[i]->kind != SyntaxKind::kList && children.failed && children.list.size() == before);
    }
    in_text_ = was_in_text;
    std::uint32_t height = 0;
    for (const ExpandedNode* child : children.list) height = std::max(height, child->height);
    if (height >= limits_.list_depth) {
      report_too_deep(node, frame, out);
      return;
    }
    if (!spend(0, sizeof(ExpandedNode) + children.list.size() * sizeof(children.list[0]))) return;
    children.list.shrink_to_fit();
    ExpandedNode* list = result_.new_node();
    list->kind = SyntaxKind::kList;
    list->span = node.span;
    list->expansion = frame == nullptr ? nullptr : frame->expansion;
    list->weight = saturating_add(1, children.weight);
    list->height = height + 1;
    list->damaged = damaged;
    list->children = std::move(children.list);
    out.failed = out.failed || children.failed;
    append(list, out);
  }

  void expand_atom(const SyntaxNode& node, const Frame* frame, Nodes& out) {
    const ParameterUse use = next_parameter(node.text, 0);
    const bool substitute = use.begin != use.end && (frame != nullptr || (node.kind == SyntaxKind::kSymbol && !in_text_));
    if (!substitute) {
      append_atom(node, frame, node.text, out);
    } else if (frame == nullptr) {
      report(node, frame, "parameter-outside-macro",
             "'" + node.text.substr(use.begin, use.end - use.begin) + "' stands outside every macro, so that nothing gives it a value", out);
    } else if (node.kind == SyntaxKind::kSymbol && use.begin == 0 && use.end == node.text.size()) {
      if (const Nodes* argument = given(use, node, *frame, out)) append(*argument, out);
    } else {
      glue(node, *frame, out);
    }
  }

  // A symbol or string with parameters inside: the arguments' text takes their place.
  void glue(const SyntaxNode& node, const Frame& frame, Nodes& out) {
    const bool is_string = node.kind == SyntaxKind::kString;
    const std::size_t limit = is_string ? limits_.string_bytes : limits_.symbol_bytes;
    std::string text;
    std::size_t copied = 0;
    for (ParameterUse use = next_parameter(node.text, 0); use.begin != use.end; use = next_parameter(node.text, use.end)) {
      text.append(node.text, copied, use.begin - copied);
      copied = use.end;
      if (is_string && in_text_ && frame.argument(use.number) == nullptr) {
        text.append(node.text, use.begin, use.end - use.begin);
        continue;
      }
      const Nodes* argument = given(use, node, frame, out);
      if (argument == nullptr) return;
      if (argument->list.size() != 1 || argument->list.front()->is_list()) {
        if (!argument->failed)
          report(node, &frame, "list-in-symbol", "$" + std::to_string(use.number) + " of macro '" + frame.macro->name + "' is glued into a " +
                                                     kind_name(node) + ", but its argument is not a single symbol or string", out);
        out.failed = true;
        return;
      }
      text += argument->list.front()->text;
      if (text.size() > limit) break;
      if (!spend(1 + text.size() / 64, 0)) return;
    }
    text.append(node.text, copied);
    if (text.size() > limit) {
      report(node, &frame, is_string ? "string-too-long" : "symbol-too-long",
             std::string("with its arguments this ") + kind_name(node) + " has more than " + with_commas(limit) + " bytes", out);
      return;
    }
    if (!is_string && (text.empty() || text.find_first_of(" \t\r\n\f\v\x1A();\"") != std::string::npos)) {
      report(node, &frame, "list-in-symbol", "with its arguments '" + node.text + "' is no symbol: '" + text + "'", out);
      return;
    }
    append_atom(node, &frame, std::move(text), out);
  }

  void append_atom(const SyntaxNode& node, const Frame* frame, std::string text, Nodes& out) {
    if (!spend(0, sizeof(ExpandedNode) + (text.size() > 15 ? text.size() + 16 : 0))) return;
    ExpandedNode* atom = result_.new_node();
    atom->kind = node.kind;
    atom->span = node.span;
    atom->text = std::move(text);
    atom->expansion = frame == nullptr ? nullptr : frame->expansion;
    append(atom, out);
  }

  // The argument for a `$n`, or null with an error that names macro and parameter.
  const Nodes* given(const ParameterUse& use, const SyntaxNode& node, const Frame& frame, Nodes& out) {
    const Nodes* argument = frame.argument(use.number);
    if (argument != nullptr) return argument;
    // A body that uses a parameter often is told once: its author mends one call.
    if (!missing_.emplace(frame.macro->index, use.number).second) {
      out.failed = true;
      return nullptr;
    }
    const std::string start = "macro '" + frame.macro->name + "' uses " + node.text.substr(use.begin, use.end - use.begin);
    report(node, &frame, "missing-argument",
           use.number > kMaxParameter ? start + "; parameters go to $" + std::to_string(kMaxParameter)
                                      : start + ", but neither this call nor one around it gives it", out);
    return nullptr;
  }

  // --- Calls ---------------------------------------------------------------------------------------------------------

  void call(const Macro& macro, const SyntaxNode& node, const Frame* frame, Nodes& out) {
    if (endless_[macro.index]) {
      out.failed = true;
      return;
    }
    if (calls_ >= limits_.macro_depth) {
      if (!report_recursion(macro, node, frame, out))
        report(node, frame, "macro-too-deep", "macro calls are nested more than " + with_commas(limits_.macro_depth) + " deep", out);
      return;
    }
    const bool is_outermost = outermost_call_ == nullptr;
    if (is_outermost && macro.least_weight > limits_.expanded_nodes) {
      report_weight(node.span, "the call of macro '" + macro.name + "'", macro.least_weight, limits_.expanded_nodes);
      out.failed = true;
      return;
    }
    if (is_outermost) outermost_call_ = &node;
    Frame inner;
    inner.macro = &macro;
    inner.parent = frame;
    bind(inner, node, frame);
    if (!stopped_ && is_in_progress(inner)) {
      report_recursion(macro, node, frame, out);
    } else if (!stopped_) {
      const auto known = expansions_.find(inner.key);
      const Nodes& body = known != expansions_.end() ? known->second : expand_body(inner, node, frame);
      // Only the outermost call is reported: it tells how much there would be in all.
      if (is_outermost && !stopped_ && !body.failed && body.weight > limits_.expanded_nodes) {
        report_weight(node.span, "the call of macro '" + macro.name + "'", body.weight, limits_.expanded_nodes);
        out.failed = true;
      }
      append(body, out);
    }
    if (is_outermost) outermost_call_ = nullptr;
  }

  // A macro may call itself by way of its arguments, as in (all two) where `two` says (all step); only the same
  // expansion inside itself is sure to be endless.
  static bool is_in_progress(const Frame& inner) {
    for (const Frame* at = inner.parent; at != nullptr; at = at->parent)
      if (at->macro == inner.macro && at->key == inner.key) return true;
    return false;
  }

  // Gives the frame its arguments and its key.
  void bind(Frame& inner, const SyntaxNode& node, const Frame* frame) {
    const std::size_t written = std::min(node.children.size() - 1, kMaxParameter);
    const std::size_t inherited = frame == nullptr || frame->arguments.empty() ? 0 : frame->arguments.size() - 1;
    inner.arguments.assign(std::max(written, inherited) + 1, nullptr);
    inner.key = std::to_string(inner.macro->index);
    for (std::size_t n = 1; n < inner.arguments.size() && !stopped_; ++n) {
      if (!inner.macro->used.test(n)) continue;
      if (n <= written) {
        Nodes value;
        expand(*node.children[n], frame, value);
        inner.arguments[n] = keep(std::move(value));
      } else {
        inner.arguments[n] = frame->argument(n);
      }
      if (inner.arguments[n] != nullptr) append_to_key(n, *inner.arguments[n], inner.key);
    }
  }

  static void append_to_key(std::size_t number, const Nodes& value, std::string& key) {
    // No text of a rule file holds a zero byte.
    key += '\0';
    key += std::to_string(number);
    if (value.failed) key += '!';
    for (const ExpandedNode* node : value.list) {
      key += '\0';
      if (node->is_list()) {
        key += '(';
        key += std::to_string(reinterpret_cast<std::uintptr_t>(node));
      } else {
        key += node->is_string() ? '"' : '.';
        key += node->text;
      }
    }
  }

  const Nodes* keep(Nodes value) {
    if (!spend(1, sizeof(Nodes) + value.list.size() * sizeof(value.list[0]))) return nullptr;
    return &values_.emplace_back(std::move(value));
  }

  const Nodes& expand_body(Frame& inner, const SyntaxNode& node, const Frame* frame) {
    Expansion* expansion = result_.new_expansion();
    expansion->macro = inner.macro->name;
    expansion->call = node.span;
    expansion->parent = frame == nullptr ? nullptr : frame->expansion;
    inner.expansion = expansion;
    ++calls_;
    Nodes body;
    const std::vector<const SyntaxNode*>& written = inner.macro->definition->children;
    for (std::size_t i = 2; i < written.size() && !stopped_; ++i) expand(*written[i], &inner, body);
    --calls_;
    if (body.weight > limits_.expanded_nodes) body.list.clear();
    body.list.shrink_to_fit();
    spend(1, kEntryBytes + inner.key.size() + body.list.size() * sizeof(body.list[0]));
    return expansions_.emplace(inner.key, std::move(body)).first->second;
  }

  // --- Errors --------------------------------------------------------------------------------------------------------

  void report(const SyntaxNode& node, const Frame* frame, std::string code, std::string message, Nodes& out) {
    out.failed = true;
    ExpandedNode place;
    place.span = node.span;
    place.expansion = frame == nullptr ? nullptr : frame->expansion;
    sink_.report(diagnostic_at(place, Severity::kError, std::move(code), std::move(message)));
    if (++errors_ >= kMaxErrors) stopped_ = true;
  }

  // Reports the cycle that leads from a call of `macro` to another; false if there is none.
  bool report_recursion(const Macro& macro, const SyntaxNode& node, const Frame* frame, Nodes& out) {
    std::string cycle = macro.name;
    const Frame* at = frame;
    for (; at != nullptr; at = at->parent) {
      cycle.insert(0, at->macro->name + " -> ");
      if (at->macro == &macro) break;
    }
    if (at == nullptr) return false;
    endless_[macro.index] = true;
    report(node, frame, "recursive-macro", "macro '" + macro.name + "' calls itself without end: " + cycle, out);
    return true;
  }

  // Once a form: the lists around the one that is too deep would be too deep as well.
  void report_too_deep(const SyntaxNode& node, const Frame* frame, Nodes& out) {
    out.failed = true;
    if (too_deep_is_reported_) return;
    too_deep_is_reported_ = true;
    const std::string deep = " lists more than " + with_commas(limits_.list_depth) + " deep";
    if (outermost_call_ == nullptr) {
      report(node, frame, "nested-too-deep", "after expansion this form nests" + deep, out);
    } else {
      report(*outermost_call_, nullptr, "nested-too-deep", "the expansion of macro '" + outermost_name() + "' nests" + deep, out);
    }
  }

  // Of our own recursion: bodies nest in bodies, so that the depth of the written lists does not bound it. What passes
  // has at most list_depth lists on a way down and macro_depth calls, which leave no list.
  static constexpr std::size_t kMaxNesting = 1100;

  const SyntaxTree& source_;
  DiagnosticSink& sink_;
  const ReadLimits& limits_;
  const MacroTable macros_;
  ExpandedTree result_;

  std::unordered_map<std::string, Nodes> expansions_;  // by Frame::key
  std::deque<Nodes> values_;                           // arguments; frames point to them
  std::vector<bool> endless_;                          // by macro: found to call itself without end, not called again
  std::set<std::pair<std::size_t, std::size_t>> missing_;  // macro, parameter: reported as not given
  const SyntaxNode* outermost_call_ = nullptr;
  bool in_text_ = false;
  bool stopped_ = false;
  bool too_deep_is_reported_ = false;  // in this top-level form
  std::size_t calls_ = 0;
  std::size_t depth_ = 0;
  std::uint64_t steps_ = 0;
  std::size_t bytes_ = 0;
  std::size_t errors_ = 0;
};

}  // namespace

ExpandedTree expand(const SyntaxTree& tree, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits) {
  (void)sources;  // of use to nobody now; a caller has it at hand, and a later message may want to quote it
  return Expander(tree, sink, limits).run();
}

}  // namespace nightrider
