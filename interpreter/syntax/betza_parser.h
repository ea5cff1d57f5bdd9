// The text of (betza ".."), split into terms. What they mean is model/betza.h's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nightrider {

// "mflR3": modifiers "mfl", atom 'R', range 3. A letter written twice ("NN") has range 0, without end, like a written 0.
struct BetzaTerm {
  std::string modifiers;       // small letters, in the order of the text
  char atom = 0;               // a capital letter
  std::optional<int> range;    // as written, at most kMaxBetzaRange
  std::size_t begin = 0;       // byte of its first letter in the text
  std::size_t atom_at = 0;     // byte of its atom
};
inline constexpr int kMaxBetzaRange = 999;

struct BetzaSyntax {
  std::vector<BetzaTerm> terms;         // empty after an error
  std::optional<std::size_t> error_at;  // byte of the first letter that fits nowhere; the text's size: it ends too early
};
BetzaSyntax parse_betza(std::string_view text);

}  // namespace nightrider
