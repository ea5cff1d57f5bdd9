// Moves, results and squares in words and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "play/game.h"
#include "play/notation.h"

namespace nightrider::cli {

using Json = nlohmann::ordered_json;  // fields in the order of cli.md

// "Pawn e7-e8, becomes Queen, takes Rook on e8 (tag)": what a legal move does.
std::string move_words(Position& position, const MoveDescription& move, TextForm form);
// The object of a move that `moves --json` lists.
Json move_json(Position& position, const NamedMove& move);
// "White wins: checkmated", "draw: repetition", with points where the file has a payoff.
std::string outcome_words(const GameDefinition& game, const Outcome& outcome);
// null while the game goes on.
Json outcome_json(const GameDefinition& game, const Outcome& outcome);

// "White", and "no player" for kNone.
std::string player_name(const GameDefinition& game, PlayerId player);
// One line of UTF-8 JSON; bytes that are not UTF-8 are replaced, so that printing never fails.
std::string json_line(const Json& json);

}  // namespace nightrider::cli
