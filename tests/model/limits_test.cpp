// Each limit of ids.h and game_reader.h: what is at it is read, one more is refused with its number.
#include <gtest/gtest.h>

#include <functional>

#include "model/game_reader.h"
#include "model/read_game.h"

namespace nightrider {
namespace {

struct Outcome {
  bool read = false;
  std::string codes, messages;
};

Outcome read(const std::string& text) {
  SourceSet sources;
  DiagnosticSink sink;
  const SyntaxTree tree = read_text("limits", text, ".", sources, sink);
  const ExpandedTree expanded = expand(tree, sources, sink);
  const std::vector<GameEntry> entries = list_games(expanded, sink);
  Outcome outcome;
  if (!entries.empty()) outcome.read = read_game(expanded, entries[0], sink).has_value();
  for (const Diagnostic& diagnostic : sink.list()) {
    outcome.codes += (outcome.codes.empty() ? "" : " ") + diagnostic.code;
    outcome.messages += diagnostic.message + '\n';
  }
  return outcome;
}

std::string repeated(int count, const std::function<std::string(int)>& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text(i);
  return all;
}

constexpr const char* kBoard = "(board (grid (dimensions (\"a/b\" (1 0)) (\"2/1\" (0 1))) (directions (n 0 -1))))";
std::string game(const std::string& forms) { return std::string("(game (players P) (turn-order P) ") + kBoard + forms + ")"; }

// `text(limit)` must be read, `text(limit + 1)` refused with `code` and the limit's number.
void expect_limit(int limit, const std::string& code, const std::function<std::string(int)>& text) {
  const Outcome fits = read(text(limit));
  EXPECT_TRUE(fits.read) << code << ": " << fits.messages.substr(0, 500);
  const Outcome over = read(text(limit + 1));
  EXPECT_FALSE(over.read) << code;
  EXPECT_EQ(over.codes, code);
  EXPECT_NE(over.messages.find(std::to_string(limit)), std::string::npos) << over.messages;
}

TEST(LimitsTest, NamesOfEachKind) {
  expect_limit(kMaxPlayers, "too-many-players", [](int n) {
    return "(game (players" + repeated(n, [](int i) { return " p" + std::to_string(i); }) + ") (turn-order p0)" + kBoard + ")";
  });
  expect_limit(kMaxDirections, "too-many-directions", [](int n) {
    return "(game (players P) (turn-order P) (board (grid (dimensions (\"a/b\" (1 0))) (directions" +
           repeated(n, [](int i) { return " (d" + std::to_string(i) + " 1)"; }) + "))))";
  });
  expect_limit(kMaxPieceTypes, "too-many-pieces", [](int n) {
    return game(repeated(n, [](int i) { return "(piece (name t" + std::to_string(i) + "))"; }));
  });
  expect_limit(kMaxAttributes, "too-many-attributes", [](int n) {
    return game("(piece (name A) " + repeated(n, [](int i) { return "(attribute a" + std::to_string(i) + " true)"; }) + ")");
  });
  expect_limit(kMaxPlayerAttributes, "too-many-player-attributes", [](int n) {
    return game(repeated(n, [](int i) { return "(player-attribute a" + std::to_string(i) + " true)"; }));
  });
  expect_limit(kMaxTags, "too-many-tags", [](int n) { return game(repeated(n, [](int i) { return "(tag t" + std::to_string(i) + ")"; })); });
  expect_limit(kMaxMoveTypes, "too-many-move-types", [](int n) {
    return game("(piece (name A) (moves " + repeated(n, [](int i) { return "(move-type t" + std::to_string(i) + ")"; }) + "))");
  });
}

TEST(LimitsTest, PositionsAndTurns) {
  expect_limit(kMaxSquares, "too-many-positions", [](int n) {
    return "(game (players P) (turn-order P) (board (dummy" + repeated(n, [](int i) { return " s" + std::to_string(i); }) + ")))";
  });
  const Outcome grid = read("(game (players P) (turn-order P) (board (grid (dimensions (\"" + repeated(64, [](int i) { return "/a" + std::to_string(i); }) +
                            "\" (1 0)) (\"" + repeated(64, [](int i) { return "/b" + std::to_string(i); }) + "\" (0 1))))))");
  EXPECT_EQ(grid.codes, "too-many-positions");
  expect_limit(kMaxTurns, "too-many-turns", [](int n) {
    return std::string("(game (players P) (turn-order") + repeated(n, [](int) { return std::string(" P"); }) + ")" + kBoard + ")";
  });
  expect_limit(static_cast<int>(kMaxListedPositions), "too-many-listed", [](int n) {
    std::string text = "(game (players P) (turn-order P) (board (grid (dimensions (\"a\" (1 0)) (\"" +
                       repeated(999, [](int i) { return std::to_string(i) + "/"; }) + "999\" (0 1))))";
    for (int i = 0; i < n / 1000; ++i) text += "(zone (name z) (positions (cells * *)))";
    for (int i = 0; i < n % 1000; ++i) text += "(zone (name z) (positions a1))";
    return text + "))";
  });
}

TEST(LimitsTest, SquaresThatGoalsCompare) {
  expect_limit(static_cast<int>(kMaxGoalWork), "goals-too-large", [](int n) {
    constexpr int kSquares = 4000;
    std::string text = "(game (players P) (turn-order P) (board (dummy" + repeated(kSquares, [](int i) { return " s" + std::to_string(i); }) + ")) (piece (name A))" +
                       "(win-condition (P) (or (relative-config" + repeated(n / kSquares, [](int) { return std::string(" A"); }) + ") stalemated";
    for (int i = 0; i < n % kSquares; ++i) text += "(absolute-config A (s0))";
    return text + ")))";
  });
}

TEST(LimitsTest, NestingAndInstructions) {
  expect_limit(kMaxNesting, "too-deep", [](int n) {
    return game("(piece (name A) (moves (n " + repeated(n, [](int) { return std::string("(if empty? "); }) + "add" + std::string(static_cast<std::size_t>(n), ')') + ")))");
  });
  expect_limit(kMaxNesting, "too-deep", [](int n) {
    std::string text = game("(piece (name A) (moves (n (verify " + repeated(n, [](int) { return std::string("(not "); }) + "empty?" + std::string(static_cast<std::size_t>(n), ')') + "))))");
    return text;
  });
  expect_limit(kMaxNesting, "too-deep", [](int n) {
    return game("(win-condition (P) " + repeated(n, [](int) { return std::string("(not "); }) + "stalemated" + std::string(static_cast<std::size_t>(n), ')') + ")");
  });
  // Macros that double: 2^k instructions from k short lines.
  std::string macros = "(define m0 add)";
  for (int i = 1; i <= 21; ++i) macros += "(define m" + std::to_string(i) + " (m" + std::to_string(i - 1) + ") (m" + std::to_string(i - 1) + "))";
  const Outcome many = read(macros + game("(piece (name A) (moves (n (m21))))"));
  EXPECT_FALSE(many.read);
  EXPECT_EQ(many.codes, "too-many-instructions");
  EXPECT_NE(many.messages.find(std::to_string(kMaxInstructions)), std::string::npos);
}

}  // namespace
}  // namespace nightrider
