// Counting and random games on sets of squares: the inner loops over BitTables. A template over the width of the sets and over how bits are pressed
// together; included by one source file an instruction set, chosen at run time (bit_counter.cpp).
//
// Nothing of the standard library that is not always inlined may be used here: the linker keeps one copy of a function,
// and it must not be the one for the newer processor.
#pragma once

#include <cstdint>

#include "base/mix.h"
#include "compile/bit_tables.h"
#include "play/bit_counter.h"
#include "play/move.h"

namespace nightrider {

#define NIGHTRIDER_INLINE inline __attribute__((always_inline))

template <int N, class Isa>
class BitKernel {
 public:
  using Set = Bits<N>;
  using Tables = BitTables<N>;

  BitKernel(const Tables& tables, BitBoard<N>& board, BitScratch& scratch) : t_(tables), b_(board), scratch_(scratch) {}

  template <BitCount How>
  std::uint64_t count(int depth) {
    if constexpr (How == BitCount::kBulk) {
      if (b_.over != 0) return 0;
      if (depth == 1) {
        CountSink sink{0};
        visit(sink);
        return sink.count;
      }
    } else {
      if (depth == 0) return 1;
      if (b_.over != 0) return 0;
    }
    const MoveRun run = list();
    std::uint64_t nodes = 0;
    if (How == BitCount::kPlay && depth == 1) {  // the leaves: each is made, and its key worked out
      for (std::uint32_t i = run.first; i < run.last; ++i) {
        const Move move = scratch_.moves[i];
        make<BitKeys::kPosition>(move);
        scratch_.keys ^= key();
        unmake(move);
      }
      scratch_.used = run.first;
      return run.last - run.first;
    }
    for (std::uint32_t i = run.first; i < run.last; ++i) {
      const Move move = scratch_.moves[i];
      make<How == BitCount::kPlay ? BitKeys::kPosition : BitKeys::kNone>(move);
      nodes += count<How>(depth - 1);
      unmake(move);
    }
    scratch_.used = run.first;
    return nodes;
  }

  void settle() {
    b_.key = 0;
    for (unsigned square = 0; square < t_.squares; ++square) b_.key ^= t_.square_keys.data()[b_.code[square] * t_.squares + square];
    for (unsigned hand = 0; hand < kMaxBitHands; ++hand) b_.key ^= hand_key(hand, static_cast<int>(b_.hands[hand]));
    b_.over = 0;
    if (t_.has_board_goals) find_goal(nullptr, kAllSquares);
  }

  std::uint64_t key_after(Move move) {
    make<BitKeys::kPosition>(move);
    const std::uint64_t result = key();
    unmake(move);
    return result;
  }

  // A game of random moves. Two visits a ply: how many moves there are, and the one that was drawn.
  void play_out(BitPlayout& game) {
    const bool repeats = t_.may_repeat;
    if (repeats) {
      for (std::uint32_t i = 0; i < BitPlayout::kSeen; ++i) game.seen[i] = 0;
      b_.key = 0;
      for (unsigned square = 0; square < t_.squares; ++square) b_.key ^= t_.repetition_keys.data()[b_.code[square] * t_.squares + square];
      for (unsigned hand = 0; hand < kMaxBitHands; ++hand) b_.key ^= hand_key(hand, static_cast<int>(b_.hands[hand]));
    }
    std::uint32_t repetitions = 1;
    for (game.plies = 0;; ++game.plies) {
      if (repeats) {
        const std::uint64_t now = repetition_key();
        // The lowest bit of what is kept: the move before may matter, and it is not part of the key.
        const std::uint64_t entry = (now & ~std::uint64_t{1}) | (last_move_key() != 0 ? 1 : 0);
        game.keys[game.plies] = entry;
        std::uint16_t& seen = game.seen[(now >> 1) % BitPlayout::kSeen];
        repetitions = 1;
        if (++seen >= 2) {
          bool asks = (entry & 1) != 0;
          for (std::uint32_t i = game.plies; i-- > 0;)
            if (((game.keys[i] ^ entry) >> 1) == 0) {
              ++repetitions;
              asks = asks || (game.keys[i] & 1) != 0;
            }
          if (repetitions >= t_.fewest_repetitions && asks) {
            game.end = BitEnd::kUnsure;
            return;
          }
        }
      }
      CountSink counted{0};
      visit(counted);
      if (b_.over != 0 || counted.count == 0 || repetitions >= t_.fewest_repetitions || limits_reached(game)) {
        decide(game, counted.count != 0, repetitions);
        if (game.end != BitEnd::kTooLong) return;
      }
      if (game.plies >= game.most) {
        game.end = BitEnd::kTooLong;
        return;
      }
      PickSink pick{t_, b_, game.random->below(static_cast<std::uint32_t>(counted.count)), kNoMove};
      visit(pick);
      game.moves[game.plies] = pick.move;
      const std::uint8_t moved = pick.move.from == kNone ? kEmptyCode : b_.code[pick.move.from];
      const std::uint32_t turn = b_.turn;
      if (repeats) make<BitKeys::kRepetition, false>(pick.move);
      else make<BitKeys::kNone, false>(pick.move);
      for (std::size_t i = 0; i < t_.counters.size(); ++i) {
        const BitCounterReset& reset = t_.counters.data()[i];
        const bool progress = (reset.captures && b_.captured != 0) || (reset.drops && pick.move.from == kNone) ||
                              (moved != kEmptyCode && ((reset.moves >> moved) & 1) != 0);
        game.counters[i] = progress ? 0 : game.counters[i] + 1;
      }
      if (b_.turn <= turn) ++game.round;
    }
  }

 private:
  enum class BitKeys : std::uint8_t { kNone, kPosition, kRepetition };
  static constexpr unsigned kAllSquares = ~0u;
  static constexpr unsigned kMaxForbidDepth = 2;  // as Position has it

  // Appends the legal moves to the scratch.
  MoveRun list() {
    MoveRun run{scratch_.used, scratch_.used};
    ListSink sink{t_, b_, scratch_, scratch_.used};
    visit(sink);
    run.last = sink.at;
    scratch_.used = sink.at;
    return run;
  }

  template <class F>
  static NIGHTRIDER_INLINE void each(const Set& set, F f) {
    for (int i = 0; i < N; ++i)
      for (std::uint64_t w = set.word[i]; w != 0; w &= w - 1) f(static_cast<unsigned>(i * 64 + std::countr_zero(w)));
  }

