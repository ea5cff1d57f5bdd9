// Goals as questions about sets of squares, and the keys of positions.
#include "base/mix.h"
#include "compile/bit_builder.h"

namespace nightrider {
namespace {

constexpr std::size_t kMaxGoalTests = 200;
constexpr std::size_t kMaxLines = 20'000;

bool asks_board(const GoalTest& test) {
  switch (test.kind) {
    case GoalTestKind::kAnd: case GoalTestKind::kOr: case GoalTestKind::kNot: return std::all_of(test.children.begin(), test.children.end(), asks_board);
    case GoalTestKind::kCaptured: case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount: case GoalTestKind::kAbsoluteConfig:
    case GoalTestKind::kRelativeConfig: case GoalTestKind::kConnected:
      return true;
    case GoalTestKind::kStalemated: case GoalTestKind::kCheckmated: case GoalTestKind::kRepetition: case GoalTestKind::kNoProgress:
    case GoalTestKind::kMoveLimit: case GoalTestKind::kAttacked: case GoalTestKind::kReachable: case GoalTestKind::kTally:
      return false;
  }
  return false;
}

template <class F>
std::string each_board_test(const GoalTest& test, F f) {
  for (const GoalTest& child : test.children)
    if (const std::string reason = each_board_test(child, f); !reason.empty()) return reason;
  const bool leaf = test.children.empty() && asks_board(test);
  return leaf ? f(test) : std::string{};
}

// Patterns of the same pieces and the same length; false of anything else.
bool same_lines(const GoalTest& a, const GoalTest& b) {
  const auto pieces = [](const GoalTest& test) {
    return std::count_if(test.pattern.begin(), test.pattern.end(), [](const PatternStep& step) { return !step.is_step; });
  };
  return a.kind == GoalTestKind::kRelativeConfig && b.kind == GoalTestKind::kRelativeConfig && pieces(a) == pieces(b);
}

}  // namespace

template <int N>
std::uint64_t BitBuilder<N>::occupant_codes(const std::vector<ConfigOccupant>& occupants, PlayerId player) const {
  std::uint64_t codes = 0;
  for (std::size_t code = 0; code < out_.codes; ++code)
    for (const ConfigOccupant& wanted : occupants) {
      bool match = code != kEmptyCode && (wanted.type == kNone || context_.codes.type(static_cast<Code>(code)) == wanted.type);
      if (match) switch (wanted.owner) {
        case ConfigOccupant::Owner::kPlayer: match = context_.codes.owner(static_cast<Code>(code)) == player; break;
        case ConfigOccupant::Owner::kOpponent: match = context_.enemies[player].contains(static_cast<Code>(code)); break;
        case ConfigOccupant::Owner::kAny: break;
      }
      if (match != wanted.negated) codes |= std::uint64_t{1} << code;
    }
  return codes;
}

template <int N>
std::uint64_t BitBuilder<N>::goal_codes(const GoalTest& test, PlayerId player) const {
  std::uint64_t codes = 0;
  const auto of_types = [&](bool every_player, bool named_only) {
    for (std::size_t code = 1; code < out_.codes; ++code) {
      const PieceTypeId type = context_.codes.type(static_cast<Code>(code));
      if (!every_player && context_.codes.owner(static_cast<Code>(code)) != player) continue;
      const bool named = std::find(test.types.begin(), test.types.end(), type) != test.types.end();
      if (named || (!named_only && test.types.empty() && !context_.game.pieces[type].dummy)) codes |= std::uint64_t{1} << code;
    }
  };
  switch (test.kind) {
    case GoalTestKind::kCaptured: case GoalTestKind::kConnected: of_types(false, true); break;
    case GoalTestKind::kPiecesRemaining: of_types(false, false); break;
    case GoalTestKind::kTotalPieceCount: of_types(true, false); break;
    case GoalTestKind::kAbsoluteConfig: codes = occupant_codes(test.occupants, player); break;
    case GoalTestKind::kRelativeConfig: {
      codes = ~std::uint64_t{0};
      for (const PatternStep& step : test.pattern)
        if (!step.is_step) codes &= occupant_codes(step.occupants, player);
      break;
    }
    default: break;
  }
  return codes;
}

// Before the classes are made: whatever goals ask for they must be able to tell.
template <int N>
std::string BitBuilder<N>::collect_goals() {
  for (const GoalDefinition& goal : context_.game.goals)
    for (PlayerId player : goal.players) {
      const std::string reason = each_board_test(goal.test, [&](const GoalTest& test) -> std::string {
        if (context_.game.options.include_off_pieces && (test.kind == GoalTestKind::kPiecesRemaining || test.kind == GoalTestKind::kTotalPieceCount))
          return "a goal counts what is in hand";
        if (test.kind != GoalTestKind::kCaptured) want(goal_codes(test, player));
        return {};
      });
      if (!reason.empty()) return reason;
    }
  return {};
}

template <int N>
BitTargetSet BitBuilder<N>::pieces_of(std::uint64_t codes) const {
  BitTargetSet set;
  set.empty = (codes & 1) != 0;
  for (std::size_t code = 1; code < out_.codes; ++code)
    if ((codes >> code) & 1) set.classes[out_.owner_of[code]] |= std::uint32_t{1} << out_.class_of[code];
  return set;
}

template <int N>
std::string BitBuilder<N>::make_lines(const std::vector<const GoalTest*>& tests, PlayerId player, BitGoalTest& made) {
  made.kind = BitGoalKind::kLines;
  made.codes = goal_codes(*tests[0], player);
  std::map<Set, std::vector<SquareId>> lines;  // each set once, in the order of some pattern
  for (const GoalTest* test : tests) {
    for (const PatternStep& step : test->pattern)
      if (!step.is_step && occupant_codes(step.occupants, player) != made.codes) return "a goal is a pattern of different pieces";
    for (std::size_t start = 0; start < context_.squares; ++start) {
      Set line = Set::none();
      std::vector<SquareId> order;
      SquareId square = static_cast<SquareId>(start);
      for (const PatternStep& step : test->pattern) {
        if (step.is_step) {
          square = context_.step(step.direction, player, square);
          if (square == kNone) break;
        } else {
          order.push_back(square);
          line.set(square);
        }
      }
      if (square == kNone) continue;
      if (line.count() != static_cast<int>(order.size())) return "a goal is a pattern that meets itself";
      made.length = static_cast<std::uint32_t>(order.size());
      lines.try_emplace(line, std::move(order));
    }
  }
  if (lines.size() > kMaxLines) return "a goal has too many patterns";
  made.lines_at = static_cast<std::uint32_t>(out_.lines_at.size());
  for (std::size_t square = 0; square < context_.squares; ++square) {
    out_.lines_at.push_back(static_cast<std::uint32_t>(out_.line_squares.size()));
    const std::size_t number = out_.line_squares.size();
    out_.line_squares.push_back(0);
    for (const auto& [line, order] : lines) {
      if (!line.test(static_cast<unsigned>(square))) continue;
      ++out_.line_squares[number];
      const auto here = std::find(order.begin(), order.end(), square) - order.begin();
      std::vector<std::pair<std::ptrdiff_t, SquareId>> others;
      for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != square) others.emplace_back(std::abs(static_cast<std::ptrdiff_t>(i) - here), order[i]);
      std::sort(others.begin(), others.end());
      for (const auto& [distance, other] : others) out_.line_squares.push_back(other);
    }
  }
  return {};
}

