// Random texts and random damage: reading never crashes, hangs or goes on without a message.
#include <gtest/gtest.h>

#include "base/random.h"
#include "read_helpers.h"

namespace nightrider::test {
namespace {

ReadOptions small_limits() {
  ReadOptions options;
  options.limits.list_depth = 20;
  options.limits.tokens = 2000;
  options.limits.symbol_bytes = 40;
  options.limits.string_bytes = 60;
  options.limits.macro_depth = 12;
  options.limits.expanded_nodes = 3000;
  options.limits.expanded_bytes = 1u << 20;
  options.limits.expansion_steps = 100'000;
  return options;
}

// The invariants of what is read, whatever the text was.
void check_tree(const ExpandedNode& node, std::uint32_t depth, const Read& result) {
  ASSERT_LE(depth, 20u);
  ASSERT_LT(node.span.file, result.sources.size());
  ASSERT_LE(node.span.end, result.sources.file(node.span.file).text().size());
  std::uint64_t weight = 1;
  std::uint32_t height = 0;
  for (const ExpandedNode* child : node.children) {
    weight += child->weight;
    height = std::max(height, child->height);
    check_tree(*child, depth + 1, result);
  }
  ASSERT_EQ(node.weight, weight);
  ASSERT_EQ(node.height, node.is_list() ? height + 1 : 0);
}

void check_text(const std::string& text) {
  const Read result = read(text, small_limits());
  for (const ExpandedNode* form : result.expanded.forms) check_tree(*form, 0, result);
  result.rendered();
  // What was read without errors is read again the same from its dump.
  if (!result.sink.has_errors()) {
    const std::string once = to_text(result.tree);
    const Read again = read(once, small_limits());
    EXPECT_EQ(to_text(again.tree), once);
  }
}

std::string random_forms(Random& random) {
  static const char* const kPieces[] = {"(", "(", "(", ")", ")", ")", " ", " ", "\n", "(define m1 ", "(define m2 ", "(m1 ", "(m2 ", "(game ",
                                        "$1", "$2", "x$1", "\"a$2\"", "m1", "m2", "n", ";c\n", "\"", "(include \"x\")", "$", "\xE9", "\xC3\xA9"};
  std::string text;
  const std::uint32_t length = random.below(120);
  for (std::uint32_t i = 0; i < length; ++i) text += kPieces[random.below(std::size(kPieces))];
  return text;
}

// Balanced definitions and calls of each other, so that deep and wide expansions are met often.
std::string random_macros(Random& random) {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += "(define m" + std::to_string(i);
    const std::uint32_t parts = random.below(5);
    for (std::uint32_t k = 0; k < parts; ++k) {
      const std::string n = std::to_string(random.below(8));
      switch (random.below(6)) {
        case 0: text += " (m" + n + " a$1)"; break;
        case 1: text += " (m" + n + " ($1 $2) $3)"; break;
        case 2: text += " (l (m" + n + "))"; break;
        case 3: text += " (m$1 " + n + ")"; break;
        case 4: text += " \"$1-$2\""; break;
        default: text += " $" + std::to_string(1 + random.below(3)); break;
      }
    }
    text += ")\n";
  }
  return text + "(game (m7 1 2 3) (m6 (a) 5 x))";
}

TEST(RandomTextTest, AnyTextIsReadOrRefused) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    check_text(random_forms(random));
  }
}

TEST(RandomTextTest, AnyMacrosAreExpandedOrRefused) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    check_text(random_macros(random));
  }
}

TEST(RandomTextTest, DamagedBytesAreReadOrRefused) {
  const std::string whole = "(define step ($1 (verify not-friend?) add))\n(game (title \"T\") (piece (name N) (moves (step n) (step $2))))\n";
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    std::string text = whole;
    for (std::uint32_t i = 0; i <= random.below(4); ++i) text[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.below(256));
    if (random.below(4) == 0) text.resize(random.below(static_cast<std::uint32_t>(text.size())));
    check_text(text);
  }
}

}  // namespace
}  // namespace nightrider::test
