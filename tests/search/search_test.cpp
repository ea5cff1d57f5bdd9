#include "search/search.h"

#include <gtest/gtest.h>

#include <thread>

#include "minimax.h"
#include "play/game.h"
#include "play/notation.h"
#include "play/position_text.h"
#include "small_games.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

Position chess_position(const std::string& fen) {
  const auto game = shipped("chess");
  Position position(game);
  const Result<GameState> state = parse_position(*game, fen);
  EXPECT_TRUE(state.ok()) << (state.ok() ? "" : state.error());
  if (state.ok()) {
    EXPECT_TRUE(position.set_state(*state).ok());
  }
  return position;
}

struct MatePosition {
  const char* fen;
  int depth;
  const char* move;   // in coordinate form
  Score score;
};

TEST(SearchTest, MatesAreFoundWithTheirDistance) {
  const MatePosition positions[] = {
      {"6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", 2, "a1a8", win_at(1)},
      {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, "a1a6", win_at(3)},        // Morphy
      {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 3, "h1h8", win_at(1)},
      {"7k/5K2/8/8/8/8/8/6R1 b - - 0 1", 4, "h8h7", loss_at(2)},
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 3, "d8h4", win_at(1)},
  };
  for (const MatePosition& entry : positions) {
    Position position = chess_position(entry.fen);
    Searcher searcher(position.shared_game());
    SearchLimits limits;
    limits.depth = entry.depth;
    const SearchResult result = searcher.search(position, limits);
    EXPECT_EQ(score_text(result.score()), score_text(entry.score)) << entry.fen;
    EXPECT_EQ(coordinate_text(position, result.best), entry.move) << entry.fen;
    EXPECT_EQ(result.lines.at(0).moves.size(), static_cast<std::size_t>(plies_to_end(entry.score))) << entry.fen;
  }
}

// At 99 half-moves without progress every move draws (rudim, issue 35).
TEST(SearchTest, AMoveIsGivenWhereEveryMoveDraws) {
  Position position = chess_position("8/8/4k3/8/8/3QK3/8/8 w - - 99 120");
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 4;
  const SearchResult result = searcher.search(position, limits);
  EXPECT_FALSE(result.best == kNoMove);
  EXPECT_EQ(result.score(), kDraw);
}

TEST(SearchTest, AMoveIsGivenWhereTheGameIsOverByADrawRule) {
  Position position = chess_position("8/8/4k3/8/8/3QK3/8/8 w - - 100 120");
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 3;
  EXPECT_FALSE(searcher.search(position, limits).best == kNoMove);
}

TEST(SearchTest, NoMoveIsGivenWhereThereIsNone) {
  Position position = chess_position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
  Searcher searcher(position.shared_game());
  const SearchResult result = searcher.search(position, {});
  EXPECT_EQ(result.best, kNoMove);
  EXPECT_TRUE(result.lines.empty());
}

TEST(SearchTest, ALegalMoveIsGivenWithoutAnyTimeOrNodes) {
  const Position position(shipped("mageca"));
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.movetime = std::chrono::milliseconds(0);
  EXPECT_FALSE(searcher.search(position, limits).best == kNoMove);
  limits.movetime.reset();
  limits.nodes = 1;
  const SearchResult result = searcher.search(position, limits);
  EXPECT_FALSE(result.best == kNoMove);
  EXPECT_LE(result.nodes, 1u);
}

TEST(SearchTest, NodeLimitsAreKeptAndRepeatable) {
  for (const char* id : {"chess", "magi"}) {
    const Position position(shipped(id));
    SearchLimits limits;
    limits.nodes = 20000;
    Searcher first(position.shared_game());
    Searcher second(position.shared_game());
    const SearchResult a = first.search(position, limits);
    const SearchResult b = second.search(position, limits);
    EXPECT_EQ(a.nodes, 20000u);
    EXPECT_EQ(a.nodes, b.nodes);
    EXPECT_EQ(a.score(), b.score());
    EXPECT_EQ(a.lines.at(0).moves, b.lines.at(0).moves);
    EXPECT_FALSE(a.finished);
  }
}

TEST(SearchTest, MovetimeIsKept) {
  const Position position(shipped("mageca"));
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.movetime = std::chrono::milliseconds(50);
  const SearchResult result = searcher.search(position, limits);
  EXPECT_GE(result.seconds, 0.045);
  // Generous, since the machine may be busy.
  EXPECT_LE(result.seconds, 1.0);
}

TEST(SearchTest, AnotherThreadStopsTheSearch) {
  const Position position(shipped("chess"));
  SearchOptions options;
  options.threads = 2;
  Searcher searcher(position.shared_game(), options);
  std::atomic<bool> stop{false};
  SearchLimits limits;
  limits.stop = &stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop = true;
  });
  const SearchResult result = searcher.search(position, limits);
  stopper.join();
  EXPECT_FALSE(result.finished);
  EXPECT_FALSE(result.best == kNoMove);
  // Also one that was set before.
  EXPECT_FALSE(searcher.search(position, limits).best == kNoMove);
}

TEST(SearchTest, ThreadsFindTheSameMate) {
  Position position = chess_position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
  SearchOptions options;
  options.threads = 4;
  Searcher searcher(position.shared_game(), options);
  SearchLimits limits;
  limits.depth = 6;
  const SearchResult result = searcher.search(position, limits);
  EXPECT_EQ(result.score(), win_at(3));
  EXPECT_EQ(coordinate_text(position, result.best), "a1a6");
}

TEST(SearchTest, LinesComeBestFirstAndEachHasAMoveOfItsOwn) {
  const Position position(shipped("chess"));
  SearchOptions options;
  options.multipv = 5;
  options.exact_depth = true;
  options.quiescence_plies = 0;
  Searcher searcher(position.shared_game(), options);
  SearchLimits limits;
  limits.depth = 3;
  const SearchResult result = searcher.search(position, limits);
  ASSERT_EQ(result.lines.size(), 5u);
  Minimax minimax(position, searcher.evaluation(), 0);
  std::vector<Score> values = minimax.move_values(3);
  std::sort(values.rbegin(), values.rend());
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(result.lines[i].score, values[i]);
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(result.lines[i].moves.at(0) == result.lines[j].moves.at(0));
  }
}

TEST(SearchTest, ProgressIsToldAfterEachIteration) {
  const Position position(shipped("chess"));
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 3;
  std::vector<int> depths;
  std::uint64_t nodes = 0;
  searcher.search(position, limits, [&](const SearchResult& result) {
    depths.push_back(result.depth);
    EXPECT_GT(result.nodes, nodes);
    nodes = result.nodes;
    EXPECT_FALSE(result.lines.empty());
  });
  EXPECT_EQ(depths, (std::vector<int>{1, 2, 3}));
}

TEST(SearchTest, TicTacToeIsADraw) {
  const Position position(compile_text(kTicTacToe));
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 9;
  EXPECT_EQ(searcher.search(position, limits).score(), kDraw);
}

// A repetition is a draw inside the tree: perpetual check saves the side that is a queen and more behind.
TEST(SearchTest, RepetitionInsideTheTreeIsADraw) {
  Position position = chess_position("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1");
  Searcher searcher(position.shared_game());
  SearchLimits limits;
  limits.depth = 9;
  limits.nodes = 3'000'000;
  const SearchResult result = searcher.search(position, limits);
  EXPECT_EQ(coordinate_text(position, result.best), "h5e8");
}

}  // namespace
}  // namespace nightrider::test
