// The only file that sees ANTLR.
#include "syntax/parse.h"

#include <string>
#include <string_view>
#include <utility>

#include "RulesLexer.h"
#include "RulesParser.h"
#include "base/check.h"
#include "syntax/scan.h"

namespace nightrider {
namespace {

using grammar::RulesLexer;
using grammar::RulesParser;

// The scan lets only good text through, so that these are never called unless scan.cpp and Rules.g4 disagree.
class ErrorCount : public antlr4::BaseErrorListener {
 public:
  void syntaxError(antlr4::Recognizer*, antlr4::Token*, std::size_t, std::size_t, const std::string&, std::exception_ptr) override {
    ++count;
  }
  std::size_t count = 0;
};

// Turns ANTLR's tree into ours. ANTLR counts code points; its tokens come in ascending order, so that one cursor
// translates them to bytes.
class TreeBuilder {
 public:
  TreeBuilder(SourceSpan range, std::string_view text, SyntaxTree& tree)
      : range_(range), text_(text), tree_(tree), byte_(range.begin) {
    // ANTLR's input stream drops a byte-order mark at the begin of its input.
    if (text_.substr(range.begin, range.end - range.begin).starts_with("\xEF\xBB\xBF")) byte_ += 3;
  }

  // The node of a form, or of a symbol or string.
  SyntaxNode* node(antlr4::tree::ParseTree* parsed) {
    if (auto* terminal = dynamic_cast<antlr4::tree::TerminalNode*>(parsed)) return atom(*terminal->getSymbol());
    auto& form = static_cast<RulesParser::FormContext&>(*parsed);
    SyntaxNode* list = tree_.new_node();
    list->kind = SyntaxKind::kList;
    list->span = {range_.file, byte_at(form.getStart()->getStartIndex()), 0};
    list->children.reserve(form.children.size() - 2);
    for (std::size_t i = 1; i + 1 < form.children.size(); ++i) list->children.push_back(node(form.children[i]));
    list->span.end = byte_at(form.getStop()->getStopIndex() + 1);
    return list;
  }

 private:
  SyntaxNode* atom(const antlr4::Token& token) {
    SyntaxNode* node = tree_.new_node();
    const bool is_string = token.getType() == RulesLexer::STRING;
    node->kind = is_string ? SyntaxKind::kString : SyntaxKind::kSymbol;
    node->span.file = range_.file;
    node->span.begin = byte_at(token.getStartIndex());
    node->span.end = byte_at(token.getStopIndex() + 1);
    const std::uint32_t quote = is_string ? 1 : 0;
    node->text = text_.substr(node->span.begin + quote, node->span.end - node->span.begin - 2 * quote);
    return node;
  }

  std::uint32_t byte_at(std::size_t code_point) {
    while (code_point_ < code_point) {
      ++byte_;
      while (byte_ < text_.size() && (static_cast<unsigned char>(text_[byte_]) & 0xC0) == 0x80) ++byte_;
      ++code_point_;
    }
    return byte_;
  }

  SourceSpan range_;
  std::string_view text_;
  SyntaxTree& tree_;
  std::uint32_t byte_;
  std::size_t code_point_ = 0;
};

void parse_range(SourceSpan range, const SourceSet& sources, SyntaxTree& tree, std::vector<SyntaxNode*>& forms) {
  ErrorCount errors;
  antlr4::ANTLRInputStream input{std::string(sources.text(range))};
  RulesLexer lexer(&input);
  lexer.removeErrorListeners();
  lexer.addErrorListener(&errors);
  antlr4::CommonTokenStream tokens(&lexer);
  RulesParser parser(&tokens);
  parser.removeErrorListeners();
  parser.addErrorListener(&errors);
  RulesParser::FileContext* file = parser.file();
  NIGHTRIDER_CHECK(errors.count == 0, "text that the scan accepts is accepted by Rules.g4");
  TreeBuilder builder(range, sources.file(range.file).text(), tree);
  for (std::size_t i = 0; i + 1 < file->children.size(); ++i) forms.push_back(builder.node(file->children[i]));  // the last is EOF
}

}  // namespace

ParsedFile parse_forms(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits, SyntaxTree& tree) {
  ScanResult scanned = scan(file, sources, sink, limits);
  ParsedFile parsed;
  parsed.tokens = scanned.tokens;
  for (const SourceSpan& range : scanned.good) parse_range(range, sources, tree, parsed.forms);
  return parsed;
}

SyntaxTree parse_text(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits) {
  SyntaxTree tree;
  ParsedFile parsed = parse_forms(file, sources, sink, limits, tree);
  tree.forms.assign(parsed.forms.begin(), parsed.forms.end());
  return tree;
}

}  // namespace nightrider
