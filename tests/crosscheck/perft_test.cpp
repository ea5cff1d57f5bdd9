// Perft of the small games, from the start and from positions of random games: chains, passes, drops and turns of several
// moves are counted by rules of their own (grammar/README.md, decisions 5 and 6).
#include "play/perft.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "crosscheck/games.h"
#include "play/game.h"
#include "reference/reference.h"
#include "support/sanitizers.h"

namespace nightrider::crosscheck {
namespace {

constexpr std::uint64_t kMostNodes = test::kSanitized ? 20 : 1500;  // of the reference, at the last depth of a position
constexpr int kPositions = test::kSanitized ? 2 : 6;
constexpr int kMostDepth = 5;
constexpr int kPliesApart = 5;

class PerftCrosscheckTest : public testing::TestWithParam<std::string> {};

TEST_P(PerftCrosscheckTest, CompiledCountsAreThoseOfTheReference) {
  const Loaded loaded = load(GetParam());
  ASSERT_NE(loaded.game, nullptr) << loaded.error;
  const GameDefinition& definition = loaded.game->definition();
  Game game(loaded.game);
  reference::State state = reference::initial(definition);
  Random random(29);
  for (int i = 0; i < kPositions; ++i) {
    std::uint64_t nodes = 1;
    for (int depth = 1; depth <= kMostDepth && nodes <= kMostNodes; ++depth) {
      nodes = reference::perft(definition, state, depth);
      const std::string where = GetParam() + " after " + game.moves_text() + ", depth " + std::to_string(depth);
      ASSERT_EQ(perft(game.position(), depth), nodes) << where;
      ASSERT_EQ(perft(game.position(), depth, false), nodes) << where << ", each move made";
      std::uint64_t divided = 0;
      for (const PerftDivide& row : perft_divide(game.position(), depth)) divided += row.nodes;
      ASSERT_EQ(divided, nodes) << where << ", by first moves";
    }
    for (int ply = 0; ply < kPliesApart; ++ply) {
      if (game.outcome().over) return;
      const std::vector<reference::LegalMove> moves = reference::named_moves(definition, state);
      const reference::LegalMove& move = moves.at(random.below(static_cast<std::uint32_t>(moves.size())));
      const Status played = game.apply(move.coordinate);
      ASSERT_TRUE(played.ok()) << played.error();
      state = reference::apply(definition, state, move);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Small, PerftCrosscheckTest, testing::ValuesIn(small_games()), [](const auto& info) {
  std::string name;
  for (char c : info.param.substr(info.param.find_last_of('/') + 1)) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

}  // namespace
}  // namespace nightrider::crosscheck
