#include "syntax/syntax_tree.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "syntax/reader.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxDumpBytes = 64u << 20;  // shared expansions may print to far more than they occupy
constexpr std::size_t kLineWidth = 100;           // lists that fit are written on one line
constexpr std::size_t kMaxNotes = 8;              // of one diagnostic's trail

// The text of a tree's nodes; works on both kinds of node.
template <class Node>
class Dump {
 public:
  std::string take() { return std::move(out_); }

  void form(const Node& node) {
    write(node, 0);
    out_ += '\n';
  }
  bool is_full() const { return out_.size() > kMaxDumpBytes; }

 private:
  static void write_atom(const Node& node, std::string& out) {
    if (node.kind == SyntaxKind::kString) {
      out += '"';
      out += node.text;
      out += '"';
    } else {
      out += node.text;
    }
  }

  // Appends the node on one line, or returns false when it takes more than `limit` bytes.
  static bool write_flat(const Node& node, std::size_t limit, std::string& out) {
    if (node.kind != SyntaxKind::kList) {
      write_atom(node, out);
      return out.size() <= limit;
    }
    out += '(';
    bool first = true;
    for (const Node* child : node.children) {
      if (!first) out += ' ';
      first = false;
      if (!write_flat(*child, limit, out)) return false;
    }
    out += ')';
    return out.size() <= limit;
  }

  void write(const Node& node, std::size_t indent) {
    if (is_full()) return;
    if (node.kind != SyntaxKind::kList) {
      write_atom(node, out_);
      return;
    }
    std::string flat;
    // Deep lists keep a width of their own: an indent wider than the line leaves no room otherwise.
    const std::size_t width = indent + 40 < kLineWidth ? kLineWidth - indent : 40;
    if (write_flat(node, width, flat)) {
      out_ += flat;
      return;
    }
    const std::size_t child_indent = std::min<std::size_t>(indent + 3, 120);
    out_ += '(';
    bool first = true;
    for (const Node* child : node.children) {
      if (is_full()) break;
      if (!first) {
        out_ += '\n';
        out_.append(child_indent, ' ');
      }
      first = false;
      write(*child, child_indent);
    }
    out_ += ')';
  }

  std::string out_;
};

template <class Tree, class Node>
std::string dump(const Tree& tree) {
  Dump<Node> dump;
  for (const Node* form : tree.forms) {
    if (dump.is_full()) break;
    dump.form(*form);
  }
  const bool cut = dump.is_full();
  std::string text = dump.take();
  if (cut) text += "; cut here: the whole is larger than 64 MB\n";
  return text;
}

}  // namespace

SyntaxNode* SyntaxTree::new_node() { return &nodes_.emplace_back(); }

ExpandedNode* ExpandedTree::new_node() { return &nodes_.emplace_back(); }

Expansion* ExpandedTree::new_expansion() { return &expansions_.emplace_back(); }

std::string_view ExpandedNode::head() const {
  if (!is_list() || children.empty() || !children.front()->is_symbol()) return {};
  return children.front()->text;
}

std::optional<int> as_integer(const ExpandedNode& node) {
  if (!node.is_symbol()) return std::nullopt;
  std::string_view digits = node.text;
  if (digits.starts_with('+')) {
    digits.remove_prefix(1);
    if (digits.starts_with('-')) return std::nullopt;
  }
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string display_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (char c : text) shown += c == '\\' ? '\n' : c == '`' ? '"' : c;
  return shown;
}

Diagnostic diagnostic_at(const ExpandedNode& node, Severity severity, std::string code, std::string message, std::string hint) {
  Diagnostic diagnostic{severity, std::move(code), node.span, std::move(message), std::move(hint), {}};
  for (const Expansion* at = node.expansion; at != nullptr; at = at->parent) {
    if (diagnostic.notes.size() == kMaxNotes) {
      std::size_t more = 0;
      for (const Expansion* rest = at; rest != nullptr; rest = rest->parent) ++more;
      diagnostic.notes.push_back({at->call, "and " + std::to_string(more) + " more macro calls"});
      break;
    }
    diagnostic.notes.push_back({at->call, "in expansion of macro '" + at->macro + "'"});
  }
  return diagnostic;
}

std::string to_text(const SyntaxTree& tree) { return dump<SyntaxTree, SyntaxNode>(tree); }
std::string to_text(const ExpandedTree& tree) { return dump<ExpandedTree, ExpandedNode>(tree); }

}  // namespace nightrider
