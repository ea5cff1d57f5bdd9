// `$n` in the text of symbols and strings of a macro's body. Internal to syntax.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace nightrider {

constexpr std::size_t kMaxParameter = 255;  // $1..$255; published files go to $17
using ParameterSet = std::bitset<kMaxParameter + 1>;  // bit n: $n; bit 0 is never set

// One `$n`: the digits are taken greedily. `$0`, and `$` without digits, are ordinary text.
struct ParameterUse {
  std::size_t begin = 0;   // in the text, of the '$'
  std::size_t end = 0;     // after the last digit; begin == end: there is none
  std::size_t number = 0;  // kMaxParameter + 1 when larger than that
};

// The first one at or after `from`.
ParameterUse next_parameter(std::string_view text, std::size_t from);

inline bool has_parameter(std::string_view text) {
  const ParameterUse use = next_parameter(text, 0);
  return use.begin != use.end;
}

}  // namespace nightrider
