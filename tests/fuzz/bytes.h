// The bytes of a fuzzer, taken one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace nightrider::fuzz {

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::uint8_t next() {  // 0 past the end
    if (rest_.empty()) return 0;
    const std::uint8_t byte = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  // As many as there are, `count` at most.
  std::string_view text(std::size_t count) {
    const std::string_view part = rest_.substr(0, count);
    rest_.remove_prefix(part.size());
    return part;
  }
  // Up to the zero byte, which is dropped, or the end.
  std::string_view up_to_zero() {
    const std::string_view part = text(std::min(rest_.find('\0'), rest_.size()));
    next();
    return part;
  }
  // `text` with `count` edits of three bytes each.
  std::string edited(std::string text, int count) {
    for (; count > 0 && !empty(); --count) {
      const std::size_t place = text.empty() ? 0 : next() * (text.size() > 256 ? text.size() / 256 + 1 : 1) % (text.size() + 1);
      const std::uint8_t how = next();
      const char with = static_cast<char>(next());
      const std::size_t length = 1 + how / 4 % 16;
      switch (how % 4) {
        case 0: text.replace(place, std::min<std::size_t>(1, text.size() - place), 1, with); break;
        case 1: text.insert(place, 1, with); break;
        case 2: text.erase(place, length); break;
        case 3: text.insert(static_cast<std::uint8_t>(with) % (text.size() + 1), std::string(text, place, length)); break;
      }
    }
    return text;
  }

 private:
  std::string_view rest_;
};

}  // namespace nightrider::fuzz
