// Where each mode of a class leads: tables of its lines, and proofs that a class moves by shifts.
#include "compile/bit_builder.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxTableBits = 12;      // of lines looked up together
constexpr std::size_t kMaxLineBits = 15;       // of one line
constexpr std::size_t kMaxLookups = 8;
constexpr std::size_t kMaxModes = 24;          // of a class
constexpr std::size_t kMaxListed = 200;       // kinds of targets
constexpr std::size_t kMaxGuards = 200;
constexpr std::size_t kMaxActionIndex = 8u << 20;
constexpr std::size_t kMaxPool = 4u << 20;     // sets in all tables

}  // namespace

template <int N>
BitTarget BitBuilder<N>::target_kind(const ModeKey& mode, PlayerId player) const {
  const std::uint64_t empty = 1;
  const std::uint64_t enemies = context_.enemies[player].word(0);
  if (mode.target == (enemies | empty)) return BitTarget::kNotOwn;
  if (mode.target == empty) return BitTarget::kEmpty;
  if (mode.target == enemies) return BitTarget::kEnemy;
  return BitTarget::kListed;
}

template <int N>
std::string BitBuilder<N>::make_modes() {
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

template <int N>
std::string BitBuilder<N>::make_mode(PlayerId player, std::size_t k, const ModeKey& key, const std::vector<Reaches<N>>& squares, bool royal) {
  BitMode mode;
  mode.target = target_kind(key, player);
  mode.choices = static_cast<std::uint16_t>(key.choices);
  mode.exchange = key.exchange;
  if (const std::string reason = guard_id(key.guard, mode.guard); !reason.empty()) return reason;
  if (mode.target == BitTarget::kListed) {
    BitTargetSet set;
    set.empty = (key.target & 1) != 0;
    for (std::size_t c = 1; c < out_.codes; ++c)
      if ((key.target >> c) & 1) set.classes[out_.owner_of[c]] |= std::uint32_t{1} << out_.class_of[c];
    mode.listed = static_cast<std::uint8_t>(out_.target_sets.size());
    out_.target_sets.push_back(set);
    if (out_.target_sets.size() > kMaxListed) return "moves end on too many kinds of targets";
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
  return make_actions(player, k, key);
}

// What the mode's moves do, for every code of the class.
template <int N>
std::string BitBuilder<N>::make_actions(PlayerId player, std::size_t k, const ModeKey& key) {
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
    if (out_.action_index.size() > kMaxActionIndex) return "too many moves depend on their squares";
  }
  return {};
}

template <int N>
std::vector<BitLine<N>> BitBuilder<N>::lines_of(const Reaches<N>& reaches, Set* leap) {
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
template <int N>
void BitBuilder<N>::find_families() {
  for (PlayerId player = 0; player < kBitPlayers; ++player)
    for (const Code code : representative_[player])
      for (const auto& [key, squares] : code_moves_[code].modes) {
        std::vector<std::vector<Line>> lines(context_.squares);
        for (std::size_t square = 0; square < context_.squares; ++square) lines[square] = lines_of(squares[square], nullptr);
        if (std::find(all_lines_.begin(), all_lines_.end(), lines) == all_lines_.end()) all_lines_.push_back(std::move(lines));
      }
}

template <int N>
std::string BitBuilder<N>::make_lookups(const Reaches<N>& reaches, SquareId square, Set& leap, std::vector<BitLookup<N>>& lookups) {
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

template <int N>
std::uint32_t BitBuilder<N>::nothing() {
  if (nothing_ < 0) {
    nothing_ = static_cast<long>(out_.pool.size());
    out_.pool.push_back(Set::none());
  }
  return static_cast<std::uint32_t>(nothing_);
}

template <int N>
BitLookup<N> BitBuilder<N>::table_of(const std::vector<const Line*>& group) {
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
template <int N>
bool BitBuilder<N>::find_shifts(BitMode& mode, const std::vector<Reaches<N>>& squares) {
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

template <int N>
std::string BitBuilder<N>::guard_id(const BitGuard& guard, std::uint8_t& id) {
  if (guard == BitGuard{}) return {};
  const auto at = std::find(out_.guards.begin() + 1, out_.guards.end(), guard);
  id = static_cast<std::uint8_t>(at - out_.guards.begin());
  if (at == out_.guards.end()) out_.guards.push_back(guard);
  return out_.guards.size() > kMaxGuards ? "moves ask for too many things" : std::string{};
}

template std::string BitBuilder<1>::make_modes();
template BitTarget BitBuilder<1>::target_kind(const ModeKey&, PlayerId) const;
template std::string BitBuilder<1>::guard_id(const BitGuard&, std::uint8_t&);
template std::string BitBuilder<2>::make_modes();
template BitTarget BitBuilder<2>::target_kind(const ModeKey&, PlayerId) const;
template std::string BitBuilder<2>::guard_id(const BitGuard&, std::uint8_t&);
template std::string BitBuilder<4>::make_modes();
template BitTarget BitBuilder<4>::target_kind(const ModeKey&, PlayerId) const;
template std::string BitBuilder<4>::guard_id(const BitGuard&, std::uint8_t&);

}  // namespace nightrider
