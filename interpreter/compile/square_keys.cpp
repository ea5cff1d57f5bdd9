#include "compile/square_keys.h"

#include <vector>

#include "base/random.h"

namespace nightrider {
namespace {

void collect_attributes(const Condition& condition, std::uint64_t& read) {
  if (condition.kind == ConditionKind::kAttribute) read |= std::uint64_t{1} << condition.id;
  for (const Condition& child : condition.children) collect_attributes(child, read);
}

void collect_attributes(const std::vector<Instruction>& body, std::uint64_t& read) {
  for (const Instruction& instruction : body) {
    collect_attributes(instruction.condition, read);
    collect_attributes(instruction.body, read);
    collect_attributes(instruction.else_body, read);
  }
}

// Bits of the attributes that some block asks for, or as what a captured piece goes to a hand; whether a piece waits to be taken
// off every `enemy?` asks.
std::uint64_t read_attributes(const GameDefinition& game) {
  std::uint64_t read = game.captured_attribute == kNone ? 0 : std::uint64_t{1} << game.captured_attribute;
  for (const PieceDefinition& piece : game.pieces) {
    for (const auto* blocks : {&piece.moves, &piece.drops})
      for (const MoveBlock& block : *blocks) collect_attributes(block.body, read);
    if (game.options.recycle_captures != CaptureHand::kNobody)
      for (const CapturedAs& rule : piece.captured_as)
        if (rule.attribute != kNone) read |= std::uint64_t{1} << rule.attribute;
  }
  return read;
}

}  // namespace

void draw_square_keys(CompiledGame& game) {
  const RuleContext& context = game.context;
  const std::uint64_t read = read_attributes(context.game);
  game.key_codes.push_back(kEmptyCode);
  for (std::size_t i = 1; i < context.codes.size(); ++i) {
    const auto code = static_cast<Code>(i);
    const PieceTypeId type = context.codes.type(code);
    const std::uint64_t attributes = (context.codes.attributes(code) & read) | (context.codes.initial_attributes(type) & ~read);
    game.key_codes.push_back(context.codes.code(context.codes.owner(code), type, attributes));
  }
  if (context.codes.size() > kMaxSpecialisedCodes) return;
  Random random(0x6e69676874726964);
  game.square_keys.resize(context.codes.size() * context.squares);
  for (std::size_t i = context.squares; i < game.square_keys.size(); ++i) game.square_keys[i] = random.next();
  for (std::size_t code = 1; code < context.codes.size(); ++code)
    for (std::size_t square = 0; square < context.squares; ++square)
      game.square_keys[code * context.squares + square] = game.square_keys[game.key_codes[code] * context.squares + square];
}

std::uint64_t CompiledGame::drawn_key(Code code, SquareId square) {
  return code == kEmptyCode ? 0 : Random(0x6e69676874726964 + (std::uint64_t{code} << 16) + square).next();
}

}  // namespace nightrider