  // --- Where things go -----------------------------------------------------------------------------------------------

  NIGHTRIDER_INLINE Set look(const BitLookup<N>& lookup, const Set& occupied) const {
    std::uint64_t index = Isa::press(occupied.word[0], lookup.mask[0]);
    for (int i = 1; i < N; ++i) index |= Isa::press(occupied.word[i], lookup.mask[i]) << lookup.shift[i];
    return t_.pool.data()[lookup.table + index];
  }
  NIGHTRIDER_INLINE Set reach(const BitMode& mode, unsigned square, const Set& occupied) const {
    Set r = t_.leaps.data()[mode.leap + square];
    const BitLookup<N>* lookup = t_.lookups.data() + mode.lookup + square * mode.lookups;
    switch (mode.lookups) {
      case 0: break;
      case 1: r |= look(lookup[0], occupied); break;
      case 2: r |= look(lookup[0], occupied) | look(lookup[1], occupied); break;
      default:
        for (unsigned i = 0; i < mode.lookups; ++i) r |= look(lookup[i], occupied);
    }
    return r;
  }
  NIGHTRIDER_INLINE bool guarded(const BitGuard& g) const {
    return (b_.attributes & g.attributes_set) == g.attributes_set && (b_.attributes & g.attributes_clear) == 0 &&
           (b_.tags & g.tags_set) == g.tags_set && (b_.tags & g.tags_clear) == 0 && ((g.fewer_set | g.fewer_clear) == 0 || counted(g));
  }
  __attribute__((noinline)) bool counted(const BitGuard& g) const {
    for (std::uint64_t w = g.fewer_set | g.fewer_clear; w != 0; w &= w - 1) {
      const BitFewer& fewer = t_.counts.data()[std::countr_zero(w)];
      std::uint64_t count = 0;
      for (std::uint32_t c = fewer.classes; c != 0; c &= c - 1) count += static_cast<std::uint64_t>(b_.pieces[fewer.player][std::countr_zero(c)].count());
      if ((count < fewer.number) != ((g.fewer_set & w & -w) != 0)) return false;
    }
    return true;
  }
  NIGHTRIDER_INLINE Set target_of(const BitMode& mode, const Set& own, const Set& enemy) const {
    switch (mode.target) {
      case BitTarget::kNotOwn: return ~own;
      case BitTarget::kEmpty: return ~(own | enemy);
      case BitTarget::kEnemy: return enemy;
      case BitTarget::kListed: break;
    }
    const BitTargetSet& listed = t_.target_sets[mode.listed];
    Set r = listed.empty ? ~(own | enemy) : Set::none();
    for (std::size_t player = 0; player < kBitPlayers; ++player)
      for (std::uint32_t w = listed.classes[player]; w != 0; w &= w - 1) r |= b_.pieces[player][std::countr_zero(w)];
    return r;
  }

  // --- Attacks -------------------------------------------------------------------------------------------------------

  NIGHTRIDER_INLINE Set candidates(unsigned square, unsigned table, unsigned by) const {
    const Set* a = t_.attackers.data() + (table * t_.squares + square) * kMaxBitClasses;
    Set r = Set::none();
    for (std::uint32_t k = 0; k < t_.class_count[by]; ++k) r |= a[k] & b_.pieces[by][k];
    return r;
  }
  NIGHTRIDER_INLINE const Set& between(unsigned target, unsigned origin, unsigned by) const {
    const unsigned layer = t_.layers > 1 ? t_.layer[by][t_.class_of[b_.code[origin]]] : 0;
    return t_.between.data()[(layer * t_.squares + target) * t_.squares + origin];
  }
  NIGHTRIDER_INLINE bool over_hurdle(unsigned origin, unsigned by) const {
    return t_.has_hurdles && t_.capture[by][t_.class_of[b_.code[origin]]] == BitCapture::kHurdle;
  }
  NIGHTRIDER_INLINE bool attacked(unsigned square, unsigned table, const Set& occupied, const Set& gone) const {
    const unsigned by = t_.attack_player[table];
    const Set from = candidates(square, table, by) & ~gone;
    for (int i = 0; i < N; ++i)
      for (std::uint64_t w = from.word[i]; w != 0; w &= w - 1) {
        const unsigned origin = static_cast<unsigned>(i * 64 + std::countr_zero(w));
        const Set line = between(square, origin, by) & occupied;
        if (over_hurdle(origin, by)) {
          if (line.any() && line.at_most_one()) return true;
        } else if (!line.any()) {
          return true;
        }
      }
    return false;
  }

  // --- Sinks ---------------------------------------------------------------------------------------------------------

