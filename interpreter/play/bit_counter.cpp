#include "play/bit_counter.h"

#include <cstdlib>
#include <new>

#include "base/check.h"
#include "compile/bit_entries.h"
#include "compile/lazy_bit_tables.h"
#include "play/position.h"

namespace nightrider {

template <int N>
std::uint64_t count_baseline(const BitTables<N>&, BitBoard<N>&, BitScratch&, int, BitCount);
template <int N>
std::uint64_t count_bmi2(const BitTables<N>&, BitBoard<N>&, BitScratch&, int, BitCount);

void grow_scratch(BitScratch& scratch) {
  const std::uint32_t capacity = scratch.capacity == 0 ? 4096 : scratch.capacity * 2;
  void* const moves = std::realloc(scratch.moves, capacity * sizeof(Move));
  if (moves == nullptr) throw std::bad_alloc();
  scratch.moves = static_cast<Move*>(moves);
  scratch.capacity = capacity;
}

namespace {

template <int N>
BitKernelFunction<N> choose_kernel([[maybe_unused]] bool widest) {
#ifdef NIGHTRIDER_BMI2
  if (widest && __builtin_cpu_supports("bmi2")) return count_bmi2<N>;
#endif
  return count_baseline<N>;
}

template <int N>
class CounterOfWidth final : public BitCounter {
 public:
  CounterOfWidth(const BitTables<N>& tables, bool widest) : tables_(tables), count_(choose_kernel<N>(widest)) {
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
    board_.turn = static_cast<std::uint16_t>(state.turn);
    board_.side = tables_.players_in_turn[state.turn];
    return state.partial_square == kNone;
  }

  std::uint64_t count(int depth, BitCount how) override {
    NIGHTRIDER_CHECK(depth < kMaxBitDepth, "the depth fits the stack of undo records");
    if (depth == 0) return 1;
    scratch_.used = 0;
    scratch_.ops_used = 0;
    return count_(tables_, board_, scratch_, depth, how);
  }

 private:
  const BitTables<N>& tables_;
  BitKernelFunction<N> count_;
  BitBoard<N> board_{};
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
