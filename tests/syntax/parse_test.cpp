#include <gtest/gtest.h>

#include "read_helpers.h"

namespace nightrider::test {
namespace {

TEST(ParseTest, ListsNestAndCommentsVanish) {
  EXPECT_EQ(parsed_text("; head\r\n(a (b c) ()) ; tail\n(d\t\"x\")"), "(a (b c) ())\n(d \"x\")");
}

TEST(ParseTest, SymbolsHoldEverythingButSpaceParenthesisQuoteAndSemicolon) {
  EXPECT_EQ(parsed_text("(not-friend? $1-01 e\xC3\x98 10x +1 a/b ?White a,b*..!)"), "(not-friend? $1-01 e\xC3\x98 10x +1 a/b ?White a,b*..!)");
  EXPECT_EQ(parsed_text("(a\"b\"c;d\n)"), "(a \"b\" c)");
}

TEST(ParseTest, StringsKeepBackslashSemicolonParenthesisAndLineEnds) {
  EXPECT_EQ(parsed_text("(help \"a\\b ;c) (d\n`e`\")"), "(help \"a\\b ;c) (d\n`e`\")");
}

TEST(ParseTest, DisplayTextTurnsBackslashAndAccent) { EXPECT_EQ(display_text("a\\\\b `c`"), "a\n\nb \"c\""); }

TEST(ParseTest, SpansAreBytesOfTheText) {
  SourceSet sources;
  DiagnosticSink sink;
  // ANTLR's stream drops the second mark.
  const SyntaxTree tree = parse_text(sources.add("f", "\xEF\xBB\xBF\xEF\xBB\xBF(\xC3\x98 \"\xE2\x82\xAC\" x)"), sources, sink);
  ASSERT_EQ(tree.forms.size(), 1u);
  const SyntaxNode& list = *tree.forms[0];
  ASSERT_EQ(list.children.size(), 3u);
  EXPECT_EQ(sources.text(list.span), "(\xC3\x98 \"\xE2\x82\xAC\" x)");
  EXPECT_EQ(sources.text(list.children[1]->span), "\"\xE2\x82\xAC\"");
  EXPECT_EQ(list.children[1]->text, "\xE2\x82\xAC");
  EXPECT_EQ(sources.text(list.children[2]->span), "x");
}

TEST(ParseTest, ControlZAtTheEndIsSpace) { EXPECT_EQ(parsed_text("(a)\x1A"), "(a)"); }

TEST(ParseTest, OpenParenthesisIsNamedWithTheLikelyPlace) {
  EXPECT_EQ(parsed_text("(game\n   (piece (name A)\n   (piece (name B))\n)\n"),
            "my.zrf:1:1: error: the '(' of 'game' is never closed: a ')' is missing [unbalanced-parenthesis]\n"
            "   1 | (game\n"
            "     | ^\n"
            "   note: my.zrf:2:4: perhaps this '(' of 'piece' should be closed before 3:4, where a form starts no further right");
}

TEST(ParseTest, SeveralOpenParenthesesAreCounted) {
  EXPECT_EQ(parsed_text("(game (board (grid"),
            "my.zrf:1:1: error: the '(' of 'game' is never closed: 3 ')' are missing [unbalanced-parenthesis]\n"
            "   1 | (game (board (grid\n"
            "     | ^\n"
            "   note: my.zrf:1:14: the innermost open one is this '(' of 'grid'");
}

TEST(ParseTest, StrayParenthesisIsNamedWithWhatIsClosedAlready) {
  EXPECT_EQ(parsed_text("(game\n (a)))\n(b)"),
            "my.zrf:2:6: error: this ')' closes nothing [unbalanced-parenthesis]\n"
            "   2 |  (a)))\n"
            "     |      ^\n"
            "   note: my.zrf:2:5: '(' of 'game' at 1:1 is already closed here");
}

TEST(ParseTest, UnterminatedStringNamesItsStartAndAnEarlierSuspect) {
  EXPECT_EQ(parsed_text("(game (title \"x)\n (piece)\n (help \"y\"))"),
            "my.zrf:3:10: error: the string that starts here is never closed [unterminated-string]\n"
            "   3 |  (help \"y\"))\n"
            "     |          ^\n"
            "   note: my.zrf:1:14: perhaps a '\"' is missing here: this string goes on to 3:8");
}

TEST(ParseTest, GoodFormsAroundABadOneAreKept) {
  SourceSet sources;
  DiagnosticSink sink;
  ReadLimits limits;
  limits.symbol_bytes = 5;
  const SyntaxTree tree = parse_text(sources.add("f", "(a)\n(toolong1)\n(b) toolong2 c\n(d"), sources, sink, limits);
  EXPECT_EQ(to_text(tree), "(a)\n(b)\nc\n");
  EXPECT_EQ(sink.error_count(), 3u);
}

TEST(ParseTest, ManyStrayParenthesesEndAfterTwentyMessages) {
  SourceSet sources;
  DiagnosticSink sink;
  parse_text(sources.add("f", "(a" + std::string(200000, ')')), sources, sink);
  EXPECT_EQ(sink.error_count(), 20u);
}

// --- Limits: one inside, one over ----------------------------------------------------------------------------------------

std::string codes_of(const std::string& text, const ReadLimits& limits = {}) {
  Read result;
  result.tree = parse_text(result.sources.add("f", text), result.sources, result.sink, limits);
  return result.codes();
}

TEST(ParseLimitTest, ListDepth) {
  const std::size_t depth = ReadLimits{}.list_depth;
  EXPECT_EQ(codes_of(std::string(depth, '(') + std::string(depth, ')')), "");
  EXPECT_EQ(codes_of(std::string(depth + 1, '(') + std::string(depth + 1, ')')), "nested-too-deep");
}

TEST(ParseLimitTest, HundredThousandParenthesesNameTheOutermost) {
  EXPECT_NE(parsed_text(std::string(100000, '(') + std::string(100000, ')')).find("the outermost '(' is open here"), std::string::npos);
}

TEST(ParseLimitTest, SymbolBytes) {
  const std::size_t bytes = ReadLimits{}.symbol_bytes;
  EXPECT_EQ(codes_of("(" + std::string(bytes, 'a') + ")"), "");
  EXPECT_EQ(codes_of("(" + std::string(bytes + 1, 'a') + ")"), "symbol-too-long");
  EXPECT_EQ(codes_of("(" + std::string(10'000'000, 'a') + ")"), "symbol-too-long");
}

TEST(ParseLimitTest, StringBytes) {
  const std::size_t bytes = ReadLimits{}.string_bytes;
  EXPECT_EQ(codes_of("(\"" + std::string(bytes, 'a') + "\")"), "");
  EXPECT_EQ(codes_of("(\"" + std::string(bytes + 1, 'a') + "\")"), "string-too-long");
}

TEST(ParseLimitTest, Tokens) {
  ReadLimits limits;
  limits.tokens = 1000;
  EXPECT_EQ(codes_of(repeated("a ", 1000), limits), "");
  EXPECT_EQ(codes_of(repeated("a ", 1001), limits), "too-many-tokens");
}

TEST(ParseLimitTest, FileBytes) {
  ReadLimits limits;
  limits.file_bytes = 100;
  EXPECT_EQ(codes_of(std::string(100, ' '), limits), "");
  EXPECT_EQ(codes_of(std::string(101, ' '), limits), "file-too-large");
}

TEST(ParseLimitTest, BinaryTextIsRefused) {
  EXPECT_EQ(codes_of(std::string("(a\0b)", 5)), "binary-file");
  const Read utf16 = read(std::string_view("\xFF\xFE(\0a\0)\0", 8));
  EXPECT_EQ(utf16.codes(), "binary-file");
  EXPECT_NE(utf16.rendered().find("UTF-16"), std::string::npos);
}

TEST(DumpTest, LongListsAreBrokenAndReadBack) {
  const std::string text = "(moves " + repeated("(some block with (verify a) add) ", 10) + ")";
  const std::string once = parsed_text(text);
  EXPECT_NE(once.find("\n   (some"), std::string::npos);
  EXPECT_EQ(parsed_text(once), once);
}

TEST(AsIntegerTest, TakesSignedNumbersOfThirtyTwoBitsOnly) {
  const auto value = [](const char* text) {
    ExpandedNode node;
    node.kind = SyntaxKind::kSymbol;
    node.text = text;
    return as_integer(node);
  };
  EXPECT_EQ(value("12"), 12);
  EXPECT_EQ(value("-3"), -3);
  EXPECT_EQ(value("+3"), 3);
  EXPECT_EQ(value("2147483647"), 2147483647);
  EXPECT_EQ(value("-2147483648"), std::numeric_limits<int>::min());
  for (const char* text : {"2147483648", "1a", "", "+", "-", "+-1", "--1", "1.5", "a1"}) EXPECT_FALSE(value(text)) << text;
}

}  // namespace
}  // namespace nightrider::test
