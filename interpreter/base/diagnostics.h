// Messages about a rule file: collected, never thrown; rendered with the line, an underline, a hint and notes.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"

namespace nightrider {

enum class Severity { kError, kWarning, kNote };

struct DiagnosticNote {
  SourceSpan span;
  std::string message;  // "in expansion of macro 'slide'"
};

struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;  // stable, kebab-case: "unknown-direction"
  SourceSpan span;
  std::string message;
  std::string hint;  // empty: none
  std::vector<DiagnosticNote> notes;
};

// Collects diagnostics in the order of report. Equal ones (same code, span and message) are kept once. After
// kMaxDiagnostics further ones are only counted, so that a broken file cannot fill memory.
class DiagnosticSink {
 public:
  static constexpr std::size_t kMaxDiagnostics = 100;

  void report(Diagnostic diagnostic);
  void error(std::string code, SourceSpan span, std::string message, std::string hint = {});
  void warning(std::string code, SourceSpan span, std::string message, std::string hint = {});

  bool has_errors() const { return error_count_ > 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }
  std::size_t suppressed() const { return suppressed_; }
  const std::vector<Diagnostic>& list() const { return list_; }

 private:
  std::vector<Diagnostic> list_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
  std::size_t suppressed_ = 0;
};

// The text a person reads:
//   my.zrf:3:7: error: unknown direction 'nn' [unknown-direction]
//      3 | (moves (nn add))
//        |         ^^
//      hint: did you mean 'n'?
//      note: my.zrf:9:4: in expansion of macro 'slide'
// `color` adds ANSI colours. Lines over 160 characters are cut around the span.
std::string render(const Diagnostic& diagnostic, const SourceSet& sources, bool color = false);

// The candidate nearest to `name` by edit distance (insert, delete, replace, swap neighbours: Damerau 1964), or
// empty when none is near enough (more than a third of the name's length + 1).
std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace nightrider
