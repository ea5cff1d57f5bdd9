#include "compile/bit_tables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/random.h"
#include "compile/bit_entries.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxTableBits = 12;      // of lines looked up together
constexpr std::size_t kMaxLineBits = 15;       // of one line
constexpr std::size_t kMaxLookups = 8;
constexpr std::size_t kMaxModes = 24;          // of a class
constexpr std::size_t kMaxLayers = 6;
constexpr std::size_t kMaxPool = 4u << 20;     // sets in all tables

// Squares that an entry asks for, and where it leads.
template <int N>
struct Reach {
  Bits<N> empty, full;
  std::uint16_t to = 0;
  friend auto operator<=>(const Reach&, const Reach&) = default;
};
// What one mode of a code does from one square: sorted, so that equal reaches compare equal.
template <int N>
using Reaches = std::vector<Reach<N>>;

struct ModeKey {
  BitGuard guard;
  std::uint64_t target = 0;   // codes that may stand there
  bool exchange = false;
  std::size_t choices = 1;
  friend auto operator<=>(const ModeKey&, const ModeKey&) = default;
};

template <int N>
struct CodeMoves {
  std::map<ModeKey, std::vector<Reaches<N>>> modes;  // [square]
  std::map<ModeKey, std::map<std::uint32_t, std::vector<std::uint32_t>>> actions;  // from * squares + to
  bool has_specials = false;
};

template <int N>
class Builder {
 public:
  using Set = Bits<N>;

  Builder(const CompiledGame& game, BitTables<N>& out) : game_(game), context_(game.context), out_(out) {}

  // Empty: done; else why the game is not covered.
  std::string build() {
    out_.game = &game_;
    out_.squares = static_cast<std::uint32_t>(context_.squares);
    out_.codes = static_cast<std::uint32_t>(context_.codes.size());
    if (const std::string reason = why_not(game_); !reason.empty()) return reason;
    if (context_.squares > static_cast<std::size_t>(Set::kSize)) return "the board is larger";
    code_moves_.resize(out_.codes);
    for (std::size_t code = 1; code < out_.codes; ++code)
      if (const std::string reason = collect(static_cast<Code>(code)); !reason.empty()) return reason;
    for (const auto step : {&Builder::make_classes, &Builder::make_modes, &Builder::make_attacks, &Builder::make_specials})
      if (const std::string reason = (this->*step)(); !reason.empty()) return reason;
    make_turns();
    return {};
  }

 private:
  struct OddAt {
    BitOdd odd;
    Code code;
    SquareId square;
  };

  // --- Entries -----------------------------------------------------------------------------------------------------

  std::string collect(Code code) {
    CodeMoves<N>& moves = code_moves_[code];
    for (std::size_t square = 0; square < context_.squares; ++square) {
      BitEntries found = bit_entries(game_, code, static_cast<SquareId>(square));
      if (!found.error.empty()) return found.error;
      std::map<std::pair<ModeKey, std::uint16_t>, std::vector<const BitEntry*>> by_target;
      // Entries with the same conditions are choices of one move; then all ways to a target must offer the same choices.
      std::map<std::tuple<BitGuard, std::uint64_t, bool, std::uint16_t, std::vector<SquareId>, std::vector<SquareId>>, std::vector<std::uint32_t>> merged;
      for (const BitEntry& entry : found.entries) {
        auto& actions = merged[{entry.guard, entry.target, entry.exchange, entry.to, entry.empty, entry.full}];
        actions.insert(actions.end(), entry.actions.begin(), entry.actions.end());
      }
      for (auto& [key, actions] : merged) {
        std::sort(actions.begin(), actions.end());
        if (std::adjacent_find(actions.begin(), actions.end()) != actions.end()) return "one move comes from two blocks";
        const auto& [guard, target, exchange, to, empty, full] = key;
        const ModeKey mode{guard, target, exchange, actions.size()};
        const std::uint32_t at = static_cast<std::uint32_t>(square * context_.squares + to);
        auto [known, added] = moves.actions[mode].try_emplace(at, actions);
        if (!added && known->second != actions) return "two ways to one square do different things";
        Reach<N> reach{Set::none(), Set::none(), to};
        for (SquareId s : empty) reach.empty.set(s);
        for (SquareId s : full) reach.full.set(s);
        auto& squares = moves.modes[mode];
        squares.resize(context_.squares);
        squares[square].push_back(reach);
      }
      for (auto& [key, squares] : moves.modes) {
        squares.resize(context_.squares);
        std::sort(squares[square].begin(), squares[square].end());
      }
      for (const BitOdd& odd : found.odd) {
        moves.has_specials = true;
        odd_.push_back({odd, code, static_cast<SquareId>(square)});
      }
    }
    // The same action on the same squares in two modes would be one move counted twice.
    std::set<std::tuple<std::uint32_t, std::uint32_t>> seen;
    for (const auto& [mode, actions] : moves.actions)
      for (const auto& [at, list] : actions)
        for (std::uint32_t action : list)
          if (!seen.insert({at, action}).second && !disjoint(moves, at, action)) return "one move comes in two ways";
    return {};
  }

