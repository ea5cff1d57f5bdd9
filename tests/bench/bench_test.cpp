// The table of speeds: its rows, what is read from the programs, the arithmetic. What it measures is no matter of a test.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "bench/process.h"
#include "bench/table.h"
#include "support/support.h"

namespace nightrider::bench {
namespace {

namespace fs = std::filesystem;

fs::path bench_dir() { return test::source_dir() / "tests" / "bench"; }

std::vector<Row> shipped_table() {
  Result<std::vector<Row>> table = parse_table(test::read_whole_file(bench_dir() / "table.tsv"));
  EXPECT_TRUE(table.ok()) << table.error();
  return table ? *table : std::vector<Row>();
}

LibraryPaths library() { return {{test::source_dir() / "variants"}}; }

TEST(BenchTableTest, EveryRowNamesAGameThatExistsAndATargetBelowItsAim) {
  std::set<std::string> ids;
  for (const LibraryEntry& entry : list_library(library())) ids.insert(entry.id);
  const std::vector<Row> rows = shipped_table();
  EXPECT_GT(rows.size(), 40u);
  for (const Row& row : rows) {
    const bool path = row.game.ends_with(".zrf");
    EXPECT_TRUE(path ? fs::exists(bench_dir() / row.game) : row.game.empty() || ids.contains(row.game)) << row.game;
    EXPECT_TRUE(row.target || row.peer == Peer::kNone) << row.work;
    if (!row.target || !row.aim) continue;
    EXPECT_GT(*row.target, 0) << row.work;
    EXPECT_EQ(smaller_is_better(row.kind), *row.aim < *row.target) << row.work;
  }
}

TEST(BenchTableTest, EveryKindAndEveryPeerHasARow) {
  std::set<Kind> kinds;
  std::set<Peer> peers;
  for (const Row& row : shipped_table()) {
    kinds.insert(row.kind);
    peers.insert(row.peer);
  }
  EXPECT_EQ(kinds.size(), 6u);
  EXPECT_EQ(peers.size(), 6u);
}

TEST(BenchTableTest, EveryRuleFileOfTheFolderLoadsWithoutAWarningAndHasARow) {
  std::set<std::string> named;
  for (const Row& row : shipped_table()) named.insert(row.game);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(bench_dir() / "rules")) {
    if (entry.path().extension() != ".zrf") continue;
    ++files;
    EXPECT_TRUE(named.contains("rules/" + entry.path().filename().string())) << entry.path();
    const Result<std::unique_ptr<CheckedFile>> checked = check_file(entry.path().string(), library());
    ASSERT_TRUE(checked.ok()) << checked.error();
    EXPECT_EQ((*checked)->variants.size(), 1u) << entry.path();
    for (const Diagnostic& diagnostic : (*checked)->sink.list())
      EXPECT_EQ(diagnostic.severity, Severity::kNote) << entry.path() << ": " << diagnostic.message;
  }
  EXPECT_GE(files, 9u);
}

TEST(BenchTableTest, LineThatIsWrongIsNamedWithTheReason) {
  const std::string titles = "group\twork\tkind\tgame\tdepth\tpeer\tpeer variant\tpeer depth\ttarget\taim\n";
  const std::pair<const char*, const char*> cases[] = {
      {"g\tw\tbulk\tchess\t6\tstockfish\tchess\t6\t1", "line 2 of the table has 9 columns, not 10"},
      {"g\tw\tbulky\tchess\t6\tstockfish\tchess\t6\t1\t2", "line 2 of the table has the unknown kind 'bulky'"},
      {"g\tw\tbulk\tchess\t6\tstokfish\tchess\t6\t1\t2", "line 2 of the table has the unknown peer 'stokfish'"},
      {"g\tw\tbulk\tchess\t1\t-\t-\t-\t1\t2", "line 2 of the table has '1' for a depth (2 is the least)"},
      {"g\tw\tbulk\tchess\t6x\t-\t-\t-\t1\t2", "line 2 of the table has '6x' for a depth (2 is the least)"},
      {"g\tw\tbulk\tchess\t6\t-\t-\t-\t0\t2", "line 2 of the table has '0' for a target"},
      {"g\tw\tbulk\tchess\t-\t-\t-\t-\t1\t2", "line 2 of the table has no depth"},
      {"g\tw\tplayouts\tchess\t6\t-\t-\t-\t1\t2", "line 2 of the table has a depth"},
      {"g\tw\tbulk\t-\t6\t-\t-\t-\t1\t2", "line 2 of the table names no game"},
      {"g\tw\tload\tchess\t-\t-\t-\t-\t1\t2", "line 2 of the table names a game, but is of all"},
      {"g\tw\tbulk\tchess\t6\tsjaakii\tchess\t-\t1\t2", "line 2 of the table has a depth for no peer, or none for one"},
      {"g\tw\tplayouts\tchess\t-\tregular-boardgames\tmany\t-\t1\t2", "line 2 of the table has no figure of its peer"},
  };
  for (const auto& [line, message] : cases) {
    const Result<std::vector<Row>> table = parse_table(titles + line + "\n");
    ASSERT_FALSE(table.ok()) << line;
    EXPECT_EQ(table.error(), message);
  }
}

TEST(BenchOutputTest, UciPerftIsReadFromItsLastLineAlone) {
  EXPECT_EQ(parse_uci_perft("id name Stockfish 15.1\nuciok\na2a3: 8457\nh2h4: 9329\n\nNodes searched: 197281\n\n", 4), (Leaves{{4, 197281}}));
  EXPECT_EQ(parse_uci_perft("Nodes searched: 20\r\n", 1), (Leaves{{1, 20}}));
  EXPECT_TRUE(parse_uci_perft("info string variant chess files 8 ranks 8\na2a3: 1\n", 1).empty());
}

TEST(BenchOutputTest, SjaakiiPerftIsReadDepthByDepth) {
  const std::string output =
      "#[Chess] 0w>\n# New game 'Capablanca chess'\n 1         28  0.00    217054.26nps\n 2        784  0.00   4020512.82nps\n 3      25228  0.00  10095238.10nps\n";
  EXPECT_EQ(parse_sjaakii_perft(output), (Leaves{{1, 28}, {2, 784}, {3, 25228}}));
  EXPECT_TRUE(parse_sjaakii_perft(" 1 R N B Q K B N R *\n  a b c d e f g h \n 3 x 0.00 1nps\n").empty());
}

TEST(BenchOutputTest, OurOwnCountsGamesAndListAreReadFromJson) {
  EXPECT_EQ(parse_own_perft(R"({"results":[{"depth":1,"nodes":20,"seconds":0.0},{"depth":2,"nodes":400,"seconds":0.1}]})"), (Leaves{{1, 20}, {2, 400}}));
  EXPECT_EQ(parse_playouts(R"({"games":390,"plies":23567})"), 390.0);
  EXPECT_EQ(parse_list(R"({"variants":[{"name":"chess","title":"Chess"},{"name":"magi"}]})"), (std::vector<std::string>{"chess", "magi"}));
  for (const char* other : {"", "perft 1: 20", "[]", "{}"}) {
    EXPECT_TRUE(parse_own_perft(other).empty());
    EXPECT_FALSE(parse_playouts(other));
    EXPECT_TRUE(parse_list(other).empty());
  }
}

TEST(BenchOutputTest, VariantThatAPeerDoesNotKnowIsFoundInItsAnswer) {
  const std::string uci = "id name Fairy\noption name UCI_Variant type combo default chess var chess var grand var makruk\nuciok\n";
  EXPECT_TRUE(uci_knows(uci, "grand"));
  EXPECT_TRUE(uci_knows(uci, "makruk"));
  EXPECT_FALSE(uci_knows(uci, "gran"));
  EXPECT_FALSE(uci_knows(uci, "mageca"));
  EXPECT_TRUE(uci_knows("id name Stockfish 15.1\nuciok\n", "chess"));
  EXPECT_FALSE(uci_knows("id name Stockfish 15.1\nuciok\n", "grand"));
  EXPECT_FALSE(sjaakii_knows("Error (cannot start variant game): 'foo'\n"));
  EXPECT_TRUE(sjaakii_knows("# New game 'Grand chess'\n"));
}

TEST(BenchArithmeticTest, MedianIsTheMiddleValueOrTheMeanOfTwo) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(BenchArithmeticTest, DepthsThatBothCountedAreCompared) {
  EXPECT_FALSE(difference({{1, 20}, {2, 400}}, {{2, 400}, {3, 8902}}));
  EXPECT_FALSE(difference({{1, 20}}, {}));
  const std::optional<Difference> differs = difference({{1, 20}, {2, 400}}, {{2, 401}});
  ASSERT_TRUE(differs);
  EXPECT_EQ(differs->depth, 2);
  EXPECT_EQ(differs->ours, 400u);
  EXPECT_EQ(differs->peer, 401u);
}

Measured measured(Kind kind, Peer peer, std::optional<double> ours, std::optional<double> theirs, std::optional<double> target) {
  Measured result;
  result.row.kind = kind;
  result.row.group = "group";
  result.row.work = "work";
  result.row.peer = peer;
  result.row.target = target;
  result.ours = ours;
  result.peer = theirs;
  return result;
}

TEST(BenchArithmeticTest, MarkComparesTheRatioOrWithoutPeerTheFigureWithTheTarget) {
  EXPECT_EQ(ratio(measured(Kind::kBulk, Peer::kSjaakii, 30, 10, 3)), 3.0);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kSjaakii, 30, 10, 3)), Mark::kOk);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kSjaakii, 29, 10, 3)), Mark::kBelow);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kSjaakii, 29, std::nullopt, 3)), Mark::kNoPeer);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kNone, 30, std::nullopt, 30)), Mark::kOk);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kNone, 29, std::nullopt, 30)), Mark::kBelow);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kNone, 29, std::nullopt, std::nullopt)), Mark::kNoTarget);
  EXPECT_EQ(mark(measured(Kind::kLoad, Peer::kNone, 50, std::nullopt, 50)), Mark::kOk);
  EXPECT_EQ(mark(measured(Kind::kMemory, Peer::kNone, 65, std::nullopt, 64)), Mark::kBelow);
  EXPECT_EQ(mark(measured(Kind::kBulk, Peer::kNone, std::nullopt, std::nullopt, 30)), Mark::kError);
  EXPECT_DOUBLE_EQ(scaled_playouts(824, 13.8), 824);
  EXPECT_DOUBLE_EQ(scaled_playouts(824, 6.9), 412);
}

