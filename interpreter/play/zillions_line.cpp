#include "play/zillions_line.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "play/words.h"

namespace nightrider {

namespace {

template <class T>
void mention(std::vector<T>& list, T id) {
  if (id != kNone && std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
}

void mention_continuations(std::vector<MoveTypeId>& list, const std::vector<Instruction>& body) {
  for (const Instruction& instruction : body) {
    if (instruction.kind == InstructionKind::kAdd && instruction.partial) mention(list, instruction.id);
    mention_continuations(list, instruction.else_body);
    mention_continuations(list, instruction.body);
  }
}

}  // namespace

AttributeId ZillionsNames::attribute(int k) const {
  return static_cast<std::size_t>(k) < attributes_.size() ? attributes_[attributes_.size() - 1 - static_cast<std::size_t>(k)] : kNone;
}

int ZillionsNames::attribute_number(AttributeId attribute) const {
  return static_cast<int>(attributes_.end() - std::find(attributes_.begin(), attributes_.end(), attribute)) - 1;
}

MoveTypeId ZillionsNames::move_type(int number) const {
  return number > 0 && static_cast<std::size_t>(number) <= move_types_.size() ? move_types_[static_cast<std::size_t>(number) - 1] : kNone;
}

ZillionsNames::ZillionsNames(const GameDefinition& game) : game_(game) {
  for (auto type = game.move_priorities.rbegin(); type != game.move_priorities.rend(); ++type) mention(move_types_, *type);
  for (const TurnDefinition& turn : game.turn_order) mention(move_types_, turn.move_type);
  std::vector<AttributeId> backwards;
  for (const PieceDefinition& piece : game.pieces)
    for (const PieceAttribute& attribute : piece.attributes)
      if (attribute.declared) mention(attributes_, attribute.attribute);
  for (auto piece = game.pieces.rbegin(); piece != game.pieces.rend(); ++piece) {
    for (const PieceAttribute& attribute : piece->attributes)
      if (attribute.declared) mention(backwards, attribute.attribute);
    for (const auto* blocks : {&piece->moves, &piece->drops})
      for (const MoveBlock& block : *blocks) {
        mention(move_types_, block.move_type);
        mention_continuations(move_types_, block.body);
      }
  }
  attributes_known_ = attributes_ == backwards;
  for (std::size_t i = 0; i < game.board.squares.size(); ++i) squares_.emplace(game.board.squares[i].name, static_cast<SquareId>(i));
  for (std::size_t i = 0; i < game.pieces.size(); ++i) pieces_.emplace(game.pieces[i].name, static_cast<PieceTypeId>(i));
  for (std::size_t i = 0; i < game.players.size(); ++i) players_.emplace(game.players[i].name, static_cast<PlayerId>(i));
}

namespace {

class LineReader {
 public:
  LineReader(const ZillionsNames& names, std::string_view text) : names_(names), words_(split_at_spaces(text)) {}

  Result<ZillionsMove> read() {
    if (words_.size() == 1 && words_[0] == "Pass") {
      move_.pass = true;
      return move_;
    }
    if (word(0) == "partial" && !is_square(0)) {
      const auto number = parse_number(word(1), std::numeric_limits<int>::max());
      if (!number || *number == 0) return Error{"a number is wanted behind \"partial\", not " + quoted(word(1))};
      move_.partial = *number;
      at_ = 2;
    }
    while (at_ < words_.size())
      if (const Status status = read_effect(); !status) return Error{status.error()};
    return move_;
  }

 private:
  std::string_view word(std::size_t index) const { return index < words_.size() ? words_[index] : std::string_view(); }
  bool is_square(std::size_t index) const { return names_.square(word(index)) != kNone; }
  bool is_part(std::size_t at) const {
    return names_.piece(word(at)) != kNone && is_square(at + 1) && (word(at + 2) == "-" || word(at + 2) == "x") && is_square(at + 3);
  }
  bool is_put(std::size_t at) const {
    return names_.player(word(at)) != kNone && names_.piece(word(at + 1)) != kNone && is_square(at + 2);
  }