  // Modes with the same action at `at` may not hold together: their targets have no code in common, or their guards exclude each other.
  bool disjoint(const CodeMoves<N>& moves, std::uint32_t at, std::uint32_t action) const {
    std::vector<const ModeKey*> having;
    for (const auto& [mode, actions] : moves.actions)
      if (const auto found = actions.find(at); found != actions.end() && std::find(found->second.begin(), found->second.end(), action) != found->second.end())
        having.push_back(&mode);
    for (std::size_t i = 0; i < having.size(); ++i)
      for (std::size_t j = i + 1; j < having.size(); ++j) {
        const ModeKey& a = *having[i];
        const ModeKey& b = *having[j];
        const bool guards_exclude = (a.guard.attributes_set & b.guard.attributes_clear) != 0 || (b.guard.attributes_set & a.guard.attributes_clear) != 0 ||
                                    (a.guard.tags_set & b.guard.tags_clear) != 0 || (b.guard.tags_set & a.guard.tags_clear) != 0;
        if ((a.target & b.target) != 0 && !guards_exclude) return false;
      }
    return true;
  }

  std::uint64_t own(PlayerId player) const { return context_.friends[player].word(0); }
  std::uint64_t enemy(PlayerId player) const { return context_.enemies[player].word(0); }

  // --- Classes: codes of one player that move alike ------------------------------------------------------------------

  std::string make_classes() {
    std::set<std::uint64_t> listed;
    for (std::size_t code = 1; code < out_.codes; ++code)
      for (const auto& [mode, squares] : code_moves_[code].modes)
        if (target_kind(mode, context_.codes.owner(static_cast<Code>(code))) == BitTarget::kListed) listed.insert(mode.target);
    using Key = std::tuple<bool, Code, std::vector<bool>, std::map<ModeKey, std::vector<Reaches<N>>>>;
    std::map<Key, std::uint8_t> known[kBitPlayers];
    out_.owner_of[kEmptyCode] = kBitPlayers;
    for (std::size_t code = 1; code < out_.codes; ++code) {
      const PlayerId owner = context_.codes.owner(static_cast<Code>(code));
      out_.owner_of[code] = static_cast<std::uint8_t>(owner);
      out_.royal_code[code] = game_.royal.contains(static_cast<Code>(code));
      std::vector<bool> lists;
      for (std::uint64_t set : listed) lists.push_back(((set >> code) & 1) != 0);
      const Key key{out_.royal_code[code], code_moves_[code].has_specials ? static_cast<Code>(code) : kEmptyCode, lists, code_moves_[code].modes};
      const auto [at, added] = known[owner].try_emplace(key, static_cast<std::uint8_t>(out_.class_count[owner]));
      if (added) {
        if (++out_.class_count[owner] > kMaxBitClasses) return "too many kinds of pieces move differently";
        representative_[owner].push_back(static_cast<Code>(code));
      }
      out_.class_of[code] = at->second;
    }
    return {};
  }

  BitTarget target_kind(const ModeKey& mode, PlayerId player) const {
    const std::uint64_t empty = 1;
    if (mode.target == (enemy(player) | empty)) return BitTarget::kNotOwn;
    if (mode.target == empty) return BitTarget::kEmpty;
    if (mode.target == enemy(player)) return BitTarget::kEnemy;
    return BitTarget::kListed;
  }

  // --- Modes and their look-ups --------------------------------------------------------------------------------------

