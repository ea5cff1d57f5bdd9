#include "bench/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>

namespace nightrider::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kExitNotStarted = 127;

[[noreturn]] void become(const std::vector<std::string>& arguments, int input, int output) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  execv(pointers[0], pointers.data());
  _exit(kExitNotStarted);
}

// What a program is told is short and fits into a pipe.
bool tell(int pipe, const std::string& text) { return text.empty() || write(pipe, text.data(), text.size()) == static_cast<ssize_t>(text.size()); }

double seconds_of(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool open() const { return ends_[0] >= 0; }
  int from() const { return ends_[0]; }
  int into() const { return ends_[1]; }
  void close_end(int end) {
    if (ends_[end] >= 0) close(ends_[end]);
    ends_[end] = -1;
  }

 private:
  int ends_[2];
};

}  // namespace

Result<Finished> run(const Command& command, double most_seconds) {
  const std::string& name = command.arguments.at(0);
  std::signal(SIGPIPE, SIG_IGN);  // a program that ends early is no reason to end too
  Pipe input, output;
  if (!input.open() || !output.open()) return Error{"no pipe for '" + name + "'"};
  const auto start = Clock::now();
  const auto deadline = start + std::chrono::milliseconds(static_cast<long>(most_seconds * 1000));
  const pid_t child = fork();
  if (child < 0) return Error{"no process for '" + name + "'"};
  if (child == 0) become(command.arguments, input.from(), output.into());
  input.close_end(0);
  output.close_end(1);
  tell(input.into(), command.input);
  bool speaking = static_cast<bool>(command.last);
  if (!speaking) input.close_end(1);

  Finished finished;
  bool late = false;
  std::size_t seen = 0;  // up to the end of the last whole line that was looked at
  for (;;) {
    if (!late && Clock::now() > deadline) {
      late = true;
      kill(child, SIGKILL);
    }
    pollfd waiting{output.from(), POLLIN, 0};
    const int ready = poll(&waiting, 1, 200);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    char buffer[65536];
    const ssize_t count = ready < 0 ? 0 : read(output.from(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    finished.output.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end; speaking && (end = finished.output.find('\n', seen)) != std::string::npos; seen = end + 1) {
      if (!command.last(finished.output.substr(seen, end - seen))) continue;
      tell(input.into(), command.farewell);
      input.close_end(1);
      speaking = false;
    }
  }
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  finished.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  finished.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  finished.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  if (late) return Error{"'" + name + "' took more than " + std::to_string(static_cast<long>(most_seconds)) + " s"};
  if (WIFSIGNALED(status)) return Error{"'" + name + "' was ended by signal " + std::to_string(WTERMSIG(status))};
  finished.exit_code = WEXITSTATUS(status);
  if (finished.exit_code == kExitNotStarted) return Error{"'" + name + "' cannot be started"};
  return finished;
}

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path != nullptr ? path : "") + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

}  // namespace nightrider::bench
