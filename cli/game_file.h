// Recorded games on disk.
#pragma once

#include <string>

#include "base/result.h"
#include "play/record.h"

namespace nightrider::cli {

// The whole file; refuses what is no file or larger than kMaxRecordText.
Result<std::string> read_game_file(const std::string& path);
// What the first line of a saved game says: `mageca`, or `/home/me/my.zrf --variant Small`.
struct SavedName {
  std::string name;     // id or path, as GAME; a path is absolute when written
  std::string variant;  // empty: the first game
};
std::string saved_name_text(const SavedName& name);
// Read back from a file at `path`: a relative path of a rule file is looked for beside that file, then where the program runs.
SavedName read_saved_name(const std::string& text, const std::string& path);
// Whether both are one id or one rule file, and one variant of it.
bool same_game(const SavedName& a, const SavedName& b);
// The first word of a file that has no header and does not begin with a move either: such a file is no game. Else empty.
std::string no_game_word(const GameRecord& record, const Replay& replayed);

// Writes a new file or replaces a saved game; any other file is refused, so that a slip destroys nothing.
Status write_game_file(const std::string& path, const std::string& text);

}  // namespace nightrider::cli