  std::string make_modes() {
    out_.guards.push_back({});
    find_families();
    for (PlayerId player = 0; player < kBitPlayers; ++player)
      for (std::size_t k = 0; k < out_.class_count[player]; ++k) {
        const Code code = representative_[player][k];
        BitClass made;
        made.royal = out_.royal_code[code];
        made.has_specials = code_moves_[code].has_specials;
        made.first_mode = static_cast<std::uint16_t>(out_.modes.size());
        if (code_moves_[code].modes.size() > kMaxModes) return "a piece moves in too many ways";
        for (const auto& [key, squares] : code_moves_[code].modes)
          if (const std::string reason = make_mode(player, k, key, squares, made.royal); !reason.empty()) return reason;
        made.mode_count = static_cast<std::uint16_t>(out_.modes.size() - made.first_mode);
        if (made.mode_count == 1) {
          const BitMode& mode = out_.modes[made.first_mode];
          made.plain = mode.target == BitTarget::kNotOwn && mode.guard == 0 && !mode.exchange && !mode.shifted;
        }
        out_.classes[player].push_back(made);
      }
    if (out_.pool.size() > kMaxPool) return "the tables would be too large";
    return {};
  }

  std::string make_mode(PlayerId player, std::size_t k, const ModeKey& key, const std::vector<Reaches<N>>& squares, bool royal) {
    BitMode mode;
    mode.target = target_kind(key, player);
    mode.choices = static_cast<std::uint16_t>(key.choices);
    mode.exchange = key.exchange;
    if (!(key.guard == BitGuard{})) {
      const auto at = std::find(out_.guards.begin() + 1, out_.guards.end(), key.guard);
      mode.guard = static_cast<std::uint8_t>(at - out_.guards.begin());
      if (at == out_.guards.end()) out_.guards.push_back(key.guard);
      if (out_.guards.size() > 200) return "moves ask for too many things";
    }
    if (mode.target == BitTarget::kListed) {
      BitTargetSet set;
      set.empty = (key.target & 1) != 0;
      for (std::size_t c = 1; c < out_.codes; ++c)
        if ((key.target >> c) & 1) set.classes[out_.owner_of[c]] |= std::uint32_t{1} << out_.class_of[c];
      mode.listed = static_cast<std::uint8_t>(out_.target_sets.size());
      out_.target_sets.push_back(set);
      if (out_.target_sets.size() > 200) return "moves end on too many kinds of targets";
    }
    if (!royal && !key.exchange && (mode.target == BitTarget::kEmpty || mode.target == BitTarget::kEnemy || mode.target == BitTarget::kNotOwn))
      mode.shifted = find_shifts(mode, squares);
    std::vector<std::vector<BitLookup<N>>> lookups(context_.squares);
    mode.leap = static_cast<std::uint32_t>(out_.leaps.size());
    for (std::size_t square = 0; square < context_.squares; ++square) {
      Set leap = Set::none();
      if (const std::string reason = make_lookups(squares[square], static_cast<SquareId>(square), leap, lookups[square]); !reason.empty()) return reason;
      out_.leaps.push_back(leap);
      mode.lookups = std::max(mode.lookups, static_cast<std::uint8_t>(lookups[square].size()));
    }
    mode.lookup = static_cast<std::uint32_t>(out_.lookups.size());
    for (auto& list : lookups) {
      list.resize(mode.lookups, BitLookup<N>{{}, {}, nothing()});
      out_.lookups.insert(out_.lookups.end(), list.begin(), list.end());
    }
    out_.modes.push_back(mode);
    // Actions of every code of the class.
    out_.actions.resize(out_.modes.size() * 64);
    for (std::size_t c = 1; c < out_.codes; ++c) {
      if (out_.owner_of[c] != player || out_.class_of[c] != k) continue;
      const auto& by_squares = code_moves_[c].actions.at(key);
      BitActions& actions = out_.actions[(out_.modes.size() - 1) * 64 + c];
      bool uniform = true;
      const std::vector<std::uint32_t>* first = nullptr;
      for (const auto& [at, list] : by_squares) {
        if (first == nullptr) first = &list;
        uniform = uniform && list == *first;
      }
      if (uniform && first != nullptr) {
        actions.action = static_cast<std::uint32_t>(out_.action_list.size());
        out_.action_list.insert(out_.action_list.end(), first->begin(), first->end());
        continue;
      }
      actions.table = static_cast<std::uint32_t>(out_.action_index.size());
      out_.action_index.resize(out_.action_index.size() + context_.squares * context_.squares);
      std::map<std::vector<std::uint32_t>, std::uint32_t> lists;
      for (const auto& [at, list] : by_squares) {
        const auto [known, added] = lists.try_emplace(list, static_cast<std::uint32_t>(out_.action_list.size()));
        if (added) out_.action_list.insert(out_.action_list.end(), list.begin(), list.end());
        out_.action_index[actions.table + at] = known->second;
      }
      if (out_.action_index.size() > (8u << 20)) return "too many moves depend on their squares";
    }
    return {};
  }

