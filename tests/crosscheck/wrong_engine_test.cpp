// The cross-check must see what it is there to see: each engine below is wrong in one way.
#include <gtest/gtest.h>

#include "crosscheck/crosscheck.h"
#include "crosscheck/games.h"

namespace nightrider::crosscheck {
namespace {

template <class WrongEngine>
std::string failure_of(const std::string& name) {
  const Loaded loaded = load(name);
  if (loaded.game == nullptr) return loaded.error;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Seen seen;
    const std::string failure = compare(loaded.game, {name, seed, 40, true}, seen,
                                        [](std::shared_ptr<const CompiledGame> game) { return std::make_unique<WrongEngine>(std::move(game)); });
    if (!failure.empty()) return failure;
  }
  return {};
}

void expect_found(const std::string& failure, const std::string& what) {
  EXPECT_NE(failure.find(what), std::string::npos) << failure;
  EXPECT_NE(failure.find("repeat: crosscheck --variant"), std::string::npos) << failure;
}

struct DropsAMove : Engine {
  using Engine::Engine;
  std::vector<NamedMove> moves(TextForm form) override {
    std::vector<NamedMove> list = Engine::moves(form);
    if (position_.ply() == 3 && !list.empty()) list.pop_back();
    return list;
  }
};
struct RepeatsAMove : Engine {
  using Engine::Engine;
  std::vector<NamedMove> moves(TextForm form) override {
    std::vector<NamedMove> list = Engine::moves(form);
    list.push_back(list.front());
    return list;
  }
};
struct AddsAMove : Engine {
  using Engine::Engine;
  std::vector<NamedMove> moves(TextForm form) override {
    std::vector<NamedMove> list = Engine::moves(form);
    list.push_back({list.front().move, "Kz9", "k1z9"});
    return list;
  }
};
struct WritesNoCapture : Engine {
  using Engine::Engine;
  std::vector<NamedMove> moves(TextForm form) override {
    std::vector<NamedMove> list = Engine::moves(form);
    for (NamedMove& move : list) std::erase(move.text, 'x');
    return list;
  }
};
struct WritesNoCheck : Engine {
  using Engine::Engine;
  std::vector<NamedMove> moves(TextForm form) override {
    std::vector<NamedMove> list = Engine::moves(form);
    for (NamedMove& move : list) std::erase(move.text, '+');
    return list;
  }
};
struct CountsOneMore : Engine {
  using Engine::Engine;
  std::size_t count() override { return Engine::count() + (position_.ply() > 2 ? 1 : 0); }
};
struct NeverInCheck : Engine {
  using Engine::Engine;
  bool in_check() override { return false; }
};
// A piece that has left its square still counts as unmoved.
struct KeepsAttributes : Engine {
  using Engine::Engine;
  GameState state() override {
    GameState state = Engine::state();
    if (position_.ply() == 0) return state;
    Occupant& moved = state.squares.at(position_.last_to());
    if (moved.empty()) return state;
    for (const PieceAttribute& attribute : position_.definition().pieces[moved.type].attributes)
      if (attribute.until_moved) moved.attributes |= std::uint64_t{1} << attribute.attribute;
    return state;
  }
};
struct LosesTheTag : Engine {
  using Engine::Engine;
  GameState state() override {
    GameState state = Engine::state();
    state.last_tags = 0;
    return state;
  }
};
struct ForgetsTheCapture : Engine {
  using Engine::Engine;
  MoveDescription describe(Move move) override {
    MoveDescription description = Engine::describe(move);
    description.captures.clear();
    return description;
  }
};
struct WrongKey : Engine {
  using Engine::Engine;
  std::uint64_t key() override { return Engine::key() ^ (position_.ply() == 4 ? 1 : 0); }
};
// The key drifts with each move that is taken back.
struct WrongUndoOfTheKey : Engine {
  using Engine::Engine;
  void unmake() override {
    Engine::unmake();
    ++drift_;
  }
  std::uint64_t key() override { return Engine::key() ^ drift_; }
  std::uint64_t key_from_scratch() override { return Engine::key_from_scratch() ^ drift_; }

 private:
  std::uint64_t drift_ = 0;
};
struct WrongUndo : Engine {
  using Engine::Engine;
  void unmake() override {
    Engine::unmake();
    taken_back_ = true;
  }
  void make(Move move) override {
    Engine::make(move);
    taken_back_ = false;
  }
  GameState state() override {
    GameState state = Engine::state();
    if (taken_back_) state.last_to = kNone, state.round += position_.ply() == 0 ? 1 : 0;
    return state;
  }