template <int N>
std::string BitBuilder<N>::make_board_test(const GoalTest& test, PlayerId player, std::uint32_t& index) {
  BitGoalTest made;
  const auto set_of = [&](const ConfigPlace& place) {
    Set set = Set::none();
    if (place.square != kNone) set.set(place.square);
    else context_.game.board.zone_squares[place.zone][player].for_each([&](std::size_t square) { set.set(static_cast<unsigned>(square)); });
    return set;
  };
  switch (test.kind) {
    case GoalTestKind::kAnd: case GoalTestKind::kOr: case GoalTestKind::kNot: {
      if (test.kind == GoalTestKind::kOr && !test.children.empty() &&
          std::all_of(test.children.begin(), test.children.end(), [&](const GoalTest& child) {
            return same_lines(child, test.children[0]) && goal_codes(child, player) == goal_codes(test.children[0], player);
          })) {
        std::vector<const GoalTest*> lines;
        for (const GoalTest& child : test.children) lines.push_back(&child);
        if (const std::string reason = make_lines(lines, player, made); !reason.empty()) return reason;
        break;
      }
      made.kind = test.kind == GoalTestKind::kAnd ? BitGoalKind::kAnd : test.kind == GoalTestKind::kOr ? BitGoalKind::kOr : BitGoalKind::kNot;
      std::vector<std::uint32_t> children(test.children.size());
      for (std::size_t i = 0; i < children.size(); ++i)
        if (const std::string reason = make_board_test(test.children[i], player, children[i]); !reason.empty()) return reason;
      made.first = static_cast<std::uint32_t>(out_.goal_children.size());
      made.count = static_cast<std::uint32_t>(children.size());
      out_.goal_children.insert(out_.goal_children.end(), children.begin(), children.end());
      break;
    }
    case GoalTestKind::kCaptured:
      made.kind = BitGoalKind::kCaptured;
      made.codes = goal_codes(test, player);
      out_.goals_ask_captures = out_.notes_captures = true;
      break;
    case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount:
      made.kind = BitGoalKind::kRemaining;
      made.pieces = pieces_of(goal_codes(test, player));
      made.number = test.number;
      break;
    case GoalTestKind::kAbsoluteConfig: case GoalTestKind::kConnected: {
      made.kind = test.kind == GoalTestKind::kConnected ? BitGoalKind::kConnected : BitGoalKind::kPlaces;
      made.pieces = pieces_of(goal_codes(test, player));
      made.first = static_cast<std::uint32_t>(out_.goal_sets.size());
      made.count = static_cast<std::uint32_t>(test.places.size());
      for (const ConfigPlace& place : test.places) out_.goal_sets.push_back(set_of(place));
      break;
    }
    case GoalTestKind::kRelativeConfig:
      if (const std::string reason = make_lines({&test}, player, made); !reason.empty()) return reason;
      break;
    case GoalTestKind::kStalemated: case GoalTestKind::kCheckmated: case GoalTestKind::kRepetition: case GoalTestKind::kNoProgress:
    case GoalTestKind::kMoveLimit: case GoalTestKind::kAttacked: case GoalTestKind::kReachable: case GoalTestKind::kTally:
      return "goals ask for attacks or counts";
  }
  index = static_cast<std::uint32_t>(out_.goal_tests.size());
  out_.goal_tests.push_back(made);
  return out_.goal_tests.size() > kMaxGoalTests ? "there are too many goals" : std::string{};
}

