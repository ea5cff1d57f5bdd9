// `search GAME`: the engine's best move and the line it expects.
#include <memory>
#include <ostream>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"
#include "numbers.h"
#include "opponent.h"

namespace nightrider::cli {
namespace {

constexpr int kUsualMovetime = 3000;  // milliseconds, where nothing bounds the search

constexpr std::uint64_t kMostNodes = 1'000'000'000'000'000;
constexpr std::uint64_t kMostLines = 500;

struct SearchArguments {
  GameArguments game;
  OutputOptions output;
  int depth = 0;
  std::uint64_t nodes = 0;
  int movetime = 0;
  SearchOptions options;
};

// The moves of a line as the game writes them, each in its position.
std::vector<std::string> line_texts(Position position, const std::vector<Move>& moves, TextForm form) {
  std::vector<std::string> texts;
  for (const Move move : moves) {
    texts.push_back(move_text(position, move, form));
    position.make(move);
  }
  return texts;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::uint64_t nodes_a_second(const SearchResult& result) {
  return result.seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(result.nodes) / result.seconds) : 0;
}

void print_iteration(const Console& console, Position& position, const SearchResult& result) {
  for (const SearchLine& line : result.lines)
    console.out << "depth " << padded(std::to_string(result.depth), 3) << ' ' << padded(score_text(line.score), 10) << ' '
                << padded(grouped(result.nodes), 12) << ' ' << padded(fixed(result.seconds, 2) + " s", 9) << ' '
                << joined(line_texts(position, line.moves, OutputOptions::form(console))) << '\n';
  console.out.flush();
}

Json result_json(const Console& console, Position& position, const SearchResult& result, int multipv) {
  const TextForm form = OutputOptions::form(console);
  Json json;
  const bool found = !(result.best == kNoMove);
  json["bestmove"] = found ? Json(move_text(position, result.best, form)) : Json(nullptr);
  json["coord"] = found ? Json(coordinate_text(position, result.best)) : Json(nullptr);
  json["score"] = result.score();
  json["score_text"] = score_text(result.score());
  json["depth"] = result.depth;
  json["nodes"] = result.nodes;
  json["seconds"] = result.seconds;
  json["nps"] = nodes_a_second(result);
  json["pv"] = result.lines.empty() ? Json::array() : Json(line_texts(position, result.lines.front().moves, form));
  if (multipv > 1) {
    Json lines = Json::array();
    for (const SearchLine& line : result.lines)
      lines.push_back({{"score", line.score}, {"score_text", score_text(line.score)}, {"pv", line_texts(position, line.moves, form)}});
    json["lines"] = lines;
  }
  return json;
}

int search(const SearchArguments& arguments, const Console& console) {
  std::optional<Game> game = arguments.game.open(console);
  if (!game) return kExitInput;
  Position& position = game->position();
  const Outcome outcome = game->outcome();
  SearchResult result;
  if (!outcome.over) {
    SearchLimits limits;
    if (arguments.depth > 0) limits.depth = arguments.depth;
    limits.nodes = arguments.nodes;
    if (arguments.movetime > 0) limits.movetime = std::chrono::milliseconds(arguments.movetime);
    if (arguments.depth == 0 && arguments.nodes == 0 && arguments.movetime == 0) limits.movetime = std::chrono::milliseconds(kUsualMovetime);
    Searcher searcher(position.shared_game(), arguments.options);
    int shown_depth = 0;
    result = search_until_interrupted(searcher, position, limits, [&](const SearchResult& iteration) {
      const bool complete = static_cast<int>(iteration.lines.size()) >= arguments.options.multipv || iteration.depth > shown_depth;
      if (!arguments.output.json && complete) print_iteration(console, position, iteration);
      shown_depth = iteration.depth;
    });
  }
  if (position.effects_lost()) return console.fail(std::string(kEffectsLost));
  if (arguments.output.json) {
    Json json = result_json(console, position, result, arguments.options.multipv);
    if (outcome.over) json["result"] = outcome_json(position.definition(), outcome);
    console.out << json_line(json);
    return kExitFine;
  }
  if (outcome.over) {
    console.out << "The game is over. " << outcome_words(position.definition(), outcome) << '\n';
  } else if (result.best == kNoMove) {
    console.out << "There is no legal move.\n";
  } else {
    console.out << "Best move: " << inked(console, Ink::kBold, move_text(position, result.best, OutputOptions::form(console))) << " ("
                << coordinate_text(position, result.best) << "), score " << score_text(result.score()) << ", depth " << result.depth << ", "
                << counted(result.nodes, "node", "nodes") << " in " << fixed(result.seconds, 2) << " s (" << grouped(nodes_a_second(result))
                << " a second)\n";
  }
  return kExitFine;
}

}  // namespace

Run add_search(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<SearchArguments>();
  arguments->game.add(app);
  app.add_option("--depth", arguments->depth, "plies to search")->check(whole_number(1, SearchLimits::kMaxDepth))->option_text("N");
  app.add_option("--nodes", arguments->nodes, "positions to search")->check(whole_number(1, kMostNodes))->option_text("N");
  app.add_option("--movetime", arguments->movetime, "milliseconds to search (default: 3000, if nothing else is given)")
      ->check(whole_number(1, kMostMilliseconds))
      ->option_text("MS");
  app.add_option("--threads", arguments->options.threads, "threads (default 1)")->check(whole_number(1, SearchOptions::kMaxThreads))->option_text("N");
  app.add_option("--hash", arguments->options.hash_megabytes, "megabytes for the table of positions (default 16)")
      ->check(whole_number(0, TranspositionTable::kMaxMegabytes))
      ->option_text("MB");
  app.add_option("--multipv", arguments->options.multipv, "so many best moves with their lines (default 1)")->check(whole_number(1, kMostLines))->option_text("N");
  arguments->output.add(app, console);
  app.footer("Scores are in hundredths of the weakest piece, + is good for the side to move. Ctrl-C ends the search with what it has.");
  return [arguments, &console] { return search(*arguments, console); };
}

}  // namespace nightrider::cli
