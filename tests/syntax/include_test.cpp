#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "read_helpers.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, removed afterwards.
class IncludeTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("nightrider-include-" + std::to_string(getpid()) + "-" + info->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  Read read(const std::string& name, const ReadOptions& options = {}) {
    Read result;
    result.tree = read_file(folder_ / name, result.sources, result.sink, options);
    result.expanded = expand(result.tree, result.sources, result.sink, options.limits);
    return result;
  }

  // The expanded text, or the messages without the folder's name.
  std::string shown(const std::string& name, const ReadOptions& options = {}) {
    const Read result = read(name, options);
    std::string text = result.sink.list().empty() ? to_text(result.expanded) : result.rendered();
    const std::string prefix = folder_.string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) text.erase(at, prefix.size());
    return text;
  }

  fs::path folder_;
};

TEST_F(IncludeTest, FormsAreSplicedAtTopLevelAndInsideAGame) {
  write("a.zrf", "(include \"m.inc\") (game (include \"parts.inc\") (m)) (variant (include \"parts.inc\"))");
  write("m.inc", "(define m x)");
  write("parts.inc", "(sound \"s\") (music \"m\")");
  EXPECT_EQ(shown("a.zrf"), "(game (sound \"s\") (music \"m\") x)\n(variant (sound \"s\") (music \"m\"))\n");
}

TEST_F(IncludeTest, LookedUpFromTheIncludingFileThenFromTheIncludeFolders) {
  write("game/a.zrf", "(include \"sub\\\\b.inc\") (include \"common.inc\") (include \"c.inc\")");
  // A backslash separates folders.
  write("game/a.zrf", "(include \"sub\\b.inc\") (include \"common.inc\") (include \"c.inc\")");
  write("game/sub/b.inc", "(include \"c.inc\")");
  write("game/sub/c.inc", "(from-sub)");
  write("game/c.inc", "(from-game)");
  write("common/c.inc", "(from-common)");
  write("common/common.inc", "(include \"c.inc\")");
  ReadOptions options;
  options.include_folders = {folder_ / "common"};
  EXPECT_EQ(shown("game/a.zrf", options), "(from-sub)\n(from-common)\n(from-game)\n");
}

TEST_F(IncludeTest, CaseOfAFileNameMayDiffer) {
  write("a.zrf", "(include \"Sub/COMMON.ZRF\")");
  write("sub/Common.zrf", "(x)");
  EXPECT_EQ(shown("a.zrf"), "(x)\n");
  write("sub/common.zrf", "(y)");  // now it is not clear which is meant
  EXPECT_EQ(read("a.zrf").codes(), "missing-include");
}

TEST_F(IncludeTest, MissingFileIsNamedWithTheNearest) {
  write("a.zrf", "(game)\n(include \"peices.inc\")");
  write("pieces.inc", "(x)");
  EXPECT_EQ(shown("a.zrf"),
            "a.zrf:2:10: error: there is no file 'peices.inc' [missing-include]\n"
            "   2 | (include \"peices.inc\")\n"
            "     |          ^^^^^^^^^^^^\n"
            "   hint: did you mean 'pieces.inc'?\n");
}

TEST_F(IncludeTest, OutsideIsRefusedUnlessAllowed) {
  write("secret.inc", "(secret)");
  write("game/a.zrf", "(include \"../secret.inc\")");
  write("game/b.zrf", "(include \"" + (folder_ / "secret.inc").string() + "\")");
  write("game/c.zrf", "(include \"link.inc\")");
  write("game/d.zrf", "(include \"C:\\secret.inc\")");
  write("game/e.zrf", "(include \"sub/../../secret.inc\")");
  fs::create_directories(folder_ / "game/sub");
  fs::create_symlink("../secret.inc", folder_ / "game/link.inc");
  for (const char* name : {"game/a.zrf", "game/b.zrf", "game/c.zrf", "game/d.zrf", "game/e.zrf"}) {
    const Read result = read(name);
    EXPECT_EQ(result.codes(), "include-outside") << name;
    EXPECT_TRUE(result.tree.forms.empty());
  }
  ReadOptions options;
  options.allow_include_anywhere = true;
  for (const char* name : {"game/a.zrf", "game/b.zrf", "game/c.zrf", "game/e.zrf"}) EXPECT_EQ(shown(name, options), "(secret)\n") << name;
}

TEST_F(IncludeTest, LinkThatStaysInsideIsFollowed) {
  write("a.zrf", "(include \"link.inc\")");
  write("sub/b.inc", "(include \"c.inc\")");
  write("sub/c.inc", "(x)");
  fs::create_symlink("sub/b.inc", folder_ / "link.inc");
  EXPECT_EQ(shown("a.zrf"), "(x)\n");
}

TEST_F(IncludeTest, CycleIsNamed) {
  write("a.zrf", "(include \"b.inc\")");
  write("b.inc", "(include \"c.inc\")");
  write("c.inc", "(include \"b.inc\")");
  EXPECT_EQ(shown("a.zrf"),
            "c.inc:1:10: error: a file includes itself: b.inc -> c.inc -> b.inc [include-cycle]\n"
            "   1 | (include \"b.inc\")\n"
            "     |          ^^^^^^^\n");
}

