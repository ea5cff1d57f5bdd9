// Every row of tests/variants/positions: legal moves, results and texts in chosen positions.
#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/load.h"
#include "position_rows.h"
#include "search/search.h"

namespace nightrider::test {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> list;
  std::stringstream stream(text);
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

class PositionChecker {
 public:
  explicit PositionChecker(Game& game) : game_(game), moves_(named_moves(game.position())) {}

  void check(const std::string& text) {
    SCOPED_TRACE(text);
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string kind = text.substr(0, space);
    const std::string value = trimmed(text.substr(space));
    if (kind == "count") {
      EXPECT_EQ(moves_.size(), std::stoul(value)) << all();
    } else if (kind == "moves") {
      exactly(value == "-" ? std::vector<std::string>{} : words(value));
    } else if (kind == "has") {
      for (const std::string& move : words(value)) EXPECT_NE(find(move), nullptr) << move << " is not among" << all();
    } else if (kind == "lacks") {
      for (const std::string& move : words(value)) EXPECT_EQ(find(move), nullptr) << move << " is among" << all();
    } else if (kind == "text") {
      const auto texts = words(value);
      ASSERT_EQ(texts.size(), 2u);
      const NamedMove* move = find(texts[0]);
      ASSERT_NE(move, nullptr) << all();
      EXPECT_EQ(move->text, texts[1]);
      const Result<Move> read = parse_move(game_.position(), move->text);
      ASSERT_TRUE(read.ok()) << read.error();
      EXPECT_TRUE(*read == move->move) << "the text is read as another move";
    } else if (kind == "result") {
      result(words(value));
    } else if (kind == "writes") {
      EXPECT_EQ(position_text(game_.position()), value);
    } else if (kind == "illegal") {
      EXPECT_FALSE(game_.apply(value).ok()) << "was accepted";
    } else if (kind == "best") {
      best(value);
    } else if (kind == "perft") {
      const auto numbers = words(value);
      ASSERT_EQ(numbers.size(), 2u);
      const int depth = std::stoi(numbers[0]);
      if (depth > kFastDepth && std::stoull(numbers[1]) > kFastNodes) return;
      if (kFastDepth < 4 && depth > kFastDepth) return;
      EXPECT_EQ(perft(game_.position(), depth), std::stoull(numbers[1]));
    } else if (kind == "reads") {
      reads(value.substr(0, value.find(' ')), trimmed(value.substr(value.find(' '))));
    } else {
      ADD_FAILURE() << "there is no check '" << kind << "'";
    }
  }

 private:
  const NamedMove* find(const std::string& text) const {
    for (const NamedMove& move : moves_)
      if (move.text == text || move.coordinate == text) return &move;
    return nullptr;
  }
  std::string all() const {
    std::string list;
    for (const NamedMove& move : moves_) list += " " + move.coordinate;
    return list;
  }
  void exactly(const std::vector<std::string>& expected) const {
    std::set<const NamedMove*> meant;
    for (const std::string& text : expected) {
      const NamedMove* move = find(text);
      if (move == nullptr) ADD_FAILURE() << text << " is not among" << all();
      else meant.insert(move);
    }
    for (const NamedMove& move : moves_) EXPECT_TRUE(meant.count(&move) != 0) << move.coordinate << " should not be legal";
  }
  void result(const std::vector<std::string>& expected) {
    ASSERT_FALSE(expected.empty());
    const Outcome outcome = game_.outcome();
    std::string who = "none";
    if (outcome.over) who = outcome.winner != kNone ? game_.position().definition().players[outcome.winner].name : outcome.draw ? "draw" : "end";
    EXPECT_EQ(who, expected[0]) << reason_text(outcome.reason);
    if (expected.size() > 1) {
      EXPECT_EQ(reason_text(outcome.reason), expected[1]);
    }
  }
  void reads(const std::string& text, const std::string& expected) {
    const Result<Move> move = parse_move(game_.position(), text);
    if (expected.starts_with("refused: ")) {
      ASSERT_FALSE(move.ok()) << "was read as " << coordinate_text(game_.position(), *move);
      EXPECT_NE(move.error().find(expected.substr(9)), std::string::npos) << move.error();
      return;
    }
    ASSERT_TRUE(move.ok()) << move.error();
    EXPECT_EQ(coordinate_text(game_.position(), *move), expected);
  }
  void best(const std::string& expected) {
    SearchLimits limits;
    limits.depth = 5;
    const NamedMove* move = find(expected);
    ASSERT_NE(move, nullptr) << all();
    Searcher searcher(game_.position().shared_game());
    EXPECT_EQ(coordinate_text(game_.position(), searcher.search(game_.position(), limits).best), move->coordinate);
  }

  Game& game_;
  std::vector<NamedMove> moves_;
};

std::shared_ptr<const CompiledGame> game_of(const std::string& name) {
  const std::size_t end = name.find(".zrf");
  if (end == std::string::npos) return shipped_once(name);
  static std::map<std::string, std::shared_ptr<const CompiledGame>> games;
  auto& game = games[name];
  if (!game) {
    const std::filesystem::path file = source_dir() / "tests" / "variants" / "rules" / name.substr(0, end + 4);
    const auto loaded = load_game(file.string(), trimmed(name.substr(end + 4)), LibraryPaths{{source_dir() / "variants"}});
    EXPECT_TRUE(loaded.ok() && (*loaded)->game) << (loaded.ok() ? render((*loaded)->sink.list().front(), (*loaded)->sources) : loaded.error());
    if (loaded.ok()) game = (*loaded)->game;
  }
  return game;
}

void check_position_row(const PositionRow& row) {
  SCOPED_TRACE(row.origin + ": " + row.game + (row.fen.empty() ? "" : " fen " + row.fen) + (row.moves.empty() ? "" : " after " + row.moves));
  const auto compiled = game_of(row.game);
  ASSERT_TRUE(compiled);
  const bool refused = row.checks.front().starts_with("refused ");
  Result<Game> read = row.fen.empty() ? Result<Game>(Game(compiled)) : Game::from_text(compiled, row.fen);
  if (refused) {
    ASSERT_FALSE(read.ok()) << "the position was accepted";
    EXPECT_NE(read.error().find(trimmed(row.checks.front().substr(8))), std::string::npos) << read.error();
    return;
  }
  ASSERT_TRUE(read.ok()) << read.error();
  Game game = std::move(read).value();
  if (!row.moves.empty()) {
    const Status applied = game.apply(row.moves);
    ASSERT_TRUE(applied.ok()) << applied.error();
  }
  PositionChecker checker(game);
  for (const std::string& check : row.checks) checker.check(check);
}

TEST(ChosenPositions, AreAsEveryRowSays) {
  const auto rows = position_rows();
  EXPECT_FALSE(rows.empty());
  for (const PositionRow& row : rows) check_position_row(row);
}

}  // namespace
}  // namespace nightrider::test
