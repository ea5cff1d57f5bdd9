// Rule text with its origin: files, byte spans, and their translation to line and column.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace nightrider {

using FileId = std::uint32_t;

// A half-open range of bytes in one file of a SourceSet.
struct SourceSpan {
  FileId file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// One-based; columns count characters (code points), not bytes.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// One file's text, always valid UTF-8: a leading byte-order mark is dropped, and text that is not valid UTF-8
// is read as CP1252 (language.md, decision 2).
class SourceFile {
 public:
  SourceFile(std::string path, std::string_view bytes);

  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }
  LineColumn line_column(std::uint32_t offset) const;
  // The line that holds `offset`, without its line end.
  std::string_view line_at(std::uint32_t offset) const;

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

// All files of one loaded rule text. Files are only added; a FileId stays valid for the set's life.
class SourceSet {
 public:
  FileId add(std::string path, std::string_view bytes);
  const SourceFile& file(FileId id) const { return files_[id]; }
  std::size_t size() const { return files_.size(); }
  std::string_view text(SourceSpan span) const;

 private:
  std::deque<SourceFile> files_;
};

}  // namespace nightrider
