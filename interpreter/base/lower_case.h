// Names are compared without regard to case in a few places.
#pragma once

#include <string>

namespace nightrider {

// ASCII letters in lower case, all else as it is.
inline std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace nightrider
