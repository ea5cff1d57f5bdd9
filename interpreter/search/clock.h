// When a search must end: its time is used up, or another thread asks for it.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace nightrider {

// Where time comes from, passed in so that tests have a clock of their own. Used by several threads at once.
class TimeSource {
 public:
  virtual ~TimeSource() = default;
  virtual std::chrono::nanoseconds now() const = 0;  // never goes back
};
class SteadyTime final : public TimeSource {
 public:
  std::chrono::nanoseconds now() const override;
};

// Shared by the threads of one search. Every thread looks at it with a NodePacer of its own.
class SearchClock {
 public:
  // The clock starts here. `time`, and `stop` if there is one, outlive it.
  SearchClock(const TimeSource& time, std::optional<std::chrono::nanoseconds> movetime, const std::atomic<bool>* stop);

  void request_stop() { stop_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  std::chrono::nanoseconds elapsed() const { return time_.now() - start_; }
  double seconds() const { return std::chrono::duration<double>(elapsed()).count(); }
  // Stops the search if its time is used up or it is asked to stop.
  void check();

 private:
  const TimeSource& time_;
  std::chrono::nanoseconds start_;
  std::optional<std::chrono::nanoseconds> movetime_;
  const std::atomic<bool>* asked_;
  std::atomic<bool> stop_{false};
};

// Looks at the clock about every half millisecond, whether a game makes a thousand or a million nodes a second.
class NodePacer {
 public:
  explicit NodePacer(SearchClock& clock) : clock_(&clock), last_(clock.elapsed()) {}
  // To be called once a node.
  void tick() {
    if (--left_ <= 0) look();
  }

 private:
  static constexpr int kMostNodes = 4096;  // between two looks
  void look();

  SearchClock* clock_;
  std::chrono::nanoseconds last_;
  int interval_ = 1;
  int left_ = 1;
};

}  // namespace nightrider
