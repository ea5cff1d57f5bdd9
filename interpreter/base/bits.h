// A set of squares of fixed width, N words of 64, as a plain value for inner loops. SquareSet serves boards of any size.
#pragma once

#include <bit>
#include <cstdint>

namespace nightrider {

template <int N>
struct Bits {
  std::uint64_t word[N];

  static constexpr int kSize = N * 64;

  static Bits none() {
    Bits r;
    for (int i = 0; i < N; ++i) r.word[i] = 0;
    return r;
  }
  static Bits all() { return ~none(); }
  static Bits of(unsigned square) {
    Bits r = none();
    r.set(square);
    return r;
  }

  bool test(unsigned square) const {
    if constexpr (N == 1) return ((word[0] >> square) & 1) != 0;
    return ((word[square / 64] >> (square % 64)) & 1) != 0;
  }
  void set(unsigned square) { word[N == 1 ? 0 : square / 64] |= std::uint64_t{1} << (square % 64); }
  bool any() const {
    std::uint64_t r = word[0];
    for (int i = 1; i < N; ++i) r |= word[i];
    return r != 0;
  }
  int count() const {
    int n = 0;
    for (int i = 0; i < N; ++i) n += std::popcount(word[i]);
    return n;
  }
  // At most one member.
  bool at_most_one() const {
    if constexpr (N == 1) return (word[0] & (word[0] - 1)) == 0;
    return count() <= 1;
  }
  unsigned first() const {  // of a set that is not empty
    for (int i = 0; i < N - 1; ++i)
      if (word[i] != 0) return static_cast<unsigned>(i * 64 + std::countr_zero(word[i]));
    return static_cast<unsigned>((N - 1) * 64 + std::countr_zero(word[N - 1]));
  }
  // Each member moved by `distance`; what leaves the width is lost. |distance| < 64 * N.
  Bits shifted(int distance) const {
    if constexpr (N == 1) {
      return {{distance >= 0 ? word[0] << distance : word[0] >> -distance}};
    } else {
      Bits r = none();
      const int by = distance >= 0 ? distance : -distance;
      const int words = by / 64;
      const int rest = by % 64;
      for (int i = 0; i < N; ++i) {
        if (distance >= 0) {
          if (i - words >= 0) r.word[i] = word[i - words] << rest;
          if (rest != 0 && i - words - 1 >= 0) r.word[i] |= word[i - words - 1] >> (64 - rest);
        } else {
          if (i + words < N) r.word[i] = word[i + words] >> rest;
          if (rest != 0 && i + words + 1 < N) r.word[i] |= word[i + words + 1] << (64 - rest);
        }
      }
      return r;
    }
  }

  friend Bits operator&(Bits a, const Bits& b) {
    for (int i = 0; i < N; ++i) a.word[i] &= b.word[i];
    return a;
  }
  friend Bits operator|(Bits a, const Bits& b) {
    for (int i = 0; i < N; ++i) a.word[i] |= b.word[i];
    return a;
  }
  friend Bits operator^(Bits a, const Bits& b) {
    for (int i = 0; i < N; ++i) a.word[i] ^= b.word[i];
    return a;
  }
  friend Bits operator~(Bits a) {
    for (int i = 0; i < N; ++i) a.word[i] = ~a.word[i];
    return a;
  }
  Bits& operator&=(const Bits& b) { return *this = *this & b; }
  Bits& operator|=(const Bits& b) { return *this = *this | b; }
  Bits& operator^=(const Bits& b) { return *this = *this ^ b; }
  friend bool operator==(const Bits&, const Bits&) = default;
  friend auto operator<=>(const Bits&, const Bits&) = default;
};

}  // namespace nightrider
