#include "syntax/scan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace nightrider {
namespace {

constexpr std::size_t kMaxErrors = 20;  // of one file; more would only repeat what the first ones say

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v' || c == '\x1A'; }
bool ends_symbol(char c) { return is_space(c) || c == '(' || c == ')' || c == ';' || c == '"'; }

struct OpenList {
  std::uint32_t offset = 0;
  std::uint32_t indent = 0;    // characters before it on its line
  bool first_on_line = false;
};

class Scanner {
 public:
  Scanner(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits)
      : file_(file), source_(sources.file(file)), text_(source_.text()), sink_(sink), limits_(limits) {}

  ScanResult run() {
    if (text_.size() > limits_.file_bytes) {
      sink_.error("file-too-large", span(0, 0), "the file has " + with_commas(text_.size()) + " bytes; at most " +
                                                    with_commas(limits_.file_bytes) + " are read");
      return {};
    }
    if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
      const bool utf16 = text_.starts_with("\xC3\xBF\xC3\xBE") || text_.starts_with("\xC3\xBE\xC3\xBF");
      sink_.error("binary-file", span(0, 0), "this is not a text file: byte " + with_commas(zero) + " is zero",
                  utf16 ? "it looks like UTF-16; save it as UTF-8" : "");
      return {};
    }
    while (!stopped_ && at_ < text_.size()) {
      step();
      if (errors_ >= kMaxErrors) stop();
    }
    finish();
    return std::move(result_);
  }

 private:
  SourceSpan span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::string place(std::size_t offset) const {
    const LineColumn where = source_.line_column(static_cast<std::uint32_t>(offset));
    return std::to_string(where.line) + ":" + std::to_string(where.column);
  }

  // "'(' of 'piece'", by the symbol that follows the parenthesis.
  std::string name_of(std::uint32_t open) const {
    std::size_t begin = open + 1;
    while (begin < text_.size() && is_space(text_[begin])) ++begin;
    std::size_t end = begin;
    while (end < text_.size() && !ends_symbol(text_[end]) && end - begin < 64) ++end;
    if (begin == end) return "'('";
    return "'(' of '" + std::string(text_.substr(begin, end - begin)) + "'";
  }

  void report(Diagnostic diagnostic) {
    ++errors_;
    sink_.report(std::move(diagnostic));
  }
  void error(std::string code, SourceSpan at, std::string message) {
    report({Severity::kError, std::move(code), at, std::move(message), "", {}});
  }
  // Ends the scan; a form in progress is lost.
  void stop() {
    form_is_bad_ = true;
    stopped_ = true;
  }

  void step() {
    const char c = text_[at_];
    if (is_space(c)) {
      if (c == '\n' || c == '\r') {
        line_start_ = at_ + 1;
        first_on_line_ = true;
      }
      ++at_;
      return;
    }
    if (c == ';') {
      while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
      return;
    }
    if (++result_.tokens > limits_.tokens) {
      error("too-many-tokens", span(at_, at_ + 1), "more than " + with_commas(limits_.tokens) + " parentheses, symbols and strings");
      result_.good.clear();  // a quarter of a million tokens would be parsed in vain
      good_begin_ = text_.size();
      stop();
      return;
    }
    switch (c) {
      case '(': open_list(); break;
      case ')': close_list(); break;
      case '"': string(); break;
      default: symbol(); break;
    }
    first_on_line_ = false;
  }

