// The cases of tests/model/cases: small rule texts with what reading them gives. A case is
//   === the fact it protects
//   rule text (the macros of kPrelude may be called)
//   --- words
//   expected: the messages, then those lines of each game's text that begin with one of the words (with what is indented
//   below them)
// NIGHTRIDER_UPDATE_CASES=1 writes what came out into the files: read the difference before you keep it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "model/read_game.h"
#include "syntax/reader.h"

namespace nightrider {
namespace {

// Stands after the case's text, so that lines count from its own first.
constexpr const char* kPrelude = R"(
(define base (players White Black) (turn-order White Black) (board (small-board)))
(define small-board (small-grid) (symmetry Black (n s) (s n) (ne se) (se ne)))
(define small-grid
   (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("3/2/1" (0 10)))
      (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (se 1 1))))
(define man (piece (name Man) (attribute fresh? true) (moves (n add))))
)";

struct Case {
  std::string name, rules, words, expected;
};

std::filesystem::path cases_dir() { return std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "tests" / "model" / "cases"; }

std::vector<Case> cases_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<Case> cases;
  bool expecting = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      cases.push_back({line.substr(4), "", "", ""});
      expecting = false;
    } else if (line.starts_with("---")) {
      cases.back().words = line.substr(3);
      expecting = true;
    } else if (!cases.empty()) {
      (expecting ? cases.back().expected : cases.back().rules) += line + '\n';
    }
  }
  return cases;
}

std::string message_of(const Diagnostic& diagnostic, const SourceSet& sources) {
  const auto place = [&](SourceSpan span) {
    const LineColumn at = sources.file(span.file).line_column(span.begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
  };
  std::string text = place(diagnostic.span) + (diagnostic.severity == Severity::kError ? " error " : " warning ") + diagnostic.code + ": " + diagnostic.message;
  if (!diagnostic.hint.empty()) text += " | " + diagnostic.hint;
  text += '\n';
  for (const DiagnosticNote& note : diagnostic.notes) text += "   note " + place(note.span) + " " + note.message + '\n';
  return text;
}

std::string outcome(const Case& test) {
  SourceSet sources;
  DiagnosticSink sink;
  const SyntaxTree tree = read_text("case", test.rules + kPrelude, ".", sources, sink);
  const ExpandedTree expanded = expand(tree, sources, sink);
  std::string dumps;
  ReadGameOptions options;
  std::vector<std::string> words;
  std::istringstream split(test.words);
  for (std::string word; split >> word;) {
    if (word == "strict") options.strict_zrf = true;
    else words.push_back(word);
  }
  for (const GameEntry& entry : list_games(expanded, sink)) {
    const std::optional<GameDefinition> game = read_game(expanded, entry, sink, options);
    if (!game) continue;
    std::istringstream lines(to_text(*game));
    bool wanted = false;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(' ')) {
        wanted = false;
        for (const std::string& word : words) wanted = wanted || line.starts_with(word + ' ');
      }
      if (wanted) dumps += line + '\n';
    }
  }
  std::string text;
  for (const Diagnostic& diagnostic : sink.list()) text += message_of(diagnostic, sources);
  return text + dumps;
}

TEST(ReadingTest, EveryCaseGivesItsMessagesAndItsModel) {
  const bool update = std::getenv("NIGHTRIDER_UPDATE_CASES") != nullptr;
  std::size_t count = 0;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(cases_dir())) files.push_back(entry.path());
  for (const std::filesystem::path& file : files) {
    std::string updated;
    for (const Case& test : cases_of(file)) {
      ++count;
      const std::string actual = outcome(test);
      updated += "=== " + test.name + "\n" + test.rules + "---" + test.words + "\n" + actual;
      if (!update) {
        EXPECT_EQ(actual, test.expected) << file.filename() << ": " << test.name;
      }
    }
    if (update) std::ofstream(file) << updated;
  }
  EXPECT_GE(count, 60u);
}

}  // namespace
}  // namespace nightrider
