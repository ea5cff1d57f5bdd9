// Goals: how a game ends.
#include <algorithm>
#include <functional>

#include "model/game_reader.h"

namespace nightrider {
namespace {

// The number in tests of pieces, half-moves and rounds.
constexpr int kMaxGoalNumber = 1'000'000;

// Whether the test or one inside it is of that kind.
bool holds(const GoalTest& test, GoalTestKind kind) {
  if (test.kind == kind) return true;
  for (const GoalTest& child : test.children)
    if (holds(child, kind)) return true;
  return false;
}

}  // namespace

void GameReader::read_goals() {
  bool repetition = false;
  for (const CollectedForm& form : forms_) {
    GoalDefinition goal;
    switch (form.keyword) {
      case Keyword::kWinCondition: goal.kind = GoalKind::kWin; break;
      case Keyword::kLossCondition: goal.kind = GoalKind::kLoss; break;
      case Keyword::kDrawCondition: goal.kind = GoalKind::kDraw; break;
      case Keyword::kCountCondition: goal.kind = GoalKind::kCount; break;
      case Keyword::kEndCondition: goal.kind = GoalKind::kEnd; break;
      default: continue;
    }
    const Node& node = *form.node;
    if (!arguments(node, 2, 2)) continue;
    if (!expect_list(*node.children[1], "the players")) continue;
    bool good = read_goal_players(*node.children[1], goal.players);
    good = read_goal(*node.children[2], goal.test, 0) && good;
    goal.span = node.span;
    goal.trail = trail_of(node);
    if (!good) continue;
    repetition = repetition || holds(goal.test, GoalTestKind::kRepetition);
    game_.goals.push_back(std::move(goal));
  }
  if (repetition) return;
  // Without any repetition goal a third occurrence draws, as in the Windows program (language.md).
  GoalDefinition draw;
  draw.kind = GoalKind::kDraw;
  draw.test.kind = GoalTestKind::kRepetition;
  draw.test.number = 3;
  draw.span = game_.span;
  for (std::size_t p = 0; p < game_.players.size(); ++p) draw.players.push_back(static_cast<PlayerId>(p));
  game_.goals.push_back(std::move(draw));
}

bool GameReader::read_goal_players(const Node& list, std::vector<PlayerId>& players) {
  bool good = true;
  for (const Node* player : list.children) {
    players.push_back(resolve(NameKind::kPlayer, *player));
    good = good && players.back() != kNone;
  }
  return good;
}

// `(forbid (White Black) [(tag T)] GOAL)`
void GameReader::read_forbids() {
  for (const Node* form : forms_of(Keyword::kForbid)) {
    if (!arguments(*form, 2, 3) || !expect_list(*form->children[1], "the players")) continue;
    ForbidDefinition forbid;
    bool good = read_goal_players(*form->children[1], forbid.players);
    if (form->children.size() == 4) {
      const Node& tag = *form->children[2];
      const KeywordRow* row = keyword(tag, Form::kForbid);
      if (row == nullptr || !arguments(tag, 1, 1)) continue;
      forbid.tag = resolve(NameKind::kTag, *tag.children[1]);
      good = good && forbid.tag != kNone;
    }
    good = read_board_goal(*form->children.back(), forbid.test, 0) && good;
    forbid.span = form->span;
    forbid.trail = trail_of(*form);
    if (good) game_.forbids.push_back(std::move(forbid));
  }
}

bool GameReader::read_board_goal(const Node& node, GoalTest& test, int depth) {
  if (!read_goal(node, test, depth)) return false;
  for (GoalTestKind kind : {GoalTestKind::kRepetition, GoalTestKind::kNoProgress, GoalTestKind::kMoveLimit})
    if (holds(test, kind)) {
      error(node, "counter-not-allowed", "goals that count (repetition, no-progress, move-limit) cannot stand here",
            "this goal is asked about the board after a move");
      return false;
    }
  return true;
}

// `T`, `(opponent T)`, `(any-owner T)`, several of them.
bool GameReader::read_pieces_named(const Node& node, bool zrf, GoalTest& test) {
  if (!arguments(node, 1)) return false;
  bool good = true;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& item = *node.children[i];
    if (zrf && item.is_list()) not_zrf(item, std::string(item.head()) + " in checkmated");
    if (item.is_list() && item.head() == "not") {
      error(item, "misplaced-form", "'not' cannot stand here: name the pieces");
      good = false;
      continue;
    }
    test.occupants.emplace_back();
    good = read_occupant(item, test.occupants.back()) && good;
  }
  return good;
}

bool GameReader::read_goal_types(const Node& node, std::size_t first, GoalTest& test) {
  bool good = true;
  for (std::size_t i = first; i < node.children.size(); ++i) {
    test.types.push_back(resolve(NameKind::kPiece, *node.children[i]));
    good = good && test.types.back() != kNone;
  }
  return good;
}

