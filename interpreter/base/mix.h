// One number spread over 64 bits, and the parts of a position's key that are worked out from it (Zobrist, "A new hashing method with
// application for game playing", 1970). Always inlined: kernels for newer processors use them too.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nightrider {

// splitmix64's output function (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
inline __attribute__((always_inline)) std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// `index`: player * piece types + type.
inline __attribute__((always_inline)) std::uint64_t hand_key(std::size_t index, int count) {
  return count == 0 ? 0 : mix((std::uint64_t{1} << 40) + (index << 24) + static_cast<std::uint64_t>(count));
}
inline __attribute__((always_inline)) std::uint64_t turn_key(std::uint32_t turn) { return mix(0x7475726e + turn); }
// Of the player attributes that rules read.
inline __attribute__((always_inline)) std::uint64_t attributes_key(std::uint64_t read) { return read == 0 ? 0 : mix(read ^ 0x61747472); }
// Of the n-th right of the game.
inline __attribute__((always_inline)) std::uint64_t right_key(std::size_t right) { return mix(0x7269676874 + right); }

}  // namespace nightrider