  void open_list() {
    if (open_.size() >= limits_.list_depth) {
      Diagnostic error{Severity::kError, "nested-too-deep", span(at_, at_ + 1),
                       "lists are nested more than " + with_commas(limits_.list_depth) + " deep", "", {}};
      error.notes.push_back({span(open_.front().offset, open_.front().offset + 1), "the outermost " + name_of(open_.front().offset) +
                                                                                       " is open here"});
      report(std::move(error));
      stop();
      return;
    }
    const OpenList list{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_ - line_start_), first_on_line_};
    if (open_.empty()) {
      suspect_.reset();
    } else if (!suspect_ && list.first_on_line && open_.back().first_on_line && list.indent <= open_.back().indent) {
      suspect_ = {open_.back().offset, list.offset};
    }
    open_.push_back(list);
    ++at_;
  }

  void close_list() {
    if (open_.empty()) {
      Diagnostic error{Severity::kError, "unbalanced-parenthesis", span(at_, at_ + 1), "this ')' closes nothing", "", {}};
      if (last_form_end_ > 0)
        error.notes.push_back({span(last_form_end_ - 1, last_form_end_),
                               name_of(last_form_begin_) + " at " + place(last_form_begin_) + " is already closed here"});
      report(std::move(error));
      end_good_range(at_);
      good_begin_ = ++at_;
      return;
    }
    ++at_;
    const std::uint32_t begin = open_.back().offset;
    open_.pop_back();
    if (!open_.empty()) return;
    last_form_begin_ = begin;
    last_form_end_ = at_;
    if (form_is_bad_) {
      end_good_range(begin);
      good_begin_ = at_;
      form_is_bad_ = false;
    }
  }

  void string() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find('"', begin + 1);
    if (end == std::string_view::npos) {
      Diagnostic error{Severity::kError, "unterminated-string", span(begin, begin + 1), "the string that starts here is never closed", "", {}};
      if (long_string_)
        error.notes.push_back({span(long_string_->first, long_string_->first + 1),
                               "perhaps a '\"' is missing here: this string goes on to " + place(long_string_->second)});
      report(std::move(error));
      stop();
      return;
    }
    if (end - begin - 1 > limits_.string_bytes) {
      error("string-too-long", span(begin, begin + 1), "a string of " + with_commas(end - begin - 1) + " bytes; at most " + with_commas(limits_.string_bytes) + " are read");
      form_is_bad_ = true;
    }
    // A string that holds a line which begins like a form is a likely place of a missing quote.
    std::size_t line_end = std::string_view::npos;
    for (std::size_t i = begin; i < end; ++i) {
      if (text_[i] == '\n' || text_[i] == '\r') line_end = i;
      if (!long_string_ && line_end != std::string_view::npos && text_[i] == '(') {
        const std::string_view between = text_.substr(line_end, i - line_end);
        if (std::all_of(between.begin(), between.end(), is_space)) long_string_ = {begin, end};
      }
    }
    if (line_end != std::string_view::npos) line_start_ = line_end + 1;
    at_ = end + 1;
    if (open_.empty() && form_is_bad_) skip_bad_atom(begin);
  }

  void symbol() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_symbol(text_[at_])) ++at_;
    if (at_ - begin > limits_.symbol_bytes) {
      error("symbol-too-long", span(begin, begin + 1), "a symbol of " + with_commas(at_ - begin) + " bytes; at most " + with_commas(limits_.symbol_bytes) + " are read");
      form_is_bad_ = true;
      if (open_.empty()) skip_bad_atom(begin);
    }
  }

  void skip_bad_atom(std::size_t begin) {
    end_good_range(begin);
    good_begin_ = at_;
    form_is_bad_ = false;
  }

  void end_good_range(std::size_t end) {
    if (end > good_begin_) result_.good.push_back(span(good_begin_, end));
  }

  void finish() {
    if (!stopped_ && !open_.empty()) {
      const OpenList& list = open_.front();
      const std::string missing = open_.size() == 1 ? "a ')' is missing" : with_commas(open_.size()) + " ')' are missing";
      Diagnostic error{Severity::kError, "unbalanced-parenthesis", span(list.offset, list.offset + 1),
                       "the " + name_of(list.offset) + " is never closed: " + missing, "", {}};
      if (open_.size() > 1)
        error.notes.push_back({span(open_.back().offset, open_.back().offset + 1),
                               "the innermost open one is this " + name_of(open_.back().offset)});
      if (suspect_)
        error.notes.push_back({span(suspect_->first, suspect_->first + 1),
                               "perhaps this " + name_of(suspect_->first) + " should be closed before " + place(suspect_->second) +
                                   ", where a form starts no further right"});
      report(std::move(error));
    }
    end_good_range(open_.empty() ? at_ : open_.front().offset);
  }

  FileId file_;
  const SourceFile& source_;
  std::string_view text_;
  DiagnosticSink& sink_;
  const ReadLimits& limits_;

  ScanResult result_;
  std::size_t at_ = 0;
  std::size_t good_begin_ = 0;
  std::size_t line_start_ = 0;
  bool first_on_line_ = true;
  bool form_is_bad_ = false;  // the top-level form in progress breaks a limit
  bool stopped_ = false;
  std::size_t errors_ = 0;
  std::vector<OpenList> open_;
  std::size_t last_form_begin_ = 0;
  std::size_t last_form_end_ = 0;
  // Where indentation says that a list is not closed: the list and the one that follows it.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> suspect_;
  std::optional<std::pair<std::size_t, std::size_t>> long_string_;
};

}  // namespace

ScanResult scan(FileId file, const SourceSet& sources, DiagnosticSink& sink, const ReadLimits& limits) {
  return Scanner(file, sources, sink, limits).run();
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

}  // namespace nightrider
