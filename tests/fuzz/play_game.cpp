// The players' target.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <vector>

#include "compile/compile.h"
#include "crosscheck/crosscheck.h"
#include "crosscheck/games.h"
#include "fuzz/bytes.h"
#include "fuzz/rules.h"
#include "fuzz/targets.h"
#include "play/game.h"
#include "play/record.h"

namespace nightrider::fuzz {
namespace {

using crosscheck::Choice;

constexpr std::size_t kMaxRuleText = 4096;   // bytes
// The reference interpreter copies boards and runs every block on every square: what one input may ask of it.
constexpr std::size_t kMaxSquares = 150;     // of games whose rules are in the input
constexpr std::uint64_t kMaxMoves = 300;     // legal moves listed, of all positions of one input; then the walk ends
constexpr std::uint64_t kMaxGeneralMoves = 100;  // the same where every block runs as a general program
constexpr int kMaxPlies = 200;
constexpr int kMaxStarts = 8;                // positions gone on from

using GamePointer = std::shared_ptr<const CompiledGame>;

const std::vector<std::string>& listed_games() {
  static const std::vector<std::string> games = [] {
    std::vector<std::string> names;
    std::ifstream file(std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "tests" / "fuzz" / "games.txt");
    for (std::string line; std::getline(file, line);) names.push_back(line);
    return names;
  }();
  return games;
}

// Null where there is none; `error` says so for a listed one that cannot be read.
GamePointer listed_game(std::size_t number, bool specialise, std::string& error) {
  if (number >= listed_games().size()) return nullptr;
  static std::map<std::pair<std::size_t, bool>, GamePointer> loaded;
  const auto [place, is_new] = loaded.try_emplace({number, specialise});
  if (is_new) {
    crosscheck::Loaded game = crosscheck::load(listed_games()[number], specialise);
    if (game.game == nullptr) error = listed_games()[number] + ": " + game.error;
    place->second = game.game;
  }
  return place->second;
}

GamePointer game_of_text(std::string_view text, bool specialise) {
  if (text.size() > kMaxRuleText) return nullptr;
  Rules rules(text);
  if (rules.sink.has_errors() || rules.entries.empty()) return nullptr;
  std::optional<GameDefinition> definition = read_game(rules.expanded, rules.entries.back(), rules.sink);
  if (!definition || definition->board.squares.size() > kMaxSquares) return nullptr;
  CompileOptions options;
  options.specialise = specialise;
  return compile(std::move(*definition), rules.sink, options);
}

// Answers must not depend on who reads, and what is a position must stay one.
class Texts {
 public:
  explicit Texts(GamePointer game) : game_(std::move(game)) {}

  // Everything that takes text, for anything.
  std::string read_all(const GameState& here, const std::string& text) {
    Position position(game_);
    if (const Status set = position.set_state(here); !set) return "the state of a position is refused: " + set.error();
    if (std::string wrong = read_move(position, text); !wrong.empty()) return wrong;
    std::optional<GameState> state;
    if (std::string wrong = read_position(text, state); !wrong.empty()) return wrong;
    Game played(game_);
    const bool applied = played.apply(text).ok();
    const std::string saved = saved_game(played, "game");
    const Result<std::vector<GameRecord>> records = read_records(saved);
    if (!records) return "a saved game is not read back: " + records.error();
    const Result<Replay> again = replay(game_, records->front());
    if (!again) return "a saved game's start is refused: " + again.error();
    if (again->first_mismatch) return "a saved game is not replayed: " + again->first_mismatch->message + "\n" + saved;
    if (applied && again->game.items().size() != played.items().size()) return "a saved game is replayed with other items:\n" + saved;
    while (played.undo()) {}
    if (!(played.position().state() == Position(game_).state())) return "undo does not lead to the setup";
    if (const Result<std::vector<GameRecord>> any = read_records(text); any)
      for (const GameRecord& record : *any) (void)replay(game_, record);
    return {};
  }

  // Any text is refused, or one legal move.
  std::string read_move(Position& position, const std::string& text) {
    const Result<Move> move = parse_move(position, text);
    if (!move) return move.error().empty() ? "a move is refused without a reason: '" + text + "'" : "";
    MoveList legal;
    position.legal_moves(legal);
    for (const Move& candidate : legal)
      if (candidate == *move) return {};
    return "'" + text + "' is read as a move that is not legal";
  }

