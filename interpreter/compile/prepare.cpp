#include "compile/prepare.h"

#include <algorithm>

namespace nightrider {
namespace {

// What a square will hold: a constant, or a map of what stood on `source`. `origin`: where its piece stood before.
struct Cell {
  SquareId square = kNone;
  SquareId source = kNone;
  SquareId origin = kNone;
  Code constant = kEmptyCode;
  CodeMap map;
};

class Preparer {
 public:
  Preparer(const RuleContext& context, const std::function<Code(SquareId)>& known_code, const std::function<std::uint16_t(const CodeMap&)>& map_id)
      : context_(context), known_code_(known_code), map_id_(map_id) {}

  Cell before(SquareId square) const {
    Cell cell;
    cell.square = square;
    const Code known = known_code_(square);
    if (known != kUnknownCode) {
      cell.constant = known;
      cell.origin = known == kEmptyCode ? kNone : square;
      return cell;
    }
    cell.source = cell.origin = square;
    cell.map.resize(context_.codes.size());
    for (Code code = 0; code < cell.map.size(); ++code) cell.map[code] = code;
    return cell;
  }

  Cell& at(SquareId square) {
    for (Cell& cell : cells_)
      if (cell.square == square) return cell;
    cells_.push_back(before(square));
    return cells_.back();
  }

  template <class F>
  static void apply(Cell& cell, F f) {
    if (cell.source == kNone)
      cell.constant = f(cell.constant);
    else
      for (Code& code : cell.map) code = f(code);
  }

  void replace(SquareId square, Cell value, PreparedMove& move) {
    Cell& cell = at(square);
    remove(cell, move);
    value.square = square;
    cell = std::move(value);
  }

  void remove(Cell& cell, PreparedMove& move) const {
    if (cell.origin != kNone) {
      if (std::find(move.captures.begin(), move.captures.end(), cell.origin) == move.captures.end()) {
        move.captures.push_back(cell.origin);
        std::erase_if(move.blasts, [&](const PreparedMove::Blast& blast) { return blast.square == cell.origin; });
      }
    } else if (context_.game.options.recycle_captures != CaptureHand::kNobody && (cell.source != kNone || cell.constant != kEmptyCode)) {
      move.recycled.push_back({kNone, cell.source, cell.source == kNone ? cell.constant : map_id_(cell.map)});
    }
    const SquareId square = cell.square;
    cell = Cell{};
    cell.square = square;
  }

  // `remove`: what is not of the spared types goes.
  void blast(Cell& cell, const std::vector<PieceTypeId>& spared, PreparedMove& move, const std::function<std::uint16_t(const CodeMap&)>& map_id) {
    const auto stays = [&](Code code) {
      return code != kEmptyCode && std::find(spared.begin(), spared.end(), context_.codes.type(code)) != spared.end();
    };
    const SquareId origin = cell.origin;
    std::uint16_t fate = kNone;
    if (origin == kNone && context_.game.options.recycle_captures != CaptureHand::kNobody) {  // put down by this move
      Cell gone = cell;
      apply(gone, [&](Code code) { return stays(code) ? kEmptyCode : code; });
      if (gone.source != kNone) move.recycled.push_back({kNone, gone.source, map_id(gone.map)});
      else if (gone.constant != kEmptyCode) move.recycled.push_back({kNone, kNone, gone.constant});
    }
    if (cell.source == kNone ? stays(cell.constant) : !spared.empty()) {
      if (cell.source == kNone) return;
      apply(cell, [&](Code code) { return stays(code) ? code : kEmptyCode; });
      fate = map_id(cell.map);
    } else {
      const SquareId square = cell.square;
      cell = Cell{};
      cell.square = square;
    }
    if (origin == kNone || std::find(move.captures.begin(), move.captures.end(), origin) != move.captures.end()) return;
    for (PreparedMove::Blast& known : move.blasts)
      if (known.square == origin) {
        known.fate = fate;  // of two removals the later map is of both
        return;
      }
    move.blasts.push_back({origin, fate});
  }

  // Captured, but it stands there until the turn ends.
  void mark(SquareId square, AttributeId captured, PreparedMove& move) {
    Cell& cell = at(square);
    if (cell.origin != kNone && std::find(move.captures.begin(), move.captures.end(), cell.origin) == move.captures.end())
      move.captures.push_back(cell.origin);
    apply(cell, [&](Code code) { return context_.codes.with_attribute(code, captured, true); });
  }

  void lift(SquareId square) {
    Cell& cell = at(square);
    cell = Cell{};
    cell.square = square;
  }

  void finish(PreparedMove& move) {
    for (const Cell& cell : cells_) {
      if (cell.source == kNone) {
        if (known_code_(cell.square) != cell.constant) move.ops.push_back({cell.square, kNone, cell.constant});
        continue;
      }
      bool identity = cell.source == cell.square;
      for (Code code = 0; identity && code < cell.map.size(); ++code) identity = cell.map[code] == code;
      if (!identity) move.ops.push_back({cell.square, cell.source, map_id_(cell.map)});
    }
    std::sort(move.ops.begin(), move.ops.end());
    std::sort(move.recycled.begin(), move.recycled.end());
  }

