// `replay GAME FILE`: plays a recorded game through and says where it departs from the rules.
#include <memory>
#include <ostream>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"
#include "engine/saved_game.h"
#include "game_file.h"
#include "numbers.h"
#include "play/record.h"
#include "play/words.h"

namespace nightrider::cli {
namespace {

constexpr int kMostGamesOfAFile = 1'000'000;  // of one file

struct ReplayArguments {
  GameArguments game;
  OutputOptions output;
  std::string file;
  int number = 0;  // of the game in the file; 0: all of them, one after the other
};

Json mismatch_json(const Replay& replayed) {
  if (!replayed.first_mismatch) return nullptr;
  return {{"ply", replayed.first_mismatch->ply}, {"text", replayed.first_mismatch->text}, {"message", replayed.first_mismatch->message}};
}

Json replay_json(Replay& replayed) {
  return {{"plies", replayed.plies},
          {"matched", replayed.matched},
          {"first_mismatch", mismatch_json(replayed)},
          {"result", outcome_json(replayed.game.position().definition(), replayed.game.outcome())}};
}

std::string replay_words(Replay& replayed) {
  std::string text = std::to_string(replayed.matched) + " of " + counted(static_cast<std::uint64_t>(replayed.plies), "move", "moves") + " replayed";
  if (replayed.first_mismatch) return text + "; departs at ply " + std::to_string(replayed.first_mismatch->ply) + ": " + replayed.first_mismatch->message;
  return text + "; " + outcome_words(replayed.game.position().definition(), replayed.game.outcome());
}

// Empty where the file names no game or this one; else the name of the other game. Two versions of a rule file are one game
// when they have the same title, and a rule file that is gone names nothing.
std::string other_game(const ReplayArguments& arguments, const GameRecord& record, const CompiledGame& game) {
  if (record.game.empty() || !record.tags.empty()) return {};
  const SavedName name = read_saved_name(record.game, arguments.file);
  const GameDefinition& definition = game.definition();
  if (same_game(name, {arguments.game.name, arguments.game.variant}) || name.name == definition.id || name.name == definition.title) return {};
  const auto loaded = load_game(name.name, name.variant, process_library());
  if (!loaded) return name.name.find('/') == std::string::npos ? name.name : std::string();
  if (!(*loaded)->game || (*loaded)->game->definition().title == definition.title) return {};
  return (*loaded)->game->definition().title;
}

// A saved game of the Windows program; it names its variant itself.
int replay_zillions_file(const ReplayArguments& arguments, std::string_view text, const Console& console) {
  if (!arguments.game.position.empty() || arguments.game.start || !arguments.game.after.empty())
    return console.fail("--position, --start and --after do not go with a saved game of Zillions", kExitUsage);
  if (arguments.number > 1) return console.fail("'" + arguments.file + "' has 1 game");
  const Result<SavedGameReport> report = replay_saved_game(arguments.game.name, text, process_library(), arguments.game.variant,
                                                           arguments.game.read_options(), arguments.game.compile_options());
  if (!report) return console.fail("'" + arguments.file + "': " + report.error());
  if (!report_loaded(*report->loaded, console)) return kExitInput;
  if (!report->variant_by_title) console.err << "nightrider: " << report->no_title << "; taken is '" << report->variant << "'\n";
  ZillionsReplay replayed = *report->replay;
  const GameDefinition& definition = replayed.position.definition();
  const Outcome outcome = replayed.position.outcome();
  if (arguments.output.json) {
    Json mismatch;
    if (const auto& departure = replayed.departure)
      mismatch = {{"ply", departure->ply}, {"line", departure->line}, {"text", departure->text}, {"message", departure->message}};
    console.out << json_line({{"plies", replayed.lines}, {"matched", replayed.matched}, {"first_mismatch", mismatch}, {"result", outcome_json(definition, outcome)}, {"variant", report->variant}, {"agreed", replayed.agreed}});
  } else {
    console.out << replayed.matched << " of " << counted(static_cast<std::uint64_t>(replayed.lines), "move", "moves") << " replayed; ";
    if (const auto& departure = replayed.departure)
      console.out << "departs at line " << departure->line << ", " << quoted(departure->text) << ": " << departure->message << '\n';
    else
      console.out << outcome_words(definition, outcome) << '\n';
  }
  return replayed.complete() ? kExitFine : kExitInput;
}

int replay_file(const ReplayArguments& arguments, const Console& console) {
  const Result<std::string> text = read_game_file(arguments.file);
  if (text && is_zillions_save(*text)) return replay_zillions_file(arguments, *text, console);
  const std::shared_ptr<const CompiledGame> game = arguments.game.load(console);
  if (!game) return kExitInput;
  const std::optional<std::string> start = arguments.game.start_text(game, console);
  if (!start) return kExitInput;
  if (!text) return console.fail(text.error());
  const Result<std::vector<GameRecord>> records = read_records(*text);
  if (!records) return console.fail("'" + arguments.file + "': " + records.error());
  const auto count = static_cast<int>(records->size());
  if (arguments.number > count) return console.fail("'" + arguments.file + "' has " + counted(records->size(), "game", "games"));

  bool departs = false;
  Json games = Json::array();
  for (int i = 0; i < count; ++i) {
    if (arguments.number != 0 && arguments.number != i + 1) continue;
    GameRecord record = (*records)[static_cast<std::size_t>(i)];
    if (!start->empty()) record.start = *start;
    if (!arguments.game.after.empty()) {
      const Result<std::vector<ListItem>> before = read_move_list(arguments.game.after);
      if (!before) return console.fail("--after: " + before.error());
      record.items.insert(record.items.begin(), before->begin(), before->end());
    }
    const std::string which = "'" + arguments.file + "'" + (count > 1 ? ", game " + std::to_string(i + 1) : "");
    if (const std::string other = other_game(arguments, record, *game); !other.empty())
      return console.fail(which + " is a game of " + other + ", not of " + game->definition().title);
    Result<Replay> result = replay(game, record);
    if (!result) return console.fail("'" + arguments.file + "', game " + std::to_string(i + 1) + ": " + result.error());
    Replay replayed = std::move(result).value();
    if (const std::string word = no_game_word(record, replayed); !word.empty())
      return console.fail(which + " is no recorded game: it begins with '" + word + "'");
    departs = departs || replayed.first_mismatch.has_value();
    if (arguments.output.json) {
      games.push_back(replay_json(replayed));
    } else {
      console.out << (count > 1 ? "game " + std::to_string(i + 1) + ": " : std::string()) << replay_words(replayed) << '\n';
    }
  }
  // One game is the object itself; of several the first that departs (else the last), with all of them under "games".
  if (arguments.output.json) {
    Json json = games.back();
    for (auto game_json = games.rbegin(); game_json != games.rend(); ++game_json)
      if (!(*game_json)["first_mismatch"].is_null()) json = *game_json;
    if (games.size() > 1) json["games"] = games;
    console.out << json_line(json);
  }
  return departs ? kExitInput : kExitFine;
}

}  // namespace

Run add_replay(CLI::App& app, Console& console) {
  auto arguments = std::make_shared<ReplayArguments>();
  arguments->game.add(app);
  app.add_option("FILE", arguments->file, "a saved game (also of Zillions, .zsg), a list of moves, or PGN")->required()->option_text("(required)");
  app.add_option("--number", arguments->number, "only this game of a file that has several")->check(whole_number(1, kMostGamesOfAFile))->option_text("N");
  arguments->output.add(app, console);
  app.footer("Ends with 1 where a game departs from the rules. A saved game of Zillions (.zsg) chooses its variant itself.");
  return [arguments, &console] { return replay_file(*arguments, console); };
}

}  // namespace nightrider::cli
