#include "bench/measure.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nightrider::bench {
namespace {

constexpr double kMostSeconds = 600;  // of wall time for one run
constexpr int kMostRuns = 20;         // of a sample
constexpr int kFairyChessDepth = 5;   // of the figure that playouts are scaled by
constexpr double kMillion = 1e6;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Counted sum_of(Leaves leaves) {
  Counted counted;
  for (const auto& [depth, count] : leaves) counted.amount += static_cast<double>(count);
  counted.leaves = std::move(leaves);
  return counted;
}

Command uci_command(const std::string& program, const std::string& variant, int depth) {
  Command command;
  command.arguments = {program};
  command.input = "uci\n";
  if (variant != "chess") command.input += "setoption name UCI_Variant value " + variant + "\n";
  command.input += "position startpos\ngo perft " + std::to_string(depth) + "\n";
  command.last = [depth](const std::string& line) { return !parse_uci_perft(line, depth).empty(); };
  command.farewell = "quit\n";
  return command;
}

Command sjaakii_command(const std::string& program, const std::string& variant, int depth) {
  Command command;
  command.arguments = {program};
  command.input = "xboard\nvariant " + variant + "\nperft " + std::to_string(depth) + "\n";
  command.last = [depth](const std::string& line) { return parse_sjaakii_perft(line).contains(depth) || !sjaakii_knows(line); };
  command.farewell = "quit\n";
  return command;
}

}  // namespace

std::optional<Finished> Series::run_once(const Command& command) {
  if (failed()) return std::nullopt;
  Result<Finished> finished = run(command, kMostSeconds);
  if (!finished) {
    failure_ = finished.error();
    return std::nullopt;
  }
  if (finished->exit_code != 0) {
    failure_ = "exit code " + std::to_string(finished->exit_code) + " of: " + joined(command.arguments);
    return std::nullopt;
  }
  return std::move(finished).value();
}

void Series::prepare() {
  const std::optional<Finished> nothing = run_once(task_.start_up);
  if (nothing && task_.refuse) failure_ = task_.refuse(nothing->output);
}

void Series::sample() {
  double amount = 0, time = 0;
  int runs = 0;
  std::vector<double> start_ups;
  for (bool enough = false; !enough || start_ups.size() < settings_->least_start_ups;) {
    const std::optional<Finished> nothing = run_once(task_.start_up);
    if (!nothing) return;
    start_ups.push_back(seconds(*nothing));
    if (enough) continue;
    const std::optional<Finished> finished = run_once(task_.work);
    if (!finished) return;
    Counted counted = task_.read(finished->output);
    if (counted.amount <= 0) {
      failure_ = "no count in the output of: " + joined(task_.work.arguments);
      return;
    }
    ++runs;
    amount += counted.amount;
    time += seconds(*finished);
    megabytes_ = std::max(megabytes_, finished->megabytes);
    leaves_ = std::move(counted.leaves);
    enough = runs >= kMostRuns || time - median(start_ups) * runs >= settings_->least_seconds;
  }
  time -= median(start_ups) * runs;
  if (time <= 0) {
    failure_ = "over as soon as started: " + joined(task_.work.arguments);
    return;
  }
  figures_.push_back(amount / time);
  start_ups_.push_back(median(start_ups));
}

std::string Measurer::own_game(const Row& row) const {
  return row.game.ends_with(".zrf") ? (settings_.folder / row.game).string() : row.game;
}

// `perft` goes through the depths one by one, so that leaves of each are counted in its time; those of depth 1 are its start-up's.
Series Measurer::own_series(const Row& row, int threads) const {
  const auto command = [&](int depth) {
    Command perft;
    perft.arguments = {settings_.program.string(), "perft", own_game(row), std::to_string(depth), "--json"};
    if (row.kind == Kind::kPlayAll) perft.arguments.push_back("--no-bulk");
    if (threads > 1) perft.arguments.insert(perft.arguments.end(), {"--threads", std::to_string(threads)});
    return perft;
  };
  Series::Task task;
  task.start_up = command(1);
  task.work = command(row.depth);
  task.read = [](const std::string& output) {
    Counted counted = sum_of(parse_own_perft(output));
    const auto first = counted.leaves.find(1);
    if (first != counted.leaves.end()) counted.amount -= static_cast<double>(first->second);
    return counted;
  };
  task.wall = row.kind == Kind::kThreads;
  return Series(std::move(task), settings_);
}

