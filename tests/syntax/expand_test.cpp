#include <gtest/gtest.h>

#include "read_helpers.h"

namespace nightrider::test {
namespace {

TEST(ExpandTest, CallIsReplacedByTheWholeBodyInPlace) {
  EXPECT_EQ(expanded_text("(define two (a) b) (game x (two) y)"), "(game x (a) b y)");
  EXPECT_EQ(expanded_text("(define file \"a.bmp\") (image (file))"), "(image \"a.bmp\")");
  EXPECT_EQ(expanded_text("(define nothing) (game (nothing))"), "(game)");
}

TEST(ExpandTest, OnlyAListIsACall) { EXPECT_EQ(expanded_text("(define m x) (game m (m))"), "(game m x)"); }

TEST(ExpandTest, ArgumentsAreGluedIntoSymbolsAndStrings) {
  EXPECT_EQ(expanded_text("(define m K4$1 $1-01 p$1$2 \"images/q$1.bmp\") (game (m e 5))"), "(game K4e e-01 pe5 \"images/qe.bmp\")");
}

TEST(ExpandTest, DigitsAreTakenGreedily) {
  EXPECT_EQ(expanded_text("(define m $11$1) (game (m a b c d e f g h i j k))"), "(game ka)");
}

TEST(ExpandTest, GluedTextIsReadAgainAsASymbol) {
  const Read result = read("(define m -$1) (game (m 3))");
  EXPECT_EQ(as_integer(*result.expanded.forms.at(0)->children.at(1)), -3);
}

TEST(ExpandTest, DollarWithoutParameterIsText) { EXPECT_EQ(expanded_text("(define m $ $0 $x a$) (game (m 1))"), "(game $ $0 $x a$)"); }

TEST(ExpandTest, HeadMayBeAParameter) {
  EXPECT_EQ(expanded_text("(define slide ($1 add)) (define orth ($1 n) ($1 s)) (moves (orth slide))"), "(moves (n add) (s add))");
  EXPECT_EQ(expanded_text("(define go-n up) (define m (go-$1)) (game (m n))"), "(game up)");
}

TEST(ExpandTest, ArgumentsMayBeListsAndStrings) {
  EXPECT_EQ(expanded_text("(define m (verify $1) $2) (game (m (and a b) \"s t\"))"), "(game (verify (and a b)) \"s t\")");
  EXPECT_EQ(expanded_text("(define m \"<$1>\") (game (m \"s t\"))"), "(game \"<s t>\")");
}

TEST(ExpandTest, ArgumentThatIsACallIsExpandedFirst) {
  EXPECT_EQ(expanded_text("(define two a b) (define m [ $1 ] $2) (game (m (two) z))"), "(game [ a b ] z)");
}

TEST(ExpandTest, SurplusArgumentsAreIgnored) {
  EXPECT_EQ(expanded_text("(define m $1) (define r (r)) (game (m a b (r)))"), "(game a)");
}

TEST(ExpandTest, MissingArgumentIsThatOfTheCallAround) {
  EXPECT_EQ(expanded_text("(define inner $1$2$3) (define outer (inner x)) (game (outer a b c))"), "(game xbc)");
  EXPECT_EQ(expanded_text("(define c $1 $2) (define b (c)) (define a (b 1)) (game (a x y))"), "(game 1 y)");
}

TEST(ExpandTest, EqualCallsInDifferentSurroundingsDiffer) {
  EXPECT_EQ(expanded_text("(define inner $2) (define outer (inner x)) (game (outer a b) (outer a c) (outer a b))"), "(game b c b)");
}

TEST(ExpandTest, MissingArgumentIsAnErrorThatNamesMacroAndParameter) {
  EXPECT_EQ(expanded_text("(define step $1 $2)\n(game (step n))"),
            "my.zrf:1:17: error: macro 'step' uses $2, but neither this call nor one around it gives it [missing-argument]\n"
            "   1 | (define step $1 $2)\n"
            "     |                 ^^\n"
            "   note: my.zrf:2:7: in expansion of macro 'step'");
}

TEST(ExpandTest, MissingArgumentOfAMacroThatIsNotCalledIsNone) { EXPECT_EQ(expanded_text("(define m $1) (game a)"), "(game a)"); }

TEST(ExpandTest, MoneyInADisplayedTextIsText) {
  EXPECT_EQ(expanded_text("(define h (help \"costs $5, $1\")) (game (h much) (description \"$7\"))"),
            "(game (help \"costs $5, much\") (description \"$7\"))");
}

TEST(ExpandTest, ParameterOutsideMacrosIsAnError) { EXPECT_EQ(read("(game $1)").codes(), "parameter-outside-macro"); }

TEST(ExpandTest, ListGluedIntoASymbolIsAnErrorReportedOnce) {
  EXPECT_EQ(read("(define m a$1) (game (m (x y)))").codes(), "list-in-symbol");
  EXPECT_EQ(read("(define m a$1) (define n (m $1)) (game (n (x y)))").codes(), "list-in-symbol");
  EXPECT_EQ(read("(define m a$1) (define n (m b$1)) (game (n (x y)))").codes(), "list-in-symbol");  // not of m as well
  EXPECT_EQ(read("(define m a$1) (game (m \"x y\"))").codes(), "list-in-symbol");
}

TEST(ExpandTest, DefinitionsAreCollectedFirstAndTheLastWins) {
  EXPECT_EQ(expanded_text("(game (m)) (define m a) (define m b)"), "(game b)");
  EXPECT_EQ(expanded_text("(game (m) (define m inside)) (variant (m))"), "(game inside)\n(variant inside)");
}

TEST(ExpandTest, TopLevelCallYieldsForms) {
  EXPECT_EQ(expanded_text("(define g (game $1) (variant $1)) (g x)"), "(game x)\n(variant x)");
}

TEST(ExpandTest, UnknownHeadsAreLeftAlone) { EXPECT_EQ(expanded_text("(game (whatever 1 2) ((a) b))"), "(game (whatever 1 2) ((a) b))"); }

TEST(ExpandTest, MalformedDefinitionsAreErrors) {
  for (const char* text : {"(define)", "(define \"x\" y)", "(define (x) y)", "(define $1 y)", "(define game y)"})
    EXPECT_EQ(read(text).codes(), "bad-define") << text;
}

TEST(ExpandTest, RecursionNamesTheCycle) {
  EXPECT_EQ(read("(define a (a)) (game (a))").sink.list().at(0).message, "macro 'a' calls itself without end: a -> a");
  const Read result = read("(define s (a)) (define a (b $1)) (define b (c)) (define c (a x)) (game (s 1))");
  ASSERT_EQ(result.codes(), "recursive-macro");
  EXPECT_EQ(result.sink.list().at(0).message, "macro 'b' calls itself without end: b -> c -> a -> b");
}

TEST(ExpandTest, RecursionWithEverNewArgumentsIsNamedAtTheDepthLimit) {
  const Read result = read("(define a (a x$1) (a y$1)) (game (a 1))");
  ASSERT_EQ(result.codes(), "recursive-macro");
  EXPECT_EQ(result.sink.list().at(0).message, "macro 'a' calls itself without end: a -> a");
}

TEST(ExpandTest, MacroMayCallItselfByWayOfItsArguments) {
  EXPECT_EQ(expanded_text("(define all ($1 n) ($1 s)) (define step ($1 add)) (define two (all step)) (moves (all two))"),
            "(moves (n add) (s add) (n add) (s add))");
}

TEST(ExpandTest, CallInAnArgumentIsNoRecursion) { EXPECT_EQ(expanded_text("(define m <$1>) (game (m (m x)))"), "(game <<x>>)"); }

TEST(ExpandTest, MacroNamesAreKeptForSuggestions) {
  EXPECT_EQ(read("(define b x) (define a y) (define b z)").expanded.macro_names, (std::vector<std::string>{"b", "a"}));
}

TEST(ExpandTest, DiagnosticNamesEveryCallThatLedToANode) {
  const Read result = read("(define inner (bad))\n(define outer (inner))\n(game (outer))");
  const ExpandedNode& bad = *result.expanded.forms.at(0)->children.at(1);
  EXPECT_EQ(render(diagnostic_at(bad, Severity::kError, "e", "m"), result.sources),
            "my.zrf:1:15: error: m [e]\n"
            "   1 | (define inner (bad))\n"
            "     |               ^^^^^\n"
            "   note: my.zrf:2:15: in expansion of macro 'inner'\n"
            "   note: my.zrf:3:7: in expansion of macro 'outer'\n");
}

TEST(ExpandTest, ArgumentKeepsThePlaceWhereItWasWritten) {
  const Read result = read("(define m (x $1))\n(game (m arg))");
  const ExpandedNode& argument = *result.expanded.forms.at(0)->children.at(1)->children.at(1);
  EXPECT_EQ(result.sources.text(argument.span), "arg");
  EXPECT_EQ(argument.expansion, nullptr);
}

// --- Sharing and budgets -----------------------------------------------------------------------------------------------

// m<levels> holds m0 two to the power of `levels` times.
std::string doubling(int levels, const std::string& call, const std::string& body) {
  std::string text = "(define m0 " + body + ")\n";
  for (int i = 1; i <= levels; ++i) {
    const std::string callee = "(m" + std::to_string(i - 1) + call;
    text += "(define m" + std::to_string(i) + " (l " + callee + ") " + callee + ")))\n";
  }
  return text;
}

TEST(ExpandBudgetTest, EqualExpansionsShareTheirNodes) {
  const Read result = read(doubling(20, "", "(x)") + "(game (m20))");
  ASSERT_EQ(result.codes(), "");
  const ExpandedNode& top = *result.expanded.forms.at(0)->children.at(1);
  EXPECT_EQ(top.children.at(1), top.children.at(2));
  EXPECT_GT(top.weight, 1u << 21);
  EXPECT_EQ(top.height, 21u);
}

TEST(ExpandBudgetTest, BillionsOfNodesAreCountedNotBuilt) {
  const Read result = read(doubling(60, "", "(x)") + "(game (m60))");
  ASSERT_EQ(result.codes(), "expansion-too-large");
  EXPECT_EQ(result.sink.list().at(0).message,
            "the call of macro 'm60' would expand to 4,611,686,018,427,387,902 nodes, more than 5,000,000");
}

TEST(ExpandBudgetTest, BillionsThroughAParameterAreCountedToo) {
  // Which macro is called shows only in the expansion, so that no count beforehand can know.
  std::string text = "(define m0 (x))";
  for (int i = 1; i <= 45; ++i) text += "(define m" + std::to_string(i) + " (call-$1 twice m" + std::to_string(i - 1) + "))";
  text += "(define call-twice (l ($2) ($2))) (game (m45 twice))";
  const Read result = read(text);
  ASSERT_EQ(result.codes(), "expansion-too-large");
  EXPECT_NE(result.sink.list().at(0).message.find("would expand to "), std::string::npos) << result.rendered();
}

TEST(ExpandBudgetTest, WeightAtTheLimit) {
  ReadOptions options;
  options.limits.expanded_nodes = 100;
  const std::string define = "(define m " + repeated("a ", 48) + ") ";
  EXPECT_EQ(read(define + "(game (m) (m) b c)", options).codes(), "");                       // 1 + 1 + 2 * 48 + 2
  EXPECT_EQ(read(define + "(game (m) (m) b c d)", options).codes(), "expansion-too-large");  // no single call is too heavy
}

TEST(ExpandBudgetTest, WeightOfAllFormsTogether) {
  ReadOptions options;
  options.limits.all_expanded_nodes = 10;
  EXPECT_EQ(read("(a b c d) (a b c d)", options).codes(), "");
  EXPECT_EQ(read("(a b c d) (a b c d e)", options).codes(), "expansion-too-large");
}

TEST(ExpandBudgetTest, DifferentArgumentsEverywhereUseUpMemoryNotMore) {
  std::string text = "(define m0 $1)";
  for (int i = 1; i <= 59; ++i) {
    const std::string callee = "(m" + std::to_string(i - 1);
    text += "(define m" + std::to_string(i) + " " + callee + " a$1) " + callee + " b$1))";
  }
  ReadOptions options;
  options.limits.expanded_bytes = 8u << 20;
  const Read result = read(text + "(game (m59 x))", options);
  ASSERT_EQ(result.codes(), "expansion-too-large");
  EXPECT_EQ(result.sink.list().at(0).message, "the expansion of macro 'm59' needs more than 8 MB");
}

TEST(ExpandBudgetTest, CallsThatYieldNothingUseUpSteps) {
  ReadOptions options;
  options.limits.expansion_steps = 10'000;
  const std::string define = "(define e) (define w (e (e)) $2 " + repeated("(e) ", 100) + ")";
  std::string different;
  for (int i = 0; i < 200; ++i) different += "(w x y" + std::to_string(i) + ") ";
  EXPECT_EQ(read(define + "(game " + repeated("(w x y) ", 200) + ")", options).codes(), "");  // shared
  EXPECT_EQ(read(define + "(game " + different + ")", options).codes(), "expansion-too-large");
}

TEST(ExpandBudgetTest, MacroDepth) {
  const auto chain = [](std::size_t length) {
    std::string text = "(define m1 x)";
    for (std::size_t i = 2; i <= length; ++i) text += "(define m" + std::to_string(i) + " (m" + std::to_string(i - 1) + "))";
    return text + "(game (m" + std::to_string(length) + "))";
  };
  const std::size_t depth = ReadLimits{}.macro_depth;
  EXPECT_EQ(read(chain(depth)).codes(), "");
  EXPECT_EQ(read(chain(depth + 1)).codes(), "macro-too-deep");
}

TEST(ExpandBudgetTest, ListDepthAfterExpansion) {
  const auto nested = [](std::size_t outside, std::size_t inside) {
    return "(define m " + std::string(inside, '(') + std::string(inside, ')') + ") " + std::string(outside, '(') + "(m)" + std::string(outside, ')');
  };
  EXPECT_EQ(read(nested(400, 600)).codes(), "");
  EXPECT_EQ(read(nested(400, 601)).codes(), "nested-too-deep");
}

TEST(ExpandBudgetTest, DeepBodiesOfDeepMacrosDoNotUseUpTheStack) {
  std::string text = "(define m0 x)";
  for (int i = 1; i < 60; ++i)
    text += "(define m" + std::to_string(i) + " " + std::string(900, '(') + "(m" + std::to_string(i - 1) + ")" + std::string(900, ')') + ")";
  EXPECT_EQ(read(text + "(game (m59))").codes(), "nested-too-deep");
}

TEST(ExpandBudgetTest, GluedSymbolsAndStringsKeepTheirLimits) {
  ReadOptions options;
  options.limits.symbol_bytes = 10;
  options.limits.string_bytes = 20;
  EXPECT_EQ(read("(define m $1$1) (game (m aaaaa))", options).codes(), "");
  EXPECT_EQ(read("(define m $1$1b) (game (m aaaaa))", options).codes(), "symbol-too-long");
  EXPECT_EQ(read("(define m \"$1$1\") (game (m aaaaaaaaaa))", options).codes(), "");
  EXPECT_EQ(read("(define m \"$1$1 \") (game (m aaaaaaaaaa))", options).codes(), "string-too-long");
}

TEST(ExpandBudgetTest, ParametersGoToTwoHundredFiftyFive) {
  std::string arguments;
  for (int i = 1; i <= 256; ++i) arguments += " a" + std::to_string(i);
  EXPECT_EQ(expanded_text("(define m $255) (game (m" + arguments + "))"), "(game a255)");
  EXPECT_EQ(read("(define m $256) (game (m" + arguments + "))").codes(), "missing-argument");
  EXPECT_EQ(read("(define m $99999999999999999999999) (game (m a))").codes(), "missing-argument");
}

TEST(ExpandBudgetTest, ManyErrorsEndTheExpansion) {
  const Read result = read("(game " + repeated("$1 x ", 3000) + ")");
  EXPECT_EQ(result.sink.error_count(), 1000u);
}

}  // namespace
}  // namespace nightrider::test
