#include "base/diagnostics.h"

#include <algorithm>
#include <utility>

namespace nightrider {
namespace {

constexpr std::size_t kMaxShownCharacters = 160;  // of one source line
constexpr std::size_t kMaxMessageBytes = 2000;    // a message may quote a huge name

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Characters of UTF-8 text, one string each; control characters become a space (a tab) or '?', so that no rule file
// can steer the terminal.
std::vector<std::string> shown_characters(std::string_view text) {
  std::vector<std::string> characters;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && !starts_character(text[end])) ++end;
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1_control = byte == 0xC2 && end - i == 2 && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (byte == '\t') {
      characters.emplace_back(" ");
    } else if (byte < 0x20 || byte == 0x7F || c1_control) {
      characters.emplace_back("?");
    } else {
      characters.emplace_back(text.substr(i, end - i));
    }
    i = end;
  }
  return characters;
}

std::string shown(std::string_view text) {
  std::string result;
  const bool too_long = text.size() > kMaxMessageBytes;
  for (const std::string& character : shown_characters(text.substr(0, kMaxMessageBytes))) result += character;
  if (too_long) result += "...";
  return result;
}

std::string place_of(SourceSpan span, const SourceSet& sources) {
  if (span.file >= sources.size()) return "nightrider";
  const SourceFile& file = sources.file(span.file);
  if (file.text().empty()) return file.path();  // an empty or unreadable file has no lines to point at
  const LineColumn place = file.line_column(span.begin);
  return file.path() + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "";
}

const char* severity_color(Severity severity) {
  switch (severity) {
    case Severity::kError: return "\033[1;31m";
    case Severity::kWarning: return "\033[1;35m";
    case Severity::kNote: return "\033[1;36m";
  }
  return "";
}

// The source line and the underline below it, each with its gutter.
void append_excerpt(std::string& out, SourceSpan span, const SourceSet& sources, bool color) {
  if (span.file >= sources.size()) return;
  const SourceFile& file = sources.file(span.file);
  if (file.text().empty()) return;
  const LineColumn place = file.line_column(span.begin);
  const std::string_view line = file.line_at(span.begin);
  const auto line_start = static_cast<std::uint32_t>(line.data() - file.text().data());
  // Of a line of megabytes only the neighbourhood of the span is decoded: 4 bytes hold any character.
  const std::uint32_t in_line = std::min<std::uint32_t>(span.begin - std::min(span.begin, line_start), static_cast<std::uint32_t>(line.size()));
  std::uint32_t window_begin = in_line > 4 * kMaxShownCharacters ? in_line - static_cast<std::uint32_t>(4 * kMaxShownCharacters) : 0;
  while (window_begin > 0 && !starts_character(line[window_begin])) --window_begin;
  std::size_t window_end = std::min<std::size_t>(line.size(), in_line + 4 * kMaxShownCharacters);
  while (window_end < line.size() && !starts_character(line[window_end])) ++window_end;

  const std::vector<std::string> before = shown_characters(line.substr(window_begin, in_line - window_begin));
  const std::vector<std::string> after = shown_characters(line.substr(in_line, window_end - in_line));
  const std::uint32_t span_end = std::min<std::uint32_t>(span.end, line_start + static_cast<std::uint32_t>(window_end));
  std::size_t underlined = 1;
  if (span_end > span.begin) {
    const std::string_view marked = line.substr(in_line, span_end - span.begin);
    underlined = std::max<std::size_t>(1, static_cast<std::size_t>(std::count_if(marked.begin(), marked.end(), starts_character)));
  }

  // Cut so that the span's begin stays visible, with some text before it.
  std::size_t first = 0;
  const bool whole = window_begin == 0 && window_end == line.size() && before.size() + after.size() <= kMaxShownCharacters;
  if (!whole && before.size() > kMaxShownCharacters / 2) first = before.size() - kMaxShownCharacters / 4;
  const std::size_t shown_after = std::min(after.size(), kMaxShownCharacters - (before.size() - first));
  const bool cut_left = first > 0 || window_begin > 0;
  const bool cut_right = shown_after < after.size() || window_end < line.size();
  underlined = std::min(underlined, std::max<std::size_t>(1, shown_after));

  std::string number = std::to_string(place.line);
  if (number.size() < 4) number.insert(0, 4 - number.size(), ' ');
  out += number + " | " + (cut_left ? "..." : "");
  for (std::size_t i = first; i < before.size(); ++i) out += before[i];
  for (std::size_t i = 0; i < shown_after; ++i) out += after[i];
  out += cut_right ? "...\n" : "\n";
  out += std::string(number.size(), ' ') + " | " + std::string((cut_left ? 3 : 0) + before.size() - first, ' ');
  if (color) out += "\033[1;32m";
  out += std::string(underlined, '^');
  if (color) out += "\033[0m";
  out += '\n';
}

}  // namespace

