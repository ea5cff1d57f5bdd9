#include "base/source.h"

#include <gtest/gtest.h>

namespace nightrider {
namespace {

TEST(SourceTest, ValidUtf8IsKeptAndItsMarkDropped) {
  EXPECT_EQ(SourceFile("f", "\xEF\xBB\xBF" "e\xC3\x98 \xC2\xB2").text(), "e\xC3\x98 \xC2\xB2");
}

TEST(SourceTest, OtherTextIsReadAsCp1252) {
  EXPECT_EQ(SourceFile("f", "caf\xE9 \x80 \x93x\x94").text(), "caf\xC3\xA9 \xE2\x82\xAC \xE2\x80\x9Cx\xE2\x80\x9D");
}

TEST(SourceTest, OverlongSurrogateAndTooLargeSequencesAreNotUtf8) {
  for (const char* bytes : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\x80"}) {
    const SourceFile file("f", bytes);
    EXPECT_NE(file.text(), bytes) << "taken as UTF-8";
  }
  EXPECT_EQ(SourceFile("f", "\xF4\x8F\xBF\xBF").text(), "\xF4\x8F\xBF\xBF");
}

TEST(SourceTest, ColumnsCountCharacters) {
  const SourceFile file("f", "a\n\xC3\x98x y\n");
  EXPECT_EQ(file.line_column(0).line, 1u);
  EXPECT_EQ(file.line_column(4).line, 2u);
  EXPECT_EQ(file.line_column(4).column, 2u);  // x, after a character of two bytes
  EXPECT_EQ(file.line_column(999).line, 3u);  // past the end: the end
}

TEST(SourceTest, EveryKindOfLineEndEndsALine) {
  const SourceFile file("f", "a\r\nb\nc\rd");
  EXPECT_EQ(file.line_column(3).line, 2u);
  EXPECT_EQ(file.line_column(5).line, 3u);
  EXPECT_EQ(file.line_column(7).line, 4u);
  EXPECT_EQ(file.line_at(0), "a");
  EXPECT_EQ(file.line_at(3), "b");
  EXPECT_EQ(file.line_at(5), "c");
  EXPECT_EQ(file.line_at(7), "d");
}

TEST(SourceTest, SetGivesTheTextOfASpan) {
  SourceSet sources;
  sources.add("a", "xxx");
  const FileId file = sources.add("b", "(move n)");
  EXPECT_EQ(sources.text({file, 1, 5}), "move");
  EXPECT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources.file(file).path(), "b");
}

}  // namespace
}  // namespace nightrider
