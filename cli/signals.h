// Signals that must not end the program at once: Ctrl-C while it works, and the end of the terminal during a game.
// What has come is process-wide, as signals are; one thread at a time may hold guards.
#pragma once

#include <csignal>

#include <atomic>

namespace nightrider::cli {

// While one lives, Ctrl-C is noted instead of ending the program.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  const std::atomic<bool>& interrupted() const;
  void clear();  // what has come is dealt with

 private:
  struct sigaction before_;  // the handler to give back
};

// While one lives, SIGHUP (the terminal is gone) and SIGTERM are noted, so that a game can be kept before the program leaves.
// They also count as Ctrl-C, so that a search ends.
class LeaveGuard {
 public:
  LeaveGuard();
  ~LeaveGuard();
  LeaveGuard(const LeaveGuard&) = delete;
  LeaveGuard& operator=(const LeaveGuard&) = delete;
  bool leaving() const;

 private:
  struct sigaction hangup_before_;
  struct sigaction terminate_before_;
};

}  // namespace nightrider::cli