Series& Measurer::peer_series(const Row& row, bool& fresh) {
  const std::string key = std::string(peer_name(row.peer)) + " " + row.peer_variant + " " + std::to_string(row.peer_depth);
  std::unique_ptr<Series>& series = peers_[key];
  fresh = series == nullptr;
  if (!fresh) return *series;
  const std::string name(peer_name(row.peer));
  const std::optional<std::filesystem::path> program = find_program(name);
  Series::Task task;
  if (!program) {
    task.refuse = [name](const std::string&) { return "skipped: not installed (apt-get install " + name + ")"; };
    task.start_up.arguments = {"/bin/true"};
  } else if (row.peer == Peer::kSjaakii) {
    task.start_up = sjaakii_command(program->string(), row.peer_variant, 1);
    task.work = sjaakii_command(program->string(), row.peer_variant, row.peer_depth);
    task.read = [](const std::string& output) { return sum_of(parse_sjaakii_perft(output)); };
    task.refuse = [variant = row.peer_variant](const std::string& output) {
      return sjaakii_knows(output) ? std::string() : "skipped: the peer does not know " + variant;
    };
  } else {
    task.start_up = uci_command(program->string(), row.peer_variant, 1);
    task.work = uci_command(program->string(), row.peer_variant, row.peer_depth);
    task.read = [depth = row.peer_depth](const std::string& output) { return sum_of(parse_uci_perft(output, depth)); };
    task.refuse = [variant = row.peer_variant](const std::string& output) {
      return uci_knows(output, variant) ? std::string() : "skipped: the peer does not know " + variant;
    };
  }
  series = std::make_unique<Series>(std::move(task), settings_);
  return *series;
}

double Measurer::fairy_chess() {
  Row row;
  row.peer = Peer::kFairyStockfish;
  row.peer_variant = "chess";
  row.peer_depth = kFairyChessDepth;
  bool fresh = false;
  Series& series = peer_series(row, fresh);
  if (fresh) {
    series.prepare();
    for (int i = 0; i < settings_.repeats; ++i) series.sample();
  }
  return series.failed() ? 0 : series.per_second() / kMillion;
}

void Measurer::measure_with_peer(Measured& measured) {
  const Row& row = measured.row;
  const std::string key = std::string(kind_name(row.kind)) + " " + row.game + " " + std::to_string(row.depth);
  const auto [place, unknown] = own_.try_emplace(key, own_series(row, 1));
  const bool again = unknown || row.peer != Peer::kNone;
  if (!unknown && again) place->second = own_series(row, 1);
  Series& ours = place->second;
  if (again) ours.prepare();
  Series* peer = nullptr;
  bool fresh = false;
  if (is_program(row.peer)) peer = &peer_series(row, fresh);
  if (fresh) peer->prepare();
  for (int i = 0; i < settings_.repeats && again; ++i) {
    ours.sample();
    if (fresh) peer->sample();
  }
  if (ours.failed()) {
    measured.error = ours.failure();
    return;
  }
  measured.ours = ours.per_second() / kMillion;
  if (peer == nullptr) {
    measured.ours_note = "start-up " + std::to_string(std::lround(ours.start_up() * 1000)) + " ms, " + std::to_string(std::lround(ours.megabytes())) + " MB";
    return;
  }
  if (peer->failed()) {
    measured.peer_note = peer->failure();
    if (!measured.peer_note.starts_with("skipped")) measured.error = "the peer failed";
    return;
  }
  measured.peer = peer->per_second() / kMillion;
  if (row.game != row.peer_variant) return;  // another game, another tree
  if (const std::optional<Difference> differs = difference(ours.leaves(), peer->leaves()))
    measured.error = "depth " + std::to_string(differs->depth) + ": ours " + std::to_string(differs->ours) + ", the peer's " + std::to_string(differs->peer);
}