  // Any text is refused, or a state that set_state refuses, or a position (`state`).
  std::string read_position(const std::string& text, std::optional<GameState>& state) {
    const Result<GameState> read = parse_position(*game_, text);
    if (!read) return read.error().empty() ? "a position is refused without a reason: '" + text + "'" : "";
    Position position(game_);
    if (const Status set = position.set_state(*read); !set) {
      if (!(position.state() == Position(game_).state())) return "a state that is refused changes the position";
      return {};
    }
    if (!(position.state() == *read)) return "the state is not the one that was set, of '" + text + "'";
    if (position.key() != position.key_from_scratch()) return "the key is not that from scratch, of '" + text + "'";
    state = *read;
    return {};
  }

 private:
  GamePointer game_;
};

class Player {
 public:
  Player(GamePointer game, std::string name, bool specialise, Bytes bytes)
      : game_(std::move(game)), texts_(game_), name_(std::move(name)), specialise_(specialise), bytes_(bytes) {}

  std::string run() {
    std::optional<GameState> start;
    for (int walks = 0; walks < kMaxStarts; ++walks) {
      next_start_.reset();
      crosscheck::Walk walk;
      walk.variant = name_;
      walk.plies = kMaxPlies;
      walk.specialise = specialise_;
      walk.start = start;
      walk.choose = [this](crosscheck::Engine& engine, const std::vector<NamedMove>& moves) { return choose(engine, moves); };
      if (std::string wrong = crosscheck::compare(game_, walk, seen_); !wrong.empty()) return wrong;
      if (!next_start_) break;
      start = next_start_;
    }
    return {};
  }

 private:
  Choice choose(crosscheck::Engine& engine, const std::vector<NamedMove>& moves) {
    Choice choice;
    while (!bytes_.empty() && seen_.moves < (specialise_ ? kMaxMoves : kMaxGeneralMoves)) {
      const std::uint8_t byte = bytes_.next();
      if (byte < 0xc0) {
        if (moves.empty()) continue;
        choice.kind = Choice::Kind::kMove;
        choice.number = (moves.size() > 0xc0 ? byte * std::size_t{256} + bytes_.next() : byte) % moves.size();
        return choice;
      }
      if (byte < 0xd0) {
        choice.kind = Choice::Kind::kTakeBack;
        choice.number = byte % 16 + std::size_t{1};
        return choice;
      }
      if (byte < 0xe0) {
        choice.failure = texts_.read_all(engine.state(), std::string(bytes_.text(bytes_.next())));
      } else if (byte < 0xf0) {
        std::optional<GameState> state;
        choice.failure = texts_.read_position(bytes_.edited(engine.text(), 1 + byte % 4), state);
        if (state && byte >= 0xe8) {
          next_start_ = state;
          return choice;
        }
      } else {
        const std::size_t number = bytes_.next();
        if (moves.empty()) continue;
        const NamedMove& move = moves[number % moves.size()];
        Position position(game_);
        if (const Status set = position.set_state(engine.state()); !set) choice.failure = "the state of a position is refused: " + set.error();
        else choice.failure = texts_.read_move(position, bytes_.edited(byte % 2 == 0 ? move.text : move.coordinate, 1 + byte / 2 % 4));
      }
      if (!choice.failure.empty()) return choice;
    }
    return choice;
  }

  GamePointer game_;
  Texts texts_;
  std::string name_;
  bool specialise_;
  Bytes bytes_;
  crosscheck::Seen seen_;
  std::optional<GameState> next_start_;
};

}  // namespace

std::string play_game(std::string_view input) {
  if (input.size() < 2) return {};
  Bytes bytes(input);
  const std::uint8_t number = bytes.next();
  const bool specialise = bytes.next() % 2 == 0;
  if (number >= 0x80) {
    const std::string_view text = bytes.up_to_zero();
    GamePointer game = game_of_text(text, specialise);
    return game ? Player(std::move(game), "of this text:\n" + std::string(text) + "\n", specialise, bytes).run() : "";
  }
  std::string error;
  GamePointer game = listed_game(number, specialise, error);
  return game ? Player(std::move(game), listed_games()[number], specialise, bytes).run() : error;
}

}  // namespace nightrider::fuzz