TEST_F(IncludeTest, DirectoryMissingEmptyAndBinaryFilesHaveMessages) {
  fs::create_directories(folder_ / "dir.zrf");
  write("empty.zrf", "");
  write("comment.zrf", "; nothing\n");
  write("binary.zrf", std::string("(a)\0", 4));
  EXPECT_EQ(shown("dir.zrf"), "dir.zrf: error: this is a directory, not a rule file [is-a-directory]\n");
  EXPECT_EQ(shown("gone.zrf"), "gone.zrf: error: there is no such file [no-such-file]\n");
  EXPECT_EQ(shown("empty.zrf"), "empty.zrf: error: the file holds no form: it is empty, or all of it is comment [empty-file]\n");
  EXPECT_EQ(read("comment.zrf").codes(), "empty-file");
  EXPECT_EQ(read("binary.zrf").codes(), "binary-file");
  write("a.zrf", "(game) (include \"empty.zrf\") (include \"dir.zrf\") (include \"binary.zrf\")");
  const Read result = read("a.zrf");
  EXPECT_EQ(result.codes(), "empty-file is-a-directory binary-file");
  EXPECT_EQ(result.sink.warning_count(), 1u);
}

TEST_F(IncludeTest, DeviceIsNotRead) {
  if (!fs::exists("/dev/zero")) GTEST_SKIP() << "there is no /dev/zero here";
  SourceSet sources;
  DiagnosticSink sink;
  read_file("/dev/zero", sources, sink);
  ASSERT_EQ(sink.list().size(), 1u);
  EXPECT_EQ(sink.list().at(0).code, "cannot-read");
}

TEST_F(IncludeTest, FormOfTheIncludeIsChecked) {
  for (const char* text : {"(include)", "(include a.inc)", "(include \"a\" \"b\")", "(include \"\")"}) {
    write("a.zrf", text);
    EXPECT_EQ(read("a.zrf").codes(), "bad-include") << text;
  }
}

TEST_F(IncludeTest, TextWithoutAFileIncludesFromTheGivenFolder) {
  write("b.inc", "(define m x)");
  const Read result = test::read("(include \"b.inc\") (game (m))", {}, folder_);
  EXPECT_EQ(to_text(result.expanded), "(game x)\n") << result.rendered();
}

// --- Limits: one inside, one over ----------------------------------------------------------------------------------------

TEST_F(IncludeTest, NumberOfIncludesIsLimited) {
  ReadOptions options;
  options.limits.includes = 3;
  write("b.inc", "(b)");
  write("a.zrf", repeated("(include \"b.inc\")", 3));
  EXPECT_EQ(read("a.zrf", options).codes(), "");
  write("a.zrf", repeated("(include \"b.inc\")", 4));
  EXPECT_EQ(read("a.zrf", options).codes(), "too-many-includes");
}

TEST_F(IncludeTest, DepthOfIncludesIsLimited) {
  ReadOptions options;
  options.limits.include_depth = 3;
  for (int i = 0; i < 4; ++i) write(std::to_string(i) + ".inc", "(include \"" + std::to_string(i + 1) + ".inc\")");
  write("3.inc", "(x)");
  EXPECT_EQ(read("0.inc", options).codes(), "");
  write("3.inc", "(include \"4.inc\")");
  write("4.inc", "(x)");
  EXPECT_EQ(read("0.inc", options).codes(), "includes-too-deep");
}

TEST_F(IncludeTest, BytesAndTokensOfAllFilesAreLimited) {
  write("b.inc", "(b c)");  // 5 bytes, 4 tokens
  write("a.zrf", "(include \"b.inc\")(include \"b.inc\")");
  const std::size_t own = fs::file_size(folder_ / "a.zrf");
  ReadOptions options;
  options.limits.total_bytes = own + 10;
  EXPECT_EQ(read("a.zrf", options).codes(), "");
  options.limits.total_bytes = own + 9;
  EXPECT_EQ(read("a.zrf", options).codes(), "includes-too-large");
  options = {};
  options.limits.tokens = 8 + 8;
  EXPECT_EQ(read("a.zrf", options).codes(), "");
  options.limits.tokens = 8 + 7;
  EXPECT_EQ(read("a.zrf", options).codes(), "too-many-tokens");
}

TEST_F(IncludeTest, FileBytesAreLimited) {
  ReadOptions options;
  options.limits.file_bytes = 100;
  write("a.zrf", "(a)" + std::string(97, ' '));
  EXPECT_EQ(read("a.zrf", options).codes(), "");
  write("a.zrf", "(a)" + std::string(98, ' '));
  EXPECT_EQ(read("a.zrf", options).codes(), "file-too-large");
}

TEST_F(IncludeTest, FileIncludedTwiceTimesTwiceEndsAtTheLimit) {
  for (int i = 0; i < 31; ++i) write(std::to_string(i) + ".inc", repeated("(include \"" + std::to_string(i + 1) + ".inc\")", 2));
  write("31.inc", "(x)");
  EXPECT_EQ(read("0.inc").codes(), "too-many-includes");
}

}  // namespace
}  // namespace nightrider::test
