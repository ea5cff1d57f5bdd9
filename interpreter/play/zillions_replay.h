// A saved game of the Windows program played through: every recorded line must do what some legal move does.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/position.h"
#include "play/zillions_save.h"

namespace nightrider {

struct ZillionsDeparture {
  std::size_t line = 0;    // 1-based, of the file
  int number = 0;          // the recorded number of the move
  int ply = 0;             // 1-based: which of the recorded lines
  std::string text;        // as recorded, with the number
  std::string message;     // why: what is wrong, and which legal moves come nearest
};

struct ZillionsReplay {
  int lines = 0;    // moves recorded
  int matched = 0;  // lines before the first departure
  int agreed = 0;   // lines that some legal move does; behind a departure the board is set to what the record says
  std::optional<ZillionsDeparture> departure;  // the first
  Position position;  // as far as the record goes
  bool complete() const { return matched == lines; }
};

// Ways a game may have gone that are followed at once, where moves differ in what lines do not show.
inline constexpr std::size_t kMaxZillionsPaths = 64;

// An error means that a change of the setup names something that the game has not.
Result<ZillionsReplay> replay_zillions(std::shared_ptr<const CompiledGame> game, const ZillionsSave& save);

}  // namespace nightrider
