// Published rule files (not part of the project) must read, or be refused for a reason of their own.
#include <gtest/gtest.h>

#include <map>

#include "model/read_game.h"
#include "support/support.h"
#include "syntax/reader.h"

namespace nightrider {
namespace {

struct Counts {
  std::size_t files = 0, engine = 0, read = 0, games = 0, games_read = 0;
  std::map<std::string, std::size_t> codes;
};

Counts read_all(const std::filesystem::path& folder) {
  Counts counts;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder)) {
    if (item.path().extension() != ".zrf") continue;
    SourceSet sources;
    DiagnosticSink sink;
    const SyntaxTree tree = read_file(item.path(), sources, sink);
    const ExpandedTree expanded = expand(tree, sources, sink);
    bool engine = false, good = !sink.has_errors();
    for (const GameEntry& entry : list_games(expanded, sink)) {
      DiagnosticSink own;
      const bool read = read_game(expanded, entry, own).has_value();
      // What is missing was said where the game was read, or before, where its macros were expanded.
      EXPECT_EQ(read, !own.has_errors() && !(sink.has_errors() && !read)) << item.path();
      ++counts.games;
      counts.games_read += read ? 1 : 0;
      good = good && read;
      for (const Diagnostic& diagnostic : own.list()) {
        EXPECT_FALSE(render(diagnostic, sources).empty());
        if (diagnostic.severity == Severity::kError) ++counts.codes[diagnostic.code];
        engine = engine || diagnostic.code == "engine-dll";
      }
    }
    ++counts.files;
    counts.engine += engine ? 1 : 0;
    counts.read += good && !sink.has_errors() ? 1 : 0;
  }
  return counts;
}

TEST(CorpusTest, EveryNativeFileReadsExceptThoseOfEngines) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  const Counts counts = read_all(test::shared_dir() / "corpus" / "native");
  EXPECT_EQ(counts.files, 95u);
  EXPECT_EQ(counts.engine, 17u);
  EXPECT_EQ(counts.read, 78u);
  EXPECT_EQ(counts.codes.size(), 1u) << "only engine-dll";
}

// 86 of them have true errors (unknown positions, numbers as attributes, ..), so only a lower bound is a fact.
TEST(CorpusTest, MostFilesInTheNearDialectRead) {
  if (test::shared_dir().empty()) GTEST_SKIP() << "the published rule files are not here";
  const Counts counts = read_all(test::shared_dir() / "corpus" / "dagaz");
  EXPECT_EQ(counts.files, 400u);
  EXPECT_GE(counts.read, 314u);
}

}  // namespace
}  // namespace nightrider
