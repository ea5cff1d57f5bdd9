// Runs pieces of work in processes of their own, with limits, several at a time: whatever a rule file does to the interpreter,
// the others are still tried.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace nightrider::corpus {

struct Limits {
  double cpu_seconds = 60;      // then the process is killed
  double wall_seconds = 600;    // likewise: a process that waits uses no CPU time
  std::size_t megabytes = 2000; // of address space; not under sanitizers, which need more
};

enum class ChildEnd { kFinished, kTooSlow, kTooMuchMemory, kCrashed };

struct ChildResult {
  ChildEnd end = ChildEnd::kFinished;
  int signal = 0;               // kCrashed: which, 0: it ended with `exit_code`
  int exit_code = 0;
  std::string output;           // all that it wrote, up to its end
  double cpu_seconds = 0;
  double megabytes = 0;         // most that it held at once
};

// Writes a line to the parent, at once, so that what a killed process had done is known.
using Report = std::function<void(const std::string& line)>;

struct Work {
  std::function<void(const Report&)> run;        // in the child
  std::function<void(const ChildResult&)> done;  // in the parent
  Limits limits;
};

// All of them, `jobs` at a time. Returns when the last is done.
void run_all(const std::vector<Work>& work, std::size_t jobs);

}  // namespace nightrider::corpus