  // Entries that ask for common squares, looked up together.
  struct Line {
    Reaches<N> reaches;
    Set asked = Set::none();
    friend bool operator==(const Line& a, const Line& b) { return a.reaches == b.reaches; }
  };

  std::vector<Line> lines_of(const Reaches<N>& reaches, Set* leap) const {
    std::vector<Line> lines;
    for (const Reach<N>& reach : reaches) {
      const Set asked = reach.empty | reach.full;
      if (!asked.any()) {
        if (leap != nullptr) leap->set(reach.to);
        continue;
      }
      Line joined;
      joined.reaches.push_back(reach);
      joined.asked = asked;
      for (std::size_t i = 0; i < lines.size();) {
        if ((lines[i].asked & asked).any()) {
          joined.reaches.insert(joined.reaches.end(), lines[i].reaches.begin(), lines[i].reaches.end());
          joined.asked |= lines[i].asked;
          lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          ++i;
        }
      }
      std::sort(joined.reaches.begin(), joined.reaches.end());
      lines.push_back(std::move(joined));
    }
    // The step next to the origin leaps; it belongs to its line, so that equal lines of other pieces share their table.
    return lines;
  }

  // Lines that two modes share on every square where one has any go to one family: a queen finds the tables of rook and bishop.
  void find_families() {
    for (PlayerId player = 0; player < kBitPlayers; ++player)
      for (const Code code : representative_[player])
        for (const auto& [key, squares] : code_moves_[code].modes) {
          std::vector<std::vector<Line>> lines(context_.squares);
          for (std::size_t square = 0; square < context_.squares; ++square) lines[square] = lines_of(squares[square], nullptr);
          if (std::find(all_lines_.begin(), all_lines_.end(), lines) == all_lines_.end()) all_lines_.push_back(std::move(lines));
        }
  }

  std::string make_lookups(const Reaches<N>& reaches, SquareId square, Set& leap, std::vector<BitLookup<N>>& lookups) {
    const std::vector<Line> lines = lines_of(reaches, &leap);
    if (lines.empty()) return {};
    // Modes that share a line with this one: those whose lines are all here count as families of their own.
    std::map<std::uint64_t, std::vector<const Line*>> families;
    for (const Line& line : lines) {
      std::uint64_t who = 0;
      for (std::size_t i = 0; i < all_lines_.size() && i < 64; ++i) {
        const auto& theirs = all_lines_[i][square];
        const bool subset = std::all_of(theirs.begin(), theirs.end(), [&](const Line& l) { return std::find(lines.begin(), lines.end(), l) != lines.end(); });
        if (subset && std::find(theirs.begin(), theirs.end(), line) != theirs.end()) who |= std::uint64_t{1} << i;
      }
      families[who].push_back(&line);
    }
    for (auto& [who, members] : families) {
      std::sort(members.begin(), members.end(), [](const Line* a, const Line* b) { return a->asked.count() > b->asked.count(); });
      // First fit, longest first: few look-ups, none above the limit unless one line alone is.
      std::vector<std::pair<std::vector<const Line*>, std::size_t>> bins;
      for (const Line* line : members) {
        const auto bits = static_cast<std::size_t>(line->asked.count());
        if (bits > kMaxLineBits) return "a line is too long";
        const auto bin = std::find_if(bins.begin(), bins.end(), [&](const auto& b) { return b.second + bits <= kMaxTableBits; });
        if (bin != bins.end()) {
          bin->first.push_back(line);
          bin->second += bits;
        } else {
          bins.push_back({{line}, bits});
        }
      }
      for (const auto& [group, bits] : bins) lookups.push_back(table_of(group));
    }
    if (lookups.size() > kMaxLookups) return "a piece has too many lines";
    if (out_.pool.size() > kMaxPool) return "the tables would be too large";
    return {};
  }

  std::uint32_t nothing() {
    if (nothing_ < 0) {
      nothing_ = static_cast<long>(out_.pool.size());
      out_.pool.push_back(Set::none());
    }
    return static_cast<std::uint32_t>(nothing_);
  }

