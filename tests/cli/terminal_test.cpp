// `play` on a terminal: prompt, colours, completion, history, Ctrl-C. The terminal is a pseudo-terminal of this process.
#include <gtest/gtest.h>

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

// The program on a terminal of 80 columns, or `columns`; in a home folder of its own, or `home`.
class TerminalRun {
 public:
  explicit TerminalRun(std::vector<std::string> arguments, unsigned short columns = 80, const fs::path& home = {}) : home_(home) {
    std::string pattern = (fs::temp_directory_path() / "nightrider-terminal-XXXXXX").string();
    if (home_.empty() && mkdtemp(pattern.data()) != nullptr) home_ = pattern;
    winsize size{};
    size.ws_col = columns;
    size.ws_row = 40;
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ != 0) return;
    setenv("HOME", home_.c_str(), 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm", 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("NO_COLOR");
    std::vector<char*> raw;
    std::string program = NIGHTRIDER_PROGRAM;
    raw.push_back(program.data());
    for (std::string& argument : arguments) raw.push_back(argument.data());
    raw.push_back(nullptr);
    execv(NIGHTRIDER_PROGRAM, raw.data());
    _exit(127);
  }
  ~TerminalRun() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    if (terminal_ >= 0) close(terminal_);
    std::error_code ignored;
    if (!home_.empty()) fs::remove_all(home_, ignored);
  }
  TerminalRun(const TerminalRun&) = delete;
  TerminalRun& operator=(const TerminalRun&) = delete;

  void type(const std::string& text) { EXPECT_EQ(write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size())); }
  // Reads until `text` has come since the last wait; false when it does not within `seconds`.
  bool wait_for(const std::string& text, int seconds = 60) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (seen_.find(text, read_to_) == std::string::npos)
      if (std::chrono::steady_clock::now() > end || !read_some()) return false;
    read_to_ = seen_.find(text, read_to_) + text.size();
    return true;
  }
  // Types Ctrl-C until `text` comes: before the line editor has taken the terminal over it may be lost.
  bool interrupt(const std::string& text) {
    for (int tries = 0; tries < 60; ++tries) {
      type("\x03");
      if (wait_for(text, 1)) return true;
    }
    return false;
  }
  // Waits for the end of the program. `again` is typed now and then until it comes: a control character that arrives before
  // the line editor has taken the terminal over is lost.
  int exit_code(const std::string& again = {}) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      int status = 0;
      if (waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      if (terminal_ < 0) {
        usleep(200'000);
        continue;
      }
      // The program may have just gone: then neither succeeds, and the next look finds out.
      if (!again.empty()) [[maybe_unused]] const auto written = write(terminal_, again.data(), again.size());
      read_some(200);
      usleep(20'000);  // an echo comes at once
    }
    return -1;
  }
  void send(int signal) { kill(child_, signal); }
  // As when the window is closed.
  void hang_up() {
    close(terminal_);
    terminal_ = -1;
  }
  const std::string& seen() const { return seen_; }
  const fs::path& home() const { return home_; }

 private:
  // Takes what the program has printed; false when the terminal is closed.
  bool read_some(int milliseconds = 1000) {
    pollfd ready{terminal_, POLLIN, 0};
    if (poll(&ready, 1, milliseconds) < 0) return false;
    if ((ready.revents & POLLIN) == 0) return (ready.revents & (POLLHUP | POLLERR)) == 0;
    char bytes[4096];
    const ssize_t count = read(terminal_, bytes, sizeof bytes);
    if (count <= 0) return false;
    seen_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }

  fs::path home_;
  int terminal_ = -1;
  pid_t child_ = -1;
  std::string seen_;
  std::size_t read_to_ = 0;
};

class TerminalTest : public testing::Test {
 protected:
  void SetUp() override {
    int terminal = -1;
    int other = -1;
    if (openpty(&terminal, &other, nullptr, nullptr, nullptr) != 0) GTEST_SKIP() << "no pseudo-terminals here: is /dev/pts mounted?";
    close(terminal);
    close(other);
  }
};

TEST_F(TerminalTest, PromptColorsAndHistoryOnATerminal) {
  TerminalRun run({"play", "chess", "--player", "Black=human"});
  ASSERT_TRUE(run.wait_for("White> ")) << run.seen();
  EXPECT_NE(run.seen().find("\x1b[1;97m"), std::string::npos);
  EXPECT_NE(run.seen().find("┌"), std::string::npos);
  run.type("e4\n");
  ASSERT_TRUE(run.wait_for("Black> ")) << run.seen();
  run.type("quit\n");
  EXPECT_EQ(run.exit_code(), 0);
  const std::string history = read_whole_file(run.home() / ".local/state/nightrider/history");
  EXPECT_NE(history.find("e4"), std::string::npos) << history;
}

TEST_F(TerminalTest, TabCompletesCommandsMovesAndPieces) {
  TerminalRun run({"play", "mageca", "--player", "Black=human", "--color", "never"});
  ASSERT_TRUE(run.wait_for("White> "));
  run.type("fl\t\n");
  EXPECT_TRUE(run.wait_for("Move 1")) << run.seen();
  ASSERT_TRUE(run.wait_for("White> "));
  run.type("piece Mag\t\n");
  EXPECT_TRUE(run.wait_for("Mageca of White")) << run.seen();
  ASSERT_TRUE(run.wait_for("White> "));
  run.type("Mf\t\n");
  EXPECT_TRUE(run.wait_for("Last move: Mf3")) << run.seen();
}

