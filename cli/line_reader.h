// Lines of input: with editing, history and completion on a terminal, plainly everywhere else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console.h"

namespace nightrider::cli {

class LineReader {
 public:
  // Candidates for the last word of `line`, which is what stands before the cursor; each replaces that word.
  using Completer = std::function<std::vector<std::string>(const std::string& line)>;

  // Lines longer than this are refused.
  static constexpr std::size_t kMaxLine = 65536;

  LineReader(const Console& console, Completer completer);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end, or nothing at the end of input. The prompt is shown on a terminal only; there Ctrl-C clears
  // the line, and on an empty one says how to leave. That the terminal is gone is the end of input.
  std::optional<std::string> next(const std::string& prompt);
  bool interactive() const { return editor_ != nullptr; }

  struct Editor;  // libedit's part

 private:
  std::optional<std::string> next_plain();

  std::unique_ptr<Editor> editor_;
};

// The file `name` in $XDG_STATE_HOME/nightrider or ~/.local/state/nightrider; empty where neither is known.
std::string state_path(const std::string& name);
// The longest text that all candidates begin with, whole characters only.
std::string common_prefix(const std::vector<std::string>& candidates);

}  // namespace nightrider::cli