  BitLookup<N> table_of(const std::vector<const Line*>& group) {
    Set asked = Set::none();
    Reaches<N> reaches;
    for (const Line* line : group) {
      asked |= line->asked;
      reaches.insert(reaches.end(), line->reaches.begin(), line->reaches.end());
    }
    std::sort(reaches.begin(), reaches.end());
    BitLookup<N> lookup{};
    unsigned shift = 0;
    std::vector<unsigned> squares;
    for (int i = 0; i < N; ++i) {
      lookup.mask[i] = asked.word[i];
      lookup.shift[i] = static_cast<std::uint8_t>(shift);
      shift += static_cast<unsigned>(std::popcount(asked.word[i]));
      for (std::uint64_t w = asked.word[i]; w != 0; w &= w - 1) squares.push_back(static_cast<unsigned>(i * 64 + std::countr_zero(w)));
    }
    const auto [known, added] = tables_.try_emplace(reaches, static_cast<std::uint32_t>(out_.pool.size()));
    lookup.table = known->second;
    if (!added) return lookup;
    const std::size_t size = std::size_t{1} << squares.size();
    for (std::size_t index = 0; index < size; ++index) {
      Set occupied = Set::none();
      for (std::size_t i = 0; i < squares.size(); ++i)
        if ((index >> i) & 1) occupied.set(squares[i]);
      Set result = Set::none();
      for (const Reach<N>& reach : reaches)
        if (!(reach.empty & occupied).any() && !(reach.full & ~occupied).any()) result.set(reach.to);
      out_.pool.push_back(result);
    }
    return lookup;
  }

  // Proof that a whole class may be moved at once: the same offsets from every square, onto empty squares again and again.
  bool find_shifts(BitMode& mode, const std::vector<Reaches<N>>& squares) {
    std::map<int, BitShift<N>> found;
    std::size_t steps = 0;
    std::size_t active = 0;
    for (std::size_t square = 0; square < squares.size(); ++square) {
      if (!squares[square].empty()) ++active;
      // Per first step: the targets in order.
      std::map<int, std::vector<const Reach<N>*>> lines;
      for (const Reach<N>& reach : squares[square]) {
        ++steps;
        if (reach.full.any()) return false;
        const int length = reach.empty.count() + 1;
        const int offset = static_cast<int>(reach.to) - static_cast<int>(square);
        if (offset % length != 0 || length > 4) return false;
        const int distance = offset / length;
        if (distance == 0) return false;
        for (int i = 1; i < length; ++i)
          if (!reach.empty.test(static_cast<unsigned>(static_cast<int>(square) + distance * i))) return false;
        lines[distance].push_back(&reach);
      }
      for (auto& [distance, line] : lines) {
        BitShift<N>& shift = found[distance];
        if (shift.steps == 0)
          for (Set& set : shift.from) set = Set::none();
        shift.distance = static_cast<std::int16_t>(distance);
        shift.steps = static_cast<std::uint8_t>(std::max<std::size_t>(shift.steps, line.size()));
        std::vector<bool> stops(4, false);
        for (const Reach<N>* reach : line) stops[static_cast<std::size_t>(reach->empty.count())] = true;
        for (std::size_t i = 0; i < line.size(); ++i)
          if (!stops[i]) return false;  // it passes where it may not stop
        for (std::size_t i = 0; i < line.size(); ++i)
          shift.from[i].set(static_cast<unsigned>(static_cast<int>(square) + distance * static_cast<int>(i)));
      }
    }
    if (active == 0 || steps > 5 * active) return false;
    if (mode.target != BitTarget::kEmpty)
      for (const auto& [distance, shift] : found)
        if (shift.steps > 1) return false;
    // Step i from a square is right for one origin; it must be right for every origin that reaches the square so.
    for (const auto& [distance, shift] : found)
      for (std::size_t square = 0; square < squares.size(); ++square) {
        std::size_t own_steps = 0;
        for (const Reach<N>& reach : squares[square])
          if ((static_cast<int>(reach.to) - static_cast<int>(square)) == distance * (reach.empty.count() + 1)) ++own_steps;
        Set at = Set::of(static_cast<unsigned>(square));
        for (std::size_t i = 0; i < shift.steps; ++i) {
          const bool may = (at & shift.from[i]).any();
          if (may != (i < own_steps)) return false;
          if (!may) break;
          at = at.shifted(distance);
        }
      }
    mode.first_shift = static_cast<std::uint32_t>(out_.shifts.size());
    for (const auto& [distance, shift] : found) out_.shifts.push_back(shift);
    mode.shift_count = static_cast<std::uint32_t>(found.size());
    return true;
  }

  // --- Attacks: the modes read backwards -----------------------------------------------------------------------------

  struct Way {
    Set between;
    BitCapture capture;
  };

