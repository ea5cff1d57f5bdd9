// The kernel for x86-64 processors that press bits together in one instruction (BMI2); compiled with that option, and run only where
// bit_counter.cpp has asked the processor.
#include "play/bit_kernel.h"

#ifdef NIGHTRIDER_BMI2
#include <immintrin.h>

namespace nightrider {
namespace {

struct Bmi2 {
  static inline __attribute__((always_inline)) std::uint64_t press(std::uint64_t bits, std::uint64_t mask) { return _pext_u64(bits, mask); }
};

}  // namespace

template <int N>
std::uint64_t count_bmi2(const BitTables<N>& tables, BitBoard<N>& board, BitScratch& scratch, int depth, BitCount how) {
  return count_with<N, Bmi2>(tables, board, scratch, depth, how);
}
template std::uint64_t count_bmi2<1>(const BitTables<1>&, BitBoard<1>&, BitScratch&, int, BitCount);
template std::uint64_t count_bmi2<2>(const BitTables<2>&, BitBoard<2>&, BitScratch&, int, BitCount);
template std::uint64_t count_bmi2<4>(const BitTables<4>&, BitBoard<4>&, BitScratch&, int, BitCount);

}  // namespace nightrider
#endif
