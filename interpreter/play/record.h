// Recorded games: the files that `play` saves, bare move lists, and PGN of the simple kind.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "play/game.h"
#include "play/move_list.h"

namespace nightrider {

// One game of a file, not yet played.
struct GameRecord {
  std::string game;    // as the file names it: our `game:` line, PGN's Variant tag; empty: not named
  std::string start;   // position text; empty: the setup
  std::vector<std::pair<std::string, std::string>> tags;  // of PGN, in order
  std::vector<ListItem> items;                            // without a result at the end
  std::string result;                                     // "1-0", .. as recorded; empty: none
};

inline constexpr std::size_t kMaxRecordText = 16'000'000;  // bytes of one file

// A saved game: two header lines, then the moves as Game::apply reads them.
//   game: mageca
//   position: start
//   1. e4 e5
// `position` is `start` for the setup of the rule file.
std::string saved_game(const Game& game, std::string_view name);

// The games of a file, at least one. Which kind of file it is shows in its first line: `game:` a saved game, `[` PGN (comments,
// side lines, `$` marks and `%` lines are skipped), else a bare move list. Saved games of the Windows program are refused by name: see
// zillions_save.h.
Result<std::vector<GameRecord>> read_records(std::string_view text);

// A recorded game played through.
struct Replay {
  struct Mismatch {
    int ply = 0;          // 1-based, of the first move that is refused
    std::string text;     // as recorded
    std::string message;  // why: not legal and what is near, the game is over
  };
  int plies = 0;    // moves recorded
  int matched = 0;  // moves before the first departure
  std::optional<Mismatch> first_mismatch;
  Game game;        // as far as it was played
};
// An error means that the start position is refused; all else is in the report. The recorded result is not judged: players
// resign and agree.
Result<Replay> replay(std::shared_ptr<const CompiledGame> game, const GameRecord& record);

}  // namespace nightrider
