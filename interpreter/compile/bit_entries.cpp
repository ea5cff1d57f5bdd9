#include "compile/bit_entries.h"

#include <algorithm>

namespace nightrider {
namespace {

constexpr std::uint64_t kEmpty = 1;

BitFewer fewer_of(const Test& test) { return {test.victim, test.subject, test.codes, 0}; }

std::uint64_t fewer_bit(const std::vector<BitFewer>& counts, const Test& test) {
  return std::uint64_t{1} << (std::find(counts.begin(), counts.end(), fewer_of(test)) - counts.begin());
}

// Conditions of one way to a target as an entry; false if they are of another kind.
bool as_entry(const CompiledGame& game, const std::vector<BitFewer>& counts, const Special& special, const Conjunction& conjunction, BitEntry& entry) {
  const std::uint64_t all = game.context.all_codes.word(0);
  entry.to = special.to;
  entry.target = all;
  for (std::uint32_t i = 0; i < conjunction.count; ++i) {
    const Test& test = game.tests[conjunction.first + i];
    switch (test.kind) {
      case TestKind::kOccupant:
        if (test.subject == special.to) entry.target = test.codes;
        else if (test.codes == kEmpty) entry.empty.push_back(test.subject);
        else if (test.codes == (all & ~kEmpty)) entry.full.push_back(test.subject);
        else return false;
        break;
      case TestKind::kLastTag: (test.expected ? entry.guard.tags_set : entry.guard.tags_clear) |= std::uint64_t{1} << test.subject; break;
      case TestKind::kPlayerAttribute: (test.expected ? entry.guard.attributes_set : entry.guard.attributes_clear) |= std::uint64_t{1} << test.subject; break;
      case TestKind::kFewer: (test.expected ? entry.guard.fewer_set : entry.guard.fewer_clear) |= fewer_bit(counts, test); break;
      case TestKind::kLastFrom: case TestKind::kLastTo: case TestKind::kAttacked: case TestKind::kDefended: return false;
    }
  }
  std::sort(entry.empty.begin(), entry.empty.end());
  std::sort(entry.full.begin(), entry.full.end());
  return true;
}

// The effects are those of a displacement or an exchange of two own pieces on the entry's squares.
bool as_effects(const CompiledGame& game, const Special& special, Code code, SquareId square, BitEntry& entry) {
  if (special.from != square || special.to == square || special.to == kNone) return false;
  if (special.action < kFirstPreparedAction) return true;
  const PreparedMove& prepared = game.prepared[special.action - kFirstPreparedAction];
  if (prepared.partial || prepared.pass || prepared.hand_type != kNone || prepared.ops.size() != 2) return false;
  if (prepared.displacement) return true;
  const CodeTable& codes = game.context.codes;
  const PlayerId player = codes.owner(code);
  for (const SquareOp& op : prepared.ops) {
    if (op.source != kNone || op.value == kEmptyCode || codes.owner(op.value) != player) return false;
    if (op.square != square && op.square != special.to) return false;
    if (op.square == square && game.royal.contains(op.value)) return false;
    // The royal piece goes where its move goes, or stays away altogether.
    if (op.square == special.to && game.royal.contains(op.value) != game.royal.contains(code)) return false;
  }
  if ((entry.target & ~(game.context.friends[player] - game.royal).word(0)) != 0) return false;  // the target is an own piece, not royal
  entry.exchange = true;
  return true;
}

// The move takes no royal piece away and makes none: one comes down exactly where the royal mover went. What becomes of other pieces
// is looked at with the move's conditions (BitBuilder).
bool keeps_royals(const CompiledGame& game, std::uint32_t action, Code code) {
  const bool mover = game.royal.contains(code);
  if (action < kFirstPreparedAction) return game.royal.contains(static_cast<Code>(action)) == mover;
  std::size_t placed = 0;
  for (const SquareOp& op : game.prepared[action - kFirstPreparedAction].ops) {
    if (op.source == kNone && game.royal.contains(op.value)) ++placed;
  }
  return placed == (mover ? 1u : 0u);
}

// What may stand on the last move's target while `tests` say that it ended there with a tag: what moves with that tag put down there.
std::uint64_t placed_by_tagged(const CompiledGame& game, SquareId square, const std::vector<Test>& tests) {
  std::uint64_t codes = game.context.all_codes.word(0);
  if (std::none_of(tests.begin(), tests.end(), [&](const Test& t) { return t.kind == TestKind::kLastTo && t.expected && t.subject == square; }))
    return codes;
  for (const Test& test : tests)
    if (test.kind == TestKind::kLastTag && test.expected) codes &= tagged_codes(game, square, std::uint64_t{1} << test.subject);
  return codes;
}

}  // namespace

std::uint64_t tagged_codes(const CompiledGame& game, SquareId square, std::uint64_t tags) {
  std::uint64_t codes = 0;
  for (const PreparedMove& move : game.prepared) {
    if ((tags & ~move.tags) != 0 || move.parts.empty() || move.parts[0].to != square) continue;
    const auto op = std::find_if(move.ops.begin(), move.ops.end(), [&](const SquareOp& o) { return o.square == square; });
    if (op == move.ops.end() || op->source != kNone) return game.context.all_codes.word(0);
    codes |= std::uint64_t{1} << op->value;
  }
  return codes;
}

std::uint64_t mapped_codes(const CompiledGame& game, SquareId square, std::size_t map, const std::vector<Test>& tests) {
  std::uint64_t possible = game.context.all_codes.word(0) | kEmpty;
  for (const Test& test : tests)
    if (test.kind == TestKind::kOccupant && test.subject == square) possible &= test.codes;
  std::uint64_t becomes = 0;
  for (std::size_t code = 0; code < game.context.codes.size(); ++code)
    if ((possible >> code) & 1) becomes |= std::uint64_t{1} << game.context.maps[map][static_cast<Code>(code)];
  return becomes;
}

std::vector<BitFewer> counts_asked(const CompiledGame& game) {
  std::vector<BitFewer> counts;
  for (const Test& test : game.tests)
    if (test.kind == TestKind::kFewer && std::find(counts.begin(), counts.end(), fewer_of(test)) == counts.end()) counts.push_back(fewer_of(test));
  return counts;
}

BitEntries bit_entries(const CompiledGame& game, const std::vector<BitFewer>& counts, Code code, SquareId square) {
  BitEntries result;
  const PlayerId player = game.context.codes.owner(code);
  const std::uint64_t own = game.context.friends[player].word(0);
  for (std::size_t slot = 0; slot < game.slots.size(); ++slot) {
    const Program& program = game.program(slot, code, square);
    if (program.general_count != 0) {
      result.error = "a block runs as a general program";
      return result;
    }
    for (std::uint32_t r = 0; r < program.ray_count; ++r) {
      const Ray& ray = game.rays[program.first_ray + r];
      std::vector<SquareId> path;
      for (std::uint32_t i = 0; i < ray.count; ++i) {
        const RayStep& step = game.ray_steps[ray.first + i];
        if (step.placed_count != 0) {
          BitEntry entry;
          entry.empty = path;
          std::sort(entry.empty.begin(), entry.empty.end());
          entry.to = step.square;
          entry.target = step.codes;
          if ((entry.target & own) != 0) {
            result.error = "a piece captures its own side";
            return result;
          }
          for (std::uint32_t p = 0; p < step.placed_count; ++p) entry.actions.push_back(game.placed[step.placed_first + p]);
          result.entries.push_back(std::move(entry));
        }
        path.push_back(step.square);
      }
    }
    for (std::uint32_t s = 0; s < program.special_count; ++s) {
      const Special& special = game.specials[program.first_special + s];
      // All ways to one move must be entries of one kind, or for different occupants of the target: or it would be counted twice.
      std::vector<BitEntry> entries;
      for (std::uint32_t c = 0; c < special.count; ++c) {
        BitEntry entry;
        entry.actions.push_back(special.action);
        if (!as_entry(game, counts, special, game.conjunctions[special.first + c], entry) || !as_effects(game, special, code, square, entry)) break;
        if (!entry.exchange && (entry.target & own) != 0) break;
        if (std::any_of(entries.begin(), entries.end(), [&](const BitEntry& known) {
              const bool alike = known.guard == entry.guard && known.target == entry.target && known.exchange == entry.exchange;
              return !alike && (known.target & entry.target) != 0;
            }))
          break;
        entries.push_back(std::move(entry));
      }
      if (entries.size() == special.count) {
        for (BitEntry& entry : entries) result.entries.push_back(std::move(entry));
        continue;
      }
      BitOdd odd{special.from, special.to, special.action, {}};
      for (std::uint32_t c = 0; c < special.count; ++c) {
        const Conjunction& conjunction = game.conjunctions[special.first + c];
        odd.conjunctions.emplace_back();
        for (std::uint32_t i = 0; i < conjunction.count; ++i) {
          const Test& test = game.tests[conjunction.first + i];
          if (test.kind == TestKind::kDefended || (test.kind == TestKind::kAttacked && test.move_type != kNone)) {
            result.error = "a move asks for a guard or an attack of one type";
            return result;
          }
          odd.conjunctions.back().tests.push_back(test);
        }
        std::vector<Test>& tests = odd.conjunctions.back().tests;
        for (Test& test : tests)
          if (test.kind == TestKind::kOccupant) test.codes &= placed_by_tagged(game, test.subject, tests);
      }
      if (special.from == kNone || special.to == kNone) {
        result.error = "a move has no origin";
        return result;
      }
      result.odd.push_back(std::move(odd));
    }
  }
  const auto keeps = [&](std::uint32_t action) { return keeps_royals(game, action, code); };
  const bool all_keep = std::all_of(result.entries.begin(), result.entries.end(), [&](const BitEntry& e) { return std::all_of(e.actions.begin(), e.actions.end(), keeps); }) &&
                        std::all_of(result.odd.begin(), result.odd.end(), [&](const BitOdd& o) { return keeps(o.action); });
  if (!all_keep) result.error = "royal pieces come and go";
  return result;
}

std::string why_not(const CompiledGame& game) {
  const GameDefinition& definition = game.definition();
  if (!game.options.specialise) return "specialising is switched off";
  if (!game.one_word) return "there are more than 63 kinds of pieces";
  if (definition.players.size() != kBitPlayers) return "there are not two players";
  for (const PlayerDefinition& player : definition.players)
    if (player.kind != PlayerKind::kActive) return "a player is neutral or random";
  for (const TurnDefinition& turn : definition.turn_order)
    if (turn.player != turn.as_player || turn.move_type != kNone) return "turns are for one type of moves, or as another player";
  if (game.has_general || game.has_partial_moves) return "blocks are of another kind";
  if (!definition.tallies.empty()) return "something is counted after each turn";
  if ((game.has_drops || definition.options.recycle_captures != CaptureHand::kNobody) && kBitPlayers * definition.pieces.size() > kMaxBitHands)
    return "there are too many types of pieces for the hands";
  if (!game.context.captured.empty()) return "captured pieces stay on the board for a while";
  if (game.may_take_own_royal || game.captures_end) return "captures may end the game or take an own royal piece";
  if (!definition.move_priorities.empty() || definition.options.maximal_captures != 0 || definition.options.pass_turn != PassRule::kNever ||
      definition.options.recycle_promotions)
    return "options or priorities decide between moves";
  for (const auto& typed : game.attack_typed)
    if (typed.second >= 0) return "an attack is asked for by type";
  return {};
}

}  // namespace nightrider
