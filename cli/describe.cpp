#include "describe.h"

#include <algorithm>
#include <cctype>
#include <tuple>

#include "console.h"

namespace nightrider::cli {
namespace {

std::vector<std::string> tag_names(const GameDefinition& game, std::uint64_t tags) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < game.tags.size(); ++i)
    if ((tags >> i) & 1) names.push_back(game.tags[i].name);
  return names;
}

std::string occupant_words(const GameDefinition& game, const Occupant& occupant) {
  if (occupant.empty()) return "nothing";
  return player_name(game, occupant.owner) + ' ' + game.pieces[occupant.type].name;
}

Json square_json(const GameDefinition& game, SquareId square) {
  return square == kNone ? Json(nullptr) : Json(game.board.squares[square].name);
}

}  // namespace

std::string player_name(const GameDefinition& game, PlayerId player) {
  return player < game.players.size() ? game.players[player].name : "no player";
}

std::vector<NamedMove> sorted_moves(Position& position, TextForm form) {
  struct Keyed {
    PieceTypeId type = kNone;
    SquareId from = kNone, to = kNone;
    NamedMove move;
  };
  std::vector<Keyed> keyed;
  for (NamedMove& move : named_moves(position, form)) {
    const MoveDescription described = position.describe(move.move);
    Keyed row;
    if (!described.parts.empty()) row = {described.parts[0].type, described.parts[0].from, described.parts[0].to, {}};
    row.move = std::move(move);
    keyed.push_back(std::move(row));
  }
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) {
    return std::tie(a.type, a.from, a.to, a.move.coordinate) < std::tie(b.type, b.from, b.to, b.move.coordinate);
  });
  std::vector<NamedMove> sorted;
  for (Keyed& row : keyed) sorted.push_back(std::move(row.move));
  return sorted;
}

std::string move_words(Position& position, const MoveDescription& move, TextForm form) {
  const GameDefinition& game = position.definition();
  std::vector<std::string> words;
  if (move.pass) words.push_back("pass");
  for (const MovePart& part : move.parts) {
    std::string text = game.pieces[part.type].name;
    if (part.from == kNone) {
      text += " dropped on " + square_text(game, part.to, form);
    } else {
      text += ' ' + square_text(game, part.from, form) + " to " + square_text(game, part.to, form);
    }
    if (part.becomes != kNone) text += ", becomes " + game.pieces[part.becomes].name;
    words.push_back(text);
  }
  for (const SquareId square : move.captures) {
    const Occupant taken = position.occupant(square);
    const bool landing = std::any_of(move.parts.begin(), move.parts.end(), [&](const MovePart& part) { return part.to == square; });
    std::string text = "takes " + (taken.empty() ? std::string("a piece") : game.pieces[taken.type].name);
    if (!landing) text += " on " + square_text(game, square, form);
    words.push_back(text);
  }
  for (const MoveDescription::Change& change : move.other_changes) {
    const bool same = change.before.owner == change.after.owner && change.before.type == change.after.type;
    words.push_back(square_text(game, change.square, form) +
                    (same ? ": its attributes change" : ": " + occupant_words(game, change.before) + " becomes " + occupant_words(game, change.after)));
  }
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  const std::vector<std::string> tags = tag_names(game, move.tags);
  if (!tags.empty()) {
    text += " (";
    for (std::size_t i = 0; i < tags.size(); ++i) text += (i > 0 ? ", " : "") + tags[i];
    text += ')';
  }
  if (move.partial) text += ", and may go on";
  return text;
}

Json move_json(Position& position, const NamedMove& move) {
  const GameDefinition& game = position.definition();
  const MoveDescription described = position.describe(move.move);
  Json parts = Json::array();
  Json promotion = nullptr;
  for (const MovePart& part : described.parts) {
    parts.push_back({{"piece", game.pieces[part.type].name}, {"from", square_json(game, part.from)}, {"to", square_json(game, part.to)}});
    if (part.becomes != kNone) promotion = game.pieces[part.becomes].name;
  }
  Json captures = Json::array();
  for (const SquareId square : described.captures) captures.push_back(square_json(game, square));
  Json tags = Json::array();
  for (const std::string& tag : tag_names(game, described.tags)) tags.push_back(tag);
  return {{"text", move.text}, {"coord", move.coordinate}, {"parts", parts}, {"captures", captures}, {"promotion", promotion}, {"tags", tags}};
}

std::string outcome_words(const GameDefinition& game, const Outcome& outcome) {
  if (!outcome.over) return "the game goes on";
  std::string text;
  if (outcome.winner != kNone) {
    text = player_name(game, outcome.winner) + " wins";
  } else if (outcome.loser != kNone) {
    text = player_name(game, outcome.loser) + " loses";
  } else {
    text = outcome.draw ? "draw" : "no result";
  }
  if (outcome.reason == EndReason::kDrawAgreed) {
    text = "draw agreed";
  } else if (outcome.reason == EndReason::kResigned && outcome.winner != kNone) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < game.players.size(); ++i)
      if (game.players[i].kind == PlayerKind::kActive && i != outcome.winner) others.push_back(game.players[i].name);
    text = (others.size() == 1 ? others[0] + " resigned; " : "resignation; ") + text;
  } else {
    text += ": " + std::string(reason_text(outcome.reason));
  }
  if (game.payoff.defined) {
    std::string points;
    for (std::size_t i = 0; i < outcome.points.size() && i < game.players.size(); ++i) {
      if (game.players[i].kind != PlayerKind::kActive) continue;
      points += (points.empty() ? "" : ", ") + game.players[i].name + ' ' + short_number(outcome.points[i]);
    }
    if (!points.empty()) text += " (points: " + points + ')';
  }
  return text;
}

std::string game_over_text(const GameDefinition& game, const Outcome& outcome) {
  std::string words = outcome_words(game, outcome);
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return "Game over. " + words;
}

Json outcome_json(const GameDefinition& game, const Outcome& outcome) {
  if (!outcome.over) return nullptr;
  Json points = Json::object();
  for (std::size_t i = 0; i < outcome.points.size() && i < game.players.size(); ++i) {
    if (game.players[i].kind != PlayerKind::kActive) continue;
    const double value = outcome.points[i];
    if (value == static_cast<double>(static_cast<long>(value))) {
      points[game.players[i].name] = static_cast<long>(value);
    } else {
      points[game.players[i].name] = value;
    }
  }
  return {{"reason", reason_text(outcome.reason)},
          {"winner", outcome.winner == kNone ? Json(nullptr) : Json(player_name(game, outcome.winner))},
          {"points", points}};
}

std::string last_move_text(Position& position, TextForm form) {
  if (position.ply() == 0) return {};
  const Move move = position.move_at(position.ply() - 1);
  position.unmake();
  const std::string text = move_text(position, move, form);
  position.make(move);
  return text;
}

std::string title_text(const GameDefinition& game, TextForm form) {
  const bool ascii = std::all_of(game.title.begin(), game.title.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return form == TextForm::kWritten || ascii || game.id.empty() ? game.title : game.id;
}

std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'; }

}  // namespace nightrider::cli