  Status read_effect() {
    ZillionsEffect effect;
    if (is_part(at_)) {
      effect.kind = ZillionsEffectKind::kPart;
      effect.type = names_.piece(word(at_));
      effect.from = names_.square(word(at_ + 1));
      effect.value = word(at_ + 2) == "x";
      effect.to = names_.square(word(at_ + 3));
      at_ += 4;
    } else if (is_put(at_)) {
      effect.kind = ZillionsEffectKind::kPut;
      effect.owner = names_.player(word(at_));
      effect.type = names_.piece(word(at_ + 1));
      effect.to = names_.square(word(at_ + 2));
      at_ += 3;
    } else if (word(at_) == "x" || word(at_) == "flip") {
      effect.kind = word(at_) == "x" ? ZillionsEffectKind::kRemove : ZillionsEffectKind::kFlip;
      if (!is_square(at_ + 1)) return unknown(at_ + 1, "square");
      effect.to = names_.square(word(at_ + 1));
      at_ += 2;
    } else if (word(at_) == "=") {
      effect.kind = ZillionsEffectKind::kChange;
      effect.type = names_.piece(word(at_ + 1));
      effect.owner = names_.player(word(at_ + 1));
      if (effect.type == kNone && effect.owner == kNone) return unknown(at_ + 1, "piece or player");
      at_ += 2;
      if (word(at_) == "on" && is_square(at_ + 1))
        for (++at_; is_square(at_) && (effect.squares.empty() || (!is_part(at_) && !is_put(at_))); ++at_)
          effect.squares.push_back(names_.square(word(at_)));
    } else if (word(at_) == "@") {
      effect.kind = ZillionsEffectKind::kAttribute;
      if (!is_square(at_ + 1)) return unknown(at_ + 1, "square");
      const auto number = parse_number(word(at_ + 2), kMaxAttributes);
      const auto value = parse_number(word(at_ + 3), 1);
      if (!number || !value) return Error{"two numbers are wanted behind \"@ " + std::string(word(at_ + 1)) + "\", the second of them 0 or 1"};
      effect.to = names_.square(word(at_ + 1));
      effect.number = *number;
      effect.value = *value == 1;
      at_ += 4;
    } else {
      return describe_failure();
    }
    move_.effects.push_back(std::move(effect));
    return Done{};
  }

  Status unknown(std::size_t at, std::string_view what) const {
    if (word(at).empty()) return Error{"the line ends where a " + std::string(what) + " is wanted"};
    return Error{"this game has no " + std::string(what) + " " + quoted(word(at))};
  }

  // What is most likely wrong with the words from here on.
  Status describe_failure() const {
    if (word(at_ + 2) == "-" || word(at_ + 2) == "x") {
      if (names_.piece(word(at_)) == kNone) return unknown(at_, "piece");
      return unknown(is_square(at_ + 1) ? at_ + 3 : at_ + 1, "square");
    }
    if (names_.player(word(at_)) != kNone) {
      if (names_.piece(word(at_ + 1)) == kNone) return unknown(at_ + 1, "piece");
      return unknown(at_ + 2, "square");
    }
    return unknown(at_, "player or piece");
  }