void DiagnosticSink::report(Diagnostic diagnostic) {
  for (const Diagnostic& old : list_)
    if (old.code == diagnostic.code && old.span.file == diagnostic.span.file && old.span.begin == diagnostic.span.begin &&
        old.span.end == diagnostic.span.end && old.message == diagnostic.message)
      return;
  if (diagnostic.severity == Severity::kError) ++error_count_;
  if (diagnostic.severity == Severity::kWarning) ++warning_count_;
  if (list_.size() >= kMaxDiagnostics) {
    ++suppressed_;
    return;
  }
  list_.push_back(std::move(diagnostic));
}

void DiagnosticSink::error(std::string code, SourceSpan span, std::string message, std::string hint) {
  report({Severity::kError, std::move(code), span, std::move(message), std::move(hint), {}});
}

void DiagnosticSink::warning(std::string code, SourceSpan span, std::string message, std::string hint) {
  report({Severity::kWarning, std::move(code), span, std::move(message), std::move(hint), {}});
}

std::string render(const Diagnostic& diagnostic, const SourceSet& sources, bool color) {
  const std::string bold = color ? "\033[1m" : "";
  const std::string plain = color ? "\033[0m" : "";
  std::string out = bold + shown(place_of(diagnostic.span, sources)) + ": " + plain;
  if (color) out += severity_color(diagnostic.severity);
  out += std::string(severity_name(diagnostic.severity)) + ": " + plain + shown(diagnostic.message);
  if (!diagnostic.code.empty()) out += " [" + diagnostic.code + "]";
  out += '\n';
  append_excerpt(out, diagnostic.span, sources, color);
  if (!diagnostic.hint.empty()) out += "   hint: " + shown(diagnostic.hint) + "\n";
  bool elsewhere = false;
  for (const DiagnosticNote& note : diagnostic.notes) {
    out += "   note: " + shown(place_of(note.span, sources)) + ": " + shown(note.message) + "\n";
    // What is wrong in a shared file shows in the file that uses it: its line is the one that the author knows.
    if (elsewhere || note.span.file == diagnostic.span.file) continue;
    elsewhere = true;
    append_excerpt(out, note.span, sources, color);
  }
  return out;
}

std::string nearest_name(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kMaxNameBytes = 64;  // longer names are not typing errors of each other, and cost quadratic time
  const std::size_t n = name.size();
  if (n == 0 || n > kMaxNameBytes) return {};
  // Names are case-sensitive, which is the first thing to be overlooked.
  const auto lower = [](const std::string& text) {
    std::string result = text;
    for (char& c : result)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
  };
  for (const std::string& candidate : candidates)
    if (candidate.size() == n && candidate != name && lower(candidate) == lower(name)) return candidate;
  const std::size_t limit = n / 3 + 1;
  std::size_t best_distance = limit + 1;
  std::string best;
  // Optimal string alignment: three rows of the table of distances between prefixes.
  std::vector<std::size_t> before_last, last, row;
  for (const std::string& candidate : candidates) {
    const std::size_t m = candidate.size();
    if (m == 0 || m > n + limit || n > m + limit || candidate == name) continue;
    before_last.assign(m + 1, 0);
    last.resize(m + 1);
    row.resize(m + 1);
    for (std::size_t j = 0; j <= m; ++j) last[j] = j;
    for (std::size_t i = 1; i <= n; ++i) {
      row[0] = i;
      for (std::size_t j = 1; j <= m; ++j) {
        const std::size_t replace = last[j - 1] + (name[i - 1] == candidate[j - 1] ? 0 : 1);
        row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
        if (i > 1 && j > 1 && name[i - 1] == candidate[j - 2] && name[i - 2] == candidate[j - 1])
          row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
      std::swap(before_last, last);
      std::swap(last, row);
    }
    // A replacement of everything is no likeness.
    if (last[m] < best_distance && last[m] < std::max(n, m)) {
      best_distance = last[m];
      best = candidate;
    }
  }
  return best;
}

}  // namespace nightrider
