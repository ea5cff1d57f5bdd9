// Drops: which squares are open to each type in hand, as sets.
#include "compile/bit_builder.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxDrops = 64;         // of one player
constexpr std::size_t kMaxNears = 8;          // of one drop
constexpr std::uint64_t kEmptySet = 1;

}  // namespace

template <int N>
std::string BitBuilder<N>::collect_drops() {
  if (const std::string reason = check_forbids(); !reason.empty()) return reason;
  if (!game_.has_drops) return {};
  const std::uint64_t all = context_.all_codes.word(0);
  for (std::size_t player = 0; player < kBitPlayers; ++player)
    for (std::size_t type = 0; type < context_.game.pieces.size(); ++type) {
      if (context_.game.pieces[type].drops.empty()) continue;
      const Code code = context_.codes.initial(static_cast<PlayerId>(player), static_cast<PieceTypeId>(type));
      if (game_.royal.contains(code)) return "a royal piece is dropped";
      for (std::size_t slot = 0; slot < game_.slots.size(); ++slot)
        for (std::size_t square = 0; square < context_.squares; ++square) {
          const Program& program = game_.drop_program(slot, code, static_cast<SquareId>(square));
          if (program.ray_count != 0 || program.general_count != 0) return "a drop is more than a drop";
          for (std::uint32_t s = 0; s < program.special_count; ++s) {
            const Special& special = game_.specials[program.first_special + s];
            if (special.from != kNone || special.to != square || special.action < kFirstPreparedAction) return "a drop is more than a drop";
            const PreparedMove& prepared = game_.prepared[special.action - kFirstPreparedAction];
            if (prepared.partial || prepared.pass || prepared.ops.size() != 1 || prepared.ops[0].square != square || prepared.ops[0].source != kNone ||
                prepared.hand_player != player || prepared.hand_type != type || !prepared.recycled.empty())
              return "a drop does more than put a piece down";
            const Code placed = prepared.ops[0].value;
            if (placed == kEmptyCode || context_.codes.owner(placed) != player || game_.royal.contains(placed)) return "a drop puts something else down";
            if (special.count != 1) return "a drop has several conditions";
            DropAt drop{placed, static_cast<SquareId>(square), special.action, {}, {}, false};
            bool onto_empty = false;
            const Conjunction& conjunction = game_.conjunctions[special.first];
            for (std::uint32_t i = 0; i < conjunction.count; ++i) {
              const Test& test = game_.tests[conjunction.first + i];
              switch (test.kind) {
                case TestKind::kOccupant:
                  if (test.subject == square) {
                    if (test.codes != kEmptySet) return "a drop captures";
                    onto_empty = true;
                  } else {
                    drop.occupants.push_back(test);
                    if (const std::uint64_t closing = all & ~test.codes & ~kEmptySet; closing != (all & ~kEmptySet)) want(closing);
                  }
                  break;
                case TestKind::kLastTag: (test.expected ? drop.guard.tags_set : drop.guard.tags_clear) |= std::uint64_t{1} << test.subject; break;
                case TestKind::kPlayerAttribute:
                  (test.expected ? drop.guard.attributes_set : drop.guard.attributes_clear) |= std::uint64_t{1} << test.subject;
                  break;
                case TestKind::kLastFrom: case TestKind::kLastTo: case TestKind::kFewer: case TestKind::kAttacked: case TestKind::kDefended:
                  return "a drop has conditions of another kind";
              }
            }
            if (!onto_empty) return "a drop captures";
            for (const CompiledForbid& forbid : game_.forbids)
              drop.no_mate = drop.no_mate || (((forbid.players >> player) & 1) != 0 && (forbid.tags & prepared.tags) != 0);
            drops_.push_back(drop);
          }
        }
    }
  return {};
}

// The only rules of this kind that are covered: some drop may not mate.
template <int N>
std::string BitBuilder<N>::check_forbids() const {
  const std::string reason = "moves are forbidden for what they lead to";
  for (const CompiledForbid& forbid : game_.forbids) {
    if (forbid.tags == 0 || forbid.test->kind != GoalTestKind::kCheckmated) return reason;
    // The tag is of drops alone.
    for (const PreparedMove& prepared : game_.prepared)
      if ((prepared.tags & forbid.tags) != 0 && prepared.hand_type == kNone) return reason;
    // The goal names exactly the royal pieces of the other player.
    for (std::size_t player = 0; player < kBitPlayers; ++player) {
      if (((forbid.players >> player) & 1) == 0) continue;
      std::uint64_t named = 0;
      for (const ConfigOccupant& occupant : forbid.test->occupants)
        if (occupant.owner == ConfigOccupant::Owner::kOpponent && !occupant.negated && occupant.type != kNone)
          named |= (context_.of_type[occupant.type] & context_.enemies[player]).word(0);
      if (named != context_.royal_codes[1 - player].word(0) || named == 0) return reason;
    }
  }
  return {};
}

