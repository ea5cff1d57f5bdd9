#include "play/words.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace nightrider {
namespace {

constexpr std::size_t kMaxQuoted = 60;  // bytes of the user's text that a message repeats
constexpr std::string_view kHex = "0123456789ABCDEF";
constexpr std::string_view kSpaces = " \t\r\n\f\v";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Length of the UTF-8 sequence at the start of `text`, 0 where it is not valid or is a C1 control character.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::size_t length = 0;
  std::uint32_t code = 0;
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xC2 && byte(0) <= 0xDF) length = 2, code = byte(0) & 0x1Fu;
  else if ((byte(0) & 0xF0) == 0xE0) length = 3, code = byte(0) & 0x0Fu;
  else if (byte(0) >= 0xF0 && byte(0) <= 0xF4) length = 4, code = byte(0) & 0x07u;
  else return 0;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  static constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF) || code < 0xA0) return 0;
  return length;
}

std::optional<int> hex_digit(char c) {
  const std::size_t at = kHex.find(upper(c));
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<int>(at);
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<std::uint8_t>(c) < 0x80; });
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    if (i >= kMaxQuoted) {
      out += "...";
      break;
    }
    const std::size_t length = sequence_length(text.substr(i));
    const auto byte = static_cast<std::uint8_t>(text[i]);
    if (length == 0 || byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
      ++i;
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out + "\"";
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = lower(a[i - 1]);
      const char y = lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (x == y ? 0u : 1u)});
      if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::vector<std::string> nearest_texts(std::string_view text, const std::vector<std::string>& candidates, std::size_t count) {
  std::vector<std::pair<std::size_t, std::size_t>> order;  // distance, index
  for (std::size_t i = 0; i < candidates.size(); ++i) order.emplace_back(edit_distance(text, candidates[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<std::string> nearest;
  for (const auto& [distance, index] : order) {
    if (nearest.size() == count) break;
    if (std::find(nearest.begin(), nearest.end(), candidates[index]) == nearest.end()) nearest.push_back(candidates[index]);
  }
  return nearest;
}

std::string name_list(const std::vector<std::string>& names, std::size_t limit) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < limit; ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > limit) out += " and " + std::to_string(names.size() - limit) + " more";
  return out;
}

std::string percent_encoded(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size();) {
    const auto byte = static_cast<std::uint8_t>(name[i]);
    const bool plain = (byte >= '0' && byte <= '9') || (lower(name[i]) >= 'a' && lower(name[i]) <= 'z') || byte == '-' ||
                       byte == '_' || byte == '?' || byte == '!';
    const std::size_t length = byte < 0x80 ? (plain ? 1 : 0) : sequence_length(name.substr(i));
    if (length == 0) {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
      ++i;
    } else {
      out += name.substr(i, length);
      i += length;
    }
  }
  return out;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

std::optional<int> parse_number(std::string_view text, int limit) {
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
    if (value > limit) return std::nullopt;
  }
  return static_cast<int>(value);
}

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(mark);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> split_at_spaces(std::string_view text) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kSpaces), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

std::string upper_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), upper);
  return out;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

}  // namespace nightrider
