// Attributes that pieces have without declaring them.
#pragma once

#include "model/game_definition.h"

namespace nightrider {

// An attribute is a property of every piece, false where the piece does not declare it (language reference, "what recorded games
// settle"). Adds to each piece the attributes of other pieces that some block may make true on it: each of them makes twice as many
// kinds of pieces, so those that cannot be true there are left out.
void share_attributes(GameDefinition& game);

}  // namespace nightrider
