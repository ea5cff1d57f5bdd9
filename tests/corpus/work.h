// What is done with a rule file, a variant or a saved game. Each of these runs in a process of its own and reports a line of JSON
// as soon as something is known.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "corpus/child.h"

namespace nightrider::corpus {

struct Settings {
  int legs = 200;              // of each variant
  double compare_seconds = 20; // CPU time of a variant's comparison: the reference is slow
  std::uint64_t seed = 1;      // of the first game; the next has the next
  Limits check, play, replay;
};

// {"errors":N,"warnings":N,"engine":bool,"codes":[..],"first":"rendered","titles":[..]}, then {"loaded":seconds} of all variants.
void check(const std::filesystem::path& file, const Report& report);

// {"compiled":seconds}, {"played":legs}.., {"compared":legs}.., {"over":true} where the game is over at its start,
// {"difference":text}.
void play(const std::filesystem::path& file, std::size_t entry, const Settings& settings, const Report& report);

// {"half_moves":N,"matched":N,"complete":bool,"engine":bool,"departure":text}. The rule file is the one that the saved game names, in its
// own folder.
void replay(const std::filesystem::path& file, const Report& report);

}  // namespace nightrider::corpus
