// `show GAME`: a position, drawn.
#include <memory>

#include "board_view.h"
#include "command.h"
#include "describe.h"
#include "game_arguments.h"
#include "play/position_text.h"

namespace nightrider::cli {
namespace {

const char* offer_name(OfferKind kind) {
  switch (kind) {
    case OfferKind::kDraw: return "draw";
    case OfferKind::kResign: return "resign";
  }
  return "";
}

// What the side to move may offer now; where an offer waits for its answer, only that.
std::vector<std::string> possible_offers(const Game& game, const GameDefinition& definition, PlayerId player) {
  std::vector<std::string> offers;
  for (const OfferDefinition& offer : definition.offers)
    if (game.offers_left(offer.kind, player) > 0) offers.push_back(offer_name(offer.kind));
  return offers;
}

Json squares_json(Position& position) {
  const GameDefinition& game = position.definition();
  Json squares = Json::object();
  for (std::size_t i = 0; i < game.board.squares.size(); ++i) {
    const Occupant occupant = position.occupant(static_cast<SquareId>(i));
    if (occupant.empty() || game.board.squares[i].dummy) continue;
    squares[game.board.squares[i].name] = {{"piece", game.pieces[occupant.type].name}, {"owner", player_name(game, occupant.owner)}};
  }
  return squares;
}

Json hands_json(Position& position) {
  const GameDefinition& game = position.definition();
  Json hands = Json::object();
  for (std::size_t player = 0; player < game.players.size(); ++player)
    for (std::size_t type = 0; type < game.pieces.size(); ++type) {
      const int count = position.hand(static_cast<PlayerId>(player), static_cast<PieceTypeId>(type));
      if (count > 0) hands[game.players[player].name][game.pieces[type].name] = count;
    }
  return hands;
}

Json tallies_json(Position& position) {
  const GameDefinition& game = position.definition();
  Json tallies = Json::object();
  for (std::size_t tally = 0; tally < game.tallies.size(); ++tally)
    for (PlayerId player : game.tallies[tally].players)
      tallies[game.tallies[tally].name][game.players[player].name] = position.tally(static_cast<TallyId>(tally), player);
  return tallies;
}

int show(const GameArguments& arguments, const OutputOptions& output, bool flip, const Console& console) {
  std::optional<Game> game = arguments.open(console);
  if (!game) return kExitInput;
  Position& position = game->position();
  const GameDefinition& definition = position.definition();
  const Outcome outcome = game->outcome();
  const std::vector<std::string> offers =
      outcome.over ? std::vector<std::string>{} : possible_offers(*game, definition, position.side_to_move());
  const TextForm form = OutputOptions::form(console);
  const std::string last_move = last_move_text(position, form);
  if (output.json) {
    Json shown = {{"position", position_text(position)},
                  {"side", player_name(definition, position.side_to_move())},
                  {"ply", position.ply()},
                  {"round", position.round()},
                  {"check", !outcome.over && position.in_check()},
                  {"last", last_move.empty() ? Json(nullptr) : Json(last_move)},
                  {"offers", offers},
                  {"offer_open", game->offer_open()},
                  {"result", outcome_json(definition, outcome)},
                  {"squares", squares_json(position)},
                  {"hands", hands_json(position)}};
    if (!definition.tallies.empty()) shown["tallies"] = tallies_json(position);
    console.out << json_line(shown);
    return kExitFine;
  }
  console.out << title_text(definition, form) << '\n' << board_text(console, position, flip) << hands_text(position);
  if (!last_move.empty()) console.out << "Last move: " << last_move << '\n';
  if (outcome.over) {
    console.out << game_over_text(definition, outcome) << '\n';
  } else {
    console.out << "Move " << position.round() << ", " << player_name(definition, position.side_to_move()) << " to move"
                << (position.in_check() ? ", in check" : "") << '\n';
    if (game->offer_open()) console.out << "An offer waits for its answer: (yes) or (no)\n";
    if (!offers.empty()) {
      console.out << "May be offered:";
      for (const std::string& offer : offers) console.out << " (" << offer << "?)";
      console.out << '\n';
    }
  }
  console.out << "Position: " << position_text(position) << '\n';
  return kExitFine;
}

}  // namespace

Run add_show(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<GameArguments>();
  auto output = std::make_shared<OutputOptions>();
  auto flip = std::make_shared<bool>(false);
  arguments->add(app);
  app.add_flag("--flip", *flip, "seen from the other side");
  output->add(app, console);
  app.footer("The last line is the position as --position reads it.");
  return [=, &console] { return show(*arguments, *output, *flip, console); };
}

}  // namespace nightrider::cli
