#include "base/source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"

namespace nightrider {
namespace {

// Unicode 15, table 3-7: well-formed sequences only; no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_valid_utf8(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    std::size_t length = 0;
    unsigned char low = 0x80;   // the range of the second byte
    unsigned char high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      length = 3;
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      length = 4;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    if (i + length > bytes.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      const auto byte = static_cast<unsigned char>(bytes[i + k]);
      if (byte < (k == 1 ? low : 0x80) || byte > (k == 1 ? high : 0xBF)) return false;
    }
    i += length;
  }
  return true;
}

// CP1252, bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252); the others are Latin-1, equal to the code point.
constexpr std::array<std::uint16_t, 32> kCp1252High = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
    0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string from_cp1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
      continue;
    }
    const unsigned code = byte < 0xA0 ? kCp1252High[byte - 0x80] : byte;
    if (code < 0x800) {
      text += static_cast<char>(0xC0 | (code >> 6));
    } else {
      text += static_cast<char>(0xE0 | (code >> 12));
      text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    }
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
  return text;
}

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

SourceFile::SourceFile(std::string path, std::string_view bytes) : path_(std::move(path)) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  text_ = is_valid_utf8(bytes) ? std::string(bytes) : from_cp1252(bytes);
  // CR LF, LF and a lone CR (old Macintosh) each end a line.
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool line_end = text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
    if (line_end) line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

LineColumn SourceFile::line_column(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::uint32_t start = *(after - 1);
  LineColumn place;
  place.line = static_cast<std::uint32_t>(after - line_starts_.begin());
  place.column = 1 + static_cast<std::uint32_t>(std::count_if(text_.begin() + start, text_.begin() + offset, starts_character));
  return place;
}

std::string_view SourceFile::line_at(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::uint32_t start = *(after - 1);
  std::uint32_t end = after == line_starts_.end() ? static_cast<std::uint32_t>(text_.size()) : *after;
  while (end > start && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return std::string_view(text_).substr(start, end - start);
}

FileId SourceSet::add(std::string path, std::string_view bytes) {
  files_.emplace_back(std::move(path), bytes);
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view SourceSet::text(SourceSpan span) const {
  NIGHTRIDER_CHECK(span.file < files_.size() && span.begin <= span.end && span.end <= files_[span.file].text().size(),
                   "a span lies inside its file");
  return std::string_view(files_[span.file].text()).substr(span.begin, span.end - span.begin);
}

}  // namespace nightrider
