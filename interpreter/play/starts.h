// The numbered starts of a game with `(shuffle ..)`.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "model/game_definition.h"
#include "play/game_state.h"

namespace nightrider {

// Start `number` of the game, from 0. Refuses a number that is too large, and games without numbered starts.
Result<GameState> start_state(const GameDefinition& game, std::uint64_t number);

}  // namespace nightrider
