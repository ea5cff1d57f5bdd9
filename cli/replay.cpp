// `replay GAME FILE`: plays a recorded game through and says where it departs from the rules.
#include <memory>
#include <ostream>

#include "command.h"
#include "describe.h"
#include "game_arguments.h"
#include "game_file.h"
#include "play/record.h"

namespace nightrider::cli {
namespace {

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

int replay_file(const ReplayArguments& arguments, const Console& console) {
  const std::shared_ptr<const CompiledGame> game = arguments.game.load(console);
  if (!game) return kExitInput;
  const Result<std::string> text = read_game_file(arguments.file);
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
    if (!arguments.game.position.empty()) record.start = arguments.game.position;
    if (!arguments.game.after.empty()) {
      const Result<std::vector<ListItem>> before = read_move_list(arguments.game.after);
      if (!before) return console.fail("--after: " + before.error());
      record.items.insert(record.items.begin(), before->begin(), before->end());
    }
    Result<Replay> result = replay(game, record);
    if (!result) return console.fail("'" + arguments.file + "', game " + std::to_string(i + 1) + ": " + result.error());
    Replay replayed = std::move(result).value();
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
  app.add_option("FILE", arguments->file, "a saved game, a list of moves, or PGN")->required()->option_text("(required)");
  app.add_option("--number", arguments->number, "only this game of a file that has several")->check(CLI::PositiveNumber)->option_text("N");
  arguments->output.add(app, console);
  app.footer("Ends with 1 where a game departs from the rules. A saved game of Zillions (.zsg) is not read yet.");
  return [arguments, &console] { return replay_file(*arguments, console); };
}

}  // namespace nightrider::cli