  std::string make_attacks() {
    // Victims: royal codes, and whatever `attacked?` supposes.
    std::map<int, std::uint16_t> table_ids;
    const auto table_for = [&](Code victim) {
      const auto [at, added] = table_ids.try_emplace(game_.attack_any[victim], static_cast<std::uint16_t>(table_ids.size()));
      if (added) victims_.push_back(victim);
      return at->second;
    };
    for (std::size_t code = 1; code < out_.codes; ++code)
      if (out_.royal_code[code]) out_.royal_table[code] = table_for(static_cast<Code>(code));
    for (const OddAt& odd : odd_)
      for (const BitOdd::Conjunction& conjunction : odd.odd.conjunctions)
        for (const Test& test : conjunction.tests)
          if (test.kind == TestKind::kAttacked) test_tables_[test.victim] = table_for(test.victim);
    if (victims_.size() > 60) return "too many kinds of attacks";
    out_.attack_tables = victims_.size();
    out_.attackers.assign(victims_.size() * context_.squares * kMaxBitClasses, Set::none());
    // [player][class]: (target, origin) -> way, over all victims.
    std::map<std::pair<std::uint16_t, std::uint16_t>, Way> ways[kBitPlayers][kMaxBitClasses];
    for (std::size_t v = 0; v < victims_.size(); ++v) {
      const Code victim = victims_[v];
      const PlayerId by = static_cast<PlayerId>(1 - out_.owner_of[victim]);
      out_.attack_player[v] = static_cast<std::uint8_t>(by);
      for (std::size_t k = 0; k < out_.class_count[by]; ++k) {
        std::map<std::pair<std::uint16_t, std::uint16_t>, Reaches<N>> captures;
        for (const auto& [key, squares] : code_moves_[representative_[by][k]].modes) {
          if (((key.target >> victim) & 1) == 0) continue;
          if (!(key.guard == BitGuard{})) return "a capture asks for more than what stands on squares";
          if (key.exchange) return "an exchange captures";
          for (std::size_t square = 0; square < squares.size(); ++square)
            for (const Reach<N>& reach : squares[square]) captures[{reach.to, static_cast<std::uint16_t>(square)}].push_back(reach);
        }
        for (auto& [where, reaches] : captures) {
          const std::optional<Way> way = way_of(reaches);
          if (!way) return "a capture depends on its line in an unusual way";
          const auto [known, added] = ways[by][k].try_emplace(where, Way{way->between, way->capture});
          if (!added && (known->second.between != way->between || known->second.capture != way->capture)) return "captures depend on the victim";
          out_.attackers[(v * context_.squares + where.first) * kMaxBitClasses + k].set(where.second);
        }
      }
    }
    // One way of capturing for each class; classes whose lines differ between the same squares lie in different layers.
    std::vector<std::map<std::pair<std::uint16_t, std::uint16_t>, Set>> layers;
    for (PlayerId player = 0; player < kBitPlayers; ++player)
      for (std::size_t k = 0; k < out_.class_count[player]; ++k) {
        bool hurdle = false;
        bool open = false;
        for (const auto& [where, way] : ways[player][k]) (way.capture == BitCapture::kHurdle ? hurdle : open) = true;
        if (hurdle && open) return "a piece captures both ways";
        out_.has_hurdles = out_.has_hurdles || hurdle;
        out_.capture[player][k] = hurdle ? BitCapture::kHurdle : BitCapture::kOpen;
        std::size_t layer = 0;
        for (; layer < layers.size(); ++layer)
          if (std::all_of(ways[player][k].begin(), ways[player][k].end(), [&](const auto& w) {
                const auto known = layers[layer].find(w.first);
                return known == layers[layer].end() || known->second == w.second.between;
              }))
            break;
        if (layer == layers.size()) layers.emplace_back();
        if (layers.size() > kMaxLayers) return "pieces capture over too many different lines";
        for (const auto& [where, way] : ways[player][k]) layers[layer][where] = way.between;
        out_.layer[player][k] = static_cast<std::uint8_t>(layer);
      }
    out_.layers = static_cast<std::uint32_t>(std::max<std::size_t>(layers.size(), 1));
    out_.between.assign(out_.layers * context_.squares * context_.squares, Set::none());
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
      for (const auto& [where, between] : layers[layer])
        out_.between[(layer * context_.squares + where.first) * context_.squares + where.second] = between;
    return {};
  }

  // All squares between empty; or exactly one of them occupied, whichever. Nothing: neither.
  static std::optional<Way> way_of(const Reaches<N>& reaches) {
    if (reaches.size() == 1 && !reaches[0].full.any()) return Way{reaches[0].empty, BitCapture::kOpen};
    const Set all = reaches[0].empty | reaches[0].full;
    Set hurdles = Set::none();
    for (const Reach<N>& reach : reaches) {
      if ((reach.empty | reach.full) != all || reach.full.count() != 1 || (hurdles & reach.full).any()) return std::nullopt;
      hurdles |= reach.full;
    }
    if (hurdles != all) return std::nullopt;
    return Way{all, BitCapture::kHurdle};
  }

