// The table of speeds beside other engines; tests/bench/run builds and starts it.
#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

#include <CLI/CLI.hpp>

#include "bench/measure.h"

namespace {

using namespace nightrider::bench;

constexpr int kExitDifference = 1;
constexpr int kExitUsage = 2;

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm calendar{};
  localtime_r(&now, &calendar);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d", &calendar));
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  utsname machine{};
  return uname(&machine) == 0 ? machine.machine : "an unknown processor";
}

}  // namespace

int main(int count, char** arguments) {
  CLI::App app("Measures Nightrider beside other engines: the rows of tests/bench/table.tsv, explained in tests/bench/README.md.", "tests/bench/run");
  Settings settings;
  std::string filter;
  bool json = false, quick = false;
  app.add_flag("--quick", quick, "short samples, one of each, and no rows without a target: about a minute in all");
  CLI::Option* repeats = app.add_option("--repeats", settings.repeats, "samples of each figure, of which the median counts (default 5)")
                             ->check(CLI::Range(1, 1000))->option_text("N");
  app.add_option("--filter", filter, "only rows whose group, work or kind contains TEXT")->option_text("TEXT");
  app.add_flag("--json", json, "one JSON object instead of the table");
  app.footer("Ends with 1 if two programs count differently or one fails. A figure below its target is no failure.");
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  if (quick) {
    if (repeats->empty()) settings.repeats = 1;
    settings.least_seconds = 0.1;
    settings.least_start_ups = 1;
    settings.playout_seconds = 0.3;
  }
  settings.program = NIGHTRIDER_PROGRAM;
  settings.folder = std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "tests" / "bench";

  std::ifstream file(settings.folder / "table.tsv");
  std::ostringstream text;
  text << file.rdbuf();
  nightrider::Result<std::vector<Row>> table = parse_table(text.str());
  if (!table || table->empty()) {
    std::cerr << "bench_table: " << (table ? "table.tsv has no rows" : table.error()) << '\n';
    return kExitUsage;
  }
  std::vector<Row> rows;
  for (const Row& row : *table)
    if ((!quick || row.target) && (row.group + "\n" + row.work + "\n" + std::string(kind_name(row.kind))).find(filter) != std::string::npos) rows.push_back(row);
  if (rows.empty()) {
    std::cerr << "bench_table: no row contains '" << filter << "'\n";
    return kExitUsage;
  }

  Circumstances circumstances{today(), processor(), static_cast<int>(std::thread::hardware_concurrency()), settings.repeats, quick};
  Measurer measurer(settings);
  std::vector<Measured> measured;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  for (const Row& row : rows) {
    const std::string place = "[" + std::to_string(measured.size() + 1) + "/" + std::to_string(rows.size()) + "] " + row.group + ": " + row.work;
    std::cerr << (terminal ? "\r\033[K" + place : place + "\n") << std::flush;
    measured.push_back(measurer.measure(row));
  }
  if (terminal) std::cerr << "\r\033[K";
  if (json) std::cout << table_json(measured, circumstances).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  else std::cout << table_text(measured, circumstances);
  return good(measured) ? 0 : kExitDifference;
}
