// Seeded pseudo-random numbers, the same on every platform.
#pragma once

#include <cstdint>

namespace nightrider {

// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018), seeded by splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed);
  std::uint64_t next();
  // Uniform in 0..bound-1; bound > 0 (Lemire, "Fast random integer generation in an interval", 2019).
  std::uint32_t below(std::uint32_t bound);

 private:
  std::uint64_t state_[4];
};

}  // namespace nightrider
