#include "diagnostics/run_check.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "support/support.h"

namespace nightrider::test {
namespace {

// A file without a name, so that nothing is left behind and no pipe can fill up.
int scratch_file() {
  char path[] = "/tmp/nightrider-check-XXXXXX";
  int file = mkstemp(path);
  if (file >= 0) unlink(path);
  return file;
}

std::string content(int file) {
  std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  close(file);
  return text;
}

}  // namespace

CheckRun run_check(const std::filesystem::path& folder, const std::vector<std::string>& arguments, int seconds_limit) {
  std::vector<std::string> words{NIGHTRIDER_PROGRAM, "check"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const int output = scratch_file();
  const int errors = scratch_file();
  const pid_t child = fork();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    if (chdir(folder.c_str()) != 0) _exit(126);
    alarm(static_cast<unsigned>(seconds_limit));  // kept across exec
    execv(argv[0], argv.data());
    _exit(127);
  }
  CheckRun run;
  int status = 0;
  rusage usage{};
  if (child > 0 && wait4(child, &status, 0, &usage) == child) {
    if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  }
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); };
  run.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  run.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;  // Linux counts in kilobytes
  run.output = content(output);
  run.errors = content(errors);
  return run;
}

}  // namespace nightrider::test
