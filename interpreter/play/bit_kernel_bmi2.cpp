// The kernel for x86-64 processors that press bits together in one instruction (BMI2); compiled with that option, and run only where
// bit_counter.cpp has asked the processor.
#include "play/bit_kernel.h"

#ifdef NIGHTRIDER_BMI2
#include <immintrin.h>

namespace nightrider {
namespace {

struct Bmi2 {
  static inline __attribute__((always_inline)) std::uint64_t press(std::uint64_t bits, std::uint64_t mask) { return _pext_u64(bits, mask); }
  static inline __attribute__((always_inline)) unsigned select(std::uint64_t bits, unsigned index) {
    return static_cast<unsigned>(std::countr_zero(_pdep_u64(std::uint64_t{1} << index, bits)));
  }
};

}  // namespace

template <int N>
BitKernelFunctions<N> kernel_bmi2() {
  return BitKernelEntry<N, Bmi2>::functions();
}
template BitKernelFunctions<1> kernel_bmi2<1>();
template BitKernelFunctions<2> kernel_bmi2<2>();
template BitKernelFunctions<4> kernel_bmi2<4>();

}  // namespace nightrider
#endif
