#include "syntax/betza_parser.h"

#include <algorithm>

#include "BetzaLexer.h"
#include "BetzaParser.h"

namespace nightrider {
namespace {

using grammar::BetzaLexer;
using grammar::BetzaParser;

// Keeps the place of the first error, in code points.
class FirstError : public antlr4::BaseErrorListener {
 public:
  void syntaxError(antlr4::Recognizer*, antlr4::Token* offending, std::size_t, std::size_t, const std::string&, std::exception_ptr) override {
    if (!at && offending != nullptr) at = offending->getStartIndex();
  }
  std::optional<std::size_t> at;
};

// The byte at which the code point of that number begins.
std::size_t byte_of(std::string_view text, std::size_t code_point) {
  std::size_t byte = 0;
  for (; byte < text.size(); ++byte)
    if ((static_cast<unsigned char>(text[byte]) & 0xC0) != 0x80 && code_point-- == 0) break;
  return byte;
}

}  // namespace

BetzaSyntax parse_betza(std::string_view text) {
  antlr4::ANTLRInputStream input{std::string(text)};
  BetzaLexer lexer(&input);
  antlr4::CommonTokenStream tokens(&lexer);
  BetzaParser parser(&tokens);
  FirstError error;
  lexer.removeErrorListeners();
  parser.removeErrorListeners();
  parser.addErrorListener(&error);
  BetzaParser::PieceContext* piece = parser.piece();
  BetzaSyntax syntax;
  if (error.at) {
    syntax.error_at = byte_of(text, *error.at);
    return syntax;
  }
  // From here on the text is ASCII: code points are bytes.
  for (BetzaParser::TermContext* parsed : piece->term()) {
    BetzaTerm term;
    term.begin = parsed->getStart()->getStartIndex();
    for (antlr4::tree::TerminalNode* modifier : parsed->MODIFIER()) term.modifiers += modifier->getText();
    antlr4::tree::TerminalNode* atom = parsed->ATOM() != nullptr ? parsed->ATOM() : parsed->TWICE();
    term.atom = atom->getText()[0];
    term.atom_at = atom->getSymbol()->getStartIndex();
    if (parsed->TWICE() != nullptr) term.range = 0;
    if (parsed->RANGE() != nullptr) {
      int range = 0;
      for (char digit : parsed->RANGE()->getText()) range = std::min(range * 10 + (digit - '0'), kMaxBetzaRange);
      term.range = range;
    }
    syntax.terms.push_back(std::move(term));
  }
  return syntax;
}

}  // namespace nightrider
