// The shipped rule files as reading matter: they load without a message, are short, and have their pages.
#include <algorithm>
#include <fstream>
#include <set>

#include "perft_rows.h"
#include "rule_text.h"

namespace nightrider::test {
namespace {

std::vector<std::filesystem::path> rule_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "variants"))
    if (entry.path().extension() == ".zrf") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Games with a move whose ways multiply: in Othello each of eight directions turns from none to six discs.
const std::set<std::string> kLeftGeneral = {"othello"};

std::size_t line_count(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(RuleFiles, NoGamesOwnFileIsOver200Lines) {
  for (const auto& file : rule_files()) EXPECT_LE(line_count(read_whole_file(file)), 200u) << file;
}

TEST(RuleFiles, EachHasItsPageAndItsPerftFile) {
  ASSERT_FALSE(rule_files().empty());
  for (const auto& file : rule_files()) {
    for (const char* extension : {".md", ".perft"}) {
      std::filesystem::path other = file;
      EXPECT_TRUE(std::filesystem::exists(other.replace_extension(extension))) << other;
    }
    EXPECT_EQ(file.stem(), file.parent_path().filename());
  }
}

TEST(RuleFiles, EveryGameAndVariantLoadsWithoutAMessage) {
  for (const auto& file : rule_files()) {
    SourceSet sources;
    DiagnosticSink sink;
    ReadOptions options;
    options.include_folders.push_back(source_dir() / "variants" / "common");
    const ExpandedTree tree = expand(read_file(file, sources, sink, options), sources, sink);
    for (const GameEntry& entry : list_games(tree, sink)) {
      EXPECT_FALSE(entry.id.empty()) << file << " " << entry.title;
      if (auto definition = read_game(tree, entry, sink)) compile(*std::move(definition), sink);
    }
    for (const Diagnostic& diagnostic : sink.list())
      if (diagnostic.code != "general-program" || kLeftGeneral.count(file.stem().string()) == 0) ADD_FAILURE() << render(diagnostic, sources);
  }
}

TEST(RuleFiles, FirstMovesAreAsManyAsTheInventorsRulesGive) {
  const std::map<std::string, std::size_t> expected = {{"chess", 20}, {"mageca", 42}, {"magi", 38}, {"magi-12", 38},
                                                       {"i2", 20}, {"i2-alternative", 20}, {"magicpawns", 20},
                                                       {"magicpawns-advanced", 34},
                                                       {"tic-tac-toe", 9}, {"connect-four", 7}, {"gomoku", 225},
                                                       {"hexapawn", 3}, {"breakthrough", 22}, {"othello", 4}};
  for (const auto& [id, count] : expected) {
    const auto game = shipped_once(id);
    ASSERT_TRUE(game) << id;
    EXPECT_EQ(Position(game).count_legal_moves(), count) << id;
  }
}

}  // namespace
}  // namespace nightrider::test