bool GameReader::read_goal(const Node& node, GoalTest& test, int depth) {
  if (depth > kMaxNesting) {
    error(node, "too-deep", "goals are nested more than " + std::to_string(kMaxNesting) + " deep");
    return false;
  }
  if (!count_instruction(node)) return false;
  const KeywordRow* row = keyword(node, Form::kGoal);
  if (row == nullptr) return false;
  const auto children = [&](GoalTestKind kind, std::size_t most) {
    test.kind = kind;
    if (!arguments(node, 1, most)) return false;
    bool good = true;
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      test.children.emplace_back();
      good = read_goal(*node.children[i], test.children.back(), depth + 1) && good;
    }
    return good;
  };
  const auto counted = [&](GoalTestKind kind, int least) {
    test.kind = kind;
    if (!arguments(node, 1)) return false;
    const std::optional<int> value = number(*node.children[1], least, kMaxGoalNumber);
    if (value) test.number = *value;
    return value.has_value();
  };
  constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
  switch (row->keyword) {
    case Keyword::kAnd: return children(GoalTestKind::kAnd, kAnyNumber);
    case Keyword::kOr: return children(GoalTestKind::kOr, kAnyNumber);
    case Keyword::kNot: return children(GoalTestKind::kNot, 1);
    case Keyword::kStalemated: test.kind = GoalTestKind::kStalemated; return arguments(node, 0, 0);
    case Keyword::kCheckmated: test.kind = GoalTestKind::kCheckmated; return read_pieces_named(node, true, test);
    case Keyword::kAttacked: test.kind = GoalTestKind::kAttacked; return read_pieces_named(node, false, test);
    case Keyword::kReachable:
      test.kind = GoalTestKind::kReachable;
      if (!arguments(node, 1, 1)) return false;
      test.children.emplace_back();
      if (!read_board_goal(*node.children[1], test.children.back(), depth + 1)) return false;
      if (!holds(test.children.back(), GoalTestKind::kReachable)) return true;
      error(*node.children[1], "misplaced-form", "'reachable' inside 'reachable'", "only one move ahead can be asked about");
      return false;
    case Keyword::kCaptured: test.kind = GoalTestKind::kCaptured; return arguments(node, 1) && read_goal_types(node, 1, test);
    case Keyword::kPiecesRemaining: return counted(GoalTestKind::kPiecesRemaining, 0) && read_goal_types(node, 2, test);
    case Keyword::kTotalPieceCount: return counted(GoalTestKind::kTotalPieceCount, 0) && read_goal_types(node, 2, test);
    case Keyword::kAbsoluteConfig: return read_absolute_config(node, test);
    case Keyword::kRelativeConfig: return read_relative_config(node, test);
    case Keyword::kConnected: return read_connected(node, test);
    case Keyword::kRepetition: return read_repetition(node, test, depth);
    case Keyword::kTally: return read_tally_goal(node, test);
    case Keyword::kMoveLimit: return arguments(node, 1, 1) && counted(GoalTestKind::kMoveLimit, 1);
    case Keyword::kNoProgress: return arguments(node, 1, 2) && counted(GoalTestKind::kNoProgress, 1) && read_resets(node, test);
    default:
      error(node, "unknown-form", "'" + std::string(row->name) + "' is not a goal");
      return false;
  }
}

// `repetition`, `(repetition never)`, `(repetition n [(always GOAL)])`
bool GameReader::read_repetition(const Node& node, GoalTest& test, int depth) {
  test.kind = GoalTestKind::kRepetition;
  test.number = 3;
  if (!arguments(node, 0, 2)) return false;
  if (!node.is_list() || node.children.size() == 1) return true;
  const Node& times = *node.children[1];
  not_zrf(times, "repetition " + times.text);
  const bool never = times.is_symbol() && times.text == "never";
  if (never && node.children.size() == 2) {
    test.number = 0;
    return true;
  }
  const std::optional<int> value = number(times, 2, kMaxGoalNumber);
  if (!value) return false;
  test.number = *value;
  if (node.children.size() == 2) return true;
  const Node& always = *node.children[2];
  if (always.head() != "always") {
    error(always, "unknown-form", "the second argument of 'repetition' is (always GOAL)");
    return false;
  }
  if (!arguments(always, 1, 1)) return false;
  test.children.emplace_back();
  return read_board_goal(*always.children[1], test.children.back(), depth + 1);
}

// `(tally NAME n)`
bool GameReader::read_tally_goal(const Node& node, GoalTest& test) {
  test.kind = GoalTestKind::kTally;
  if (!arguments(node, 2, 2)) return false;
  test.tally = resolve(NameKind::kTally, *node.children[1]);
  const std::optional<int> value = number(*node.children[2], 1, kMaxGoalNumber);
  if (value) test.number = *value;
  return value && test.tally != kNone;
}

