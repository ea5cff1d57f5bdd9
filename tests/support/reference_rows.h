// The counted positions of ../shared as the reference interpreter answers them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "reference/reference.h"
#include "support/sanitizers.h"
#include "support/support.h"

namespace nightrider::test {

// Shipped definitions, each read once a test program.
inline const GameDefinition& definition_once(const std::string& id) {
  static std::map<std::string, GameDefinition> games;
  auto found = games.find(id);
  if (found == games.end()) found = games.emplace(id, shipped_definition(id)).first;
  return found->second;
}

// Every row of founding-perft.tsv of this depth, of one game or (empty) of all. Sanitizers look at every fifth: of the compiled
// engine they see all to two plies (perft_rows.h).
inline constexpr int kRowsApart = kSanitized ? 5 : 1;

inline void expect_founding_counts(int depth, const std::string& only = {}) {
  if (shared_dir().empty()) GTEST_SKIP() << "no shared folder";
  int rows = 0;
  for (const auto& row : tsv_rows(shared_dir() / "founding-perft.tsv")) {
    if (std::stoi(row.at(2)) != depth || (!only.empty() && row[0] != only)) continue;
    if (rows++ % kRowsApart != 0) continue;
    const GameDefinition& game = definition_once(row[0]);
    const reference::State state = reference::apply_all(game, reference::initial(game), row[1]);
    EXPECT_EQ(reference::perft(game, state, depth), std::stoull(row.at(3))) << "reference_perft " << row[0] << ' ' << depth << " --moves \"" << row[1] << '"';
  }
}

}  // namespace nightrider::test