  // --- Specials ------------------------------------------------------------------------------------------------------

  std::string make_specials() {
    out_.effects.resize(game_.prepared.size());
    for (std::size_t i = 0; i < game_.prepared.size(); ++i) {
      const PreparedMove& prepared = game_.prepared[i];
      if (prepared.pass) continue;
      BitEffects& effects = out_.effects[i];
      effects.first_op = static_cast<std::uint32_t>(out_.ops.size());
      effects.op_count = static_cast<std::uint32_t>(prepared.ops.size());
      effects.tags = prepared.tags;
      effects.attributes_set = prepared.attributes_set;
      effects.attributes_cleared = prepared.attributes_cleared;
      out_.most_ops = std::max(out_.most_ops, prepared.ops.size());
      for (const SquareOp& op : prepared.ops) {
        if (op.source != kNone) return "a move's effect depends on what stands where";
        out_.ops.push_back({static_cast<std::uint8_t>(op.value), op.square});
      }
      if (prepared.displacement && prepared.ops.size() == 2) {
        effects.displacement = true;
        for (const SquareOp& op : prepared.ops)
          if (op.square == prepared.parts[0].to) effects.placed = static_cast<std::uint8_t>(op.value);
      }
    }
    const std::size_t squares = context_.squares;
    std::vector<std::vector<std::uint32_t>> at(out_.codes * squares);
    std::map<std::uint32_t, std::vector<std::uint32_t>> after;   // last from * squares + last to
    for (const OddAt& odd : odd_) {
      if (const std::string reason = captures_victim(odd); !reason.empty()) return reason;
      const auto group = static_cast<std::uint32_t>(out_.specials.size());
      for (const BitOdd::Conjunction& conjunction : odd.odd.conjunctions) {
        BitSpecial<N> special;
        special.group = group;
        special.need_empty = special.need_full = special.clear = special.set = Set::none();
        special.action = odd.odd.action;
        special.from = odd.odd.from;
        special.to = odd.odd.to;
        special.origin = odd.square;
        special.code = static_cast<std::uint8_t>(odd.code);
        if (const std::string reason = fill_effects(special); !reason.empty()) return reason;
        BitGuard guard;
        std::uint16_t& last_from = special.last_from;
        std::uint16_t& last_to = special.last_to;
        special.first_test = static_cast<std::uint32_t>(out_.tests.size());
        for (const Test& test : conjunction.tests) {
          switch (test.kind) {
            case TestKind::kOccupant:
              if (test.codes == 1) special.need_empty.set(test.subject);
              else if (test.codes == (context_.all_codes.word(0) & ~std::uint64_t{1})) special.need_full.set(test.subject);
              else out_.tests.push_back({TestKind::kOccupant, true, test.subject, 0, test.codes});
              break;
            case TestKind::kLastFrom: case TestKind::kLastTo:
              if (test.expected) (test.kind == TestKind::kLastFrom ? last_from : last_to) = test.subject;
              else out_.tests.push_back({test.kind, false, test.subject, 0, 0});
              break;
            case TestKind::kLastTag: (test.expected ? guard.tags_set : guard.tags_clear) |= std::uint64_t{1} << test.subject; break;
            case TestKind::kPlayerAttribute: (test.expected ? guard.attributes_set : guard.attributes_clear) |= std::uint64_t{1} << test.subject; break;
            case TestKind::kAttacked: case TestKind::kDefended: break;
          }
        }
        for (const Test& test : conjunction.tests)
          if (test.kind == TestKind::kAttacked)
            out_.tests.push_back({TestKind::kAttacked, test.expected, test.subject, test_tables_.at(test.victim), 0});
        special.test_count = static_cast<std::uint32_t>(out_.tests.size()) - special.first_test;
        if (!(guard == BitGuard{})) {
          const auto known = std::find(out_.guards.begin() + 1, out_.guards.end(), guard);
          special.guard = static_cast<std::uint8_t>(known - out_.guards.begin());
          if (known == out_.guards.end()) out_.guards.push_back(guard);
          if (out_.guards.size() > 200) return "moves ask for too many things";
        }
        const auto id = static_cast<std::uint32_t>(out_.specials.size());
        out_.specials.push_back(special);
        const SquareId last_from_square = special.last_from;
        const SquareId last_to_square = special.last_to;
        if (last_to_square == kNone && last_from_square == kNone) {
          at[odd.code * squares + odd.square].push_back(id);
          continue;
        }
        for (std::size_t other = 0; other < squares; ++other) {
          const std::size_t from = last_from_square != kNone ? last_from_square : other;
          const std::size_t to = last_to_square != kNone ? last_to_square : other;
          after[static_cast<std::uint32_t>(from * squares + to)].push_back(id);
          if (last_from_square != kNone && last_to_square != kNone) break;
        }
      }
    }
    for (const auto& ids : at) out_.has_specials = out_.has_specials || !ids.empty();
    out_.asks_last_move = !after.empty();
    out_.special_list.push_back(BitTables<N>::kEnd);
    out_.specials_at.assign(out_.codes * squares, 0);
    out_.specials_after.assign(squares * squares, 0);
    out_.last_move_keys.assign(squares * squares, 0);
    for (std::size_t i = 0; i < at.size(); ++i) out_.specials_at[i] = list(at[i]);
    Random random(0x6c6173746d6f7665);
    for (const auto& [where, ids] : after) {
      out_.specials_after[where] = list(ids);
      out_.last_move_keys[where] = random.next();
    }
    return {};
  }

