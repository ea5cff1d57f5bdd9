#include "compile/bit_tables.h"

#include "compile/bit_builder.h"

namespace nightrider {

template <int N>
std::string BitBuilder<N>::build() {
  out_.game = &game_;
  out_.squares = static_cast<std::uint32_t>(context_.squares);
  out_.codes = static_cast<std::uint32_t>(context_.codes.size());
  if (const std::string reason = why_not(game_); !reason.empty()) return reason;
  if (context_.squares > static_cast<std::size_t>(Set::kSize)) return "the board is larger";
  out_.counts = counts_asked(game_);
  if (out_.counts.size() > kMaxBitCounts) return "moves ask too often how many pieces there are";
  code_moves_.resize(out_.codes);
  for (std::size_t code = 1; code < out_.codes; ++code)
    if (const std::string reason = collect(static_cast<Code>(code)); !reason.empty()) return reason;
  for (const auto step : {&BitBuilder::collect_drops, &BitBuilder::collect_goals, &BitBuilder::make_classes, &BitBuilder::make_modes, &BitBuilder::make_attacks,
                          &BitBuilder::make_specials, &BitBuilder::make_drops, &BitBuilder::make_goals})
    if (const std::string reason = (this->*step)(); !reason.empty()) return reason;
  make_turns();
  make_keys();
  return {};
}

template <int N>
std::string BitBuilder<N>::collect(Code code) {
  CodeMoves<N>& moves = code_moves_[code];
  for (std::size_t square = 0; square < context_.squares; ++square) {
    BitEntries found = bit_entries(game_, out_.counts, code, static_cast<SquareId>(square));
    if (!found.error.empty()) return found.error;
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
template <int N>
bool BitBuilder<N>::disjoint(const CodeMoves<N>& moves, std::uint32_t at, std::uint32_t action) const {
  std::vector<const ModeKey*> having;
  for (const auto& [mode, actions] : moves.actions)
    if (const auto found = actions.find(at); found != actions.end() && std::find(found->second.begin(), found->second.end(), action) != found->second.end())
      having.push_back(&mode);
  for (std::size_t i = 0; i < having.size(); ++i)
    for (std::size_t j = i + 1; j < having.size(); ++j) {
      const ModeKey& a = *having[i];
      const ModeKey& b = *having[j];
      const bool guards_exclude = (a.guard.attributes_set & b.guard.attributes_clear) != 0 || (b.guard.attributes_set & a.guard.attributes_clear) != 0 ||
                                  (a.guard.tags_set & b.guard.tags_clear) != 0 || (b.guard.tags_set & a.guard.tags_clear) != 0 ||
                                  (a.guard.fewer_set & b.guard.fewer_clear) != 0 || (b.guard.fewer_set & a.guard.fewer_clear) != 0;
      if ((a.target & b.target) != 0 && !guards_exclude) return false;
    }
  return true;
}

template <int N>
std::string BitBuilder<N>::make_classes() {
  std::set<std::uint64_t>& listed = wanted_;
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
    const auto counted = [&](const BitFewer& count) { return count.player == owner && count.type == context_.codes.type(static_cast<Code>(code)); };
    for (const BitFewer& count : out_.counts) lists.push_back(counted(count));  // a class is counted whole or not at all
    const Key key{out_.royal_code[code], code_moves_[code].has_specials ? static_cast<Code>(code) : kEmptyCode, lists, code_moves_[code].modes};
    const auto [at, added] = known[owner].try_emplace(key, static_cast<std::uint8_t>(out_.class_count[owner]));
    if (added) {
      if (++out_.class_count[owner] > kMaxBitClasses) return "too many kinds of pieces move differently";
      representative_[owner].push_back(static_cast<Code>(code));
    }
    out_.class_of[code] = at->second;
    for (BitFewer& count : out_.counts)
      if (counted(count)) count.classes |= std::uint32_t{1} << at->second;
  }
  return {};
}

template <int N>
void BitBuilder<N>::make_turns() {
  for (const TurnDefinition& turn : context_.game.turn_order) out_.players_in_turn.push_back(static_cast<std::uint8_t>(turn.as_player));
  for (std::size_t i = 0; i < out_.players_in_turn.size(); ++i) {
    const bool last = i + 1 == out_.players_in_turn.size();
    out_.next_turn.push_back(static_cast<std::uint16_t>(last ? context_.game.turn_repeat : i + 1));
  }
}


template <int N>
std::unique_ptr<const BitTables<N>> build_bit_tables(const CompiledGame& game, std::string& reason) {
  auto tables = std::make_unique<BitTables<N>>();
  reason = BitBuilder<N>(game, *tables).build();
  if (!reason.empty()) return nullptr;
  return tables;
}

template std::unique_ptr<const BitTables<1>> build_bit_tables<1>(const CompiledGame&, std::string&);
template std::unique_ptr<const BitTables<2>> build_bit_tables<2>(const CompiledGame&, std::string&);
template std::unique_ptr<const BitTables<4>> build_bit_tables<4>(const CompiledGame&, std::string&);

}  // namespace nightrider
