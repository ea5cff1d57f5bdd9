// The odd moves: those with conditions or effects of their own.
#include "compile/bit_builder.h"

namespace nightrider {

template <int N>
std::string BitBuilder<N>::make_effects() {
  out_.effects.resize(game_.prepared.size());
  for (std::size_t i = 0; i < game_.prepared.size(); ++i) {
    const PreparedMove& prepared = game_.prepared[i];
    if (prepared.pass) continue;
    if (!prepared.blasts.empty()) return "a move removes what stands around";
    BitEffects& effects = out_.effects[i];
    effects.first_op = static_cast<std::uint32_t>(out_.ops.size());
    effects.op_count = static_cast<std::uint32_t>(prepared.ops.size());
    effects.tags = prepared.tags;
    effects.attributes_set = prepared.attributes_set;
    effects.attributes_cleared = prepared.attributes_cleared;
    out_.most_ops = std::max(out_.most_ops, prepared.ops.size());
    effects.first_capture = static_cast<std::uint32_t>(out_.captures.size());
    effects.capture_count = static_cast<std::uint32_t>(prepared.captures.size());
    out_.captures.insert(out_.captures.end(), prepared.captures.begin(), prepared.captures.end());
    if (prepared.hand_type != kNone)
      effects.hand = static_cast<std::uint8_t>(prepared.hand_player * game_.definition().pieces.size() + prepared.hand_type);
    for (const SquareOp& op : prepared.ops) {
      if (op.source == kNone) {
        out_.ops.push_back({static_cast<std::uint8_t>(op.value), op.square, kNone, 0});
        continue;
      }
      effects.mapped = true;
      out_.ops.push_back({0, op.square, op.source, op.value});
      const CodeMap& map = context_.maps[op.value];
      out_.code_maps.resize(std::max(out_.code_maps.size(), (op.value + std::size_t{1}) * 64));
      for (std::size_t code = 0; code < out_.codes; ++code) out_.code_maps[op.value * std::size_t{64} + code] = static_cast<std::uint8_t>(map[code]);
    }
    if (effects.mapped && prepared.ops.size() > kMaxMappedOps) return "a move's effect depends on what stands where";
    if (prepared.displacement && prepared.ops.size() == 2) {
      effects.displacement = true;
      for (const SquareOp& op : prepared.ops)
        if (op.square == prepared.parts[0].to) effects.placed = static_cast<std::uint8_t>(op.value);
    }
  }
  return {};
}

template <int N>
std::string BitBuilder<N>::make_specials() {
  if (const std::string reason = make_effects(); !reason.empty()) return reason;
  const std::size_t squares = context_.squares;
  std::vector<std::vector<std::uint32_t>> at(out_.codes * squares);
  std::map<std::uint32_t, std::vector<std::uint32_t>> after;   // last from * squares + last to
  for (const OddAt& odd : odd_) {
    if (const std::string reason = captures_victim(odd); !reason.empty()) return reason;
    const auto group = static_cast<std::uint32_t>(out_.specials.size());
    for (const BitOdd::Conjunction& conjunction : odd.odd.conjunctions) {
      const auto id = static_cast<std::uint32_t>(out_.specials.size());
      if (const std::string reason = make_special(odd, conjunction, group); !reason.empty()) return reason;
      const SquareId last_from = out_.specials.back().last_from;
      const SquareId last_to = out_.specials.back().last_to;
      if (last_to == kNone && last_from == kNone) {
        at[odd.code * squares + odd.square].push_back(id);
        continue;
      }
      for (std::size_t other = 0; other < squares; ++other) {
        const std::size_t from = last_from != kNone ? last_from : other;
        const std::size_t to = last_to != kNone ? last_to : other;
        after[static_cast<std::uint32_t>(from * squares + to)].push_back(id);
        if (last_from != kNone && last_to != kNone) break;
      }
    }
  }
  for (const auto& ids : at) out_.has_specials = out_.has_specials || !ids.empty();
  out_.asks_last_move = !after.empty();
  out_.special_list.push_back(BitTables<N>::kEnd);
  out_.specials_at.assign(out_.codes * squares, 0);
  out_.specials_after.assign(squares * squares, 0);
  for (std::size_t i = 0; i < at.size(); ++i) out_.specials_at[i] = list(at[i]);
  for (const auto& [where, ids] : after) out_.specials_after[where] = list(ids);
  return {};
}

template <int N>
std::string BitBuilder<N>::make_special(const OddAt& odd, const BitOdd::Conjunction& conjunction, std::uint32_t group) {
  BitSpecial<N> special;
  special.group = group;
  special.need_empty = special.need_full = special.clear = special.set = Set::none();
  special.action = odd.odd.action;
  special.from = odd.odd.from;
  special.to = odd.odd.to;
  special.origin = odd.square;
  special.code = static_cast<std::uint8_t>(odd.code);
  if (const std::string reason = fill_effects(special, conjunction); !reason.empty()) return reason;
  BitGuard guard;
  special.first_test = static_cast<std::uint32_t>(out_.tests.size());
  for (const Test& test : conjunction.tests) {
    switch (test.kind) {
      case TestKind::kOccupant:
        if (test.codes == 1) special.need_empty.set(test.subject);
        else if (test.codes == (context_.all_codes.word(0) & ~std::uint64_t{1})) special.need_full.set(test.subject);
        else out_.tests.push_back({TestKind::kOccupant, true, test.subject, 0, test.codes});
        break;
      case TestKind::kLastFrom: case TestKind::kLastTo:
        if (test.expected) (test.kind == TestKind::kLastFrom ? special.last_from : special.last_to) = test.subject;
        else out_.tests.push_back({test.kind, false, test.subject, 0, 0});
        break;
      case TestKind::kLastTag: (test.expected ? guard.tags_set : guard.tags_clear) |= std::uint64_t{1} << test.subject; break;
      case TestKind::kPlayerAttribute: (test.expected ? guard.attributes_set : guard.attributes_clear) |= std::uint64_t{1} << test.subject; break;
      case TestKind::kFewer: {
        const auto at = std::find_if(out_.counts.begin(), out_.counts.end(), [&](const BitFewer& count) {
          return count.player == test.victim && count.type == test.subject && count.number == test.codes;
        });
        (test.expected ? guard.fewer_set : guard.fewer_clear) |= std::uint64_t{1} << (at - out_.counts.begin());
        break;
      }
      case TestKind::kAttacked: case TestKind::kDefended: break;
    }
  }
  for (const Test& test : conjunction.tests)
    if (test.kind == TestKind::kAttacked)
      out_.tests.push_back({TestKind::kAttacked, test.expected, test.subject, test_tables_.at(test.victim), 0});
  special.test_count = static_cast<std::uint32_t>(out_.tests.size()) - special.first_test;
  if (const std::string reason = guard_id(guard, special.guard); !reason.empty()) return reason;
  out_.specials.push_back(special);
  return {};
}

template <int N>
std::uint32_t BitBuilder<N>::list(const std::vector<std::uint32_t>& ids) {
  if (ids.empty()) return 0;
  const auto first = static_cast<std::uint32_t>(out_.special_list.size());
  out_.special_list.insert(out_.special_list.end(), ids.begin(), ids.end());
  out_.special_list.push_back(BitTables<N>::kEnd);
  return first;
}

// What an odd move changes; only own pieces may be put down, so that its safety is an attack test on changed squares.
template <int N>
std::string BitBuilder<N>::fill_effects(BitSpecial<N>& special, const BitOdd::Conjunction& conjunction) {
  const PlayerId player = context_.codes.owner(special.code);
  const auto place = [&](SquareId square, Code code) -> bool {
    if (code == kEmptyCode) {
      special.clear.set(square);
      return true;
    }
    if (out_.owner_of[code] != player) return false;
    special.set.set(square);
    if (out_.royal_code[code]) {
      special.royal_to = square;
      special.royal_code = static_cast<std::uint8_t>(code);
    }
    return true;
  };
  if (special.action < kFirstPreparedAction) {
    special.clear.set(special.from);
    return place(special.to, static_cast<Code>(special.action)) ? std::string{} : "a move puts an enemy piece down";
  }
  const BitEffects& effects = out_.effects[special.action - kFirstPreparedAction];
  for (std::uint32_t i = 0; i < effects.op_count; ++i) {
    const BitOp& op = out_.ops[effects.first_op + i];
    if (op.source == kNone) {
      if (!place(op.square, op.code)) return "a move puts an enemy piece down";
      continue;
    }
    // Whichever piece it may have been, an own one comes of it, and no royal one.
    const std::uint64_t becomes = mapped_codes(game_, op.source, op.map, conjunction.tests);
    for (std::size_t code = 0; code < out_.codes; ++code)
      if (((becomes >> code) & 1) != 0 && (code == kEmptyCode || out_.owner_of[code] != player || out_.royal_code[code]))
        return "a move's effect depends on what stands where";
    special.set.set(op.square);
  }
  return {};
}

// An odd move that could capture a royal piece would have to be found by attack tests.
template <int N>
std::string BitBuilder<N>::captures_victim(const OddAt& odd) const {
  std::vector<SquareId> captured;
  if (odd.odd.action < kFirstPreparedAction)
    captured.push_back(odd.odd.to);
  else
    captured = game_.prepared[odd.odd.action - kFirstPreparedAction].captures;
  for (const Code victim : victims_) {
    for (const SquareId square : captured)
      for (const BitOdd::Conjunction& conjunction : odd.odd.conjunctions)
        if (std::none_of(conjunction.tests.begin(), conjunction.tests.end(), [&](const Test& test) {
              return test.kind == TestKind::kOccupant && test.subject == square && ((test.codes >> victim) & 1) == 0;
            }))
          return "a capture has conditions of its own";
  }
  return {};
}

template std::string BitBuilder<1>::make_specials();
template std::string BitBuilder<2>::make_specials();
template std::string BitBuilder<4>::make_specials();

}  // namespace nightrider
