#include "play/zillions_replay.h"

#include <algorithm>

#include "play/outcome.h"
#include "play/words.h"
#include "play/zillions_line.h"

namespace nightrider {
namespace {

constexpr std::size_t kNearest = 3;

Status apply_edits(Position& position, const ZillionsNames& names, const ZillionsSave& save) {
  if (save.edits.empty()) return Done{};
  const CodeTable& codes = position.game().context.codes;
  GameState state = position.state();
  for (const ZillionsEdit& edit : save.edits) {
    const std::string at = "line " + std::to_string(edit.line) + ": ";
    const SquareId square = names.square(edit.square);
    if (square == kNone) return Error{at + "this game has no square " + quoted(edit.square)};
    if (edit.player.empty()) {
      state.squares[square] = {};
      continue;
    }
    const PlayerId player = names.player(edit.player);
    const PieceTypeId piece = names.piece(edit.piece);
    if (player == kNone) return Error{at + "this game has no player " + quoted(edit.player)};
    if (piece == kNone) return Error{at + "this game has no piece " + quoted(edit.piece)};
    state.squares[square] = {player, piece, codes.initial_attributes(piece)};
  }
  return position.set_state(state);
}

std::string nearest_moves(Position& position, const MoveList& legal, const std::string& text) {
  std::vector<std::string> candidates;
  for (const Move move : legal) candidates.push_back(zillions_text(position, move));
  if (candidates.empty()) return "there is no legal move";
  std::string message;
  for (const std::string& near : nearest_texts(text, candidates, kNearest)) message += (message.empty() ? "nearest are " : ", ") + quoted(near);
  return message;
}

}  // namespace

Result<ZillionsReplay> replay_zillions(std::shared_ptr<const CompiledGame> game, const ZillionsSave& save) {
  Position start(game);
  const GameDefinition& definition = game->definition();
  const ZillionsNames names(definition);
  if (const Status status = apply_edits(start, names, save); !status) return Error{status.error()};
  std::vector<Position> paths{std::move(start)};
  ZillionsReplay report{static_cast<int>(save.lines.size()), 0, std::nullopt, paths.front()};
  for (const ZillionsLine& line : save.lines) {
    const auto depart = [&](std::string message) {
      report.departure = ZillionsDeparture{line.line, line.number, report.matched + 1, std::to_string(line.number) + ". " + line.text, std::move(message)};
    };
    const Result<ZillionsMove> wanted = read_zillions_move(names, line.text);
    if (!wanted) {
      depart(wanted.error());
      break;
    }
    std::vector<Position> next;
    std::string message;
    for (Position& path : paths) {
      MoveList legal;
      path.legal_moves(legal);
      if (const Outcome outcome = path.outcome_knowing(!legal.empty()); outcome.over) {
        if (message.empty()) message = "the game is over: " + std::string(reason_text(outcome.reason));
        continue;
      }
      const MoveList found = zillions_matches(path, legal, *wanted);
      if (found.empty() && message.empty())
        message = definition.players[path.side_to_move()].name + " has no such move; " + nearest_moves(path, legal, line.text);
      for (std::size_t i = 0; i < found.size() && next.size() < kMaxZillionsPaths; ++i) {
        Position after = i + 1 < found.size() ? path : std::move(path);
        after.make(found[i]);
        if (std::none_of(next.begin(), next.end(), [&](const Position& other) { return other.key() == after.key(); })) next.push_back(std::move(after));
      }
    }
    if (next.empty()) {
      depart(std::move(message));
      break;
    }
    paths = std::move(next);
    ++report.matched;
  }
  report.position = std::move(paths.front());
  return report;
}

}  // namespace nightrider
