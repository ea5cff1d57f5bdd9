// Shared by the tests of play: games compiled once, games at the positions that the data files name.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "play/game.h"
#include "support/support.h"

namespace nightrider::test {

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

inline std::filesystem::path play_data(const std::string& name) { return source_dir() / "tests" / "play" / name; }

}  // namespace nightrider::test