// `(tally NAME (White Black) GOAL)`; a later one of the same name replaces. Names come first: goals of tallies may ask for others.
void GameReader::read_tallies() {
  const std::vector<const Node*> forms = forms_of(Keyword::kTally);
  std::vector<TallyId> ids;
  for (const Node* form : forms) {
    ids.push_back(kNone);
    if (!arguments(*form, 3, 3) || !expect_symbol(*form->children[1], "the name of a tally")) {
      set_incomplete({NameKind::kTally});
      continue;
    }
    TallyId id = find(NameKind::kTally, form->children[1]->text);
    if (id == kNone) id = declare(NameKind::kTally, *form->children[1]);
    if (id == kNone) continue;
    game_.tallies.resize(std::max<std::size_t>(game_.tallies.size(), id + std::size_t{1}));
    ids.back() = id;
  }
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (ids[i] == kNone || !expect_list(*forms[i]->children[2], "the players")) continue;
    TallyDefinition tally;
    tally.name = forms[i]->children[1]->text;
    if (!read_goal_players(*forms[i]->children[2], tally.players) || !read_board_goal(*forms[i]->children[3], tally.test, 0)) continue;
    if (holds(tally.test, GoalTestKind::kReachable))
      error(*forms[i]->children[3], "misplaced-form", "'reachable' cannot stand in a tally", "what is counted has happened");
    tally.span = forms[i]->span;
    tally.trail = trail_of(*forms[i]);
    game_.tallies[ids[i]] = std::move(tally);
  }
}

// More than any goal asks for need not be counted, and positions that differ only so are the same.
void GameReader::limit_tallies() {
  const std::function<void(const GoalTest&)> look = [&](const GoalTest& test) {
    if (test.kind == GoalTestKind::kTally && test.tally < game_.tallies.size())
      game_.tallies[test.tally].most = std::max(game_.tallies[test.tally].most, test.number);
    for (const GoalTest& child : test.children) look(child);
  };
  for (const GoalDefinition& goal : game_.goals) look(goal.test);
  for (const ForbidDefinition& forbid : game_.forbids) look(forbid.test);
  for (std::size_t i = 0; i < game_.tallies.size(); ++i) look(GoalTest(game_.tallies[i].test));
  for (TallyDefinition& tally : game_.tallies)
    if (tally.most == 0) tally.most = kMaxGoalNumber;  // nobody asks: it is only shown
}

// `(connected TYPE .. ZONE ..)`
bool GameReader::read_connected(const Node& node, GoalTest& test) {
  test.kind = GoalTestKind::kConnected;
  if (!arguments(node, 3)) return false;
  std::size_t i = 1;
  for (; i < node.children.size(); ++i) {
    const Node& name = *node.children[i];
    const bool zone = name.is_symbol() && find(NameKind::kPiece, name.text) == kNone && find(NameKind::kZone, name.text) != kNone;
    if (i > 1 && zone) break;
    test.types.push_back(resolve(NameKind::kPiece, name));
    if (test.types.back() == kNone) return false;
  }
  for (; i < node.children.size(); ++i) {
    const ZoneId zone = resolve(NameKind::kZone, *node.children[i]);
    if (zone == kNone) return false;
    test.places.push_back({kNone, zone});
  }
  if (test.places.size() < 2) {
    error(node, "wrong-arguments", "'connected' takes pieces, then at least two zones that they must join");
    return false;
  }
  return true;
}

bool GameReader::read_resets(const Node& node, GoalTest& test) {
  if (node.children.size() == 2) {
    test.resets.push_back({ProgressReset::Kind::kCaptures, kNone});
    return true;
  }
  const Node& list = *node.children[2];
  if (list.head() != "reset") {
    error(list, "unknown-form", "the second argument of 'no-progress' is (reset captures drops (moves PIECE))");
    return false;
  }
  bool good = true;
  for (std::size_t i = 1; i < list.children.size(); ++i) {
    const Node& item = *list.children[i];
    const KeywordRow* row = keyword(item, Form::kReset);
    if (row == nullptr) {
      good = false;
    } else if (row->keyword == Keyword::kMoves) {
      if (!arguments(item, 1)) {
        good = false;
        continue;
      }
      for (std::size_t k = 1; k < item.children.size(); ++k) {
        const PieceTypeId type = resolve(NameKind::kPiece, *item.children[k]);
        good = good && type != kNone;
        test.resets.push_back({ProgressReset::Kind::kMovesOf, type});
      }
    } else {
      good = arguments(item, 0, 0) && good;
      test.resets.push_back({row->keyword == Keyword::kDrops ? ProgressReset::Kind::kDrops : ProgressReset::Kind::kCaptures, kNone});
    }
  }
  return good;
}