void Measurer::measure_playouts(Measured& measured) {
  const auto command = [&](const std::string& option, const std::string& value) {
    Command simulate;
    simulate.arguments = {settings_.program.string(), "simulate", own_game(measured.row), option, value, "--json"};
    return simulate;
  };
  Series::Task task;
  task.start_up = command("--games", "1");
  task.work = command("--seconds", std::to_string(settings_.playout_seconds));
  task.read = [](const std::string& output) { return Counted{parse_playouts(output).value_or(0), {}}; };
  Series ours(std::move(task), settings_);
  ours.prepare();
  for (int i = 0; i < settings_.repeats; ++i) ours.sample();
  if (ours.failed()) {
    measured.error = ours.failure();
    return;
  }
  measured.ours = ours.per_second();
  if (measured.row.peer != Peer::kRegularBoardgames) return;
  const double scale = fairy_chess();
  if (scale > 0) measured.peer = scaled_playouts(std::stod(measured.row.peer_variant), scale);
  else measured.peer_note = "skipped: fairy-stockfish, which scales the figure, not installed (apt-get install fairy-stockfish)";
}

void Measurer::measure_threads(Measured& measured) {
  Series two = own_series(measured.row, 2);
  Series one = own_series(measured.row, 1);
  two.prepare();
  one.prepare();
  for (int i = 0; i < settings_.repeats; ++i) {
    two.sample();
    one.sample();
  }
  measured.error = two.failed() ? two.failure() : one.failure();
  if (!measured.error.empty()) return;
  measured.ours = two.per_second() / kMillion;
  measured.peer = one.per_second() / kMillion;
}

void Measurer::measure_loading(Measured& measured) {
  if (!loading_) {
    Loading& loading = loading_.emplace();
    const Result<Finished> listed = run({{settings_.program.string(), "list", "--json"}, {}, {}, {}}, kMostSeconds);
    const std::vector<std::string> ids = listed ? parse_list(listed->output) : std::vector<std::string>();
    if (ids.empty()) loading.error = "'nightrider list --json' names no game";
    for (const std::string& id : ids) {
      std::vector<double> times, sizes;
      for (int i = 0; i < settings_.repeats && loading.error.empty(); ++i) {
        const Result<Finished> moves = run({{settings_.program.string(), "moves", id}, {}, {}, {}}, kMostSeconds);
        if (!moves || moves->exit_code != 0) {
          loading.error = "'nightrider moves " + id + "' failed";
          break;
        }
        times.push_back(moves->cpu_seconds * 1000);
        sizes.push_back(moves->megabytes);
      }
      if (median(times) > loading.milliseconds) loading.milliseconds = median(times), loading.slowest = id;
      if (median(sizes) > loading.megabytes) loading.megabytes = median(sizes), loading.largest = id;
    }
  }
  measured.error = loading_->error;
  if (!measured.error.empty()) return;
  const bool time = measured.row.kind == Kind::kLoad;
  measured.ours = time ? loading_->milliseconds : loading_->megabytes;
  measured.ours_note = time ? loading_->slowest : loading_->largest;
}

Measured Measurer::measure(const Row& row) {
  Measured measured;
  measured.row = row;
  switch (measured.row.kind) {
    case Kind::kBulk:
    case Kind::kPlayAll: measure_with_peer(measured); break;
    case Kind::kPlayouts: measure_playouts(measured); break;
    case Kind::kThreads: measure_threads(measured); break;
    case Kind::kLoad:
    case Kind::kMemory: measure_loading(measured); break;
  }
  return measured;
}

}  // namespace nightrider::bench