  std::uint32_t list(const std::vector<std::uint32_t>& ids) {
    if (ids.empty()) return 0;
    const auto first = static_cast<std::uint32_t>(out_.special_list.size());
    out_.special_list.insert(out_.special_list.end(), ids.begin(), ids.end());
    out_.special_list.push_back(BitTables<N>::kEnd);
    return first;
  }

  // What an odd move changes; only own pieces may be put down, so that its safety is an attack test on changed squares.
  std::string fill_effects(BitSpecial<N>& special) {
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
    for (std::uint32_t i = 0; i < effects.op_count; ++i)
      if (!place(out_.ops[effects.first_op + i].square, out_.ops[effects.first_op + i].code)) return "a move puts an enemy piece down";
    return {};
  }

  // An odd move that could capture a royal piece would have to be found by attack tests.
  std::string captures_victim(const OddAt& odd) const {
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

  void make_turns() {
    for (const TurnDefinition& turn : context_.game.turn_order) out_.players_in_turn.push_back(static_cast<std::uint8_t>(turn.as_player));
    Random random(0x7475726e6b657973);
    for (std::size_t i = 0; i < out_.players_in_turn.size(); ++i) {
      const bool last = i + 1 == out_.players_in_turn.size();
      out_.next_turn.push_back(static_cast<std::uint16_t>(last ? context_.game.turn_repeat : i + 1));
      out_.turn_keys.push_back(random.next());
    }
  }

  const CompiledGame& game_;
  const RuleContext& context_;
  BitTables<N>& out_;
  std::vector<CodeMoves<N>> code_moves_;   // [code]
  std::vector<OddAt> odd_;
  std::vector<Code> representative_[kBitPlayers];  // [class]
  std::vector<std::vector<std::vector<Line>>> all_lines_;
  std::map<Reaches<N>, std::uint32_t> tables_;
  long nothing_ = -1;
  std::vector<Code> victims_;
  std::map<Code, std::uint16_t> test_tables_;
};

}  // namespace

template <int N>
std::size_t BitTables<N>::size() const {
  return leaps.size() * sizeof(Set) + lookups.size() * sizeof(BitLookup<N>) + pool.size() * sizeof(Set) + actions.size() * sizeof(BitActions) +
         action_index.size() * 4 + specials.size() * sizeof(BitSpecial<N>) + tests.size() * sizeof(BitTest) +
         (specials_at.size() + specials_after.size() + special_list.size()) * 4 + ops.size() * sizeof(BitOp) + effects.size() * sizeof(BitEffects) +
         (attackers.size() + between.size()) * sizeof(Set) + last_move_keys.size() * 8;
}

template <int N>
std::unique_ptr<const BitTables<N>> build_bit_tables(const CompiledGame& game, std::string& reason) {
  auto tables = std::make_unique<BitTables<N>>();
  reason = Builder<N>(game, *tables).build();
  if (!reason.empty()) return nullptr;
  return tables;
}

template struct BitTables<1>;
template struct BitTables<2>;
template struct BitTables<4>;
template std::unique_ptr<const BitTables<1>> build_bit_tables<1>(const CompiledGame&, std::string&);
template std::unique_ptr<const BitTables<2>> build_bit_tables<2>(const CompiledGame&, std::string&);
template std::unique_ptr<const BitTables<4>> build_bit_tables<4>(const CompiledGame&, std::string&);

}  // namespace nightrider
