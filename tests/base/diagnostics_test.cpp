#include "base/diagnostics.h"

#include <gtest/gtest.h>

namespace nightrider {
namespace {

TEST(DiagnosticsTest, RenderShowsLineUnderlineHintAndNotes) {
  SourceSet sources;
  const FileId file = sources.add("my.zrf", "(game)\n\n(moves (nn add))\n(slide)\n");
  const Diagnostic diagnostic{Severity::kError, "unknown-direction", {file, 16, 18}, "unknown direction 'nn'", "did you mean 'n'?",
                              {{{file, 25, 32}, "in expansion of macro 'slide'"}}};
  EXPECT_EQ(render(diagnostic, sources),
            "my.zrf:3:9: error: unknown direction 'nn' [unknown-direction]\n"
            "   3 | (moves (nn add))\n"
            "     |         ^^\n"
            "   hint: did you mean 'n'?\n"
            "   note: my.zrf:4:1: in expansion of macro 'slide'\n");
}

TEST(DiagnosticsTest, SpanOfSeveralLinesIsUnderlinedToTheEndOfItsFirst) {
  SourceSet sources;
  const FileId file = sources.add("f", "x (a\n b) y");
  EXPECT_EQ(render({Severity::kWarning, "w", {file, 2, 8}, "m", "", {}}, sources), "f:1:3: warning: m [w]\n   1 | x (a\n     |   ^^\n");
}

TEST(DiagnosticsTest, TabsAndControlCharactersDoNotReachTheTerminal) {
  SourceSet sources;
  const FileId file = sources.add("f", "\t\x1b[31m x");
  EXPECT_EQ(render({Severity::kError, "e", {file, 7, 8}, "bad \x1b", "", {}}, sources), "f:1:8: error: bad ? [e]\n   1 |  ?[31m x\n     |        ^\n");
}

TEST(DiagnosticsTest, EmptyFileHasNoLineToShow) {
  SourceSet sources;
  const FileId file = sources.add("gone.zrf", "");
  EXPECT_EQ(render({Severity::kError, "no-such-file", {file, 0, 0}, "there is no such file", "", {}}, sources),
            "gone.zrf: error: there is no such file [no-such-file]\n");
}

TEST(DiagnosticsTest, LongLinesAreCutAroundTheSpan) {
  SourceSet sources;
  const std::string long_line = std::string(3000, 'a') + " bad " + std::string(3000, 'b');
  const FileId file = sources.add("f", long_line);
  const std::string text = render({Severity::kError, "e", {file, 3001, 3004}, "m", "", {}}, sources);
  EXPECT_LT(text.size(), 500u);
  const std::size_t line = text.find('\n') + 1;
  const std::size_t underline = text.find('\n', line) + 1;
  EXPECT_EQ(text.find("bad", line) - line, text.find("^^^", underline) - underline) << text;
}

TEST(DiagnosticsTest, LineOfTheLimitIsShownWhole) {
  for (const std::size_t length : {160u, 161u}) {
    SourceSet sources;
    const FileId file = sources.add("f", std::string(length, 'a'));
    const bool cut = render({Severity::kError, "e", {file, 0, 1}, "m", "", {}}, sources).find("...") != std::string::npos;
    EXPECT_EQ(cut, length > 160);
  }
}

TEST(DiagnosticsTest, ColorIsOnlyAddedWhenAskedFor) {
  SourceSet sources;
  const FileId file = sources.add("f", "x");
  const Diagnostic diagnostic{Severity::kError, "e", {file, 0, 1}, "m", "", {}};
  EXPECT_EQ(render(diagnostic, sources).find('\033'), std::string::npos);
  EXPECT_NE(render(diagnostic, sources, true).find('\033'), std::string::npos);
}

TEST(DiagnosticsTest, SinkKeepsEqualDiagnosticsOnce) {
  DiagnosticSink sink;
  sink.error("e", {0, 1, 2}, "m");
  sink.error("e", {0, 1, 2}, "m");
  sink.warning("w", {0, 1, 2}, "m");
  EXPECT_EQ(sink.list().size(), 2u);
  EXPECT_EQ(sink.error_count(), 1u);
  EXPECT_EQ(sink.warning_count(), 1u);
  EXPECT_TRUE(sink.has_errors());
}

TEST(DiagnosticsTest, SinkKeepsAHundredAndCountsTheRest) {
  DiagnosticSink sink;
  for (std::uint32_t i = 0; i < 103; ++i) sink.error("e", {0, i, i + 1}, "m");
  EXPECT_EQ(sink.list().size(), DiagnosticSink::kMaxDiagnostics);
  EXPECT_EQ(sink.suppressed(), 3u);
  EXPECT_EQ(sink.error_count(), 103u);
}

TEST(DiagnosticsTest, NearestNameFindsTypingErrors) {
  const std::vector<std::string> names{"not-friend?", "north", "n", "promotion-zone"};
  EXPECT_EQ(nearest_name("notrh", names), "north");              // neighbours swapped
  EXPECT_EQ(nearest_name("not-freind?", names), "not-friend?");
  EXPECT_EQ(nearest_name("promotionzone", names), "promotion-zone");
  EXPECT_EQ(nearest_name("nn", names), "n");
  EXPECT_EQ(nearest_name("queen", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(10000, 'n'), names), "");
}

}  // namespace
}  // namespace nightrider
