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

std::string nearest_moves(Position& position, const ZillionsNames& names, const MoveList& legal, const std::string& text) {
  std::vector<std::string> candidates;
  for (const Move move : legal) candidates.push_back(zillions_text(position, names, move));
  if (candidates.empty()) return "there is no legal move";
  std::string message;
  for (const std::string& near : nearest_texts(text, candidates, kNearest)) message += (message.empty() ? "nearest are " : ", ") + quoted(near);
  return message;
}

// The legal moves that do what the line says, made: the ways on from `path`.
void follow(Position& path, const ZillionsNames& names, const ZillionsMove& wanted, std::vector<Position>& next) {
  MoveList legal;
  path.legal_moves(legal);
  for (const Move move : zillions_matches(path, names, legal, wanted)) {
    if (next.size() == kMaxZillionsPaths) return;
    Position after = path;
    after.make(move);
    if (std::none_of(next.begin(), next.end(), [&](const Position& other) { return other.key() == after.key(); })) next.push_back(std::move(after));
  }
}

void end_turn(const GameDefinition& game, GameState& state) {
  state.partial_square = kNone;
  state.partial_type = kNone;
  if (++state.turn < game.turn_order.size()) return;
  state.turn = game.turn_repeat;
  ++state.round;
}

// Goes on behind a line that no legal move does: looks for an entry of the turn order in which one does (then true), else sets the
// board to what the line says.
bool resume(const Position& path, const ZillionsNames& names, const ZillionsMove& wanted, std::vector<Position>& next) {
  const GameDefinition& game = path.definition();
  GameState state = path.state();
  if (!wanted.pass)
    for (std::size_t i = 0; i < game.turn_order.size(); ++i) {
      end_turn(game, state);
      Position other = path;
      if (!other.set_state(state)) continue;
      follow(other, names, wanted, next);
      if (!next.empty()) return true;
    }
  state = zillions_state_after(path, names, wanted);
  end_turn(game, state);
  if (wanted.partial != 0) {
    GameState going_on = state;
    going_on.turn = path.turn();
    going_on.round = path.round();
    for (const ZillionsEffect& effect : wanted.effects)
      if (effect.kind == ZillionsEffectKind::kPart) going_on.partial_square = effect.to;
    going_on.partial_type = names.move_type(wanted.partial);
    Position chain = path;
    if (going_on.partial_square != kNone && chain.set_state(going_on)) {
      next.push_back(std::move(chain));
      return false;
    }
  }
  Position after = path;
  if (after.set_state(state)) next.push_back(std::move(after));
  return false;
}

}  // namespace

Result<ZillionsReplay> replay_zillions(std::shared_ptr<const CompiledGame> game, const ZillionsSave& save) {
  Position start(game);
  const GameDefinition& definition = game->definition();
  const ZillionsNames names(definition);
  if (const Status status = apply_edits(start, names, save); !status) return Error{status.error()};
  std::vector<Position> paths{std::move(start)};
  ZillionsReplay report{static_cast<int>(save.lines.size()), 0, 0, std::nullopt, paths.front()};
  for (const ZillionsLine& line : save.lines) {
    const auto depart = [&](std::string message) {
      if (report.departure) return;
      report.departure = ZillionsDeparture{line.line, line.number, report.matched + 1, std::to_string(line.number) + ". " + line.text, std::move(message)};
    };
    const Result<ZillionsMove> wanted = read_zillions_move(names, line.text);
    if (!wanted) {  // what it does is not known, so nothing behind it can be said either
      depart(wanted.error());
      break;
    }
    std::vector<Position> next;
    std::string message;
    for (Position& path : paths) {
      if (const Outcome outcome = path.outcome(); outcome.over) {
        message = "the game is over: " + std::string(reason_text(outcome.reason));
        continue;
      }
      follow(path, names, *wanted, next);
    }
    if (!next.empty()) {
      ++report.agreed;
    } else {
      Position& path = paths.front();
      if (!report.departure && message.empty()) {
        MoveList legal;
        path.legal_moves(legal);
        message = definition.players[path.side_to_move()].name + " has no such move; " + nearest_moves(path, names, legal, line.text);
      }
      depart(std::move(message));
      follow(path, names, *wanted, next);  // people may play on when a game is over
      if (next.empty() && resume(path, names, *wanted, next)) ++report.agreed;
      if (next.empty()) break;
    }
    if (!report.departure) ++report.matched;
    paths = std::move(next);
  }
  report.position = std::move(paths.front());
  return report;
}

}  // namespace nightrider