TEST(BenchArithmeticTest, ErrorOfARowMakesTheWholeTableBad) {
  Measured fine = measured(Kind::kBulk, Peer::kSjaakii, 29, 10, 3);
  Measured wrong = fine;
  wrong.error = "depth 3: ours 1, the peer's 2";
  const Circumstances circumstances{"2026-01-31", "a processor", 2, 5, false};
  EXPECT_TRUE(good({fine}));
  EXPECT_FALSE(good({fine, wrong}));
  EXPECT_EQ(table_json({fine, wrong}, circumstances)["rows"][1]["error"], wrong.error);
  EXPECT_EQ(table_json({fine, wrong}, circumstances)["good"], false);
  EXPECT_EQ(table_json({fine}, circumstances)["rows"][0]["ratio"], 2.9);
  const std::string text = table_text({fine, wrong}, circumstances);
  EXPECT_NE(text.find(wrong.error), std::string::npos) << text;
  EXPECT_NE(text.find("1 below, 1 error"), std::string::npos) << text;
}

TEST(BenchProcessTest, ChildIsHeardAnsweredAndMeasured) {
  Command command;
  command.arguments = {"/bin/sh", "-c", "read a; echo \"$a ready\"; read b; echo \"$b\"; exit 3"};
  command.input = "one\n";
  command.last = [](const std::string& line) { return line == "one ready"; };
  command.farewell = "two\n";
  const Result<Finished> finished = run(command, 60);
  ASSERT_TRUE(finished.ok()) << finished.error();
  EXPECT_EQ(finished->output, "one ready\ntwo\n");
  EXPECT_EQ(finished->exit_code, 3);
  EXPECT_GT(finished->megabytes, 0);
}

TEST(BenchProcessTest, ChildThatHangsIsKilledAndOneThatIsMissingIsNamed) {
  const Result<Finished> late = run({{"/bin/sh", "-c", "exec sleep 60"}, "", {}, ""}, 0.3);
  ASSERT_FALSE(late.ok());
  EXPECT_NE(late.error().find("took more than"), std::string::npos) << late.error();
  const Result<Finished> missing = run({{"/no/such/program"}, "", {}, ""}, 60);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error(), "'/no/such/program' cannot be started");
  EXPECT_TRUE(find_program("sh"));
  EXPECT_FALSE(find_program("no-such-program"));
}

}  // namespace
}  // namespace nightrider::bench
