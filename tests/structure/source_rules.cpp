#include "structure/source_rules.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

namespace nightrider::test {
namespace {

// Folder -> the folders whose headers its files may include, besides its own. A longer path counts before a shorter.
const std::map<std::string, std::vector<std::string>>& allowed_folders() {
  static const std::map<std::string, std::vector<std::string>> allowed{
      {"interpreter/base", {}},
      {"interpreter/syntax", {"base"}},
      {"interpreter/model", {"base", "syntax"}},
      {"interpreter/compile", {"base", "model"}},
      {"interpreter/play", {"base", "model", "compile"}},
      {"interpreter/search", {"base", "model", "compile", "play"}},
      {"interpreter/engine", {"base", "syntax", "model", "compile", "play", "search"}},
      {"cli", {"base", "syntax", "model", "compile", "play", "search", "engine"}},
      // The slow interpreter judges compile and play, so it must not share their code.
      {"tests/reference", {"base", "syntax", "model"}},
  };
  return allowed;
}

// Headers from outside the project that only one folder may see.
struct Confined {
  std::regex header;
  std::string folder;
};
const std::vector<Confined>& confined_headers() {
  static const std::vector<Confined> confined{
      {std::regex(R"(antlr4.*|Rules(Base)?(Lexer|Parser|Listener|Visitor)\.h|Betza\w*(Lexer|Parser|Listener|Visitor)\.h)"),
       "interpreter/syntax"},
      {std::regex(R"(CLI/.*)"), "cli"},
      {std::regex(R"(nlohmann/.*)"), "cli"},
      {std::regex(R"(histedit\.h|editline/.*|readline/.*)"), "cli"},
      {std::regex(R"(iostream)"), "cli"},
  };
  return confined;
}

bool is_product(const std::string& path) { return path.starts_with("interpreter/") || path.starts_with("cli/"); }

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

class Checker {
 public:
  Checker(const std::string& path, const std::string& text) : path_(path), text_(text), folder_(folder_of(path)) {}

  std::vector<std::string> violations() {
    check_includes();
    check_printing();
    check_header();
    return std::move(found_);
  }

 private:
  void report(std::size_t line, const std::string& what) {
    found_.push_back(path_ + ":" + std::to_string(line) + ": " + what);
  }

  void check_includes() {
    static const std::regex include(R"re(^\s*#\s*include\s*(["<])([^">]*)[">])re");
    std::istringstream lines(without_comments(text_, false));
    std::string line;
    std::smatch match;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
      if (!std::regex_search(line, match, include)) continue;
      const std::string header = match[2];
      for (const Confined& confined : confined_headers())
        if (is_product(path_) && folder_ != confined.folder && std::regex_match(header, confined.header))
          report(number, "includes <" + header + ">; that is for " + confined.folder + " alone");
      if (match[1] == "\"") check_own_include(number, header);
    }
  }

  void check_own_include(std::size_t number, const std::string& header) {
    auto rule = allowed_folders().find(folder_);
    if (rule == allowed_folders().end()) return;
    if (header.find("..") != std::string::npos) {
      report(number, "includes \"" + header + "\"; paths start at the module's folder");
      return;
    }
    const std::string from = header.find('/') == std::string::npos ? std::string{} : header.substr(0, header.find('/'));
    const std::string own = folder_.substr(folder_.rfind('/') + 1);
    std::vector<std::string> allowed = rule->second;
    if (path_.ends_with("_test.cpp") || path_.ends_with("_main.cpp")) allowed.push_back("support");
    if (from.empty() || from == own || std::find(allowed.begin(), allowed.end(), from) != allowed.end()) return;
    std::vector<std::string> all{own};
    all.insert(all.end(), allowed.begin(), allowed.end());
    report(number, "includes \"" + header + "\"; " + own + " may include only " + joined(all));
  }

  // check.cpp ends the program when we are wrong; nothing else outside cli/ may print or exit.
  void check_printing() {
    if (!path_.starts_with("interpreter/") || path_ == "interpreter/base/check.cpp") return;
    static const std::regex printing(R"(\bstd::(cout|cerr|clog)\b|\b(stdout|stderr)\b)"
                                     R"(|\b(v?f?printf|f?puts|f?putc|putchar|perror)\s*\()"
                                     R"(|\b(exit|_Exit|_exit|quick_exit|abort|terminate)\s*\()");
    std::istringstream lines(without_comments(text_, true));
    std::string line;
    std::smatch match;
    for (std::size_t number = 1; std::getline(lines, line); ++number)
      if (std::regex_search(line, match, printing))
        report(number, "uses " + match.str() + "; only cli/ prints or ends the program");
  }

  void check_header() {
    if (!path_.ends_with(".h")) return;
    const std::string code = without_comments(text_, true);
    if (code.find("#pragma once") == std::string::npos) report(1, "has no #pragma once");
    std::size_t at = code.find("using namespace");
    if (at != std::string::npos)
      report(1 + static_cast<std::size_t>(std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n')),
             "says `using namespace` in a header");
  }

  const std::string& path_;
  const std::string& text_;
  std::string folder_;
  std::vector<std::string> found_;
};

}  // namespace

std::string without_comments(const std::string& text, bool literals) {
  std::string result = text;
  auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && i < result.size(); ++i)
      if (result[i] != '\n') result[i] = ' ';
  };
  auto is_word = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.compare(i, 2, "//") == 0) {
      end = std::min(text.find('\n', i), text.size());
      blank(i, end);
    } else if (text.compare(i, 2, "/*") == 0) {
      end = text.find("*/", i + 2);
      end = end == std::string::npos ? text.size() : end + 2;
      blank(i, end);
    } else if (text.compare(i, 2, "R\"") == 0 && (i == 0 || !is_word(text[i - 1]))) {
      std::size_t open = std::min(text.find('(', i), text.size());
      const std::string close = ")" + text.substr(i + 2, open - i - 2) + "\"";
      end = text.find(close, open);
      end = end == std::string::npos ? text.size() : end + close.size();
      if (literals) blank(i, end);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word(text[i - 1])))) {  // 1'000 is a number
      while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      if (literals) blank(i + 1, end);
      end = std::min(end + 1, text.size());
    }
    i = end;
  }
  return result;
}

std::vector<std::string> rule_violations(const std::string& path, const std::string& text) {
  return Checker(path, text).violations();
}

}  // namespace nightrider::test
