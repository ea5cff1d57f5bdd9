#include "signals.h"

namespace nightrider::cli {
namespace {

// The only things a signal handler may touch.
std::atomic<bool> interrupt_seen{false};
std::atomic<bool> leave_seen{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note_interrupt(int) { interrupt_seen = true; }
void note_leave(int) {
  leave_seen = true;
  interrupt_seen = true;
}

// Without SA_RESTART, so that a read that waits ends.
void catch_signal(int number, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, &before);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_seen = leave_seen.load();
  catch_signal(SIGINT, note_interrupt, before_);
}
void InterruptGuard::clear() { interrupt_seen = false; }
InterruptGuard::~InterruptGuard() { sigaction(SIGINT, &before_, nullptr); }
const std::atomic<bool>& InterruptGuard::interrupted() const { return interrupt_seen; }

LeaveGuard::LeaveGuard() {
  leave_seen = false;
  catch_signal(SIGHUP, note_leave, hangup_before_);
  catch_signal(SIGTERM, note_leave, terminate_before_);
}
LeaveGuard::~LeaveGuard() {
  sigaction(SIGHUP, &hangup_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
  leave_seen = false;
}
bool LeaveGuard::leaving() const { return leave_seen; }

}  // namespace nightrider::cli
