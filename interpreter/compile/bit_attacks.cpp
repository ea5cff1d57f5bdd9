// Who could capture what: the modes read backwards.
#include "compile/bit_builder.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxLayers = 6;
constexpr std::size_t kMaxVictims = 60;

}  // namespace

template <int N>
std::string BitBuilder<N>::make_attacks() {
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
  if (victims_.size() > kMaxVictims) return "too many kinds of attacks";
  out_.attackers.assign(victims_.size() * context_.squares * kMaxBitClasses, Set::none());
  for (std::size_t v = 0; v < victims_.size(); ++v) {
    const Code victim = victims_[v];
    const PlayerId by = static_cast<PlayerId>(1 - out_.owner_of[victim]);
    out_.attack_player[v] = static_cast<std::uint8_t>(by);
    for (std::size_t k = 0; k < out_.class_count[by]; ++k) {
      std::map<std::pair<std::uint16_t, std::uint16_t>, Reaches<N>> captures;
      // Those without a guard first: one with a guard adds nothing where the same capture has none.
      for (const bool guarded : {false, true})
        for (const auto& [key, squares] : code_moves_[representative_[by][k]].modes) {
          if (((key.target >> victim) & 1) == 0 || (key.guard != BitGuard{}) != guarded) continue;
          if (key.exchange) return "an exchange captures";
          for (std::size_t square = 0; square < squares.size(); ++square)
            for (const Reach<N>& reach : squares[square]) {
              Reaches<N>& known = captures[{reach.to, static_cast<std::uint16_t>(square)}];
              const bool again = std::find(known.begin(), known.end(), reach) != known.end();
              if (guarded && !again) return "a capture asks for more than what stands on squares";
              if (!again) known.push_back(reach);
            }
        }
      for (auto& [where, reaches] : captures) {
        const std::optional<Way> way = way_of(reaches);
        if (!way) return "a capture depends on its line in an unusual way";
        const auto [known, added] = ways_[by][k].try_emplace(where, Way{way->between, way->capture});
        if (!added && (known->second.between != way->between || known->second.capture != way->capture)) return "captures depend on the victim";
        out_.attackers[(v * context_.squares + where.first) * kMaxBitClasses + k].set(where.second);
      }
    }
  }
  return make_layers();
}

// One way of capturing for each class; classes whose lines differ between the same squares lie in different layers.
template <int N>
std::string BitBuilder<N>::make_layers() {
  std::vector<std::map<std::pair<std::uint16_t, std::uint16_t>, Set>> layers;
  for (PlayerId player = 0; player < kBitPlayers; ++player)
    for (std::size_t k = 0; k < out_.class_count[player]; ++k) {
      bool hurdle = false;
      bool open = false;
      for (const auto& [where, way] : ways_[player][k]) (way.capture == BitCapture::kHurdle ? hurdle : open) = true;
      if (hurdle && open) return "a piece captures both ways";
      out_.has_hurdles = out_.has_hurdles || hurdle;
      out_.capture[player][k] = hurdle ? BitCapture::kHurdle : BitCapture::kOpen;
      std::size_t layer = 0;
      for (; layer < layers.size(); ++layer)
        if (std::all_of(ways_[player][k].begin(), ways_[player][k].end(), [&](const auto& w) {
              const auto known = layers[layer].find(w.first);
              return known == layers[layer].end() || known->second == w.second.between;
            }))
          break;
      if (layer == layers.size()) layers.emplace_back();
      if (layers.size() > kMaxLayers) return "pieces capture over too many different lines";
      for (const auto& [where, way] : ways_[player][k]) layers[layer][where] = way.between;
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
template <int N>
std::optional<typename BitBuilder<N>::Way> BitBuilder<N>::way_of(const Reaches<N>& reaches) {
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

template std::string BitBuilder<1>::make_attacks();
template std::string BitBuilder<2>::make_attacks();
template std::string BitBuilder<4>::make_attacks();

}  // namespace nightrider
