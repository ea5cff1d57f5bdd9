// Sets of piece codes, and a table that gives equal sets one small id.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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

// Codes up to kMaxSpecialisedCodes lie in the set itself; only games with more need further words.
class CodeSet {
 public:
  bool contains(Code code) const {
    const std::size_t w = code / 64;
    return w < kWords ? ((words_[w] >> (code % 64)) & 1) != 0 : w - kWords < more_.size() && ((more_[w - kWords] >> (code % 64)) & 1) != 0;
  }
  void insert(Code code) {
    const std::size_t w = code / 64;
    if (w >= kWords && more_.size() <= w - kWords) more_.resize(w - kWords + 1);
    (w < kWords ? words_[w] : more_[w - kWords]) |= std::uint64_t{1} << (code % 64);
  }
  bool empty() const { return *this == CodeSet{}; }
  std::size_t count() const {
    std::size_t n = 0;
    for (std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    for (std::uint64_t word : more_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }
  Code first() const {  // of a set that is not empty
    for (std::size_t w = 0; w < size(); ++w)
      if (word(w) != 0) return static_cast<Code>(w * 64 + static_cast<std::size_t>(std::countr_zero(word(w))));
    return 0;
  }
  std::uint64_t word(std::size_t index) const { return index < kWords ? words_[index] : index < size() ? more_[index - kWords] : 0; }
  bool subset_of(const CodeSet& other) const { return (*this - other).empty(); }
  template <class F>
  void for_each(F f) const {
    for (std::size_t w = 0; w < size(); ++w)
      for (std::uint64_t rest = word(w); rest != 0; rest &= rest - 1)
        f(static_cast<Code>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
  }
  friend CodeSet operator&(const CodeSet& a, const CodeSet& b) {
    return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
  }
  friend CodeSet operator|(const CodeSet& a, const CodeSet& b) {
    return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x | y; });
  }
  friend CodeSet operator-(const CodeSet& a, const CodeSet& b) {
    return combined(a, b, [](std::uint64_t x, std::uint64_t y) { return x & ~y; });
  }
  friend auto operator<=>(const CodeSet&, const CodeSet&) = default;

 private:
  static constexpr std::size_t kWords = kMaxSpecialisedCodes / 64;
  std::size_t size() const { return kWords + more_.size(); }

  template <class F>
  static CodeSet combined(const CodeSet& a, const CodeSet& b, F f) {
    CodeSet r;
    for (std::size_t w = 0; w < kWords; ++w) r.words_[w] = f(a.words_[w], b.words_[w]);
    if (a.more_.empty() && b.more_.empty()) return r;
    for (std::size_t w = kWords; w < std::max(a.size(), b.size()); ++w) r.more_.push_back(f(a.word(w), b.word(w)));
    while (!r.more_.empty() && r.more_.back() == 0) r.more_.pop_back();  // so that equal sets compare equal
    return r;
  }

  std::array<std::uint64_t, kWords> words_{};
  std::vector<std::uint64_t> more_;  // the words behind; the last of them is not 0
};

}  // namespace nightrider
