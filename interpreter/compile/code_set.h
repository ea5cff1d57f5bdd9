// Sets of piece codes, and a table that gives equal sets one small id.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

namespace nightrider {

// What stands on a square: owner, piece type and attribute values in one number (see CodeTable). 0 is empty.
using Code = std::uint16_t;
inline constexpr Code kEmptyCode = 0;
inline constexpr std::size_t kMaxCodes = 1024;  // the empty one included

// Actions of a move below this are the code put down on its target; from here on, prepared effects.
inline constexpr std::uint32_t kFirstPreparedAction = 1u << 16;

class CodeSet {
 public:
  static constexpr std::size_t kWords = kMaxCodes / 64;

  bool contains(Code code) const { return ((words_[code / 64] >> (code % 64)) & 1) != 0; }
  void insert(Code code) { words_[code / 64] |= std::uint64_t{1} << (code % 64); }
  bool empty() const { return *this == CodeSet{}; }
  std::size_t count() const {
    std::size_t n = 0;
    for (std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }
  Code first() const {  // of a set that is not empty
    for (std::size_t w = 0; w < kWords; ++w)
      if (words_[w] != 0) return static_cast<Code>(w * 64 + static_cast<std::size_t>(std::countr_zero(words_[w])));
    return 0;
  }
  std::uint64_t word(std::size_t index) const { return words_[index]; }
  bool subset_of(const CodeSet& other) const {
    for (std::size_t w = 0; w < kWords; ++w)
      if ((words_[w] & ~other.words_[w]) != 0) return false;
    return true;
  }
  template <class F>
  void for_each(F f) const {
    for (std::size_t w = 0; w < kWords; ++w)
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1)
        f(static_cast<Code>(w * 64 + static_cast<std::size_t>(std::countr_zero(word))));
  }
  friend CodeSet operator&(const CodeSet& a, const CodeSet& b) {
    CodeSet r;
    for (std::size_t w = 0; w < kWords; ++w) r.words_[w] = a.words_[w] & b.words_[w];
    return r;
  }
  friend CodeSet operator|(const CodeSet& a, const CodeSet& b) {
    CodeSet r;
    for (std::size_t w = 0; w < kWords; ++w) r.words_[w] = a.words_[w] | b.words_[w];
    return r;
  }
  friend CodeSet operator-(const CodeSet& a, const CodeSet& b) {
    CodeSet r;
    for (std::size_t w = 0; w < kWords; ++w) r.words_[w] = a.words_[w] & ~b.words_[w];
    return r;
  }
  friend auto operator<=>(const CodeSet&, const CodeSet&) = default;

 private:
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace nightrider
