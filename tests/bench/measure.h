// Measures the rows of the table: ours and the peer in turn, each as a child process.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/process.h"
#include "bench/table.h"

namespace nightrider::bench {

struct Settings {
  std::filesystem::path program;   // nightrider
  std::filesystem::path folder;    // of the table, from which paths of rule files count
  int repeats = 5;
  double least_seconds = 0.5;      // of a sample, above the start-up: so often the command is run
  std::size_t least_start_ups = 3; // of a sample; their median counts
  double playout_seconds = 2;      // of one run of `simulate`
};

// What a program counted in one run.
struct Counted {
  double amount = 0;               // leaves of all depths that it went through, or games
  Leaves leaves;
};

// Figures of one program at one work: amount per second, from samples that its start-up is taken from. A sample is as many
// runs as take `least_seconds`, each after a run of the start-up: what else the machine does then slows both alike.
class Series {
 public:
  struct Task {
    Command start_up;              // the same program with next to nothing to do
    Command work;
    std::function<Counted(const std::string& output)> read;
    std::function<std::string(const std::string& output)> refuse;  // of the start-up; why there can be no figure. May be empty
    bool wall = false;             // wall time instead of CPU time
  };

  Series(Task task, const Settings& settings) : task_(std::move(task)), settings_(&settings) {}

  void prepare();                  // finds out whether it works at all
  void sample();
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }
  double per_second() const { return median(figures_); }
  double start_up() const { return median(start_ups_); }  // seconds
  double megabytes() const { return megabytes_; }         // most that a run held
  const Leaves& leaves() const { return leaves_; }

 private:
  std::optional<Finished> run_once(const Command& command);
  double seconds(const Finished& finished) const { return task_.wall ? finished.wall_seconds : finished.cpu_seconds; }

  Task task_;
  const Settings* settings_;
  std::vector<double> figures_, start_ups_;
  double megabytes_ = 0;
  Leaves leaves_;
  std::string failure_;
};

// Of all shipped variants, those that take the most.
struct Loading {
  double milliseconds = 0, megabytes = 0;
  std::string slowest, largest, error;
};

// Measures rows one after another. Figures of peers that several rows use are measured once, and so are ours of rows without a peer.
class Measurer {
 public:
  explicit Measurer(Settings settings) : settings_(std::move(settings)) {}
  Measured measure(const Row& row);

 private:
  Series& peer_series(const Row& row, bool& fresh);
  Series own_series(const Row& row, int threads) const;
  double fairy_chess();            // million leaves a second; 0 where it is not installed
  void measure_with_peer(Measured& measured);
  void measure_playouts(Measured& measured);
  void measure_threads(Measured& measured);
  void measure_loading(Measured& measured);
  std::string own_game(const Row& row) const;

  Settings settings_;
  std::map<std::string, std::unique_ptr<Series>> peers_;  // by program, variant and depth
  std::map<std::string, Series> own_;                     // by kind, game and depth
  std::optional<Loading> loading_;
};

}  // namespace nightrider::bench
