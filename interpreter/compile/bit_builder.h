// How bit tables are made: internal to their source files (bit_tables.cpp, bit_lookups.cpp, bit_attacks.cpp, bit_specials.cpp,
// bit_drops.cpp, bit_goals.cpp).
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compile/bit_entries.h"
#include "compile/bit_tables.h"

namespace nightrider {

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

// Entries that ask for common squares, looked up together.
template <int N>
struct BitLine {
  Reaches<N> reaches;
  Bits<N> asked = Bits<N>::none();
  friend bool operator==(const BitLine& a, const BitLine& b) { return a.reaches == b.reaches; }
};

// Members say by an empty string that all went well, else why the game is not covered.
template <int N>
class BitBuilder {
 public:
  using Set = Bits<N>;
  using Line = BitLine<N>;

  BitBuilder(const CompiledGame& game, BitTables<N>& out) : game_(game), context_(game.context), out_(out) {}
  std::string build();

 private:
  struct OddAt {
    BitOdd odd;
    Code code;
    SquareId square;
  };
  struct Way {
    Set between;
    BitCapture capture;
  };

  // A drop of one code onto one square.
  struct DropAt {
    Code code;
    SquareId square;
    std::uint32_t action;
    BitGuard guard;
    std::vector<Test> occupants;  // of other squares
    bool no_mate;
  };

  std::string collect(Code code);      // the entries and odd moves of one code
  std::string collect_drops();
  void want(std::uint64_t codes) {     // classes are to tell these codes from others
    if ((codes & ~std::uint64_t{1}) != 0) wanted_.insert(codes & ~std::uint64_t{1});
  }
  bool disjoint(const CodeMoves<N>& moves, std::uint32_t at, std::uint32_t action) const;
  std::string make_classes();          // codes of one player that move alike
  void make_turns();

  std::string make_modes();            // look-ups and leaps
  std::string make_mode(PlayerId player, std::size_t k, const ModeKey& key, const std::vector<Reaches<N>>& squares, bool royal);
  std::string make_actions(PlayerId player, std::size_t k, const ModeKey& key);
  BitTarget target_kind(const ModeKey& mode, PlayerId player) const;
  static std::vector<Line> lines_of(const Reaches<N>& reaches, Set* leap);
  void find_families();
  std::string make_lookups(const Reaches<N>& reaches, SquareId square, Set& leap, std::vector<BitLookup<N>>& lookups);
  std::uint32_t nothing();
  BitLookup<N> table_of(const std::vector<const Line*>& group);
  bool find_shifts(BitMode& mode, const std::vector<Reaches<N>>& squares);

  std::string make_attacks();          // the modes read backwards
  std::string make_layers();
  static std::optional<Way> way_of(const Reaches<N>& reaches);

  std::string make_specials();         // the odd moves
  std::string make_effects();
  std::string make_special(const OddAt& odd, const BitOdd::Conjunction& conjunction, std::uint32_t group);
  std::string fill_effects(BitSpecial<N>& special, const BitOdd::Conjunction& conjunction);
  std::string captures_victim(const OddAt& odd) const;
  std::uint32_t list(const std::vector<std::uint32_t>& ids);
  std::string guard_id(const BitGuard& guard, std::uint8_t& id);

  std::string make_drops();            // bit_drops.cpp
  std::string make_drop(const std::vector<const DropAt*>& drops);
  std::string check_forbids() const;
  void make_hands();

  std::string make_goals();            // bit_goals.cpp
  std::string collect_goals();
  std::string make_goal(const GoalTest& test, std::size_t goal, PlayerId player);
  std::string make_board_test(const GoalTest& test, PlayerId player, std::uint32_t& index);
  std::string make_lines(const std::vector<const GoalTest*>& tests, PlayerId player, BitGoalTest& made);
  std::uint64_t goal_codes(const GoalTest& test, PlayerId player) const;  // of a test that is no combination
  std::uint64_t occupant_codes(const std::vector<ConfigOccupant>& occupants, PlayerId player) const;
  BitTargetSet pieces_of(std::uint64_t codes) const;
  void make_keys();

  const CompiledGame& game_;
  const RuleContext& context_;
  BitTables<N>& out_;
  std::vector<CodeMoves<N>> code_moves_;           // [code]
  std::vector<OddAt> odd_;
  std::vector<DropAt> drops_;
  std::map<const GoalTest*, std::uint8_t> counters_;  // of no-progress tests
  std::set<std::uint64_t> wanted_;                 // codes that stay apart from others
  std::vector<Code> representative_[kBitPlayers];  // [class]
  std::vector<std::vector<std::vector<Line>>> all_lines_;  // of each mode [square]
  std::map<Reaches<N>, std::uint32_t> tables_;     // equal lines share one
  long nothing_ = -1;
  std::vector<Code> victims_;                      // [attack table]
  std::map<Code, std::uint16_t> test_tables_;      // of what `attacked?` supposes
  std::map<std::pair<std::uint16_t, std::uint16_t>, Way> ways_[kBitPlayers][kMaxBitClasses];  // (target, origin), over all victims
};

}  // namespace nightrider
