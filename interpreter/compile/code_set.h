// Sets of piece codes, and a table that gives equal sets one small id.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

namespace nightrider {

// What stands on a square: owner, piece type and attribute values in one number (see CodeTable). 0 is empty.
using Code = std::uint16_t;
inline constexpr Code kEmptyCode = 0;
inline constexpr std::size_t kMaxCodes = 65535;  // the empty one included; the last number stands for a code that is not known
// Games with more codes than this are not specialised: each code and square would be worked out by itself.
inline constexpr std::size_t kMaxSpecialisedCodes = 1024;

// Actions of a move below this are the code put down on its target; from here on, prepared effects.
inline constexpr std::uint32_t kFirstPreparedAction = 1u << 16;

// Codes up to kMaxSpecialisedCodes lie in the set itself; only games with more need further words. Work is done on as many words
// as codes reach into: of most games one or two.
class CodeSet {
 public:
  bool contains(Code code) const { return ((word(code / 64) >> (code % 64)) & 1) != 0; }
  void insert(Code code) {
    const std::size_t w = code / 64;
    if (w >= used_) grow(w + 1);
    (w < kWords ? words_[w] : more_[w - kWords]) |= std::uint64_t{1} << (code % 64);
  }
  bool empty() const {
    for (std::size_t w = 0; w < used_; ++w)
      if (word(w) != 0) return false;
    return true;
  }
  std::size_t count() const {
    std::size_t n = 0;
    for (std::size_t w = 0; w < used_; ++w) n += static_cast<std::size_t>(std::popcount(word(w)));
    return n;
  }
  Code first() const {  // of a set that is not empty
    for (std::size_t w = 0; w < used_; ++w)
      if (word(w) != 0) return static_cast<Code>(w * 64 + static_cast<std::size_t>(std::countr_zero(word(w))));
    return 0;
  }
  std::uint64_t word(std::size_t index) const { return index < kWords ? words_[index] : index < used_ ? more_[index - kWords] : 0; }
  bool subset_of(const CodeSet& other) const {
    for (std::size_t w = 0; w < used_; ++w)
      if ((word(w) & ~other.word(w)) != 0) return false;
    return true;
  }
  bool meets(const CodeSet& other) const {  // a code is in both
    for (std::size_t w = 0; w < used_; ++w)
      if ((word(w) & other.word(w)) != 0) return true;
    return false;
  }
  template <class F>
  void for_each(F f) const {
    for (std::size_t w = 0; w < used_; ++w)
      for (std::uint64_t rest = word(w); rest != 0; rest &= rest - 1)
        f(static_cast<Code>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
  }
  CodeSet& operator&=(const CodeSet& other) { return combine(used_, other, [](std::uint64_t x, std::uint64_t y) { return x & y; }); }
  CodeSet& operator-=(const CodeSet& other) { return combine(used_, other, [](std::uint64_t x, std::uint64_t y) { return x & ~y; }); }
  CodeSet& operator|=(const CodeSet& other) {
    return combine(std::max(used_, other.used_), other, [](std::uint64_t x, std::uint64_t y) { return x | y; });
  }
  friend CodeSet operator&(CodeSet a, const CodeSet& b) { return std::move(a &= b); }
  friend CodeSet operator|(CodeSet a, const CodeSet& b) { return std::move(a |= b); }
  friend CodeSet operator-(CodeSet a, const CodeSet& b) { return std::move(a -= b); }
  friend bool operator==(const CodeSet& a, const CodeSet& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const CodeSet& a, const CodeSet& b) {
    for (std::size_t w = 0; w < std::max(a.used_, b.used_); ++w)
      if (a.word(w) != b.word(w)) return a.word(w) <=> b.word(w);
    return std::strong_ordering::equal;
  }

 private:
  static constexpr std::size_t kWords = kMaxSpecialisedCodes / 64;

  void grow(std::size_t words) {
    used_ = words;
    if (used_ > kWords) more_.resize(used_ - kWords);
  }
  template <class F>
  CodeSet& combine(std::size_t words, const CodeSet& other, F f) {
    if (words > used_) grow(words);
    for (std::size_t w = 0; w < std::min(used_, kWords); ++w) words_[w] = f(words_[w], other.words_[w]);
    for (std::size_t w = kWords; w < used_; ++w) more_[w - kWords] = f(more_[w - kWords], other.word(w));
    return *this;
  }

  std::size_t used_ = 0;                      // words that may hold codes, in words_ and then in more_; the others are 0
  std::array<std::uint64_t, kWords> words_{};
  std::vector<std::uint64_t> more_;
};

}  // namespace nightrider
