// `moves GAME`: the legal moves of a position and what they do.
#include <algorithm>
#include <memory>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"

namespace nightrider::cli {
namespace {

int moves(const GameArguments& arguments, const OutputOptions& output, const Console& console) {
  std::optional<Game> game = arguments.open(console);
  if (!game) return kExitInput;
  Position& position = game->position();
  const GameDefinition& definition = position.definition();
  const TextForm form = OutputOptions::form(console);
  const Outcome outcome = game->outcome();
  std::vector<NamedMove> named;
  if (!outcome.over && !game->offer_open()) named = sorted_moves(position, form);
  if (position.effects_lost()) return console.fail(std::string(kEffectsLost));
  if (output.json) {
    Json list = Json::array();
    for (const NamedMove& move : named) list.push_back(move_json(position, move));
    console.out << json_line({{"count", named.size()}, {"moves", list}, {"result", outcome_json(definition, outcome)}});
    return kExitFine;
  }
  std::size_t text_width = 0;
  std::size_t coordinate_width = 0;
  for (const NamedMove& move : named) {
    text_width = std::max(text_width, display_width(move.text));
    coordinate_width = std::max(coordinate_width, display_width(move.coordinate));
  }
  for (const NamedMove& move : named)
    console.out << inked(console, Ink::kBold, padded(move.text, text_width)) << "  " << padded(move.coordinate, coordinate_width) << "  "
                << move_words(position, position.describe(move.move), form) << '\n';
  if (outcome.over) {
    console.out << game_over_text(definition, outcome) << '\n';
  } else if (game->offer_open()) {
    console.out << "An offer waits for its answer: (yes) or (no)\n";
  } else {
    console.out << counted(named.size(), "move", "moves") << " for " << player_name(definition, position.side_to_move()) << '\n';
  }
  return kExitFine;
}

}  // namespace

Run add_moves(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<GameArguments>();
  auto output = std::make_shared<OutputOptions>();
  arguments->add(app);
  output->add(app, console);
  app.footer("Each line: the move as the game writes it, in coordinate form, and what it does. Both forms are read back.");
  return [=, &console] { return moves(*arguments, *output, console); };
}

}  // namespace nightrider::cli
