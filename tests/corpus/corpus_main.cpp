// Tries every rule file and saved game under a folder; tests/corpus/run builds and starts it.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "corpus/corpus.h"

namespace {

constexpr const char* kUsage =
    "usage: corpus DIR [--json] [--filter TEXT] [--only-check] [--legs N] [--seconds S] [--seed N] [--jobs N]\n"
    "  Checks every .zrf file under DIR, plays N (200) random legs of every variant through the compiled engine and the reference\n"
    "  interpreter, and replays every .zsg game. Each in a process of its own with limits of time and memory.\n"
    "  --filter TEXT   only files whose path contains TEXT\n"
    "  --seconds S     CPU seconds for the comparison of one variant (20): the reference is slow\n"
    "  Ends with 1 if a file crashed, hung or ran out of memory, the two interpreters differ, or a saved game departs.\n";

}  // namespace

int main(int count, char** arguments) {
  using namespace nightrider::corpus;
  Selection selection;
  selection.jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string folder;
  bool json = false;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const bool more = i + 1 < count;
    if (argument == "--json") json = true;
    else if (argument == "--only-check") selection.only_check = true;
    else if (argument == "--filter" && more) selection.filter = arguments[++i];
    else if (argument == "--legs" && more) selection.settings.legs = std::atoi(arguments[++i]);
    else if (argument == "--seconds" && more) selection.settings.compare_seconds = std::atof(arguments[++i]);
    else if (argument == "--seed" && more) selection.settings.seed = std::strtoull(arguments[++i], nullptr, 10);
    else if (argument == "--jobs" && more) selection.jobs = static_cast<std::size_t>(std::max(1, std::atoi(arguments[++i])));
    else if (!argument.starts_with("-") && folder.empty()) folder = argument;
    else {
      std::cerr << kUsage;
      return argument == "--help" || argument == "-h" ? 0 : 2;
    }
  }
  std::error_code error;
  if (folder.empty() || !std::filesystem::is_directory(folder, error)) {
    std::cerr << (folder.empty() ? std::string(kUsage) : "corpus: '" + folder + "' is no folder\n");
    return 2;
  }
  selection.settings.play.cpu_seconds = selection.settings.compare_seconds * 2 + 60;
  selection.settings.play.wall_seconds = selection.settings.play.cpu_seconds * 10;
  const CorpusReport report = run_corpus(folder, selection, [](const std::string& line) { std::cerr << line << '\n'; });
  if (json) std::cout << report.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else std::cout << report.table() << report.summary() << '\n';
  return report.good() ? 0 : 1;
}
