#include "line_reader.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <histedit.h>

#include "signals.h"

namespace nightrider::cli {

// One line editor of libedit. Its C callbacks find it again through EL_CLIENTDATA.
struct LineReader::Editor {
  EditLine* line = nullptr;
  History* history = nullptr;
  std::string prompt;
  std::string path;  // of the history; empty: not kept
  Completer completer;
  const Console* console = nullptr;
  // From here on, also between two prompts, Ctrl-C loses no game. It ends a read even when it came before the editor began to
  // read, which spends the editor's own handler.
  InterruptGuard interrupt;
  LeaveGuard leave;               // a terminal that goes away ends the input, not the program
};

namespace {

constexpr int kHistoryLines = 1000;

LineReader::Editor& editor_of(EditLine* line) {
  void* data = nullptr;
  el_get(line, EL_CLIENTDATA, &data);
  return *static_cast<LineReader::Editor*>(data);
}

char* prompt_of(EditLine* line) { return editor_of(line).prompt.data(); }

// Candidates in columns below the line.
void print_candidates(const Console& console, const std::vector<std::string>& candidates) {
  constexpr std::size_t kMost = 120;
  std::size_t width = 0;
  for (const std::string& candidate : candidates) width = std::max(width, display_width(candidate) + 2);
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>(console.width) / std::max<std::size_t>(1, width));
  console.out << '\n';
  for (std::size_t i = 0; i < candidates.size() && i < kMost; ++i) {
    const bool last = i + 1 == candidates.size() || (i + 1) % columns == 0;
    console.out << (last ? candidates[i] : padded(candidates[i], width)) << (last ? "\n" : "");
  }
  if (candidates.size() > kMost) console.out << "... " << candidates.size() - kMost << " more\n";
  console.out.flush();
}

unsigned char complete(EditLine* line, int) {
  LineReader::Editor& editor = editor_of(line);
  const LineInfo* info = el_line(line);
  const std::string before(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
  const std::size_t space = before.find_last_of(" \t");
  const std::string word = space == std::string::npos ? before : before.substr(space + 1);
  std::vector<std::string> candidates;
  for (const std::string& candidate : editor.completer(before))
    if (candidate.starts_with(word)) candidates.push_back(candidate);
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  if (candidates.empty()) return CC_REFRESH_BEEP;
  const std::string rest = common_prefix(candidates).substr(word.size()) + (candidates.size() == 1 ? " " : "");
  if (!rest.empty()) return el_insertstr(line, rest.c_str()) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
  print_candidates(*editor.console, candidates);
  return CC_REDISPLAY;
}

}  // namespace

std::string common_prefix(const std::vector<std::string>& candidates) {
  if (candidates.empty()) return {};
  std::string prefix = candidates[0];
  for (const std::string& candidate : candidates) {
    const auto end = std::mismatch(prefix.begin(), prefix.end(), candidate.begin(), candidate.end()).first;
    prefix.erase(end, prefix.end());
  }
  // Two characters may share their first bytes: cut back to where every candidate has a whole one.
  const auto continues = [&](const std::string& text) {
    return prefix.size() < text.size() && (static_cast<unsigned char>(text[prefix.size()]) & 0xC0) == 0x80;
  };
  while (!prefix.empty() && std::any_of(candidates.begin(), candidates.end(), continues)) prefix.pop_back();
  return prefix;
}

std::string state_path(const std::string& name) {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state != '\0') return std::string(state) + "/nightrider/" + name;
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::string(home) + "/.local/state/nightrider/" + name;
  return {};
}

LineReader::LineReader(const Console& console, Completer completer) {
  if (!console.in_terminal || !console.out_terminal) return;
  auto editor = std::make_unique<Editor>();
  editor->completer = std::move(completer);
  editor->console = &console;
  editor->line = el_init("nightrider", stdin, stdout, stderr);
  if (editor->line == nullptr) return;
  editor_ = std::move(editor);
  EditLine* line = editor_->line;
  el_set(line, EL_CLIENTDATA, editor_.get());
  el_set(line, EL_PROMPT, prompt_of);
  el_set(line, EL_EDITOR, "emacs");
  el_set(line, EL_SIGNAL, 1);  // a signal puts the terminal back in order first
  el_set(line, EL_ADDFN, "nightrider-complete", "complete commands and moves", complete);
  el_set(line, EL_BIND, "^I", "nightrider-complete", nullptr);
  el_set(line, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_source(line, nullptr);  // the user's ~/.editrc
  editor_->history = history_init();
  if (editor_->history == nullptr) return;
  HistEvent event;
  history(editor_->history, &event, H_SETSIZE, kHistoryLines);
  history(editor_->history, &event, H_SETUNIQUE, 1);
  el_set(line, EL_HIST, history, editor_->history);
  editor_->path = state_path("history");
  if (editor_->path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(editor_->path).parent_path(), error);
  history(editor_->history, &event, H_LOAD, editor_->path.c_str());
}

LineReader::~LineReader() {
  if (!editor_) return;
  if (editor_->history != nullptr) history_end(editor_->history);
  el_end(editor_->line);
}

std::optional<std::string> LineReader::next(const std::string& prompt) {
  if (!editor_) return next_plain();
  editor_->prompt = prompt;
  editor_->console->out.flush();
  int length = 0;
  const char* text = nullptr;
  while (true) {
    editor_->interrupt.clear();
    if (editor_->leave.leaving()) return std::nullopt;
    // Before it reads: what is typed while libedit still has the terminal as it was becomes text, also an end of input.
    el_set(editor_->line, EL_PREP_TERM, 1);
    text = el_gets(editor_->line, &length);
    if (text != nullptr || !editor_->interrupt.interrupted() || editor_->leave.leaving()) break;
    const LineInfo* typed = el_line(editor_->line);
    editor_->console->out << (typed->lastchar == typed->buffer ? "^C\nTo leave, type 'quit'.\n" : "^C\n") << std::flush;
  }
  if (text == nullptr || length <= 0) {
    editor_->console->out << '\n';
    return std::nullopt;
  }
  std::string line(text, static_cast<std::size_t>(length));
  while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
  if (editor_->history != nullptr && line.find_first_not_of(" \t") != std::string::npos) {
    HistEvent event;
    history(editor_->history, &event, H_ENTER, line.c_str());
    // Written each time: a game may end by a signal. A failure only loses history.
    if (!editor_->path.empty()) history(editor_->history, &event, H_SAVE, editor_->path.c_str());
  }
  return line;
}

std::optional<std::string> LineReader::next_plain() {
  std::string line;
  bool any = false;
  for (int c = std::cin.get(); c != std::char_traits<char>::eof(); c = std::cin.get()) {
    any = true;
    if (c == '\n') break;
    if (line.size() <= kMaxLine) line += static_cast<char>(c);  // the rest of a longer line is read and dropped
  }
  if (!any) return std::nullopt;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace nightrider::cli