TEST_F(TerminalTest, InterruptMakesTheEngineMoveAtOnce) {
  TerminalRun run({"play", "chess", "--level", "10", "--movetime", "60000", "--player", "White=engine", "--player", "Black=human"});
  ASSERT_TRUE(run.wait_for("thinking")) << run.seen();
  usleep(500'000);
  run.type("\x03");
  EXPECT_TRUE(run.wait_for("White plays", 30)) << run.seen();
  ASSERT_TRUE(run.wait_for("Black> ", 30));
  run.type("quit\n");
  EXPECT_EQ(run.exit_code(), 0);
}

TEST_F(TerminalTest, BoardFitsANarrowTerminal) {
  TerminalRun run({"play", "mageca", "--player", "Black=human", "--color", "never"}, 30);
  ASSERT_TRUE(run.wait_for("White> "));
  EXPECT_NE(run.seen().find("│R N B M Q K M B N R │"), std::string::npos) << run.seen();
}

TEST_F(TerminalTest, InterruptAtThePromptClearsTheLine) {
  TerminalRun run({"play", "chess", "--player", "Black=human"});
  ASSERT_TRUE(run.wait_for("White> "));
  ASSERT_TRUE(run.interrupt("To leave, type 'quit'.")) << run.seen();
  ASSERT_TRUE(run.wait_for("White> "));
  run.type("xyz");
  ASSERT_TRUE(run.wait_for("xyz"));
  ASSERT_TRUE(run.interrupt("White> ")) << run.seen();  // the terminal itself may show "^C"
  bool played = false;
  for (int tries = 0; tries < 10 && !played; ++tries) {  // a Ctrl-C that came late clears this too
    run.type("e4\n");
    played = run.wait_for("Last move: e4", 5);
  }
  EXPECT_TRUE(played) << run.seen();
}

TEST_F(TerminalTest, UnsavedMovesAreKeptAndLoadedAgain) {
  TerminalRun run({"play", "chess", "--player", "Black=human"});
  ASSERT_TRUE(run.wait_for("White> "));
  run.type("e4\n");
  ASSERT_TRUE(run.wait_for("Black> ")) << run.seen();
  run.type("quit\n");
  EXPECT_TRUE(run.wait_for("type 'load'")) << run.seen();
  EXPECT_EQ(run.exit_code(), 0);
  const fs::path kept = run.home() / ".local/state/nightrider/last-game";
  EXPECT_EQ(read_whole_file(kept), "game: chess\nposition: start\n1. e4\n");
  TerminalRun again({"play", "mageca", "--player", "Black=human"}, 80, run.home());
  ASSERT_TRUE(again.wait_for("White> "));
  again.type("load\n");
  EXPECT_TRUE(again.wait_for("Last move: e4")) << again.seen();
  again.type("quit\n");
  EXPECT_EQ(again.exit_code(), 0);
  EXPECT_EQ(again.seen().find("is kept in"), std::string::npos) << again.seen();
}

TEST_F(TerminalTest, AGameThatIsThereIsReplacedOnlyByName) {
  TerminalRun run({"play", "chess", "--player", "Black=human"});
  ASSERT_TRUE(run.wait_for("White> "));
  const std::string path = (run.home() / "game.txt").string();
  std::ofstream(path) << "game: chess\nposition: start\n1. d4\n";
  run.type("e4\n");
  ASSERT_TRUE(run.wait_for("Black> "));
  run.type("save " + path + "\n");
  EXPECT_TRUE(run.wait_for("is there already; 'save! ")) << run.seen();
  EXPECT_NE(read_whole_file(path).find("d4"), std::string::npos);
  ASSERT_TRUE(run.wait_for("Black> "));
  run.type("save! " + path + "\n");
  EXPECT_TRUE(run.wait_for("in place of the game")) << run.seen();
  EXPECT_NE(read_whole_file(path).find("e4"), std::string::npos);
}

TEST_F(TerminalTest, AGameOutlivesItsTerminal) {
  for (const bool hang_up : {true, false}) {
    for (const bool thinking : {true, false}) {
      SCOPED_TRACE(std::string(hang_up ? "window closed" : "SIGTERM") + (thinking ? " while the engine thinks" : " at the prompt"));
      TerminalRun run({"play", "chess", "--level", "10", "--movetime", "60000", "--player", thinking ? "Black=engine" : "Black=human"});
      ASSERT_TRUE(run.wait_for("White> "));
      run.type("e4\n");
      ASSERT_TRUE(run.wait_for(thinking ? "thinking" : "Black> ")) << run.seen();
      usleep(300'000);
      if (hang_up) run.hang_up();
      else run.send(SIGTERM);
      EXPECT_EQ(run.exit_code(), 0);
      const std::string kept = read_whole_file(run.home() / ".local/state/nightrider/last-game");
      EXPECT_TRUE(kept.starts_with("game: chess\nposition: start\n1. e4")) << kept;
    }
  }
}

TEST_F(TerminalTest, EndOfInputLeavesQuietly) {
  TerminalRun run({"play", "chess", "--player", "Black=human"});
  ASSERT_TRUE(run.wait_for("White> "));
  EXPECT_EQ(run.exit_code("\x04"), 0);
}

}  // namespace
}  // namespace nightrider::test
