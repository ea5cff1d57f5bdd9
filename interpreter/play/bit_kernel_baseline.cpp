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
  static inline unsigned select(std::uint64_t bits, unsigned index) {
    for (; index != 0; --index) bits &= bits - 1;
    return static_cast<unsigned>(std::countr_zero(bits));
  }
};

}  // namespace

template <int N>
BitKernelFunctions<N> kernel_baseline() {
  return BitKernelEntry<N, Baseline>::functions();
}
template BitKernelFunctions<1> kernel_baseline<1>();
template BitKernelFunctions<2> kernel_baseline<2>();
template BitKernelFunctions<4> kernel_baseline<4>();

}  // namespace nightrider
