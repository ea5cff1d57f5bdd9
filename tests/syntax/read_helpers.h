// Short ways to read and expand a text in the tests of syntax.
#pragma once

#include <string>

#include "syntax/reader.h"

namespace nightrider::test {

struct Read {
  SourceSet sources;
  DiagnosticSink sink;
  SyntaxTree tree;
  ExpandedTree expanded;

  // The codes in the order of report: "recursive-macro missing-argument".
  std::string codes() const {
    std::string text;
    for (const Diagnostic& diagnostic : sink.list()) text += (text.empty() ? "" : " ") + diagnostic.code;
    return text;
  }
  std::string rendered() const {
    std::string text;
    for (const Diagnostic& diagnostic : sink.list()) text += render(diagnostic, sources);
    return text;
  }
};

inline Read read(std::string_view text, const ReadOptions& options = {}, const std::filesystem::path& folder = {}) {
  Read result;
  result.tree = read_text("my.zrf", text, folder, result.sources, result.sink, options);
  result.expanded = expand(result.tree, result.sources, result.sink, options.limits);
  return result;
}

// Without the last line end.
inline std::string expanded_text(std::string_view text) {
  const Read result = read(text);
  std::string shown = result.sink.list().empty() ? to_text(result.expanded) : result.rendered();
  if (!shown.empty()) shown.pop_back();
  return shown;
}

inline std::string parsed_text(std::string_view text) {
  Read result;
  result.tree = parse_text(result.sources.add("my.zrf", text), result.sources, result.sink);
  std::string shown = result.sink.list().empty() ? to_text(result.tree) : result.rendered();
  if (!shown.empty()) shown.pop_back();
  return shown;
}

inline std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace nightrider::test
