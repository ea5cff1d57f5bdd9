// Moves, results and squares in words and as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "play/game.h"
#include "play/notation.h"

namespace nightrider::cli {

using Json = nlohmann::ordered_json;  // fields in the order of cli.md

// All legal moves in an order for people, that no change of the move generator disturbs: by piece in the order of the rule
// file, then origin and target in the order of the board, then coordinate form.
std::vector<NamedMove> sorted_moves(Position& position, TextForm form);
// "Pawn d5 to c6, takes Pawn on c5 (ep)": what a legal move does.
std::string move_words(Position& position, const MoveDescription& move, TextForm form);
// The object of a move that `moves --json` lists.
Json move_json(Position& position, const NamedMove& move);
// "White wins: checkmated", "draw: repetition", "draw agreed", "White resigned; Black wins", with points where the file has a payoff.
std::string outcome_words(const GameDefinition& game, const Outcome& outcome);
// "Game over. White resigned; Black wins".
std::string game_over_text(const GameDefinition& game, const Outcome& outcome);
// null while the game goes on.
Json outcome_json(const GameDefinition& game, const Outcome& outcome);

// The last move of `position`, as the game writes it; empty where none was made here. The position is restored.
std::string last_move_text(Position& position, TextForm form);
// The game's title; where only ASCII may be printed and the title is more, its id.
std::string title_text(const GameDefinition& game, TextForm form);

// "White", and "no player" for kNone.
std::string player_name(const GameDefinition& game, PlayerId player);
// One line of UTF-8 JSON; bytes that are not UTF-8 are replaced, so that printing never fails.
std::string json_line(const Json& json);

}  // namespace nightrider::cli