 private:
  bool taken_back_ = false;
};
struct RepetitionIgnoresTheTurn : Engine {
  using Engine::Engine;
  std::uint64_t repetition_key() override { return 42; }
};
struct RepetitionCountsPlies : Engine {
  using Engine::Engine;
  std::uint64_t repetition_key() override { return Engine::repetition_key() ^ static_cast<std::uint64_t>(position_.ply()); }
};
struct ReadsAnotherMove : Engine {
  using Engine::Engine;
  std::vector<Result<Move>> parse(const std::vector<std::string>& texts) override {
    return std::vector<Result<Move>>(texts.size(), Engine::moves(TextForm::kWritten).front().move);
  }
};
struct WritesNoTurn : Engine {
  using Engine::Engine;
  Result<GameState> parse_text(const std::string& text) override {
    Result<GameState> read = Engine::parse_text(text);
    if (!read) return read;
    GameState state = *read;
    state.round = 1;
    return state;
  }
};
struct NeverOver : Engine {
  using Engine::Engine;
  Outcome outcome(bool) override { return {}; }
};

TEST(WrongEngineTest, AMissingMoveIsFound) { expect_found(failure_of<DropsAMove>("chess"), "missing move"); }
TEST(WrongEngineTest, ADoubleMoveIsFound) { expect_found(failure_of<RepeatsAMove>("chess"), "two moves are"); }
TEST(WrongEngineTest, AnIllegalMoveIsFound) { expect_found(failure_of<AddsAMove>("chess"), "is not legal"); }
TEST(WrongEngineTest, AMissingCaptureMarkIsFound) { expect_found(failure_of<WritesNoCapture>("chess"), "is written"); }
TEST(WrongEngineTest, AMissingCheckMarkIsFound) { expect_found(failure_of<WritesNoCheck>("tests/crosscheck/games/hoppers.zrf"), "is written"); }
TEST(WrongEngineTest, AWrongCountIsFound) { expect_found(failure_of<CountsOneMore>("chess"), "bulk count"); }
TEST(WrongEngineTest, AMissedCheckIsFound) { expect_found(failure_of<NeverInCheck>("tests/crosscheck/games/hoppers.zrf"), "in_check"); }
TEST(WrongEngineTest, AnAttributeThatIsNotClearedIsFound) { expect_found(failure_of<KeepsAttributes>("i2"), "never-moved?"); }
TEST(WrongEngineTest, ALostTagIsFound) { expect_found(failure_of<LosesTheTag>("magi"), "last_tags"); }
TEST(WrongEngineTest, AForgottenCaptureIsFound) { expect_found(failure_of<ForgetsTheCapture>("chess"), "is described as"); }
TEST(WrongEngineTest, AWrongKeyIsFound) { expect_found(failure_of<WrongKey>("chess"), "the key is not that from scratch"); }
TEST(WrongEngineTest, AKeyThatDoesNotComeBackIsFound) { expect_found(failure_of<WrongUndoOfTheKey>("chess"), "was taken back the key differs"); }
TEST(WrongEngineTest, AnUndoThatLosesTheLastMoveIsFound) { expect_found(failure_of<WrongUndo>("chess"), "was taken back"); }
TEST(WrongEngineTest, ARepetitionKeyThatIsAlwaysTheSameIsFound) { expect_found(failure_of<RepetitionIgnoresTheTurn>("chess"), "another position has the same"); }
TEST(WrongEngineTest, ARepetitionKeyThatNeverComesBackIsFound) {
  expect_found(failure_of<RepetitionCountsPlies>("tests/crosscheck/games/attacks.zrf"), "repetition key");
}
TEST(WrongEngineTest, AMoveReadAsAnotherIsFound) { expect_found(failure_of<ReadsAnotherMove>("chess"), "is read as another move"); }
TEST(WrongEngineTest, APositionTextThatLosesTheRoundIsFound) { expect_found(failure_of<WritesNoTurn>("chess"), "read back from its text"); }
TEST(WrongEngineTest, AnEndThatIsMissedIsFound) { expect_found(failure_of<NeverOver>("tests/crosscheck/games/goals.zrf"), "outcome"); }

}  // namespace
}  // namespace nightrider::crosscheck
