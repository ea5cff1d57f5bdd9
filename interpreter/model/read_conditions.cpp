// Conditions of move blocks.
#include "model/game_reader.h"

namespace nightrider {

// Whether `name`, without a leading `not-`, is a condition of this game.
bool GameReader::condition_exists(std::string_view name) {
  const auto known = [this](std::string_view text) {
    return find_keyword(text, Form::kCondition) != nullptr || find(NameKind::kAttribute, text) != kNone ||
           find(NameKind::kPlayerAttribute, text) != kNone;
  };
  return known(name) || (name.starts_with("not-") && known(name.substr(4)));
}

bool GameReader::read_condition(const Node& node, Condition& condition, int depth) {
  if (!count_instruction(node)) return false;
  condition.span = node.span;
  if (depth > kMaxNesting) {
    error(node, "too-deep", "conditions are nested more than " + std::to_string(kMaxNesting) + " deep");
    return false;
  }
  const std::string_view name = node.is_list() ? node.head() : std::string_view(node.text);
  if (node.is_string() || name.empty()) {
    error(node, "condition-expected", "a condition was expected here");
    return false;
  }
  const auto known = [this](std::string_view text) {
    return find_keyword(text, Form::kCondition) != nullptr || find(NameKind::kAttribute, text) != kNone ||
           find(NameKind::kPlayerAttribute, text) != kNone;
  };
  if (known(name)) return read_named_condition(name, node, condition, depth);
  if (name.starts_with("not-") && known(name.substr(4))) {
    condition.kind = ConditionKind::kNot;
    condition.children.emplace_back();
    condition.children.back().span = node.span;
    return read_named_condition(name.substr(4), node, condition.children.back(), depth);
  }
  const Node& at = node.is_list() ? *node.children[0] : node;
  const std::string text(name);
  if (find_keyword(name, Form::kBlock) != nullptr) {
    error(at, "misplaced-form", "'" + text + "' is an instruction, not a condition");
    return false;
  }
  failed_ = true;
  if (incomplete(NameKind::kAttribute) || incomplete(NameKind::kPlayerAttribute)) return false;
  std::vector<std::string> names = keyword_names(Form::kCondition);
  for (NameKind kind : {NameKind::kAttribute, NameKind::kPlayerAttribute})
    names.insert(names.end(), table(kind).names().begin(), table(kind).names().end());
  if (node.is_list()) names.insert(names.end(), tree_.macro_names.begin(), tree_.macro_names.end());
  const std::size_t plain = names.size();
  if (name.starts_with("not-"))
    for (std::size_t i = 0; i < plain; ++i) names.push_back("not-" + names[i]);
  const std::string near = nearest_name(text, names);
  error(at, "unknown-condition", "unknown condition or attribute '" + text + "'", near.empty() ? "" : "did you mean '" + near + "'?");
  return false;
}

bool GameReader::read_named_condition(std::string_view name, const Node& node, Condition& condition, int depth) {
  const std::size_t given = node.is_list() ? node.children.size() - 1 : 0;
  const KeywordRow* row = find_keyword(name, Form::kCondition);
  if (row == nullptr) {
    if (!arguments(node, 0, 1)) return false;
    condition.id = find(NameKind::kAttribute, name);
    if (condition.id != kNone) {
      condition.kind = ConditionKind::kAttribute;
      return optional_place(node, 1, condition.place);
    }
    condition.kind = ConditionKind::kPlayerAttribute;
    condition.id = find(NameKind::kPlayerAttribute, name);
    if (given == 0) return true;
    condition.player = resolve(NameKind::kPlayer, *node.children[1]);
    return condition.player != kNone;
  }
  if (!row->zrf) not_zrf(node, name);
  const auto about_place = [&](ConditionKind kind) {
    condition.kind = kind;
    return arguments(node, 0, 1) && optional_place(node, 1, condition.place);
  };
  const auto named = [&](ConditionKind kind, NameKind names, bool with_place) {
    condition.kind = kind;
    if (!arguments(node, 1, with_place ? 2 : 1)) return false;
    condition.id = resolve(names, *node.children[1]);
    return (!with_place || optional_place(node, 2, condition.place)) && condition.id != kNone;
  };
  const auto flag = [&](ConditionKind kind, NameKind names, bool with_place) {
    condition.kind = kind;
    if (!arguments(node, 1, with_place ? 2 : 1)) return false;
    condition.id = intern(names, *node.children[1]);
    if (condition.id != kNone) tested_.emplace(std::pair{names, condition.id}, node.children[1]);
    return (!with_place || optional_place(node, 2, condition.place)) && condition.id != kNone;
  };
  const auto several = [&](ConditionKind kind, std::size_t most) {
    condition.kind = kind;
    if (!arguments(node, 1, most)) return false;
    bool good = true;
    condition.children.reserve(given);
    for (std::size_t i = 1; i <= given && !out_of_budget_; ++i) {
      condition.children.emplace_back();
      good = read_condition(*node.children[i], condition.children.back(), depth + 1) && good;
    }
    return good;
  };
  // `(attacked? [type] [place])`
  const auto attack = [&](ConditionKind kind) {
    condition.kind = kind;
    if (!arguments(node, 0, 2)) return false;
    if (given == 0) return true;
    const Node& first = *node.children[1];
    if (first.is_symbol()) condition.id = find(NameKind::kMoveType, first.text);
    if (condition.id != kNone) return optional_place(node, 2, condition.place);
    if (given == 2) {
      resolve(NameKind::kMoveType, first);
      return false;
    }
    return read_place(first, condition.place);
  };
  constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
  switch (row->keyword) {
    case Keyword::kTrue: condition.kind = ConditionKind::kTrue; return arguments(node, 0, 0);
    case Keyword::kFalse: condition.kind = ConditionKind::kFalse; return arguments(node, 0, 0);
    case Keyword::kNot: return several(ConditionKind::kNot, 1);
    case Keyword::kAnd: return several(ConditionKind::kAnd, kAnyNumber);
    case Keyword::kOr: return several(ConditionKind::kOr, kAnyNumber);
    case Keyword::kIsEmpty: return about_place(ConditionKind::kEmpty);
    case Keyword::kIsEnemy: return about_place(ConditionKind::kEnemy);
    case Keyword::kIsFriend: return about_place(ConditionKind::kFriend);
    case Keyword::kIsNeutral: return about_place(ConditionKind::kNeutral);
    case Keyword::kIsMarked: return about_place(ConditionKind::kMarked);
    case Keyword::kOnBoard: return about_place(ConditionKind::kOnBoard);
    case Keyword::kIsLastFrom: return about_place(ConditionKind::kLastFrom);
    case Keyword::kIsLastTo: return about_place(ConditionKind::kLastTo);
    case Keyword::kAdjacentToEnemy: return about_place(ConditionKind::kAdjacentToEnemy);
    case Keyword::kIsGoalPosition: return about_place(ConditionKind::kGoalPosition);
    case Keyword::kIsPiece: return named(ConditionKind::kPiece, NameKind::kPiece, true);
    case Keyword::kInZone: return named(ConditionKind::kInZone, NameKind::kZone, true);
    case Keyword::kIsPosition: return named(ConditionKind::kPosition, NameKind::kPosition, true);
    case Keyword::kIsLastTag: return named(ConditionKind::kLastTag, NameKind::kTag, false);
    case Keyword::kIsFewer: {
      condition.kind = ConditionKind::kFewer;
      if (!arguments(node, 2, 2)) return false;
      const std::optional<int> most = number(*node.children[1], 1, kMaxSquares);
      if (most) condition.number = static_cast<std::uint16_t>(*most);
      condition.id = resolve(NameKind::kPiece, *node.children[2]);
      return most.has_value() && condition.id != kNone;
    }
    case Keyword::kIsFlag: return flag(ConditionKind::kFlag, NameKind::kFlag, false);
    case Keyword::kIsPositionFlag: return flag(ConditionKind::kPositionFlag, NameKind::kPositionFlag, true);
    case Keyword::kIsAttacked: return attack(ConditionKind::kAttacked);
    case Keyword::kIsDefended: return attack(ConditionKind::kDefended);
    default:
      error(node, "unknown-condition", "'" + std::string(name) + "' is not a condition");
      return false;
  }
}

}  // namespace nightrider
