// The contract of the command line with scripts: exit codes, streams, JSON fields.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "cli/run_program.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

using Json = nlohmann::json;

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names{"play",  "list",     "show",   "moves", "search", "check",
                                              "perft", "simulate", "replay", "bench", "help"};
  return names;
}

// Runs a command that must succeed and print one JSON object and nothing else.
Json json_of(const std::string& command) {
  const ProgramRun run = run_program(command);
  EXPECT_EQ(run.exit_code, 0) << command << '\n' << run.err;
  EXPECT_EQ(run.err, "") << command;
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1) << command;
  const Json json = Json::parse(run.out, nullptr, false);
  EXPECT_TRUE(json.is_object()) << command << '\n' << run.out;
  return json;
}

void expect_fields(const Json& json, const std::vector<std::string>& fields, const std::string& where) {
  for (const std::string& field : fields) EXPECT_TRUE(json.contains(field)) << where << " has no field " << field << ": " << json.dump();
}

TEST(CliTest, OverviewNamesEveryCommand) {
  const ProgramRun help = run_program("nightrider --help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.err, "");
  for (const std::string& name : command_names()) EXPECT_NE(help.out.find("\n  " + name + ' '), std::string::npos) << name;
  const ProgramRun alone = run_program("nightrider");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_EQ(alone.out, "");
  EXPECT_EQ(alone.err, help.out);
}

TEST(CliTest, EveryCommandExplainsItself) {
  for (const std::string& name : command_names()) {
    const ProgramRun run = run_program("nightrider " + name + " --help");
    EXPECT_EQ(run.exit_code, 0) << name;
    EXPECT_EQ(run.err, "") << name;
    EXPECT_NE(run.out.find("Usage: nightrider " + name), std::string::npos) << run.out;
    EXPECT_EQ(run.out, run_program("nightrider help " + name).out);
  }
}

TEST(CliTest, EveryCommandStandsInManualAndCompletions) {
  for (const char* file : {"cli/nightrider.1", "cli/completion/nightrider.bash", "cli/completion/_nightrider", "cli/completion/nightrider.fish"}) {
    const std::string text = read_whole_file(source_dir() / file);
    for (const std::string& name : command_names()) EXPECT_NE(text.find(name), std::string::npos) << file << " does not name " << name;
  }
}

TEST(CliTest, EveryOptionStandsInTheManual) {
  std::string manual = read_whole_file(source_dir() / "cli/nightrider.1");
  std::erase(manual, '\\');
  for (const std::string& name : command_names()) {
    std::istringstream words(run_program("nightrider " + name + " --help").out);
    for (std::string word; words >> word;) {
      if (word == "-h,--help" || !word.starts_with("--") || word.size() < 4) continue;
      word = word.substr(0, word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"));
      EXPECT_NE(manual.find(word), std::string::npos) << word << " of " << name;
    }
  }
}

TEST(CliTest, EveryCommandWithAGameTakesPositionAfterAndVariant) {
  for (const char* name : {"show", "moves", "perft", "play", "search", "simulate", "replay"}) {
    const std::string help = run_program("nightrider " + std::string(name) + " --help").out;
    for (const char* option : {"--position", "--start", "--after", "--variant", "--color", "--ascii"})
      EXPECT_NE(help.find(option), std::string::npos) << name << " has no " << option;
  }
}

TEST(CliTest, BadCommandLinesEndWithTwoAndPrintNothing) {
  for (const char* line : {"nightrider nosuch", "nightrider --nosuch", "nightrider moves", "nightrider moves chess --nosuch", "nightrider perft chess",
                           "nightrider perft chess many", "nightrider perft chess -1", "nightrider play chess --level 11",
                           "nightrider moves chess --color sometimes", "nightrider check", "nightrider check a.zrf --dump=nothing",
                           "nightrider help nosuch", "nightrider play chess --player Withe=human", "nightrider play chess --player White=nobody",
                           "nightrider search chess --depth 0", "nightrider moves chess chess"}) {
    const ProgramRun run = run_program(line);
    EXPECT_EQ(run.exit_code, 2) << line << '\n' << run.err;
    EXPECT_EQ(run.out, "") << line;
    EXPECT_NE(run.err, "") << line;
  }
}

TEST(CliTest, BadInputEndsWithOneAndPrintsNothing) {
  for (const char* line : {"nightrider moves mageka", "nightrider moves ./nosuch.zrf", "nightrider moves nosuch.zrf", "nightrider show /tmp",
                           "nightrider moves chess --after e5", "nightrider moves chess --position 8/8 --json",
                           "nightrider show chess --after 'e4 Ke7' --json", "nightrider moves chess --variant Nosuch",
                           "echo '(game' > bad.zrf; nightrider moves bad.zrf", "nightrider replay chess nosuch.txt",
                           "printf 'Zillions Save Game File Version 0.02 HC\\nnonsense\\n' > a.zsg; nightrider replay chess a.zsg"}) {
    const ProgramRun run = run_program(line);
    EXPECT_EQ(run.exit_code, 1) << line << '\n' << run.err;
    EXPECT_EQ(run.out, "") << line;
    EXPECT_NE(run.err, "") << line;
  }
}

TEST(CliTest, UnknownNamesGetTheNearest) {
  const std::pair<const char*, const char*> cases[] = {{"nightrider mvoes chess", "'moves'"},
                                                       {"nightrider moves mageka", "'mageca'"},
                                                       {"nightrider moves chess --variant Ches", "'Chess'"},
                                                       {"nightrider play chess --player Withe=human", "'White'"},
                                                       {"cp $SOURCE/variants/mageca/mageca.zrf .; nightrider moves ./magica.zrf", "'mageca.zrf'"}};
  for (const auto& [line, near] : cases) EXPECT_NE(run_program(line).err.find(near), std::string::npos) << line << '\n' << run_program(line).err;
}

TEST(CliTest, IllegalMoveIsRefusedByNameWithPlyAndNearest) {
  const ProgramRun run = run_program("nightrider moves chess --after '1. e4 e5 2. Nf4'");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("Nf4"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find('3'), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("Nf3"), std::string::npos) << run.err;
}

TEST(CliTest, ListAsJsonNamesGamesOnce) {
  const Json json = json_of("nightrider list --json");
  std::set<std::string> names;
  for (const Json& variant : json.at("variants")) {
    expect_fields(variant, {"name", "title", "board", "path"}, "list");
    EXPECT_TRUE(names.insert(variant.at("name")).second) << variant.dump();
  }
  for (const char* name : {"chess", "mageca", "magi", "magi-12", "i2", "i2-alternative", "magicpawns", "magicpawns-advanced"})
    EXPECT_EQ(names.count(name), 1u) << name;
}

TEST(CliTest, ShowAsJsonHasItsFields) {
  const Json json = json_of("nightrider show mageca --json");
  expect_fields(json, {"position", "side", "ply", "offers", "result", "squares"}, "show");
  EXPECT_EQ(json.at("side"), "White");
  EXPECT_EQ(json.at("ply"), 0);
  EXPECT_TRUE(json.at("result").is_null());
  EXPECT_EQ(json.at("squares").size(), 40u);
  const std::string again = "nightrider show mageca --json --position '" + json.at("position").get<std::string>() + "'";
  EXPECT_EQ(json_of(again).at("position"), json.at("position"));
}

TEST(CliTest, ShowAsJsonTellsTheResultWithPoints) {
  const Json json = json_of("nightrider show chess --json --after 'f3 e5 g4 Qh4'");
  EXPECT_EQ(json.at("result").at("reason"), "checkmated");
  EXPECT_EQ(json.at("result").at("winner"), "Black");
  EXPECT_EQ(json.at("result").at("points"), (Json{{"White", 0}, {"Black", 1}}));
  EXPECT_TRUE(json.at("offers").empty());
}

TEST(CliTest, MovesAsJsonHasItsFields) {
  const Json json = json_of("nightrider moves mageca --json");
  EXPECT_EQ(json.at("count"), 42);
  EXPECT_EQ(json.at("moves").size(), 42u);
  for (const Json& move : json.at("moves")) {
    expect_fields(move, {"text", "coord", "parts", "captures", "promotion", "tags"}, "moves");
    for (const Json& part : move.at("parts")) expect_fields(part, {"piece", "from", "to"}, "parts");
  }
}

TEST(CliTest, MovesAsJsonTellsWhyThereAreNone) {
  const Json over = json_of("nightrider moves chess --after 'f3 e5 g4 Qh4' --json");
  EXPECT_EQ(over["count"], 0);
  EXPECT_EQ(over["result"]["winner"], "Black");
  EXPECT_TRUE(json_of("nightrider moves chess --json")["result"].is_null());
}

TEST(CliTest, MovesAsJsonNamesCapturesPromotionAndTags) {
  const Json json = json_of("nightrider moves chess --json --position '3r4/4P2k/8/2pP4/8/8/8/K7 w - c6 0 1'");
  std::set<std::string> promotions;
  bool en_passant = false;
  for (const Json& move : json.at("moves")) {
    if (move.at("coord") == "d5c6") {
      en_passant = true;
      EXPECT_EQ(move.at("captures"), Json::array({"c5"}));
      EXPECT_EQ(move.at("tags"), Json::array({"ep"}));
    }
    if (move.at("parts").at(0).at("to") == "d8") {
      promotions.insert(move.at("promotion"));
      EXPECT_EQ(move.at("captures"), Json::array({"d8"}));
    }
  }
  EXPECT_TRUE(en_passant);
  EXPECT_EQ(promotions, (std::set<std::string>{"Queen", "Rook", "Bishop", "Knight"}));
}

TEST(CliTest, PerftAsJsonCountsAndDivides) {
  const Json json = json_of("nightrider perft chess 3 --divide --json");
  ASSERT_EQ(json.at("results").size(), 3u);
  for (const Json& row : json.at("results")) expect_fields(row, {"depth", "nodes", "seconds"}, "perft");
  EXPECT_EQ(json.at("results").at(2).at("nodes"), 8902);
  EXPECT_EQ(json.at("divide").size(), 20u);
  std::uint64_t sum = 0;
  for (const auto& [move, nodes] : json.at("divide").items()) sum += nodes.get<std::uint64_t>();
  EXPECT_EQ(sum, 8902u);
}

TEST(CliTest, PerftIsTheSameWithoutBulkWithThreadsAndUnspecialised) {
  for (const char* option : {"--no-bulk", "--threads 2", "--no-specialise"})
    EXPECT_EQ(json_of("nightrider perft mageca 2 --json " + std::string(option)).at("results").at(1).at("nodes"),
              json_of("nightrider perft mageca 2 --json").at("results").at(1).at("nodes"))
        << option;
}

TEST(CliTest, SearchAsJsonHasItsFields) {
  const Json json = json_of("nightrider search chess --json --depth 2 --position '7k/5Q2/5K2/8/8/8/8/8 w - - 0 1'");
  expect_fields(json, {"bestmove", "coord", "score", "depth", "nodes", "seconds", "nps", "pv"}, "search");
  EXPECT_EQ(json.at("bestmove"), json.at("pv").at(0));
}

TEST(CliTest, SimulateAsJsonHasItsFieldsAndRepeatsBySeed) {
  const std::string line = "nightrider simulate chess --games 3 --seed 7 --max-plies 200 --json";
  Json json = json_of(line);
  expect_fields(json, {"games", "plies", "seconds", "results", "mean_plies"}, "simulate");
  EXPECT_EQ(json.at("games"), 3);
  Json again = json_of(line);
  json.erase("seconds");
  again.erase("seconds");
  EXPECT_EQ(json, again);
}

TEST(CliTest, CheckAsJsonHasItsFields) {
  EXPECT_EQ(json_of("nightrider check mageca --json").at("files").at(0).at("ok"), true);
  const ProgramRun run = run_program("printf '(game (title \"A\") (players White Black) (turn-order White Blakc))' > bad.zrf; nightrider check bad.zrf --json");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.err, "");
  const Json json = Json::parse(run.out);
  const Json& file = json.at("files").at(0);
  expect_fields(file, {"path", "ok", "variants", "diagnostics"}, "check");
  EXPECT_EQ(file.at("ok"), false);
  ASSERT_FALSE(file.at("diagnostics").empty());
  for (const Json& diagnostic : file.at("diagnostics"))
    expect_fields(diagnostic, {"severity", "code", "file", "line", "column", "message", "hint"}, "check");
}

TEST(CliTest, CheckPrintsDiagnosticsOnStandardOutput) {
  const ProgramRun run = run_program("echo '(game (title \"A\")' > bad.zrf; nightrider check bad.zrf $SOURCE/variants/chess/chess.zrf");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out.find("bad.zrf:1:"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("chess.zrf: ok"), std::string::npos) << run.out;
}

TEST(CliTest, ReplayAsJsonSaysWhereAGameDeparts) {
  const Json good = json_of("echo '1. e4 e5 2. Nf3' > game.txt; nightrider replay chess game.txt --json");
  expect_fields(good, {"plies", "matched", "first_mismatch", "result"}, "replay");
  EXPECT_EQ(good.at("plies"), 3);
  EXPECT_EQ(good.at("matched"), 3);
  EXPECT_TRUE(good.at("first_mismatch").is_null());
  const ProgramRun run = run_program("echo '1. e4 e5 2. Nf4 Nc6' > game.txt; nightrider replay chess game.txt --json");
  EXPECT_EQ(run.exit_code, 1);
  const Json bad = Json::parse(run.out);
  EXPECT_EQ(bad.at("plies"), 4);
  EXPECT_EQ(bad.at("matched"), 2);
  EXPECT_EQ(bad.at("first_mismatch").at("ply"), 3);
}

TEST(CliTest, AsciiPrintsNothingElse) {
  for (const char* line : {"nightrider show mageca --ascii --after 'e5 e6'", "nightrider moves i2 --ascii --after 'f4 d5 c4 dxc4 Nc3 a6 e3 b5 b4 f5 Bb2 Nf7^2'"}) {
    const ProgramRun run = run_program(line);
    EXPECT_EQ(run.exit_code, 0) << line << run.err;
    EXPECT_TRUE(std::all_of(run.out.begin(), run.out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) << run.out;
  }
}

TEST(CliTest, ColorsComeOnlyWhenAskedFor) {
  EXPECT_EQ(run_program("nightrider show chess").out.find('\x1b'), std::string::npos);
  EXPECT_NE(run_program("nightrider show chess --color always").out.find('\x1b'), std::string::npos);
  EXPECT_NE(run_program("NO_COLOR=1 nightrider show chess --color always").out.find('\x1b'), std::string::npos);
}

TEST(CliTest, GamesOfTheUserAndOfThePathAreFound) {
  const std::string copy = "mkdir -p $D/mine; sed 's/(id mageca)/(id mine)/' $SOURCE/variants/mageca/mageca.zrf > $D/mine/mine.zrf; ";
  EXPECT_EQ(run_program("D=$HOME/.local/share/nightrider/variants; " + copy + "nightrider moves mine").exit_code, 0);
  EXPECT_EQ(run_program("D=$HOME/more; " + copy + "NIGHTRIDER_PATH=/nosuch:$D nightrider moves mine").exit_code, 0);
  // One broken file does not hide the others.
  const ProgramRun run = run_program("D=$HOME/more; " + copy + "mkdir $D/bad; echo '(game' > $D/bad/bad.zrf; NIGHTRIDER_PATH=$D nightrider list");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("\nmine "), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("bad.zrf"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace nightrider::test
