// `bench`: fixed positions to fixed depths; the node count tells whether two builds search alike, the time how fast they are.
#include "engine/bench.h"

#include <memory>
#include <ostream>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"

namespace nightrider::cli {

Run add_bench(CLI::App& app, Console& console) {
  auto output = std::make_shared<OutputOptions>();
  output->add(app, console);
  app.footer("The number of nodes is the same in every run of the same program.");
  return [output, &console] {
    const SteadyTime time;
    Progress progress(console);
    std::uint64_t done = 0;
    const auto result = bench(process_library(), time, [&](const BenchRow& row) {
      ++done;
      if (output->json) return progress.show("positions", done, bench_positions().size());
      console.out << padded(row.position.variant, 22) << " depth " << padded(std::to_string(row.position.depth), 3) << ' ' << padded(row.best, 8) << ' '
                  << padded(grouped(row.nodes), 14) << ' ' << fixed(row.seconds, 2) << " s\n"
                  << std::flush;
    });
    progress.clear();
    if (!result) return console.fail(result.error());
    const double nps = result->seconds > 0 ? static_cast<double>(result->nodes) / result->seconds : 0;
    if (output->json) {
      console.out << json_line({{"nodes", result->nodes}, {"seconds", result->seconds}, {"nps", static_cast<std::uint64_t>(nps)}});
    } else {
      console.out << "Bench: " << result->nodes << " nodes, " << fixed(result->seconds, 2) << " s, " << grouped(static_cast<std::uint64_t>(nps))
                  << " nodes a second\n";
    }
    return kExitFine;
  };
}

}  // namespace nightrider::cli
