#include "play/starts.h"

#include <string>

#include "play/position_format.h"

namespace nightrider {

Result<GameState> start_state(const GameDefinition& game, std::uint64_t number) {
  if (game.start_count == 0) return Error{"this game has one start only"};
  if (number >= game.start_count)
    return Error{"there is no start " + std::to_string(number) + ": they are numbered from 0 to " + std::to_string(game.start_count - 1)};
  GameState state = empty_state(game);
  for (const SetupEntry& entry : game.setup_of(number)) {
    for (SquareId square : entry.squares) state.squares[square] = {entry.player, entry.type, initial_attributes(game, entry.type)};
    state.hands[entry.player][entry.type] += entry.reserve;
  }
  return state;
}

}  // namespace nightrider