  const ZillionsNames& names_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  ZillionsMove move_;
};

struct Held {  // owner and type; kNone: empty
  PlayerId owner = kNone;
  PieceTypeId type = kNone;
  friend bool operator==(const Held&, const Held&) = default;
};
using Board = std::vector<Held>;

Board board_of(const Position& position) {
  Board board;
  const std::size_t squares = position.definition().board.squares.size();
  for (std::size_t square = 0; square < squares; ++square) {
    const Occupant occupant = position.occupant(static_cast<SquareId>(square));
    board.push_back({occupant.owner, occupant.type});
  }
  return board;
}

PlayerId next_owner(const GameDefinition& game, PlayerId player) {
  for (std::size_t i = 0; i < game.turn_order.size(); ++i)
    if (game.turn_order[i].player == player)
      for (std::size_t step = 1; step <= game.turn_order.size(); ++step) {
        const PlayerId next = game.turn_order[(i + step) % game.turn_order.size()].player;
        if (next != player) return next;
      }
  return player;
}

SquareId first_square(const ZillionsEffect& effect) {
  if (effect.kind == ZillionsEffectKind::kChange) return effect.squares.empty() ? kNone : effect.squares[0];
  return effect.to;
}

// The board after the line. The program writes captures behind creations that came later, so both orders are tried.
Board board_after(const GameDefinition& game, const Board& before, const ZillionsMove& move, bool captures_last = true, bool as_type = true) {
  Board board = before;
  SquareId landing = kNone;
  for (const ZillionsEffect& effect : move.effects)
    if (effect.kind == ZillionsEffectKind::kPart) board[effect.from] = {};
  for (const ZillionsEffect& effect : move.effects)
    if (effect.kind == ZillionsEffectKind::kPart) board[effect.to] = before[effect.from];
  const auto remove = [&](const ZillionsEffect& effect) {
    if (effect.kind == ZillionsEffectKind::kRemove) board[effect.to] = {};
  };
  for (std::size_t i = 0; i < move.effects.size(); ++i) {
    const ZillionsEffect& effect = move.effects[i];
    switch (effect.kind) {
      case ZillionsEffectKind::kPart: landing = effect.to; break;
      case ZillionsEffectKind::kPut:
        board[effect.to] = {effect.owner, effect.type};
        landing = landing == kNone ? effect.to : landing;
        break;
      case ZillionsEffectKind::kRemove:
        if (!captures_last) remove(effect);
        break;
      case ZillionsEffectKind::kChange: {
        std::vector<SquareId> squares = effect.squares;
        if (squares.empty()) {  // the square of the next effect, else where the piece went
          const SquareId next = i + 1 < move.effects.size() && move.effects[i + 1].kind != ZillionsEffectKind::kRemove ? first_square(move.effects[i + 1]) : kNone;
          squares.push_back(next != kNone && board[next].type != kNone ? next : landing);
        }
        for (SquareId square : squares) {
          if (square == kNone || board[square].type == kNone) continue;
          if (effect.type != kNone && (as_type || effect.owner == kNone))
            board[square].type = effect.type;
          else
            board[square].owner = effect.owner;
        }
        break;
      }
      case ZillionsEffectKind::kFlip:
        if (board[effect.to].type != kNone) board[effect.to].owner = next_owner(game, board[effect.to].owner);
        break;
      case ZillionsEffectKind::kAttribute: break;
    }
  }
  if (captures_last)
    for (const ZillionsEffect& effect : move.effects) remove(effect);
  return board;
}

// The last word of the line on each attribute.
std::map<std::pair<SquareId, AttributeId>, bool> attribute_values(const ZillionsNames& names, const ZillionsMove& wanted) {
  std::map<std::pair<SquareId, AttributeId>, bool> values;
  for (const ZillionsEffect& effect : wanted.effects)
    if (effect.kind == ZillionsEffectKind::kAttribute) values[{effect.to, names.attribute(effect.number)}] = effect.value;
  return values;
}

bool attributes_agree(const Position& position, const ZillionsNames& names, const ZillionsMove& wanted) {
  for (const auto& [key, value] : attribute_values(names, wanted)) {
    const Occupant occupant = position.occupant(key.first);
    if (occupant.empty() || !names.attributes_known()) continue;
    const bool has = key.second != kNone && ((occupant.attributes >> key.second) & 1) != 0;
    if (has != value) return false;
  }
  return true;
}

using Parts = std::vector<std::pair<SquareId, SquareId>>;

}  // namespace

Result<ZillionsMove> read_zillions_move(const ZillionsNames& names, std::string_view text) { return LineReader(names, text).read(); }

MoveList zillions_matches(Position& position, const ZillionsNames& names, const MoveList& legal, const ZillionsMove& wanted) {
  MoveList found;
  const MoveTypeId continuation = names.move_type(wanted.partial);
  bool named = false;  // some move in `found` goes on as the line says
  const GameDefinition& game = position.definition();
  const Board before = board_of(position);
  Parts wanted_parts;
  for (const ZillionsEffect& effect : wanted.effects) {
    if (effect.kind != ZillionsEffectKind::kPart) continue;
    if (before[effect.from].type != effect.type) return found;
    wanted_parts.emplace_back(effect.from, effect.to);
  }
  std::sort(wanted_parts.begin(), wanted_parts.end());
  std::vector<Board> boards;
  for (bool captures_last : {false, true})
    for (bool as_type : {true, false}) {
      Board board = board_after(game, before, wanted, captures_last, as_type);
      if (std::find(boards.begin(), boards.end(), board) == boards.end()) boards.push_back(std::move(board));
    }
  for (const Move move : legal) {
    const MoveDescription description = position.describe(move);
    if (description.pass != wanted.pass || description.partial != (wanted.partial != 0)) continue;
    Parts parts;
    for (const MovePart& part : description.parts)
      if (part.from != kNone && part.from != part.to) parts.emplace_back(part.from, part.to);
    std::sort(parts.begin(), parts.end());
    if (parts != wanted_parts) continue;
    position.make(move);
    const bool fits = std::find(boards.begin(), boards.end(), board_of(position)) != boards.end() && attributes_agree(position, names, wanted);
    position.unmake();
    if (!fits) continue;
    const bool goes_on_so = wanted.partial != 0 && description.continuation == continuation;
    if (goes_on_so && !named) found.clear();
    if (goes_on_so || !named) found.push_back(move);
    named = named || goes_on_so;
  }
  return found;
}

std::string zillions_text(Position& position, const ZillionsNames& names, Move move) {
  const GameDefinition& game = position.definition();
  const MoveDescription description = position.describe(move);
  if (description.pass) return "Pass";
  std::string text = description.partial ? "partial" : "";
  const auto say = [&](std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      if (!text.empty()) text += ' ';
      text += word;
    }
  };
  const auto square = [&](SquareId id) -> std::string_view { return game.board.squares[id].name; };
  for (const MovePart& part : description.parts) {
    if (part.from == kNone)
      say({game.players[part.owner].name, game.pieces[part.type].name, square(part.to)});
    else if (part.from != part.to)
      say({game.pieces[part.type].name, square(part.from), position.occupant(part.to).empty() ? "-" : "x", square(part.to)});
  }
  for (const MoveDescription::Change& change : description.other_changes) {
    if (change.after.empty()) continue;
    if (change.before.empty()) {
      say({game.players[change.after.owner].name, game.pieces[change.after.type].name, square(change.square)});
      continue;
    }
    if (change.before.type != change.after.type) say({"=", game.pieces[change.after.type].name, "on", square(change.square)});
    if (change.before.owner != change.after.owner) say({"=", game.players[change.after.owner].name, "on", square(change.square)});
    if (change.before.type != change.after.type) continue;
    for (std::size_t i = 0; i < game.attributes.size(); ++i)
      if ((((change.before.attributes ^ change.after.attributes) >> i) & 1) != 0)
        say({"@", square(change.square), std::to_string(names.attribute_number(static_cast<AttributeId>(i))), ((change.after.attributes >> i) & 1) != 0 ? "1" : "0"});
  }
  for (const MovePart& part : description.parts)
    if (part.becomes != kNone) say({"=", game.pieces[part.becomes].name, "on", square(part.to)});
  for (const SquareId captured : description.captures)
    if (std::none_of(description.parts.begin(), description.parts.end(), [&](const MovePart& part) { return part.to == captured; }))
      say({"x", square(captured)});
  return text;
}

GameState zillions_state_after(const Position& position, const ZillionsNames& names, const ZillionsMove& move) {
  const CodeTable& codes = position.game().context.codes;
  GameState state = position.state();
  const Board before = board_of(position);
  const Board after = board_after(position.definition(), before, move);
  const std::vector<Occupant> stood = state.squares;
  for (std::size_t square = 0; square < after.size(); ++square) {
    if (after[square] == before[square]) continue;
    Occupant& occupant = state.squares[square];
    if (after[square].type == kNone) {
      occupant = {};
      continue;
    }
    occupant = {after[square].owner, after[square].type, codes.initial_attributes(after[square].type)};
    for (const ZillionsEffect& effect : move.effects)  // what moved here keeps its attributes
      if (effect.kind == ZillionsEffectKind::kPart && effect.to == square) occupant.attributes = stood[effect.from].attributes;
  }
  for (const auto& [key, value] : attribute_values(names, move)) {
    Occupant& occupant = state.squares[key.first];
    if (occupant.empty() || key.second == kNone) continue;
    const std::uint64_t bit = std::uint64_t{1} << key.second;
    occupant.attributes = value ? occupant.attributes | bit : occupant.attributes & ~bit;
  }
  return state;
}

}  // namespace nightrider