template <int N>
std::string BitBuilder<N>::make_goal(const GoalTest& test, std::size_t goal, PlayerId player) {
  BitGoal made{0, static_cast<std::uint16_t>(goal), static_cast<std::uint8_t>(player), true};
  if (asks_board(test)) {
    if (const std::string reason = make_board_test(test, player, made.test); !reason.empty()) return reason;
    out_.goals.push_back(made);
    out_.has_board_goals = true;
    return {};
  }
  made.on_board = false;
  BitGoalTest ending;
  ending.number = test.number;
  switch (test.kind) {
    case GoalTestKind::kOr:
      for (const GoalTest& child : test.children)
        if (const std::string reason = make_goal(child, goal, player); !reason.empty()) return reason;
      return {};
    case GoalTestKind::kStalemated: ending.kind = BitGoalKind::kStalemated; break;
    case GoalTestKind::kCheckmated: {
      ending.kind = BitGoalKind::kCheckmated;
      // Of the side to move, and about its royal piece: else the programs must say.
      std::uint64_t named = 0;
      for (const ConfigOccupant& occupant : test.occupants)
        if (occupant.owner != ConfigOccupant::Owner::kOpponent) named |= (context_.of_type[occupant.type] & context_.friends[player]).word(0);
      if (named != context_.royal_codes[player].word(0)) out_.unplayable = "a goal is about the mate of another piece";
      break;
    }
    case GoalTestKind::kRepetition:
      ending.kind = BitGoalKind::kRepetition;
      if (!test.children.empty()) out_.unplayable = "a goal asks for what held since the position came first";
      break;
    case GoalTestKind::kNoProgress: {
      ending.kind = BitGoalKind::kNoProgress;
      const auto [known, added] = counters_.try_emplace(&test, static_cast<std::uint8_t>(out_.counters.size()));
      ending.counter = known->second;
      if (!added) break;
      BitCounterReset counter;
      for (const ProgressReset& reset : test.resets) switch (reset.kind) {
        case ProgressReset::Kind::kCaptures: counter.captures = true; break;
        case ProgressReset::Kind::kDrops: counter.drops = true; break;
        case ProgressReset::Kind::kMovesOf: counter.moves |= context_.of_type[reset.type].word(0); break;
      }
      out_.counters.push_back(counter);
      out_.notes_captures = true;
      if (out_.counters.size() > kMaxBitCounters) return "there are too many counts of progress";
      break;
    }
    case GoalTestKind::kMoveLimit: ending.kind = BitGoalKind::kMoveLimit; break;
    case GoalTestKind::kAnd:
      // It cannot hold while there are moves, or asks for what counting leaves out.
      if (std::any_of(test.children.begin(), test.children.end(), [](const GoalTest& child) { return child.kind == GoalTestKind::kStalemated || child.kind == GoalTestKind::kCheckmated ||
                                                                   child.kind == GoalTestKind::kRepetition || child.kind == GoalTestKind::kNoProgress || child.kind == GoalTestKind::kMoveLimit; })) {
        out_.unplayable = "a goal asks for several things at once";
        return {};
      }
      return "goals ask for attacks or counts";
    case GoalTestKind::kNot: case GoalTestKind::kAttacked: case GoalTestKind::kReachable: case GoalTestKind::kTally:
    case GoalTestKind::kCaptured: case GoalTestKind::kPiecesRemaining: case GoalTestKind::kTotalPieceCount: case GoalTestKind::kAbsoluteConfig:
    case GoalTestKind::kRelativeConfig: case GoalTestKind::kConnected:
      return "goals ask for attacks or counts";
  }
  made.test = static_cast<std::uint32_t>(out_.goal_tests.size());
  out_.goal_tests.push_back(ending);
  out_.goals.push_back(made);
  return {};
}

