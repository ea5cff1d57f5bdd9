#include "compile/lazy_bit_tables.h"

#include "compile/bit_tables.h"

namespace nightrider {

LazyBitTables::LazyBitTables() = default;
LazyBitTables::~LazyBitTables() = default;

void LazyBitTables::prepare(const CompiledGame& game) {
  std::call_once(once_, [&] {
    if (game.context.squares <= 64) narrow_ = build_bit_tables<1>(game, reason_);
    else if (game.context.squares <= 128) medium_ = build_bit_tables<2>(game, reason_);
    else if (game.context.squares <= kMaxBitSquares) wide_ = build_bit_tables<4>(game, reason_);
    else reason_ = "the board has more than " + std::to_string(kMaxBitSquares) + " squares";
  });
}

}  // namespace nightrider