  struct CountSink {
    std::uint64_t count;
    NIGHTRIDER_INLINE void targets(const BitMode& mode, unsigned, const Set& targets) {
      count += static_cast<std::uint64_t>(targets.count()) * mode.choices;
    }
    NIGHTRIDER_INLINE void shifted(const BitMode& mode, int, const Set& targets) {
      count += static_cast<std::uint64_t>(targets.count()) * mode.choices;
    }
    NIGHTRIDER_INLINE void special(const BitSpecial<N>&) { ++count; }
    NIGHTRIDER_INLINE void drop(const BitDrop<N>&, const Set& targets) { count += static_cast<std::uint64_t>(targets.count()); }
  };
  struct ListSink {
    const Tables& tables;
    const BitBoard<N>& board;
    BitScratch& scratch;
    std::uint32_t at;
    NIGHTRIDER_INLINE void push(unsigned from, unsigned to, std::uint32_t action) {
      if (__builtin_expect(at == scratch.capacity, 0)) grow_scratch(scratch);
      scratch.moves[at++] = Move{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), action};
    }
    NIGHTRIDER_INLINE void one(const BitMode& mode, const BitActions& actions, unsigned from, unsigned to) {
      const std::uint32_t first = actions.table == BitActions::kUniform ? actions.action : tables.action_index.data()[actions.table + from * tables.squares + to];
      for (std::uint32_t c = 0; c < mode.choices; ++c) push(from, to, tables.action_list.data()[first + c]);
    }
    NIGHTRIDER_INLINE void targets(const BitMode& mode, unsigned from, const Set& targets) {
      const BitActions& actions = tables.actions.data()[static_cast<std::size_t>(&mode - tables.modes.data()) * 64 + board.code[from]];
      if (mode.choices == 1 && actions.table == BitActions::kUniform) {
        const std::uint32_t action = tables.action_list.data()[actions.action];
        each(targets, [&](unsigned to) { push(from, to, action); });
      } else {
        each(targets, [&](unsigned to) { one(mode, actions, from, to); });
      }
    }
    NIGHTRIDER_INLINE void shifted(const BitMode& mode, int distance, const Set& targets) {
      const std::size_t row = static_cast<std::size_t>(&mode - tables.modes.data()) * 64;
      each(targets, [&](unsigned to) {
        const unsigned from = static_cast<unsigned>(static_cast<int>(to) - distance);
        one(mode, tables.actions.data()[row + board.code[from]], from, to);
      });
    }
    NIGHTRIDER_INLINE void special(const BitSpecial<N>& special) { push(special.from, special.to, special.action); }
    NIGHTRIDER_INLINE void drop(const BitDrop<N>& drop, const Set& targets) {
      const std::uint32_t* const actions = tables.drop_actions.data() + drop.actions;
      each(targets, [&](unsigned to) { push(kNone, to, actions[to]); });
    }
  };
  // Finds the move that so many others come before.
  struct PickSink {
    const Tables& tables;
    const BitBoard<N>& board;
    std::uint64_t left;
    Move move;
    static constexpr std::uint64_t kFound = ~std::uint64_t{0} >> 1;
    static NIGHTRIDER_INLINE unsigned member(const Set& set, unsigned index) {
      for (int i = 0;; ++i) {
        const auto here = static_cast<unsigned>(std::popcount(set.word[i]));
        if (index < here) return static_cast<unsigned>(i * 64) + Isa::select(set.word[i], index);
        index -= here;
      }
    }
    NIGHTRIDER_INLINE bool passes(std::uint64_t moves) {
      if (__builtin_expect(left >= moves, 1)) {
        left -= moves;
        return true;
      }
      return false;
    }
    NIGHTRIDER_INLINE void take(unsigned from, unsigned to, std::uint32_t action) {
      move = Move{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), action};
      left = kFound;
    }
    NIGHTRIDER_INLINE void one(const BitMode& mode, unsigned from, unsigned to, std::uint64_t choice) {
      const BitActions& actions = tables.actions.data()[static_cast<std::size_t>(&mode - tables.modes.data()) * 64 + board.code[from]];
      const std::uint32_t first = actions.table == BitActions::kUniform ? actions.action : tables.action_index.data()[actions.table + from * tables.squares + to];
      take(from, to, tables.action_list.data()[first + choice]);
    }
    NIGHTRIDER_INLINE void targets(const BitMode& mode, unsigned from, const Set& targets) {
      if (passes(static_cast<std::uint64_t>(targets.count()) * mode.choices)) return;
      const std::uint64_t index = left;
      one(mode, from, member(targets, static_cast<unsigned>(index / mode.choices)), index % mode.choices);
    }
    NIGHTRIDER_INLINE void shifted(const BitMode& mode, int distance, const Set& targets) {
      if (passes(static_cast<std::uint64_t>(targets.count()) * mode.choices)) return;
      const std::uint64_t index = left;
      const unsigned to = member(targets, static_cast<unsigned>(index / mode.choices));
      one(mode, static_cast<unsigned>(static_cast<int>(to) - distance), to, index % mode.choices);
    }
    NIGHTRIDER_INLINE void special(const BitSpecial<N>& special) {
      if (!passes(1)) take(special.from, special.to, special.action);
    }
    NIGHTRIDER_INLINE void drop(const BitDrop<N>& drop, const Set& targets) {
      if (passes(static_cast<std::uint64_t>(targets.count()))) return;
      const unsigned to = member(targets, static_cast<unsigned>(left));
      take(kNone, to, tables.drop_actions.data()[drop.actions + to]);
    }
  };

  // --- One position --------------------------------------------------------------------------------------------------

  template <class Sink>
  NIGHTRIDER_INLINE void run_shifts(Sink& sink, const BitMode& mode, const Set& pieces, const Set& occupied, const Set& target, const Set& allowed) const {
    const BitShift<N>* shift = t_.shifts.data() + mode.first_shift;
    for (std::uint32_t i = 0; i < mode.shift_count; ++i, ++shift) {
      Set at = (pieces & shift->from[0]).shifted(shift->distance);
      sink.shifted(mode, shift->distance, at & target & allowed);
      for (unsigned step = 1; step < shift->steps; ++step) {
        at = (at & ~occupied & shift->from[step]).shifted(shift->distance);
        if (!at.any()) break;
        sink.shifted(mode, shift->distance * static_cast<int>(step + 1), at & target & allowed);
      }
    }
  }

  // All moves of pieces of one class, not royal, that are bound alike.
  template <class Sink>
  NIGHTRIDER_INLINE void run_modes(Sink& sink, const BitClass& c, const Set& pieces, const Set& allowed, bool check, const Set& own, const Set& enemy,
                                   const Set& occupied) const {
    const BitMode* mode = t_.modes.data() + c.first_mode;
    for (const BitMode* const last = mode + c.mode_count; mode != last; ++mode) {
      if (mode->guard != 0 && !guarded(t_.guards.data()[mode->guard])) continue;
      const Set target = target_of(*mode, own, enemy);
      if (mode->shifted) {
        run_shifts(sink, *mode, pieces, occupied, target, allowed);
      } else if (!mode->exchange || !check) {  // an exchange changes no line: it is bound by nothing but a check
        const Set where = mode->exchange ? target : target & allowed;
        each(pieces, [&](unsigned s) __attribute__((always_inline)) { sink.targets(*mode, s, reach(*mode, s, occupied) & where); });
      }
    }
  }

  template <class Sink>
  NIGHTRIDER_INLINE void visit(Sink& sink) {
    if (b_.side == 0) visit_as<0>(sink);
    else visit_as<1>(sink);
  }

  // A check or a pin that does not bind all pieces alike: those in `who` may go to `where`, the others to `others`.
  struct Rule {
    Set who, where, others;
  };
  // How checks and pins narrow the moves of pieces that are not royal.
  struct Safety {
    Set common;                 // binds every piece
    Set allowed;                // of pieces that no rule names
    Set bound;                  // pieces that a rule names
    bool check;
    unsigned rule_count;
    Rule rules[N * 128];        // at most two of each piece that could attack; set up to rule_count
    NIGHTRIDER_INLINE void add(const Set& who, const Set& where, const Set& others) {
      bound |= who;
      allowed &= others;
      rules[rule_count++] = {who, where, others};
    }
  };

  template <int Us, class Sink>
  NIGHTRIDER_INLINE void visit_as(Sink& sink) {
    constexpr unsigned kUs = Us, kThem = 1 - Us;
    const Set own = b_.occupied[kUs];
    const Set enemy = b_.occupied[kThem];
    const Set occupied = own | enemy;
    const unsigned royal = b_.royal[kUs];
    Safety safety;
    safety.common = safety.allowed = Set::all();
    safety.bound = Set::none();
    safety.check = false;
    safety.rule_count = 0;
    if (royal != kNoRoyal) {
      const Set from = candidates(royal, t_.royal_table[b_.code[royal]], kThem);
      each(from, [&](unsigned origin) __attribute__((always_inline)) {
        Set line = between(royal, origin, kThem);
        const Set on = line & occupied;
        if (__builtin_expect(over_hurdle(origin, kThem), 0)) {
          hurdle_rules(safety, origin, line, on, own);
        } else if (!on.any()) {
          line.set(origin);
          safety.common &= line;
          safety.check = true;
        } else if (on.at_most_one() && (on & own).any()) {
          line.set(origin);
          safety.add(on, line, Set::all());
        }
      });
      safety.allowed &= safety.common;
    }
    const BitClass* const classes = t_.classes[kUs].data();
    for (std::uint32_t k = 0; k < t_.class_count[kUs]; ++k) {
      const BitClass& c = classes[k];
      if (c.royal) continue;
      const Set pieces = b_.pieces[kUs][k] & ~safety.bound;
      if (!pieces.any()) continue;
      if (c.plain) {
        const BitMode* const mode = t_.modes.data() + c.first_mode;
        const Set target = ~own & safety.allowed;
        const Set* const leaps = t_.leaps.data() + mode->leap;
        const BitLookup<N>* const lookups = t_.lookups.data() + mode->lookup;
        switch (mode->lookups) {  // the loops of the common cases, without a branch inside
          case 0: each(pieces, [&](unsigned s) __attribute__((always_inline)) { sink.targets(*mode, s, leaps[s] & target); }); break;
          case 1:
            each(pieces, [&](unsigned s) __attribute__((always_inline)) { sink.targets(*mode, s, (leaps[s] | look(lookups[s], occupied)) & target); });
            break;
          case 2:
            each(pieces, [&](unsigned s) __attribute__((always_inline)) {
              sink.targets(*mode, s, (leaps[s] | look(lookups[2 * s], occupied) | look(lookups[2 * s + 1], occupied)) & target);
            });
            break;
          default: each(pieces, [&](unsigned s) __attribute__((always_inline)) { sink.targets(*mode, s, reach(*mode, s, occupied) & target); });
        }
        continue;
      }
      run_modes(sink, c, pieces, safety.allowed, safety.check, own, enemy, occupied);
    }
    if (safety.bound.any()) bound_moves<Us>(sink, safety, own, enemy, occupied);
    if (royal != kNoRoyal) royal_moves<Us>(sink, royal, own, enemy, occupied);
    if (t_.has_specials)
      for (std::uint32_t k = 0; k < t_.class_count[kUs]; ++k)
        if (classes[k].has_specials)
          each(b_.pieces[kUs][k], [&](unsigned s) __attribute__((always_inline)) {
            if (const std::uint32_t first = t_.specials_at.data()[b_.code[s] * t_.squares + s]; first != 0) try_specials<Us>(sink, first, occupied, enemy);
          });
    if (t_.asks_last_move && b_.last_to != kNone)
      if (const std::uint32_t first = t_.specials_after.data()[b_.last_from * t_.squares + b_.last_to]; first != 0)
        try_specials<Us>(sink, first, occupied, enemy);
    if (t_.has_drops) drop_moves<Us>(sink, safety.allowed, own, enemy);
  }

  template <int Us, class Sink>
  NIGHTRIDER_INLINE void drop_moves(Sink& sink, const Set& allowed, const Set& own, const Set& enemy) {
    const Set occupied = own | enemy;
    const Set open = allowed & ~occupied;
    const std::size_t count = t_.drops[Us].size();
    for (std::size_t i = 0; i < count; ++i) {
      const BitDrop<N>& drop = t_.drops[Us].data()[i];
      if (b_.hands[drop.hand] == 0) continue;
      if (drop.guard != 0 && !guarded(t_.guards.data()[drop.guard])) continue;
      Set targets = drop.squares & open;
      const BitNear<N>* const nears = t_.nears.data() + drop.first_near;
      for (std::uint32_t n = 0; n < drop.near_count; ++n)
        targets &= ~nears[n].where | (nears[n].full ? occupied : ~occupied).shifted(-nears[n].distance);
      const BitBlocker* const blockers = t_.blockers.data() + drop.first_blocker;
      for (std::uint32_t n = 0; n < drop.blocker_count; ++n) {
        const Set* const closed = t_.closed.data() + blockers[n].first;
        each(b_.pieces[blockers[n].player][blockers[n].cls], [&](unsigned s) { targets &= ~closed[s]; });
      }
      if (drop.no_mate && b_.royal[1 - Us] != kNoRoyal && forbid_depth_ < kMaxForbidDepth && targets.any()) drop_mates<Us>(drop, targets, occupied);
      sink.drop(drop, targets);
    }
  }

  // Takes the squares away where the drop would leave the other side mated.
  template <int Us>
  __attribute__((noinline)) void drop_mates(const BitDrop<N>& drop, Set& targets, const Set& occupied) {
    const unsigned royal = b_.royal[1 - Us];
    const unsigned table = t_.royal_table[b_.code[royal]];
    Set asked = targets;
    if (!attacked(royal, table, occupied, Set::none())) {  // then only a drop that attacks
      const unsigned cls = t_.class_of[drop.code];
      asked &= t_.attackers.data()[(table * t_.squares + royal) * kMaxBitClasses + cls];
      const unsigned layer = t_.layers > 1 ? t_.layer[Us][cls] : 0;
      const Set attacking = asked;
      each(attacking, [&](unsigned s) {
        if ((t_.between.data()[(layer * t_.squares + royal) * t_.squares + s] & occupied).any()) asked &= ~Set::of(s);
      });
    }
    const Set tried = asked;
    each(tried, [&](unsigned s) {
      const Move move{drop.from, static_cast<std::uint16_t>(s), t_.drop_actions.data()[drop.actions + s]};
      ++forbid_depth_;
      make<BitKeys::kNone>(move);
      const bool mated = !any_move();
      unmake(move);
      --forbid_depth_;
      if (mated) targets &= ~Set::of(s);
    });
  }
  __attribute__((noinline)) bool any_move() {
    CountSink sink{0};
    visit(sink);
    return sink.count != 0;
  }

  // --- Goals ---------------------------------------------------------------------------------------------------------

  NIGHTRIDER_INLINE Set squares_of(const BitTargetSet& pieces) const {
    Set r = pieces.empty ? ~(b_.occupied[0] | b_.occupied[1]) : Set::none();
    for (std::size_t player = 0; player < kBitPlayers; ++player)
      for (std::uint32_t w = pieces.classes[player]; w != 0; w &= w - 1) r |= b_.pieces[player][std::countr_zero(w)];
    return r;
  }

  // Whether the goal holds, given that it did not before the squares `changed` did (of kAllSquares nothing is known).
  bool holds_goal(const BitGoalTest& test, const std::uint16_t* changed, unsigned count) const {
    switch (test.kind) {
      case BitGoalKind::kAnd: case BitGoalKind::kOr: case BitGoalKind::kNot: {
        const bool stops_at = test.kind == BitGoalKind::kOr;
        for (std::uint32_t i = 0; i < test.count; ++i) {
          const bool held = holds_goal(t_.goal_tests.data()[t_.goal_children.data()[test.first + i]], nullptr, kAllSquares);
          if (test.kind == BitGoalKind::kNot) return !held;
          if (held == stops_at) return held;
        }
        return !stops_at;
      }
      case BitGoalKind::kCaptured: return (b_.captured & test.codes) != 0;
      case BitGoalKind::kRemaining: {
        const Set counted = squares_of(test.pieces);
        return counted.count() == test.number;
      }
      case BitGoalKind::kPlaces: {
        const Set there = squares_of(test.pieces);
        const Set* const sets = t_.goal_sets.data() + test.first;
        for (std::uint32_t i = 0; i < test.count; ++i)
          if (!(sets[i] & there).any()) return false;
        return true;
      }
      case BitGoalKind::kLines: {
        if (count != kAllSquares) {
          for (unsigned c = 0; c < count; ++c)
            if (line_through(test, changed[c])) return true;
        } else {
          for (unsigned square = 0; square < t_.squares; ++square)
            if (line_through(test, square)) return true;
        }
        return false;
      }
      case BitGoalKind::kConnected: {
        const Set there = squares_of(test.pieces);
        const Set* const sets = t_.goal_sets.data() + test.first;
        if (count == kAllSquares) {
          Set starts = there & sets[0];
          while (starts.any()) {
            const Set group = group_of(starts.first(), there);
            if (joins(group, sets, test.count)) return true;
            starts &= ~group;
          }
          return false;
        }
        for (unsigned c = 0; c < count; ++c)
          if (there.test(changed[c]) && joins(group_of(changed[c], there), sets, test.count)) return true;
        return false;
      }
      case BitGoalKind::kStalemated: case BitGoalKind::kCheckmated: case BitGoalKind::kRepetition: case BitGoalKind::kNoProgress:
      case BitGoalKind::kMoveLimit:
        return false;
    }
    return false;
  }
  NIGHTRIDER_INLINE bool line_through(const BitGoalTest& test, unsigned square) const {
    if (((test.codes >> b_.code[square]) & 1) == 0) return false;
    const std::uint16_t* other = t_.line_squares.data() + t_.lines_at.data()[test.lines_at + square];
    const unsigned others = test.length - 1;
    for (unsigned left = *other++; left != 0; --left, other += others) {
      unsigned i = 0;
      while (i < others && ((test.codes >> b_.code[other[i]]) & 1) != 0) ++i;
      if (i == others) return true;
    }
    return false;
  }
  static NIGHTRIDER_INLINE bool joins(const Set& group, const Set* sets, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
      if (!(group & sets[i]).any()) return false;
    return true;
  }
  NIGHTRIDER_INLINE Set group_of(unsigned start, const Set& there) const {
    Set group = Set::of(start);
    Set front = group;
    while (front.any()) {
      Set next = Set::none();
      each(front, [&](unsigned s) { next |= t_.joined.data()[s]; });
      front = next & there & ~group;
      group |= front;
    }
    return group;
  }

  void find_goal(const std::uint16_t* changed, unsigned count) {
    const std::size_t goals = t_.goals.size();
    for (std::size_t i = 0; i < goals; ++i) {
      const BitGoal& goal = t_.goals.data()[i];
      if (!goal.on_board) continue;
      const BitGoalTest& test = t_.goal_tests.data()[goal.test];
      bool held = false;
      if (test.kind == BitGoalKind::kLines && count != kAllSquares) {  // the most frequent, without a call
        for (unsigned c = 0; c < count && !held; ++c) held = line_through(test, changed[c]);
      } else {
        held = holds_goal(test, changed, count);
      }
      if (!held) continue;
      b_.over = static_cast<std::int16_t>(i + 1);
      return;
    }
  }

  // --- Random games --------------------------------------------------------------------------------------------------

  NIGHTRIDER_INLINE bool limits_reached(const BitPlayout& game) const {
    if (!t_.has_limits) return false;
    for (std::size_t i = 0; i < t_.goals.size(); ++i) {
      const BitGoalTest& test = t_.goal_tests.data()[t_.goals.data()[i].test];
      if (test.kind == BitGoalKind::kNoProgress && static_cast<std::int64_t>(game.counters[test.counter]) >= test.number) return true;
      if (test.kind == BitGoalKind::kMoveLimit && static_cast<std::int64_t>(game.round) > test.number) return true;
    }
    return false;
  }

  // The first goal that holds, in the order of the file; `end` kTooLong: none after all, and the game goes on.
  void decide(BitPlayout& game, bool has_moves, std::uint32_t repetitions) const {
    const unsigned royal = b_.royal[b_.side];
    for (std::size_t i = 0; i < t_.goals.size(); ++i) {
      const BitGoal& goal = t_.goals.data()[i];
      const BitGoalTest& test = t_.goal_tests.data()[goal.test];
      bool held = false;
      switch (test.kind) {
        case BitGoalKind::kStalemated: held = !has_moves && goal.player == b_.side; break;
        case BitGoalKind::kCheckmated:
          held = !has_moves && goal.player == b_.side && royal != kNoRoyal &&
                 attacked(royal, t_.royal_table[b_.code[royal]], b_.occupied[0] | b_.occupied[1], Set::none());
          break;
        case BitGoalKind::kRepetition: held = test.number > 0 && static_cast<std::int64_t>(repetitions) >= test.number; break;
        case BitGoalKind::kNoProgress: held = static_cast<std::int64_t>(game.counters[test.counter]) >= test.number; break;
        case BitGoalKind::kMoveLimit: held = static_cast<std::int64_t>(game.round) > test.number; break;
        case BitGoalKind::kAnd: case BitGoalKind::kOr: case BitGoalKind::kNot: case BitGoalKind::kCaptured: case BitGoalKind::kRemaining:
        case BitGoalKind::kPlaces: case BitGoalKind::kLines: case BitGoalKind::kConnected:
          held = b_.over == static_cast<std::int16_t>(i + 1);
          break;
      }
      if (!held) continue;
      game.end = BitEnd::kGoal;
      game.goal = goal.goal;
      game.player = goal.player;
      return;
    }
    game.end = !t_.names_repetition && repetitions >= 3 ? BitEnd::kRepetition : !has_moves ? BitEnd::kNoMoves : BitEnd::kTooLong;
  }

  // --- Keys ----------------------------------------------------------------------------------------------------------

  NIGHTRIDER_INLINE std::uint64_t last_move_key() const {
    if (__builtin_expect(t_.every_last_move_counts, 0)) {
      if (b_.last_to == kNone && b_.last_from == kNone && b_.tags == 0) return 0;
      return mix(mix((std::uint64_t{3} << 40) + (std::uint64_t{b_.last_from} << 16) + b_.last_to) ^ b_.tags);
    }
    if (b_.last_to == kNone) return 0;
    std::uint64_t result = 0;
    const std::uint32_t first = t_.patterns_at.data()[b_.last_to];
    for (const std::uint32_t* index = t_.pattern_list.data() + first; *index != Tables::kEnd; ++index) {
      const LastMovePattern& pattern = t_.game->last_move_patterns.data()[*index];
      if (pattern.from != kNone && pattern.from != b_.last_from) continue;
      if ((pattern.tags & ~b_.tags) != 0) continue;
      if (pattern.to != kNone && pattern.codes != ~std::uint64_t{0} && ((pattern.codes >> b_.code[pattern.to]) & 1) == 0) continue;
      result ^= pattern.key;
    }
    return result;
  }
  NIGHTRIDER_INLINE std::uint64_t extra_key() const {
    return t_.turn_keys.data()[b_.turn] ^ attributes_key(b_.attributes & t_.read_attributes);
  }
  NIGHTRIDER_INLINE std::uint64_t key() const { return b_.key ^ last_move_key() ^ extra_key(); }
  NIGHTRIDER_INLINE std::uint64_t repetition_key() const {
    std::uint64_t result = b_.key ^ extra_key();
    for (std::size_t r = 0; r < t_.rights.size(); ++r) {
      const BitRight& right = t_.rights.data()[r];
      bool holds = right.count != 0;
      for (std::uint32_t i = 0; i < right.count && holds; ++i) {
        const BitRightTerm& term = t_.right_terms.data()[right.first + i];
        holds = ((term.codes >> b_.code[term.square]) & 1) != 0;
      }
      if (holds) result ^= right_key(r);
    }
    return result;
  }

  // An enemy that captures over exactly one occupied square, whatever stands there.
  void hurdle_rules(Safety& safety, unsigned origin, const Set& line, const Set& on, const Set& own) const {
    Set where = line & ~on;
    where.set(origin);
    switch (on.count()) {
      case 0: safety.common &= ~line; break;  // nobody may become its hurdle
      case 1:                                 // check: capture it, put a second one between, or take the hurdle away
        safety.check = true;
        if ((on & own).any()) safety.add(on, ~line, where);
        else safety.common &= where;
        break;
      case 2:                                 // neither of the two may leave the line
        if ((on & own).any()) each(on & own, [&](unsigned s) { safety.add(Set::of(s), where, Set::all()); });
        break;
      default: break;
    }
  }

  template <int Us, class Sink>
  __attribute__((noinline)) void bound_moves(Sink& sink, const Safety& safety, const Set& own, const Set& enemy, const Set& occupied) const {
    each(safety.bound, [&](unsigned s) {
      Set allowed = safety.common;
      for (unsigned i = 0; i < safety.rule_count; ++i) {
        const Rule& rule = safety.rules[i];
        allowed &= rule.who.test(s) ? rule.where : rule.others;
      }
      const BitClass& c = t_.classes[Us].data()[t_.class_of[b_.code[s]]];
      if (!c.royal) run_modes(sink, c, Set::of(s), allowed, safety.check, own, enemy, occupied);
    });
  }

  template <int Us, class Sink>
  NIGHTRIDER_INLINE void royal_moves(Sink& sink, unsigned royal, const Set& own, const Set& enemy, const Set& occupied) const {
    const BitClass& c = t_.classes[Us].data()[t_.class_of[b_.code[royal]]];
    const BitMode* mode = t_.modes.data() + c.first_mode;
    const unsigned table = t_.royal_table[b_.code[royal]];
    const Set lifted = occupied & ~Set::of(royal);
    for (const BitMode* const last = mode + c.mode_count; mode != last; ++mode) {
      if (mode->guard != 0 && !guarded(t_.guards.data()[mode->guard])) continue;
      const Set to = reach(*mode, royal, occupied) & target_of(*mode, own, enemy);
      Set safe = Set::none();
      // Where it lands the board is occupied: a captured hurdle is replaced, an empty square becomes one.
      each(to, [&](unsigned s) __attribute__((always_inline)) {
        Set after = mode->exchange ? occupied : lifted;
        after.set(s);
        if (!attacked(s, table, after, Set::none())) safe.set(s);
      });
      sink.targets(*mode, royal, safe);
    }
  }

  // --- Odd moves -----------------------------------------------------------------------------------------------------

  bool holds(const BitSpecial<N>& x, const Set& occupied) const {
    if ((x.need_empty & occupied).any() || (x.need_full & ~occupied).any()) return false;
    if (x.last_from != kNone && x.last_from != b_.last_from) return false;
    if (x.last_to != kNone && x.last_to != b_.last_to) return false;
    if (x.guard != 0 && !guarded(t_.guards.data()[x.guard])) return false;
    const BitTest* test = t_.tests.data() + x.first_test;
    for (std::uint32_t i = 0; i < x.test_count; ++i, ++test) {
      bool value = false;
      switch (test->kind) {
        case TestKind::kOccupant: value = ((test->codes >> b_.code[test->square]) & 1) != 0; break;
        case TestKind::kLastFrom: value = b_.last_from == test->square; break;
        case TestKind::kLastTo: value = b_.last_to == test->square; break;
        case TestKind::kAttacked: value = attacked(test->square, test->table, occupied, Set::none()); break;
        default: break;
      }
      if (value != test->expected) return false;
    }
    return true;
  }

  template <int Us, class Sink>
  __attribute__((noinline)) void try_specials(Sink& sink, std::uint32_t first, const Set& occupied, const Set& enemy) const {
    for (const std::uint32_t* id = t_.special_list.data() + first; *id != Tables::kEnd; ++id) {
      const BitSpecial<N>& x = t_.specials.data()[*id];
      if (b_.code[x.origin] != x.code || t_.owner_of[x.code] != Us) continue;
      if (!holds(x, occupied)) continue;
      bool again = false;
      for (std::uint32_t other = x.group; other < *id && !again; ++other) again = holds(t_.specials.data()[other], occupied);
      if (again) continue;
      const unsigned royal = x.royal_to != kNone ? x.royal_to : b_.royal[Us];
      if (royal != kNoRoyal) {
        const Set after = (occupied & ~x.clear) | x.set;
        const unsigned code = x.royal_to != kNone ? x.royal_code : b_.code[royal];
        if (attacked(royal, t_.royal_table[code], after, (x.clear | x.set) & enemy)) continue;
      }
      sink.special(x);
    }
  }

  // --- Make and unmake -----------------------------------------------------------------------------------------------

  template <BitKeys Keys>
  NIGHTRIDER_INLINE std::uint64_t square_key(unsigned code, unsigned square) const {
    return (Keys == BitKeys::kPosition ? t_.square_keys : t_.repetition_keys).data()[code * t_.squares + square];
  }
  template <BitKeys Keys>
  NIGHTRIDER_INLINE void add_to_hand(unsigned hand, int more) {
    if constexpr (Keys != BitKeys::kNone) b_.key ^= hand_key(hand, static_cast<int>(b_.hands[hand])) ^ hand_key(hand, static_cast<int>(b_.hands[hand]) + more);
    b_.hands[hand] += static_cast<std::uint32_t>(more);
  }

  // Keep: unmake will follow.
  template <BitKeys Keys, bool Keep = true>
  NIGHTRIDER_INLINE void make(Move move) {
    BitUndo<N> forgotten;
    BitUndo<N>& undo = Keep ? scratch_undo()[b_.ply++] : forgotten;
    undo.tags = b_.tags;
    undo.attributes = b_.attributes;
    undo.last_from = b_.last_from;
    undo.last_to = b_.last_to;
    undo.royal[0] = b_.royal[0];
    undo.royal[1] = b_.royal[1];
    undo.turn = b_.turn;
    undo.captured = b_.captured;
    undo.over = b_.over;
    if constexpr (Keys != BitKeys::kNone) undo.key = b_.key;
    else undo.key = 0;
    undo.keyed = Keys != BitKeys::kNone;
    std::uint32_t placed = move.action;
    if (__builtin_expect(move.action >= kFirstPreparedAction, 0)) {
      const BitEffects& effects = t_.effects.data()[move.action - kFirstPreparedAction];
      b_.tags = effects.tags;
      b_.attributes = (b_.attributes & ~effects.attributes_cleared) | effects.attributes_set;
      if (!effects.displacement) {
        if (t_.recycles || (Keep ? t_.goals_ask_captures : t_.notes_captures)) {
          std::uint64_t taken = 0;
          for (std::uint32_t i = 0; i < effects.capture_count; ++i) {
            const std::uint8_t code = b_.code[t_.captures.data()[effects.first_capture + i]];
            if (code == kEmptyCode) continue;
            taken |= std::uint64_t{1} << code;
            if (t_.recycles) add_to_hand<Keys>(t_.captured_hand[b_.side][code], 1);
          }
          b_.captured = taken;
        }
        undo.op_first = scratch_.ops_used;
        const BitOp* op = t_.ops.data() + effects.first_op;
        std::uint8_t mapped[kMaxMappedOps];  // of what stood there before
        if (__builtin_expect(effects.mapped, 0))
          for (std::uint32_t i = 0; i < effects.op_count; ++i)
            mapped[i] = op[i].source == kNone ? op[i].code : t_.code_maps.data()[op[i].map * 64u + b_.code[op[i].source]];
        for (std::uint32_t i = 0; i < effects.op_count; ++i, ++op) {
          const std::uint8_t code = __builtin_expect(effects.mapped, 0) ? mapped[i] : op->code;
          if constexpr (Keys != BitKeys::kNone) b_.key ^= square_key<Keys>(b_.code[op->square], op->square) ^ square_key<Keys>(code, op->square);
          if constexpr (Keep) scratch_.ops[scratch_.ops_used++] = {b_.code[op->square], op->square, kNone, 0};
          put(op->square, code);
        }
        if (effects.hand != kNoHand) add_to_hand<Keys>(effects.hand, -1);
        finish(move);
        if (t_.has_board_goals) {
          std::uint16_t changed[kMaxChanged];
          const bool few = effects.op_count <= kMaxChanged;
          for (std::uint32_t i = 0; few && i < effects.op_count; ++i) changed[i] = t_.ops.data()[effects.first_op + i].square;
          b_.over = 0;
          find_goal(changed, few ? effects.op_count : kAllSquares);
        }
        return;
      }
      placed = effects.placed;
    } else {
      b_.tags = 0;
    }
    const unsigned us = b_.side;
    const std::uint8_t moved = b_.code[move.from];
    const std::uint8_t captured = b_.code[move.to];
    undo.moved = moved;
    undo.captured_code = captured;
    const Set from = Set::of(move.from);
    const Set to = Set::of(move.to);
    if constexpr (Keys != BitKeys::kNone)
      b_.key ^= square_key<Keys>(moved, move.from) ^ square_key<Keys>(captured, move.to) ^ square_key<Keys>(placed, move.to);
    if (Keep ? t_.goals_ask_captures : t_.notes_captures) b_.captured = captured == kEmptyCode ? 0 : std::uint64_t{1} << captured;
    if (captured != kEmptyCode) {
      const unsigned them = 1 - us;
      b_.pieces[them][t_.class_of[captured]] ^= to;
      b_.occupied[them] ^= to;
      if (__builtin_expect(t_.royal_code[captured], 0)) b_.royal[them] = kNoRoyal;
      if (t_.recycles) add_to_hand<Keys>(t_.captured_hand[us][captured], 1);
    }
    b_.occupied[us] ^= from | to;
    b_.pieces[us][t_.class_of[moved]] ^= from;
    b_.pieces[us][t_.class_of[placed]] ^= to;
    b_.code[move.from] = kEmptyCode;
    b_.code[move.to] = static_cast<std::uint8_t>(placed);
    if (t_.royal_code[placed]) b_.royal[us] = move.to;
    finish(move);
    if (t_.has_board_goals) {
      const std::uint16_t changed[2] = {move.to, move.from};
      b_.over = 0;
      find_goal(changed, 2);
    }
  }

  NIGHTRIDER_INLINE void unmake(Move move) {
    const BitUndo<N>& undo = scratch_undo()[--b_.ply];
    b_.turn = undo.turn;
    b_.side = t_.players_in_turn.data()[b_.turn];
    const unsigned us = b_.side;
    bool displaced = true;
    if (__builtin_expect(move.action >= kFirstPreparedAction, 0)) {
      const BitEffects& effects = t_.effects.data()[move.action - kFirstPreparedAction];
      if (!effects.displacement) {
        while (scratch_.ops_used > undo.op_first) {
          const BitOp& op = scratch_.ops[--scratch_.ops_used];
          put(op.square, op.code);
        }
        if (effects.hand != kNoHand) ++b_.hands[effects.hand];
        if (t_.recycles)
          for (std::uint32_t i = 0; i < effects.capture_count; ++i)
            if (const std::uint8_t code = b_.code[t_.captures.data()[effects.first_capture + i]]; code != kEmptyCode) --b_.hands[t_.captured_hand[us][code]];
        displaced = false;
      }
    }
    if (displaced) {
      const Set from = Set::of(move.from);
      const Set to = Set::of(move.to);
      b_.pieces[us][t_.class_of[b_.code[move.to]]] ^= to;
      b_.pieces[us][t_.class_of[undo.moved]] ^= from;
      b_.occupied[us] ^= from | to;
      if (undo.captured_code != kEmptyCode) {
        b_.pieces[1 - us][t_.class_of[undo.captured_code]] ^= to;
        b_.occupied[1 - us] ^= to;
        if (t_.recycles) --b_.hands[t_.captured_hand[us][undo.captured_code]];
      }
      b_.code[move.from] = undo.moved;
      b_.code[move.to] = undo.captured_code;
    }
    b_.tags = undo.tags;
    b_.attributes = undo.attributes;
    b_.last_from = undo.last_from;
    b_.last_to = undo.last_to;
    b_.royal[0] = undo.royal[0];
    b_.royal[1] = undo.royal[1];
    b_.captured = undo.captured;
    b_.over = undo.over;
    if (undo.keyed) b_.key = undo.key;
  }

  NIGHTRIDER_INLINE void put(unsigned square, std::uint8_t code) {
    const std::uint8_t before = b_.code[square];
    if (before != kEmptyCode) {
      const unsigned owner = t_.owner_of[before];
      b_.pieces[owner][t_.class_of[before]] ^= Set::of(square);
      b_.occupied[owner] ^= Set::of(square);
      if (t_.royal_code[before] && b_.royal[owner] == square) b_.royal[owner] = kNoRoyal;
    }
    if (code != kEmptyCode) {
      const unsigned owner = t_.owner_of[code];
      b_.pieces[owner][t_.class_of[code]] ^= Set::of(square);
      b_.occupied[owner] ^= Set::of(square);
      if (t_.royal_code[code]) b_.royal[owner] = static_cast<std::uint16_t>(square);
    }
    b_.code[square] = code;
  }

  NIGHTRIDER_INLINE BitUndo<N>* scratch_undo() { return static_cast<BitUndo<N>*>(scratch_.undo); }
  NIGHTRIDER_INLINE void finish(Move move) {
    b_.last_from = move.from == kNone ? move.to : move.from;  // after a drop both are its square
    b_.last_to = move.to;
    b_.turn = t_.next_turn.data()[b_.turn];
    b_.side = t_.players_in_turn.data()[b_.turn];
  }

  static constexpr std::uint32_t kMaxChanged = 16;

  const Tables& t_;
  BitBoard<N>& b_;
  BitScratch& scratch_;
  unsigned forbid_depth_ = 0;
};

// What a source file of one instruction set offers.
template <int N, class Isa>
struct BitKernelEntry {
  static std::uint64_t count(const BitTables<N>& tables, BitBoard<N>& board, BitScratch& scratch, int depth, BitCount how) {
    BitKernel<N, Isa> kernel(tables, board, scratch);
    return how == BitCount::kBulk ? kernel.template count<BitCount::kBulk>(depth) : kernel.template count<BitCount::kPlay>(depth);
  }
  static void settle(const BitTables<N>& tables, BitBoard<N>& board, BitScratch& scratch) { BitKernel<N, Isa>(tables, board, scratch).settle(); }
  static std::uint64_t key_after(const BitTables<N>& tables, BitBoard<N>& board, BitScratch& scratch, Move move) {
    return BitKernel<N, Isa>(tables, board, scratch).key_after(move);
  }
  static void play_out(const BitTables<N>& tables, BitBoard<N>& board, BitScratch& scratch, BitPlayout& game) {
    BitKernel<N, Isa>(tables, board, scratch).play_out(game);
  }
  static BitKernelFunctions<N> functions() { return {count, settle, key_after, play_out}; }
};

#undef NIGHTRIDER_INLINE

}  // namespace nightrider
