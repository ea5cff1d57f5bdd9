// The kernel for any processor.
#include "play/bit_kernel.h"

namespace nightrider {
namespace {

struct Baseline {
  static inline std::uint64_t press(std::uint64_t bits, std::uint64_t mask) {
    std::uint64_t result = 0;
    for (std::uint64_t out = 1; mask != 0; out <<= 1, mask &= mask - 1)
      if ((bits & mask & (~mask + 1)) != 0) result |= out;
    return result;
  }
};

}  // namespace

template <int N>
std::uint64_t count_baseline(const BitTables<N>& tables, BitBoard<N>& board, BitScratch& scratch, int depth, BitCount how) {
  return count_with<N, Baseline>(tables, board, scratch, depth, how);
}
template std::uint64_t count_baseline<1>(const BitTables<1>&, BitBoard<1>&, BitScratch&, int, BitCount);
template std::uint64_t count_baseline<2>(const BitTables<2>&, BitBoard<2>&, BitScratch&, int, BitCount);
template std::uint64_t count_baseline<4>(const BitTables<4>&, BitBoard<4>&, BitScratch&, int, BitCount);

}  // namespace nightrider