 private:
  const RuleContext& context_;
  const std::function<Code(SquareId)>& known_code_;
  const std::function<std::uint16_t(const CodeMap&)>& map_id_;
  std::vector<Cell> cells_;
};

bool is_plain(const Emission& emission, const CodeTable& codes, Code moving, bool drop) {
  if (drop || emission.parts.size() != 1 || !emission.effects.empty() || emission.tags != 0 || emission.attributes_set != 0 ||
      emission.attributes_cleared != 0 || emission.texts != nullptr || emission.origin_always || emission.coordinate_to != kNone || emission.partial ||
      moving == kUnknownCode || moving == kEmptyCode)
    return false;
  const EmittedPart& part = emission.parts[0];
  return part.from != kNone && part.from != part.to && !part.copy && (part.becomes == kNone || part.becomes != codes.type(moving));
}

}  // namespace

MoveDraft prepare_move(const RuleContext& context, const Emission& emission, Code code, bool drop,
                       const std::function<Code(SquareId)>& known_code,
                       const std::function<std::uint16_t(const CodeMap&)>& map_id) {
  const CodeTable& codes = context.codes;
  MoveDraft draft;
  if (!emission.parts.empty()) {
    draft.from = emission.parts[0].from;
    draft.to = emission.parts[0].to;
  }
  const Code moving = draft.from == kNone ? kUnknownCode : known_code(draft.from);
  if (is_plain(emission, codes, moving, drop)) {
    draft.plain = true;
    draft.placed = codes.moved(moving);
    if (emission.parts[0].becomes != kNone) draft.placed = codes.with_type(draft.placed, emission.parts[0].becomes);
    return draft;
  }

  PreparedMove& move = draft.prepared;
  Preparer preparer(context, known_code, map_id);
  std::vector<std::pair<SquareId, Cell>> landing;
  for (const EmittedPart& part : emission.parts) {
    PreparedPart shown{part.from, part.to, kNone, part.becomes};
    if (part.from == kNone) {
      shown.dropped = codes.type(code);
      Cell cell;
      cell.constant = code;
      if (part.becomes != kNone) cell.constant = codes.with_type(code, part.becomes);
      landing.emplace_back(part.to, cell);
      move.hand_player = codes.owner(code);
      move.hand_type = codes.type(code);
    } else {
      if (known_code(part.from) == kEmptyCode) continue;  // nothing stands there: nothing moves
      const auto lifted = [&](const EmittedPart& other) { return &other < &part && other.from == part.from && !other.copy; };
      if (std::any_of(emission.parts.begin(), emission.parts.end(), lifted)) continue;  // nor twice
      if (part.copy && part.from == part.to) {  // a copy onto itself changes nothing
        move.parts.push_back(shown);
        continue;
      }
      Cell cell = preparer.before(part.from);
      if (part.from != part.to) Preparer::apply(cell, [&](Code c) { return codes.moved(c); });
      if (part.becomes != kNone) Preparer::apply(cell, [&](Code c) { return codes.with_type(c, part.becomes); });
      if (part.copy) cell.origin = kNone;
      landing.emplace_back(part.to, std::move(cell));
    }
    move.parts.push_back(shown);
  }
  for (const EmittedPart& part : emission.parts)
    if (part.from != kNone && !part.copy) preparer.lift(part.from);
  for (auto& [square, cell] : landing) preparer.replace(square, std::move(cell), move);

  for (const PendingEffect& effect : emission.effects) {
    switch (effect.kind) {
      case InstructionKind::kCreate: {
        Cell cell;
        cell.constant = codes.initial(effect.player, effect.id);
        preparer.replace(effect.square, std::move(cell), move);
        break;
      }
      case InstructionKind::kChangeType:
        Preparer::apply(preparer.at(effect.square), [&](Code c) { return codes.with_type(c, effect.id); });
        break;
      case InstructionKind::kChangeOwner:
        Preparer::apply(preparer.at(effect.square), [&](Code c) { return codes.with_owner(c, effect.player); });
        break;
      case InstructionKind::kFlip:
        Preparer::apply(preparer.at(effect.square), [&](Code c) { return codes.flipped(c); });
        break;
      case InstructionKind::kSetAttribute:
        Preparer::apply(preparer.at(effect.square), [&](Code c) { return codes.with_attribute(c, effect.id, effect.value); });
        break;
      default: break;  // captures come last
    }
  }
  const bool deferred = emission.partial && context.game.options.deferred_captures;
  for (const PendingEffect& effect : emission.effects) {
    const bool landed = std::any_of(landing.begin(), landing.end(), [&](const auto& piece) { return piece.first == effect.square; });
    if (effect.kind == InstructionKind::kCapture) {
      if (deferred && !landed) preparer.mark(effect.square, context.game.captured_attribute, move);
      else preparer.remove(preparer.at(effect.square), move);
    }
    if (effect.kind == InstructionKind::kRemove) preparer.blast(preparer.at(effect.square), *effect.spared, move, map_id);
  }

  draft.from = move.parts.empty() ? kNone : move.parts[0].from;
  draft.to = move.parts.empty() ? kNone : move.parts[0].to;
  preparer.finish(move);
  move.displacement = move.parts.size() == 1 && move.parts[0].from != kNone && move.ops.size() == 2 &&
                      std::all_of(move.ops.begin(), move.ops.end(), [&](const SquareOp& op) {
                        return op.source == kNone && (op.square == draft.from ? op.value == kEmptyCode
                                                                              : op.square == draft.to && op.value != kEmptyCode &&
                                                                                    codes.owner(op.value) == codes.owner(code));
                      }) &&
                      move.blasts.empty() &&
                      (move.captures.empty() || (move.captures.size() == 1 && move.captures[0] == draft.to));
  move.tags = emission.tags;
  move.attributes_set = emission.attributes_set;
  move.attributes_cleared = emission.attributes_cleared;
  move.partial = emission.partial;
  move.continuation = emission.continuation;
  if (emission.texts != nullptr) move.texts = *emission.texts;
  move.origin_always = emission.origin_always;
  move.coordinate_to = emission.coordinate_to;
  return draft;
}

}  // namespace nightrider
