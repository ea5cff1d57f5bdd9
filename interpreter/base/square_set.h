// A set of squares of one board of any size: a bit a square, in words of 64.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nightrider {

class SquareSet {
 public:
  SquareSet() = default;
  explicit SquareSet(std::size_t squares) : words_((squares + 63) / 64) {}

  bool contains(std::size_t square) const {
    return square / 64 < words_.size() && ((words_[square / 64] >> (square % 64)) & 1) != 0;
  }
  void insert(std::size_t square) {
    if (square / 64 >= words_.size()) words_.resize(square / 64 + 1);
    words_[square / 64] |= std::uint64_t{1} << (square % 64);
  }
  void erase(std::size_t square) {
    if (square / 64 < words_.size()) words_[square / 64] &= ~(std::uint64_t{1} << (square % 64));
  }
  std::size_t count() const {
    std::size_t n = 0;
    for (std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
    return n;
  }
  bool empty() const {
    for (std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  // Calls f(square) for each member, ascending.
  template <class F>
  void for_each(F f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1)
        f(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }
  SquareSet& operator|=(const SquareSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (std::size_t w = 0; w < other.words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  friend bool operator==(const SquareSet& a, const SquareSet& b) {
    const auto& longer = a.words_.size() > b.words_.size() ? a.words_ : b.words_;
    const auto& shorter = a.words_.size() > b.words_.size() ? b.words_ : a.words_;
    for (std::size_t w = 0; w < longer.size(); ++w)
      if (longer[w] != (w < shorter.size() ? shorter[w] : 0)) return false;
    return true;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace nightrider
