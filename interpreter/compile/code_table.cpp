#include "compile/code_table.h"

#include <bit>

namespace nightrider {
namespace {

// Attributes that some block sets.
void collect_set_attributes(const std::vector<Instruction>& body, std::uint64_t& set) {
  for (const Instruction& instruction : body) {
    if (instruction.kind == InstructionKind::kSetAttribute) set |= std::uint64_t{1} << instruction.id;
    collect_set_attributes(instruction.body, set);
    collect_set_attributes(instruction.else_body, set);
  }
}

// Gathers the bits of `value` under `mask` to the low end.
std::uint64_t pack_bits(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t packed = 0;
  int out = 0;
  for (; mask != 0; mask &= mask - 1, ++out)
    if ((value >> std::countr_zero(mask)) & 1) packed |= std::uint64_t{1} << out;
  return packed;
}

std::uint64_t unpack_bits(std::uint64_t packed, std::uint64_t mask) {
  std::uint64_t value = 0;
  for (; mask != 0; mask &= mask - 1, packed >>= 1)
    if (packed & 1) value |= mask & -mask;
  return value;
}

}  // namespace

CodeTable CodeTable::build(const GameDefinition& game, std::string& error) {
  CodeTable table;
  const std::size_t players = game.players.size();
  const std::size_t types = game.pieces.size();
  std::uint64_t settable = game.captured_attribute == kNone ? 0 : std::uint64_t{1} << game.captured_attribute;
  for (const PieceDefinition& piece : game.pieces) {
    for (const MoveBlock& block : piece.moves) collect_set_attributes(block.body, settable);
    for (const MoveBlock& block : piece.drops) collect_set_attributes(block.body, settable);
  }
  // An attribute of one type may become that of another by a change of type, so it varies wherever it varies somewhere.
  std::uint64_t varies = settable;
  std::uint64_t initially_true = 0;
  std::uint64_t initially_false = 0;
  for (const PieceDefinition& piece : game.pieces)
    for (const PieceAttribute& attribute : piece.attributes) {
      const std::uint64_t bit = std::uint64_t{1} << attribute.attribute;
      if (attribute.until_moved) varies |= bit;
      (attribute.initial ? initially_true : initially_false) |= bit;
    }
  varies |= initially_true & initially_false;

  std::size_t total = 1;
  for (const PieceDefinition& piece : game.pieces) {
    std::uint64_t initial = 0;
    std::uint64_t own = 0;
    std::uint64_t until_moved = 0;
    for (const PieceAttribute& attribute : piece.attributes) {
      const std::uint64_t bit = std::uint64_t{1} << attribute.attribute;
      own |= bit;
      if (attribute.initial) initial |= bit;
      if (attribute.until_moved) until_moved |= bit;
    }
    table.initial_attributes_.push_back(initial);
    table.own_attributes_.push_back(own);
    table.until_moved_.push_back(until_moved);
    table.variable_attributes_.push_back(own & varies);
    const int variable = std::popcount(own & varies);
    total += variable > 15 ? kMaxCodes : players << variable;
  }
  if (total > kMaxCodes) {
    error = "players, piece types and attribute values make more than " + std::to_string(kMaxCodes - 1) + " kinds of pieces";
    return table;
  }

  table.owner_.push_back(kNone);
  table.type_.push_back(kNone);
  table.attributes_.push_back(0);
  table.first_.resize(players * types);
  for (std::size_t player = 0; player < players; ++player)
    for (std::size_t type = 0; type < types; ++type) {
      table.first_[player * types + type] = static_cast<Code>(table.owner_.size());
      const std::uint64_t variable = table.variable_attributes_[type];
      const std::uint64_t fixed = table.initial_attributes_[type] & ~variable;
      for (std::uint64_t value = 0; value < (std::uint64_t{1} << std::popcount(variable)); ++value) {
        table.owner_.push_back(static_cast<PlayerId>(player));
        table.type_.push_back(static_cast<PieceTypeId>(type));
        table.attributes_.push_back(fixed | unpack_bits(value, variable));
      }
    }

  for (std::size_t player = 0; player < players; ++player) {
    PlayerId next = static_cast<PlayerId>(player);
    for (std::size_t i = 0; i < game.turn_order.size(); ++i) {
      if (game.turn_order[i].player != player) continue;
      for (std::size_t step = 1; step <= game.turn_order.size(); ++step) {
        std::size_t j = i + step;
        if (j >= game.turn_order.size())
          j = game.turn_repeat + (j - game.turn_order.size()) % (game.turn_order.size() - game.turn_repeat);
        if (game.turn_order[j].player != player) {
          next = game.turn_order[j].player;
          break;
        }
      }
      break;
    }
    table.next_owner_.push_back(next);
  }

  table.moved_.resize(table.size());
  for (Code code = 1; code < table.size(); ++code)
    table.moved_[code] =
        table.code(table.owner(code), table.type(code), table.attributes(code) & ~table.until_moved_[table.type(code)]);
  return table;
}

Code CodeTable::code(PlayerId owner, PieceTypeId type, std::uint64_t attributes) const {
  const std::size_t types = initial_attributes_.size();
  return static_cast<Code>(first_[owner * types + type] + pack_bits(attributes, variable_attributes_[type]));
}

Code CodeTable::with_type(Code code, PieceTypeId type) const {
  if (code == kEmptyCode) return kEmptyCode;
  const std::uint64_t shared = own_attributes_[type_[code]] & own_attributes_[type];
  return this->code(owner_[code], type, (attributes_[code] & shared) | (initial_attributes_[type] & ~shared));
}

Code CodeTable::with_owner(Code code, PlayerId owner) const {
  return code == kEmptyCode ? kEmptyCode : this->code(owner, type_[code], attributes_[code]);
}

Code CodeTable::with_attribute(Code code, AttributeId attribute, bool value) const {
  if (code == kEmptyCode) return kEmptyCode;
  const std::uint64_t bit = std::uint64_t{1} << attribute;
  if ((own_attributes_[type_[code]] & bit) == 0) return code;
  return this->code(owner_[code], type_[code], value ? attributes_[code] | bit : attributes_[code] & ~bit);
}

Code CodeTable::flipped(Code code) const {
  return code == kEmptyCode ? kEmptyCode : with_owner(code, next_owner_[owner_[code]]);
}

CodeSet CodeTable::all() const {
  CodeSet set;
  for (Code code = 0; code < size(); ++code) set.insert(code);
  return set;
}

CodeSet CodeTable::of_owner(PlayerId owner) const {
  CodeSet set;
  for (Code code = 1; code < size(); ++code)
    if (owner_[code] == owner) set.insert(code);
  return set;
}

CodeSet CodeTable::of_type(PieceTypeId type) const {
  CodeSet set;
  for (Code code = 1; code < size(); ++code)
    if (type_[code] == type) set.insert(code);
  return set;
}

CodeSet CodeTable::with_attribute_set(AttributeId attribute) const {
  CodeSet set;
  for (Code code = 1; code < size(); ++code)
    if ((own_attributes_[type_[code]] & attributes_[code]) >> attribute & 1) set.insert(code);
  return set;
}

}  // namespace nightrider
