#include "corpus/child.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <new>

#include "support/sanitizers.h"

namespace nightrider::corpus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kExitMemory = 71;
constexpr int kExitException = 72;

struct Child {
  const Work* work = nullptr;
  pid_t pid = -1;
  int pipe = -1;
  Clock::time_point deadline;
  bool late = false;
  ChildResult result;
};

void limit(int what, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(what, &value);
}

[[noreturn]] void run_child(const Work& work, int pipe) {
  limit(RLIMIT_CORE, 0);
  // The kernel sends SIGXCPU at the first and kills at the second.
  const rlimit cpu{static_cast<rlim_t>(work.limits.cpu_seconds) + 1, static_cast<rlim_t>(work.limits.cpu_seconds) + 3};
  setrlimit(RLIMIT_CPU, &cpu);
  if (!test::kSanitized) limit(RLIMIT_AS, static_cast<rlim_t>(work.limits.megabytes) << 20);  // they reserve terabytes
  int code = 0;
  try {
    work.run([&](const std::string& line) {
      const std::string text = line + '\n';
      for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count = write(pipe, text.data() + sent, text.size() - sent);
        if (count <= 0 && errno != EINTR) break;
        if (count > 0) sent += static_cast<std::size_t>(count);
      }
    });
  } catch (const std::bad_alloc&) {
    code = kExitMemory;
  } catch (const std::exception&) {
    code = kExitException;
  }
  _exit(code);  // nothing of the parent's is to be flushed twice
}

Child start(const Work& work) {
  Child child;
  child.work = &work;
  child.deadline = Clock::now() + std::chrono::milliseconds(static_cast<long>(work.limits.wall_seconds * 1000));
  int ends[2];
  if (pipe(ends) != 0) return child;
  child.pid = fork();
  if (child.pid == 0) {
    close(ends[0]);
    run_child(work, ends[1]);
  }
  close(ends[1]);
  child.pipe = ends[0];
  return child;
}

void finish(Child& child) {
  close(child.pipe);
  int status = 0;
  rusage usage{};
  while (wait4(child.pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  ChildResult& result = child.result;
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; };
  result.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  result.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
    const bool cpu = result.signal == SIGXCPU || (result.signal == SIGKILL && result.cpu_seconds >= child.work->limits.cpu_seconds);
    result.end = child.late || cpu ? ChildEnd::kTooSlow : ChildEnd::kCrashed;
  } else {
    result.exit_code = WEXITSTATUS(status);
    result.end = result.exit_code == 0 ? ChildEnd::kFinished : result.exit_code == kExitMemory ? ChildEnd::kTooMuchMemory : ChildEnd::kCrashed;
  }
  child.work->done(result);
}

}  // namespace

void run_all(const std::vector<Work>& work, std::size_t jobs) {
  std::vector<Child> running;
  std::size_t next = 0;
  while (next < work.size() || !running.empty()) {
    while (next < work.size() && running.size() < jobs) {
      Child child = start(work[next++]);
      if (child.pid > 0) {
        running.push_back(std::move(child));
        continue;
      }
      child.result.end = ChildEnd::kCrashed;
      child.work->done(child.result);
    }
    std::vector<pollfd> polls;
    for (const Child& child : running) polls.push_back({child.pipe, POLLIN, 0});
    if (poll(polls.data(), polls.size(), 200) < 0 && errno != EINTR) break;
    for (std::size_t i = running.size(); i-- > 0;) {
      Child& child = running[i];
      if (!child.late && Clock::now() > child.deadline) {
        child.late = true;
        kill(child.pid, SIGKILL);
      }
      if (polls[i].revents == 0) continue;
      char buffer[65536];
      const ssize_t count = read(child.pipe, buffer, sizeof buffer);
      if (count > 0) {
        child.result.output.append(buffer, static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        finish(child);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }
}

}  // namespace nightrider::corpus