template <int N>
void BitBuilder<N>::make_hands() {
  const CaptureHand whose = game_.definition().options.recycle_captures;
  out_.recycles = whose != CaptureHand::kNobody;
  const std::size_t types = game_.definition().pieces.size();
  for (std::size_t player = 0; player < kBitPlayers; ++player)
    for (std::size_t code = 1; code < out_.codes && out_.recycles; ++code) {
      const std::size_t hand = (whose == CaptureHand::kCaptor ? player : out_.owner_of[code]) * types + game_.captured_as[code];
      out_.captured_hand[player][code] = static_cast<std::uint8_t>(hand);
    }
}

template <int N>
std::string BitBuilder<N>::make_drops() {
  make_hands();
  out_.has_drops = !drops_.empty();
  if (out_.has_hurdles && !game_.forbids.empty()) return "moves are forbidden for what they lead to";
  // Drops of one code with one guard that differ in what they do on a square are choices, kept apart by their order.
  std::map<std::tuple<std::uint8_t, Code, BitGuard, bool, std::size_t>, std::vector<const DropAt*>> alike;
  std::map<std::tuple<std::uint8_t, Code, BitGuard, bool, SquareId>, std::size_t> choices;
  for (const DropAt& drop : drops_) {
    const std::uint8_t hand = out_.effects[drop.action - kFirstPreparedAction].hand;
    std::size_t& choice = choices[{hand, drop.code, drop.guard, drop.no_mate, drop.square}];
    alike[{hand, drop.code, drop.guard, drop.no_mate, choice++}].push_back(&drop);
  }
  for (const auto& [key, drops] : alike) {
    if (const std::string reason = make_drop(drops); !reason.empty()) return reason;
    auto& made = out_.drops[context_.codes.owner(drops[0]->code)];
    made.back().hand = std::get<0>(key);
    if (made.size() > kMaxDrops) return "there are too many kinds of drops";
  }
  return {};
}

template <int N>
std::string BitBuilder<N>::make_drop(const std::vector<const DropAt*>& drops) {
  const std::uint64_t occupied = context_.all_codes.word(0) & ~kEmptySet;
  BitDrop<N> made;
  made.squares = Set::none();
  made.code = static_cast<std::uint8_t>(drops[0]->code);
  made.no_mate = drops[0]->no_mate;
  if (const std::string reason = guard_id(drops[0]->guard, made.guard); !reason.empty()) return reason;
  made.actions = static_cast<std::uint32_t>(out_.drop_actions.size());
  out_.drop_actions.resize(out_.drop_actions.size() + context_.squares);
  std::map<std::pair<int, bool>, Set> nears;                                  // (distance, full)
  std::map<std::pair<std::uint8_t, std::uint8_t>, std::vector<Set>> blockers;  // (player, class) -> [square]
  for (const DropAt* drop : drops) {
    made.squares.set(drop->square);
    out_.drop_actions[made.actions + drop->square] = drop->action;
    const auto near = [&](SquareId square, bool full) {
      auto [at, added] = nears.try_emplace({static_cast<int>(square) - static_cast<int>(drop->square), full}, Set::none());
      at->second.set(drop->square);
    };
    for (const Test& test : drop->occupants) {
      if ((test.codes & kEmptySet) == 0) near(test.subject, true);
      const std::uint64_t closing = occupied & ~test.codes;
      if (closing == occupied) {
        near(test.subject, false);
        continue;
      }
      for (std::size_t code = 1; code < out_.codes; ++code) {
        if (((closing >> code) & 1) == 0) continue;
        auto& sets = blockers[{out_.owner_of[code], out_.class_of[code]}];
        sets.resize(context_.squares, Set::none());
        sets[test.subject].set(drop->square);
      }
    }
  }
  if (nears.size() > kMaxNears) return "a drop asks for too many squares around";
  made.first_near = static_cast<std::uint32_t>(out_.nears.size());
  made.near_count = static_cast<std::uint32_t>(nears.size());
  for (const auto& [key, where] : nears) out_.nears.push_back({where, static_cast<std::int16_t>(key.first), key.second});
  made.first_blocker = static_cast<std::uint32_t>(out_.blockers.size());
  made.blocker_count = static_cast<std::uint32_t>(blockers.size());
  for (const auto& [key, sets] : blockers) {
    out_.blockers.push_back({key.first, key.second, static_cast<std::uint32_t>(out_.closed.size())});
    out_.closed.insert(out_.closed.end(), sets.begin(), sets.end());
  }
  out_.drops[context_.codes.owner(drops[0]->code)].push_back(made);
  return {};
}

template std::string BitBuilder<1>::collect_drops();
template std::string BitBuilder<2>::collect_drops();
template std::string BitBuilder<4>::collect_drops();
template std::string BitBuilder<1>::make_drops();
template std::string BitBuilder<2>::make_drops();
template std::string BitBuilder<4>::make_drops();

}  // namespace nightrider
