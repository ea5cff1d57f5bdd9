// Shared by the tests of play: games compiled once, games at the positions that the data files name.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "play/game.h"
#include "support/support.h"

namespace nightrider::test {

// What a data file writes before a part of the message of what is refused.
inline constexpr std::string_view kRefused = "refused: ";

inline std::shared_ptr<const CompiledGame> shipped_once(const std::string& id) {
  static std::map<std::string, std::shared_ptr<const CompiledGame>> games;
  auto& game = games[id];
  if (!game) game = shipped(id);
  return game;
}

// `position`: "start" or position text; `after`: moves as Game::apply reads them.
inline Result<Game> game_at(const std::string& id, const std::string& position, const std::string& after) {
  const auto compiled = shipped_once(id);
  if (!compiled) return Error{id + " does not load"};
  Result<Game> game = position == "start" ? Result<Game>(Game(compiled)) : Game::from_text(compiled, position);
  if (!game) return game;
  Game made = std::move(game).value();
  const Status status = made.apply(after);
  if (!status) return Error{"after: " + status.error()};
  return made;
}

// A hopper that must go on jumping while it can, and men with an empty letter.
inline constexpr const char* kChainGame = R"(
(game (title "Chain") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d/e" (9 0)) ("5/4/3/2/1" (0 9))) (directions (n 0 -1) (ne 1 -1))))
   (piece (name Man) (letter "" "M") (moves (n (verify empty?) add)))
   (piece (name Hopper) (letter "H")
      (moves (move-type jump) (ne (verify enemy?) capture ne (verify empty?) (add-partial jump))))
   (board-setup (White (Hopper a1)) (Black (Man b2 d4 d1)))
   (loss-condition (White Black) (pieces-remaining 0))))";

inline std::filesystem::path play_data(const std::string& name) { return source_dir() / "tests" / "play" / name; }

}  // namespace nightrider::test
