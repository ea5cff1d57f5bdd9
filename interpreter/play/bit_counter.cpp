#include "play/bit_counter.h"

#include <cstdlib>
#include <new>

#include "base/check.h"
#include "compile/bit_entries.h"
#include "compile/lazy_bit_tables.h"
#include "play/position.h"

namespace nightrider {

template <int N>
BitKernelFunctions<N> kernel_baseline();
template <int N>
BitKernelFunctions<N> kernel_bmi2();

void grow_scratch(BitScratch& scratch) {
  const std::uint32_t capacity = scratch.capacity == 0 ? 4096 : scratch.capacity * 2;
  void* const moves = std::realloc(scratch.moves, capacity * sizeof(Move));
  if (moves == nullptr) throw std::bad_alloc();
  scratch.moves = static_cast<Move*>(moves);
  scratch.capacity = capacity;
}

namespace {

template <int N>
BitKernelFunctions<N> choose_kernel([[maybe_unused]] bool widest) {
#ifdef NIGHTRIDER_BMI2
  if (widest && __builtin_cpu_supports("bmi2")) return kernel_bmi2<N>();
#endif
  return kernel_baseline<N>();
}

template <int N>
class CounterOfWidth final : public BitCounter {
 public:
  CounterOfWidth(const BitTables<N>& tables, bool widest) : tables_(tables), kernel_(choose_kernel<N>(widest)) {
    undo_.resize(kMaxBitDepth);
    ops_.resize(kMaxBitDepth * tables.most_ops);
    grow_scratch(scratch_);
    scratch_.ops = ops_.data();
    scratch_.undo = undo_.data();
  }
  ~CounterOfWidth() override { std::free(scratch_.moves); }

  bool set(const Position& position) override {
    const GameState state = position.state();
    const CompiledGame& game = *tables_.game;
    board_ = {};
    board_.royal[0] = board_.royal[1] = kNoRoyal;
    for (std::size_t square = 0; square < state.squares.size(); ++square) {
      const Occupant& occupant = state.squares[square];
      if (occupant.empty()) continue;
      const Code code = game.context.codes.code(occupant.owner, occupant.type, occupant.attributes);
      const unsigned owner = tables_.owner_of[code];
      board_.code[square] = static_cast<std::uint8_t>(code);
      board_.pieces[owner][tables_.class_of[code]].set(static_cast<unsigned>(square));
      board_.occupied[owner].set(static_cast<unsigned>(square));
      if (!tables_.royal_code[code]) continue;
      if (board_.royal[owner] != kNoRoyal) return false;  // one royal piece a side
      board_.royal[owner] = static_cast<std::uint16_t>(square);
    }
    board_.last_from = state.last_from;
    board_.last_to = state.last_from == kNone ? kNone : state.last_to;
    board_.tags = state.last_tags;
    for (std::size_t player = 0; player < state.player_attributes.size(); ++player)
      if (!game.definition().player_attributes.empty())
        board_.attributes |= state.player_attributes[player] << (player * game.definition().player_attributes.size());
    // Tables rely on what a tagged move puts down; a position from elsewhere may claim another last move.
    for (std::uint64_t tags = state.last_tags; tags != 0; tags &= tags - 1)
      if (board_.last_to != kNone && ((tagged_codes(game, board_.last_to, tags & (~tags + 1)) >> board_.code[board_.last_to]) & 1) == 0) return false;
    const std::size_t types = game.definition().pieces.size();
    const bool fits = kBitPlayers * types <= kMaxBitHands;  // games that use their hands do
    for (std::size_t player = 0; player < kBitPlayers; ++player)
      for (std::size_t type = 0; type < types; ++type) {
        if (state.hands[player][type] > (fits ? kMaxHand / 2 : 0)) return false;
        if (fits) board_.hands[player * types + type] = static_cast<std::uint32_t>(state.hands[player][type]);
      }
    round_ = state.round;
    no_progress_ = state.no_progress;
    for (const Code code : position.captured_last()) board_.captured |= std::uint64_t{1} << code;
    board_.turn = static_cast<std::uint16_t>(state.turn);
    board_.side = tables_.players_in_turn[state.turn];
    if (state.partial_square != kNone) return false;
    clear_scratch();
    kernel_.settle(tables_, board_, scratch_);
    return true;
  }

  std::uint64_t count(int depth, BitCount how) override {
    NIGHTRIDER_CHECK(depth < kMaxBitDepth, "the depth fits the stack of undo records");
    if (depth == 0) return 1;
    clear_scratch();
    return kernel_.count(tables_, board_, scratch_, depth, how);
  }

  std::uint64_t key_after(Move move) override {
    clear_scratch();
    return kernel_.key_after(tables_, board_, scratch_, move);
  }

  const std::string& unplayable() const override { return tables_.unplayable; }

  const BitPlayout& play_out(Random& random, std::uint32_t most) override {
    NIGHTRIDER_CHECK(most <= BitPlayout::kMaxPlies && tables_.unplayable.empty(), "the game is one that is played on sets of squares, and not too long");
    if (moves_.size() < most) {
      moves_.resize(most);
      keys_.resize(most + std::size_t{1});
      seen_.resize(BitPlayout::kSeen);
    }
    game_ = {};
    game_.random = &random;
    game_.most = most;
    game_.round = static_cast<std::uint32_t>(round_);
    for (std::size_t i = 0; i < tables_.counters.size() && i < no_progress_.size(); ++i) game_.counters[i] = static_cast<std::uint32_t>(no_progress_[i]);
    game_.moves = moves_.data();
    game_.keys = keys_.data();
    game_.seen = seen_.data();
    clear_scratch();
    last_ = board_;
    kernel_.play_out(tables_, last_, scratch_, game_);
    return game_;
  }

  std::vector<std::size_t> pieces_left() const override {
    std::vector<std::size_t> left(kBitPlayers);
    const GameDefinition& definition = tables_.game->definition();
    for (std::size_t square = 0; square < tables_.squares; ++square)
      if (const Code code = last_.code[square]; code != kEmptyCode && !definition.pieces[tables_.game->context.codes.type(code)].dummy)
        ++left[tables_.owner_of[code]];
    return left;
  }

 private:
  void clear_scratch() {
    scratch_.used = 0;
    scratch_.ops_used = 0;
  }

  const BitTables<N>& tables_;
  BitKernelFunctions<N> kernel_;
  BitBoard<N> board_{};
  int round_ = 1;
  std::vector<int> no_progress_;
  BitBoard<N> last_{};             // where the last random game ended
  BitPlayout game_;
  std::vector<Move> moves_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint16_t> seen_;
  BitScratch scratch_;
  std::vector<BitUndo<N>> undo_;
  std::vector<BitOp> ops_;
};

}  // namespace

std::unique_ptr<BitCounter> BitCounter::make(const Position& position, bool widest) {
  const CompiledGame& game = position.game();
  game.bits->prepare(game);
  std::unique_ptr<BitCounter> counter;
  if (const auto* tables = game.bits->narrow()) counter = std::make_unique<CounterOfWidth<1>>(*tables, widest);
  else if (const auto* medium = game.bits->medium()) counter = std::make_unique<CounterOfWidth<2>>(*medium, widest);
  else if (const auto* wide = game.bits->wide()) counter = std::make_unique<CounterOfWidth<4>>(*wide, widest);
  if (counter && !counter->set(position)) counter.reset();
  return counter;
}

}  // namespace nightrider