// `T`, `(opponent T)`, `(any-owner T)`, `(not T)`.
bool GameReader::read_occupant(const Node& node, ConfigOccupant& occupant) {
  if (!node.is_list()) {
    occupant.type = resolve(NameKind::kPiece, node);
    return occupant.type != kNone;
  }
  const KeywordRow* row = keyword(node, Form::kOccupant);
  if (row == nullptr || !arguments(node, 1, 1)) return false;
  if (row->keyword == Keyword::kOpponent) occupant.owner = ConfigOccupant::Owner::kOpponent;
  else if (row->keyword == Keyword::kAnyOwner) occupant.owner = ConfigOccupant::Owner::kAny;
  else occupant.negated = !occupant.negated;
  const Node& inner = *node.children[1];
  if (inner.is_list() && row->keyword != Keyword::kNot) {
    error(inner, "name-expected", "the name of a piece was expected here");
    return false;
  }
  if (inner.is_list() && inner.head() == "not") {
    error(inner, "misplaced-form", "'not' inside 'not'");
    return false;
  }
  return read_occupant(inner, occupant);
}

bool GameReader::read_absolute_config(const Node& node, GoalTest& test) {
  test.kind = GoalTestKind::kAbsoluteConfig;
  if (!arguments(node, 2)) return false;
  bool good = true;
  // The places are a list at the end; published files also name them bare.
  const auto names_place = [&](const Node& item) {
    return item.is_symbol() && find(NameKind::kPiece, item.text) == kNone &&
           (find(NameKind::kPosition, item.text) != kNone || find(NameKind::kZone, item.text) != kNone);
  };
  std::size_t places_begin = node.children.size();
  while (places_begin > 2 && names_place(*node.children[places_begin - 1])) --places_begin;
  Nodes places(node.children.begin() + static_cast<std::ptrdiff_t>(places_begin), node.children.end());
  if (places.empty()) {
    --places_begin;
    if (!expect_list(*node.children[places_begin], "the positions")) return false;
    places = node.children[places_begin]->children;
  }
  for (std::size_t i = 1; i < places_begin; ++i) {
    test.occupants.emplace_back();
    good = read_occupant(*node.children[i], test.occupants.back()) && good;
  }
  for (const Node* place : places) {
    const SquareId square = place->is_symbol() ? find(NameKind::kPosition, place->text) : kNone;
    if (square == kNone && place->is_symbol()) {
      if (const ZoneId zone = find(NameKind::kZone, place->text); zone != kNone) {
        test.places.push_back({kNone, zone});
        continue;
      }
    }
    Node single;
    single.children = {place};
    single.span = place->span;
    single.expansion = place->expansion;
    const std::vector<SquareId> squares = read_squares(single, 0, kNone);
    good = good && !squares.empty();
    for (SquareId found : squares) test.places.push_back({found, kNone});
  }
  std::uint64_t squares = 0;
  for (const ConfigPlace& place : test.places) squares += place.zone == kNone ? 1 : game_.board.squares.size();
  return count_goal_work(node, squares * test.occupants.size()) && good;
}

bool GameReader::count_goal_work(const Node& at, std::uint64_t work) {
  const bool before = goal_work_ <= kMaxGoalWork;
  goal_work_ += work;
  if (goal_work_ <= kMaxGoalWork) return true;
  if (before)
    error(at, "goals-too-large", "up to here the goals of this game compare more than " + std::to_string(kMaxGoalWork) + " squares with pieces after each move",
          "macros that call macros multiply");
  return false;
}

bool GameReader::read_relative_config(const Node& node, GoalTest& test) {
  test.kind = GoalTestKind::kRelativeConfig;
  if (!arguments(node, 1)) return false;
  bool good = true;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& item = *node.children[i];
    const bool after_occupant = !test.pattern.empty() && !test.pattern.back().is_step;
    const DirectionId direction = item.is_symbol() ? find(NameKind::kDirection, item.text) : kNone;
    const bool is_piece = item.is_list() || find(NameKind::kPiece, item.text) != kNone;
    if (direction != kNone && (!is_piece || after_occupant)) {
      test.pattern.push_back({true, direction, {}});
      continue;
    }
    if (!is_piece && item.is_symbol()) {
      if (after_occupant && table(NameKind::kDirection).size() > 0) resolve(NameKind::kDirection, item);
      else resolve(NameKind::kPiece, item);
      good = false;
      continue;
    }
    ConfigOccupant occupant;
    good = read_occupant(item, occupant) && good;
    if (after_occupant) test.pattern.back().occupants.push_back(occupant);  // one of several may stand here
    else test.pattern.push_back({false, kNone, {occupant}});
  }
  return count_goal_work(node, (node.children.size() - 1) * game_.board.squares.size()) && good;
}

}  // namespace nightrider
