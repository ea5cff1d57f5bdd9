// Recorded games on disk.
#pragma once

#include <string>

#include "base/result.h"

namespace nightrider::cli {

// The whole file; refuses what is no file or larger than kMaxRecordText.
Result<std::string> read_game_file(const std::string& path);
// Writes a new file or replaces a saved game; any other file is refused, so that a slip destroys nothing.
Status write_game_file(const std::string& path, const std::string& text);

}  // namespace nightrider::cli