template <int N>
std::string BitBuilder<N>::make_goals() {
  for (std::size_t i = 0; i < context_.game.goals.size(); ++i) {
    const GoalDefinition& goal = context_.game.goals[i];
    for (PlayerId player : goal.players)
      if (const std::string reason = make_goal(goal.test, i, player); !reason.empty()) return reason;
  }
  for (const BitGoal& goal : out_.goals) {
    const BitGoalTest& test = out_.goal_tests[goal.test];
    out_.has_limits = out_.has_limits || test.kind == BitGoalKind::kNoProgress || test.kind == BitGoalKind::kMoveLimit;
    if (test.kind != BitGoalKind::kRepetition) continue;
    // Of goals that name repetition the one with the fewest occurrences is the first that may hold.
    const auto number = test.number > 0 ? static_cast<std::uint32_t>(test.number) : ~std::uint32_t{0};
    out_.fewest_repetitions = out_.names_repetition ? std::min(out_.fewest_repetitions, number) : number;
    out_.names_repetition = true;
    if (const GoalKind kind = context_.game.goals[goal.goal].kind; kind == GoalKind::kWin || kind == GoalKind::kLoss)
      out_.unplayable = "a goal is about who repeats";
  }
  for (const auto& moves : code_moves_) out_.may_repeat = out_.may_repeat || !moves.modes.empty() || moves.has_specials;
  out_.joined.assign(context_.squares, Set::none());
  for (std::size_t square = 0; square < context_.squares; ++square)
    for (SquareId near : context_.joined[square]) out_.joined[square].set(near);
  return {};
}

template <int N>
void BitBuilder<N>::make_keys() {
  const std::size_t squares = context_.squares;
  for (std::size_t code = 0; code < out_.codes; ++code)
    for (std::size_t square = 0; square < squares; ++square)
      out_.square_keys.push_back(game_.square_key(static_cast<Code>(code), static_cast<SquareId>(square)));
  out_.repetition_keys = out_.square_keys;
  out_.read_attributes = game_.read_player_attributes;
  out_.every_last_move_counts = game_.every_last_move_counts;
  for (const RightSquare& right : game_.right_squares)
    for (std::size_t code = 0; code < out_.codes; ++code)
      out_.repetition_keys[code * squares + right.square] = game_.square_key(right.bare[code], right.square);
  for (std::size_t turn = 0; turn < out_.players_in_turn.size(); ++turn) out_.turn_keys.push_back(turn_key(static_cast<std::uint32_t>(turn)));
  for (std::size_t square = 0; square < squares; ++square) {
    out_.patterns_at.push_back(static_cast<std::uint32_t>(out_.pattern_list.size()));
    for (const auto* indexes : {&game_.patterns_any_to, &game_.patterns_by_to[square]}) out_.pattern_list.insert(out_.pattern_list.end(), indexes->begin(), indexes->end());
    out_.pattern_list.push_back(BitTables<N>::kEnd);
  }
  for (const FenRight& right : game_.definition().fen.rights) {
    BitRight made{static_cast<std::uint32_t>(out_.right_terms.size()), static_cast<std::uint32_t>(right.terms.size())};
    for (const FenRightTerm& term : right.terms) {
      BitRightTerm& added = out_.right_terms.emplace_back();
      added.square = term.square;
      for (std::size_t code = 1; code < out_.codes; ++code) {
        const Code c = static_cast<Code>(code);
        if (context_.codes.owner(c) == right.player && context_.codes.type(c) == term.type && ((context_.codes.attributes(c) >> term.attribute) & 1) != 0)
          added.codes |= std::uint64_t{1} << code;
      }
    }
    out_.rights.push_back(made);
  }
  if (!game_.definition().fen.line_rights.empty()) out_.unplayable = "rights are by direction";
}

template std::string BitBuilder<1>::collect_goals();
template std::string BitBuilder<2>::collect_goals();
template std::string BitBuilder<4>::collect_goals();
template std::string BitBuilder<1>::make_goals();
template std::string BitBuilder<2>::make_goals();
template std::string BitBuilder<4>::make_goals();
template void BitBuilder<1>::make_keys();
template void BitBuilder<2>::make_keys();
template void BitBuilder<4>::make_keys();

}  // namespace nightrider
