#include "search/clock.h"

#include <algorithm>

namespace nightrider {

std::chrono::nanoseconds SteadyTime::now() const { return std::chrono::steady_clock::now().time_since_epoch(); }

SearchClock::SearchClock(const TimeSource& time, std::optional<std::chrono::nanoseconds> movetime, const std::atomic<bool>* stop)
    : time_(time), start_(time.now()), movetime_(movetime), asked_(stop) {}

void SearchClock::check() {
  if (asked_ != nullptr && asked_->load(std::memory_order_relaxed)) request_stop();
  if (movetime_ && elapsed() >= *movetime_) request_stop();
}

void NodePacer::look() {
  const std::chrono::nanoseconds now = clock_->elapsed();
  const std::chrono::nanoseconds passed = now - last_;
  if (passed < std::chrono::microseconds(250)) interval_ = std::min(interval_ * 2, kMostNodes);
  else if (passed > std::chrono::microseconds(750)) interval_ = std::max(interval_ / 2, 1);
  last_ = now;
  left_ = interval_;
  clock_->check();
}

}  // namespace nightrider
