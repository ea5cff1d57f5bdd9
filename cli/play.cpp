// `play GAME`: a game in the terminal.
#include <memory>
#include <random>

#include "base/random.h"
#include "command.h"
#include "numbers.h"
#include "play_session.h"

namespace nightrider::cli {

Run add_play(CLI::App& app, Console& console) {
  auto settings = std::make_shared<PlaySettings>();
  auto seeded = std::make_shared<bool>(false);
  settings->arguments.add(app);
  app.add_option("--player", settings->players, "who plays a side: human, engine or random (default: you the first, the engine the others)")
      ->option_text("NAME=WHO")
      ->allow_extra_args(false);
  app.add_option("--level", settings->level, "strength of the engine, 1 to 10 (default 6)")->check(whole_number(kLowestLevel, kHighestLevel))->option_text("N");
  app.add_option("--movetime", settings->movetime, "milliseconds the engine thinks about a move")
      ->check(whole_number(1, kMostMilliseconds))
      ->option_text("MS");
  app.add_option_function<std::uint64_t>(
         "--seed", [settings, seeded](const std::uint64_t& seed) { settings->seed = seed; *seeded = true; },
         "seed of all random choices, to play the same again; chooses the start in a game with several")
      ->check(whole_number(0, UINT64_MAX))
      ->option_text("N");
  OutputOptions().add(app, console, false);
  app.footer("During the game 'help' lists what may be typed. Moves may also come from a pipe; its end ends the game.");
  return [settings, seeded, &console] {
    const std::shared_ptr<const CompiledGame> rules = settings->arguments.load(console);
    if (!rules) return kExitInput;
    const std::uint64_t starts = rules->definition().start_count;
    if (*seeded && starts > 0 && !settings->arguments.start && settings->arguments.position.empty())
      settings->arguments.start = Random(settings->seed).next() % starts;
    std::optional<Game> game = settings->arguments.open(rules, console);
    if (!game) return kExitInput;
    if (!*seeded) settings->seed = std::random_device()();
    PlaySession session(console, *settings, std::move(*game));
    if (const Status status = session.assign_players(); !status) return console.fail(status.error(), kExitUsage);
    return session.run();
  };
}

}  // namespace nightrider::cli
