// Plays one or more seeded random games through the compiled engine and the reference interpreter:
//   crosscheck --variant ID|FILE.zrf[#N] [--seed N] [--plies N] [--games N] [--no-specialise]
#include <cstdlib>
#include <iostream>
#include <string>

#include "crosscheck/crosscheck.h"
#include "crosscheck/games.h"

int main(int count, char** arguments) {
  using namespace nightrider::crosscheck;
  Walk walk;
  int games = 1;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const bool more = i + 1 < count;
    if (argument == "--variant" && more) walk.variant = arguments[++i];
    else if (argument == "--seed" && more) walk.seed = std::strtoull(arguments[++i], nullptr, 10);
    else if (argument == "--plies" && more) walk.plies = std::atoi(arguments[++i]);
    else if (argument == "--games" && more) games = std::atoi(arguments[++i]);
    else if (argument == "--no-specialise") walk.specialise = false;
    else walk.variant.clear(), i = count;
  }
  if (walk.variant.empty()) {
    std::cerr << "usage: crosscheck --variant ID|FILE.zrf[#N] [--seed N] [--plies N] [--games N] [--no-specialise]\n";
    return 2;
  }
  const Loaded loaded = load(walk.variant, walk.specialise);
  if (loaded.game == nullptr) {
    std::cerr << loaded.error << '\n';
    return 1;
  }
  Seen seen;
  for (int game = 0; game < games; ++game, ++walk.seed) {
    const std::string failure = compare(loaded.game, walk, seen);
    if (failure.empty()) continue;
    std::cout << failure << '\n';
    return 1;
  }
  std::cout << games << " games, " << seen.plies << " plies, " << seen.moves << " moves, " << seen.endings << " ended positions, " << seen.captures
            << " captures, " << seen.chains << " further legs, " << seen.drops << " drops, " << seen.repetitions << " repetitions: no difference\n";
  return 0;
}
