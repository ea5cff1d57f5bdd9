// Why a move may not be played, in the words of one who sits at the board. Internal to play.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "play/position.h"

namespace nightrider {

// `unsafe` and `set_aside` are those of position.refused_moves() that `text` can mean. Otherwise the text itself is looked at
// for squares and a letter. Without a mark at its end; empty where nothing can be said.
std::string refusal_reason(Position& position, std::string_view text, const std::vector<Move>& unsafe, const std::vector<Move>& set_aside);

}  // namespace nightrider
