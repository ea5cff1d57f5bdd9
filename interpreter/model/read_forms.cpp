// Merging a variant with its game, and the short forms of a game: texts, players, turn order, setup, options.
#include <algorithm>
#include <set>

#include "model/game_reader.h"

namespace nightrider {
namespace {

// Displayed text: a backslash is a line break, a grave accent a double quote (zrf-reference 1).
std::string displayed(std::string_view text) {
  std::string shown;
  for (char c : text) shown += c == '\\' ? '\n' : c == '`' ? '"' : c;
  return shown;
}

bool is_goal(Keyword keyword) {
  return keyword == Keyword::kLossCondition || keyword == Keyword::kWinCondition || keyword == Keyword::kDrawCondition ||
         keyword == Keyword::kCountCondition || keyword == Keyword::kEndCondition;
}

// Forms of which a variant's own come on top of the inherited ones; the readers let a later one of the same name win.
bool merges_by_name(Keyword keyword) {
  return keyword == Keyword::kPiece || keyword == Keyword::kOption || keyword == Keyword::kOldOption || keyword == Keyword::kTag ||
         keyword == Keyword::kTally || keyword == Keyword::kPlayerAttribute || keyword == Keyword::kFen || keyword == Keyword::kOffer;
}

}  // namespace

void GameReader::collect_forms() {
  collect(*entry_.game, false);
  if (entry_.variant == nullptr) return;
  std::vector<CollectedForm> inherited = std::move(forms_);
  forms_.clear();
  collect(*entry_.variant, true);
  bool own_goals = false;
  std::set<Keyword> own;
  for (const CollectedForm& form : forms_) {
    own_goals = own_goals || is_goal(form.keyword);
    own.insert(form.keyword);
  }
  std::erase_if(inherited, [&](const CollectedForm& form) {
    if (is_goal(form.keyword)) return own_goals;
    if (form.keyword == Keyword::kId || form.keyword == Keyword::kTitle) return true;
    return !merges_by_name(form.keyword) && own.contains(form.keyword);
  });
  forms_.insert(forms_.begin(), inherited.begin(), inherited.end());
}

void GameReader::collect(const Node& form, bool variant) {
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    if (!child.is_list()) {
      const bool macro = std::ranges::find(tree_.macro_names, child.text) != tree_.macro_names.end();
      error(child, "misplaced-atom", "'" + child.text + "' stands in " + form_name(Form::kGame) + " outside every form",
            macro ? "a macro is called in parentheses: (" + child.text + ")" : "");
      continue;
    }
    if (child.head() == "define") {
      warning(child, "misplaced-form", "a macro definition inside a game is ignored", "move it to the top level of the file");
      continue;
    }
    if (const KeywordRow* row = keyword(child, Form::kGame)) forms_.push_back({row->keyword, &child, variant});
    else doubt_names(child);
  }
}

// After a form that could not be read: the names that it may have declared are not reported as unknown.
void GameReader::doubt_names(const Node& unknown) {
  doubtful_forms_ = true;
  const std::string near = nearest_name(std::string(unknown.head()), keyword_names(Form::kGame));
  const bool any = near.empty();
  if (any || near == "players") set_incomplete({NameKind::kPlayer});
  if (any || near == "board") set_incomplete({NameKind::kPosition, NameKind::kDirection, NameKind::kZone});
  if (any || near == "piece") set_incomplete({NameKind::kPiece, NameKind::kAttribute, NameKind::kMoveType});
  if (any || near == "player-attribute") set_incomplete({NameKind::kPlayerAttribute});
  if (any || near == "tag") set_incomplete({NameKind::kTag});
  if (any || near == "tally") set_incomplete({NameKind::kTally});
}

const ExpandedNode* GameReader::required_form(Keyword keyword, const char* name, const char* example) {
  const Node* form = last_form(keyword);
  if (form == nullptr && !doubtful_forms_)
    error(*(entry_.variant ? entry_.variant : entry_.game)->children[0], std::string("missing-") + name,
          std::string("the game has no '") + name + "' form", std::string("add ") + example);
  failed_ = failed_ || form == nullptr;
  return form;
}

std::vector<const ExpandedNode*> GameReader::forms_of(Keyword keyword) const {
  std::vector<const Node*> found;
  for (const CollectedForm& form : forms_)
    if (form.keyword == keyword) found.push_back(form.node);
  return found;
}

const ExpandedNode* GameReader::last_form(Keyword keyword) const {
  const Node* found = nullptr;
  for (const CollectedForm& form : forms_)
    if (form.keyword == keyword) found = form.node;
  return found;
}

void GameReader::read_texts() {
  const auto text = [this](Keyword keyword, std::string& into) {
    const Node* form = last_form(keyword);
    if (form == nullptr) return;
    std::string whole;
    for (std::size_t i = 1; i < form->children.size(); ++i) whole += form->children[i]->text;
    into = displayed(whole);
  };
  text(Keyword::kTitle, game_.title);
  text(Keyword::kDescription, game_.description);
  text(Keyword::kHistory, game_.history);
  text(Keyword::kStrategy, game_.strategy);
  if (const Node* id = last_form(Keyword::kId); id != nullptr && arguments(*id, 1, 1) && id->children[1]->is_list())
    error(*id->children[1], "name-expected", "the id must be a name or a string");
}

void GameReader::read_players() {
  const Node* form = required_form(Keyword::kPlayers, "players", "(players White Black)");
  if (form == nullptr || !arguments(*form, 1)) {
    set_incomplete({NameKind::kPlayer});
    return;
  }
  for (std::size_t i = 1; i < form->children.size(); ++i) {
    const Node& name = *form->children[i];
    if (declare(NameKind::kPlayer, name) == kNone) {
      set_incomplete({NameKind::kPlayer});
      continue;
    }
    game_.players.push_back({name.text, name.text.starts_with('?') ? PlayerKind::kRandom : PlayerKind::kNeutral});
  }
}

void GameReader::read_turn_order() {
  const Node* form = required_form(Keyword::kTurnOrder, "turn-order", "(turn-order White Black)");
  if (form == nullptr || !arguments(*form, 1)) return;
  const Node* repeat = nullptr;
  for (std::size_t i = 1; i < form->children.size(); ++i) {
    const Node& entry = *form->children[i];
    if (entry.is_symbol() && entry.text == "repeat" && find(NameKind::kPlayer, "repeat") == kNone) {
      if (repeat != nullptr) error(entry, "duplicate-repeat", "a second 'repeat' in the turn order");
      repeat = &entry;
      game_.turn_repeat = game_.turn_order.size();
      continue;
    }
    if (game_.turn_order.size() >= kMaxTurns) {
      error(entry, "too-many-turns", "more than " + std::to_string(kMaxTurns) + " entries in the turn order");
      return;
    }
    if (entry.is_list() && (entry.children.empty() || entry.children.size() > 3)) {
      error(entry, "wrong-arguments", "an entry of the turn order is PLAYER, (PLAYER type), (PLAYER AS-PLAYER) or (PLAYER AS-PLAYER type)");
      continue;
    }
    TurnDefinition turn;
    const Node& mover = entry.is_list() ? *entry.children[0] : entry;
    turn.player = resolve(NameKind::kPlayer, mover);
    turn.as_player = turn.player;
    if (turn.player != kNone && game_.players[turn.player].kind == PlayerKind::kNeutral)
      game_.players[turn.player].kind = PlayerKind::kActive;
    const Node* type = nullptr;
    if (entry.is_list() && entry.children.size() == 3) {
      turn.as_player = resolve(NameKind::kPlayer, *entry.children[1]);
      type = entry.children[2];
    } else if (entry.is_list() && entry.children.size() == 2) {
      const Node& second = *entry.children[1];
      const std::uint16_t other = second.is_symbol() ? find(NameKind::kPlayer, second.text) : kNone;
      if (other != kNone) turn.as_player = other;
      else type = &second;
    }
    if (type != nullptr) {
      if (type->is_symbol() && !table(NameKind::kMoveType).has(type->text))
        warning(*type, "unused-move-type", "no block is of the move type '" + type->text + "'",
                nearest_name(type->text, table(NameKind::kMoveType).names()).empty()
                    ? "" : "did you mean '" + nearest_name(type->text, table(NameKind::kMoveType).names()) + "'?");
      turn.move_type = intern(NameKind::kMoveType, *type);
    }
    game_.turn_order.push_back(turn);
  }
  if (game_.turn_order.empty()) {
    if (!failed_) error(*form, "missing-turn-order", "the turn order names no player");
  } else if (game_.turn_repeat >= game_.turn_order.size()) {
    error(*repeat, "missing-turn-order", "nothing follows 'repeat' in the turn order");
  }
}

void GameReader::read_priorities() {
  const Node* form = last_form(Keyword::kMovePriorities);
  if (form == nullptr) return;
  for (std::size_t i = 1; i < form->children.size(); ++i) {
    const Node& type = *form->children[i];
    if (type.is_symbol() && !table(NameKind::kMoveType).has(type.text)) {
      const std::string near = nearest_name(type.text, table(NameKind::kMoveType).names());
      warning(type, "unused-move-type", "no block is of the move type '" + type.text + "'",
              near.empty() ? "" : "did you mean '" + near + "'?");
    }
    const MoveTypeId id = intern(NameKind::kMoveType, type);
    if (id != kNone) game_.move_priorities.push_back(id);
  }
}

void GameReader::read_setup() {
  const Node* form = last_form(Keyword::kBoardSetup);
  if (form == nullptr) return;
  std::vector<const Node*> occupied(game_.board.squares.size(), nullptr);
  for (std::size_t i = 1; i < form->children.size(); ++i) {
    const Node& part = *form->children[i];
    if (!expect_list(part, "(Player (Piece position ..) ..)")) continue;
    if (part.children.empty()) {
      error(part, "name-expected", "the name of a player was expected here");
      continue;
    }
    const PlayerId player = resolve(NameKind::kPlayer, *part.children[0]);
    if (player == kNone) continue;
    for (std::size_t k = 1; k < part.children.size(); ++k)
      if (expect_list(*part.children[k], "(Piece position ..)")) read_setup_entry(player, *part.children[k], occupied);
  }
}

void GameReader::read_setup_entry(PlayerId player, const Node& list, std::vector<const Node*>& occupied) {
  if (list.children.empty()) {
    error(list, "name-expected", "the name of a piece was expected here");
    return;
  }
  SetupEntry entry;
  entry.player = player;
  entry.type = resolve(NameKind::kPiece, *list.children[0]);
  for (std::size_t i = 1; i < list.children.size(); ++i) {
    const Node& item = *list.children[i];
    if (item.is_symbol() && item.text == "off" && find(NameKind::kPosition, "off") == kNone) {
      if (i + 1 >= list.children.size()) {
        error(item, "number-expected", "'off' needs the number of pieces in reserve");
        break;
      }
      const std::optional<int> count = number(*list.children[++i], 0, 1'000'000);
      if (count) entry.reserve = *count;
      continue;
    }
    const Nodes single{&item};
    Node holder;  // read_squares takes a list
    holder.children = single;
    holder.span = item.span;
    for (SquareId square : read_squares(holder, 0, player)) {
      if (occupied[square] != nullptr) {
        Diagnostic diagnostic = diagnostic_at(item, Severity::kError, "occupied-position",
                                              "a second piece is set up on '" + game_.board.squares[square].name + "'");
        diagnostic.notes.push_back({occupied[square]->span, "the first is set up here"});
        sink_.report(std::move(diagnostic));
        failed_ = true;
        continue;
      }
      occupied[square] = &item;
      entry.squares.push_back(square);
    }
  }
  if (entry.player != kNone && entry.type != kNone) game_.setup.push_back(std::move(entry));
}

void GameReader::read_options() {
  for (const CollectedForm& form : forms_) {
    if (form.keyword == Keyword::kOption) {
      if (!arguments(*form.node, 2, 2)) continue;
      const Node& name = *form.node->children[1];
      if (!name.is_list()) {
        if (const OptionRow* option = find_option(name.text)) {
          read_option(*form.node, *option, *form.node->children[2]);
          continue;
        }
      }
      const std::string near = nearest_name(name.text, option_names());
      warning(name, "unknown-option", "unknown option '" + name.text + "' is ignored", near.empty() ? "" : "did you mean '" + near + "'?");
    } else if (form.keyword == Keyword::kOldOption) {
      if (const OptionRow* option = find_option(form.node->head()); option != nullptr && arguments(*form.node, 1, 1))
        read_option(*form.node, *option, *form.node->children[1]);
    }
  }
}

void GameReader::read_option(const Node& at, const OptionRow& option, const Node& value) {
  OptionDefinitions& options = game_.options;
  const std::string& text = value.text;
  if (!option.zrf) not_zrf(at, option.name);
  const auto bad = [&](const char* wanted) {
    error(value, "option-value", "the option '" + std::string(option.name) + "' takes " + wanted);
  };
  const auto flag = [&](bool& into) {
    if (text == "true" || text == "1") into = true;
    else if (text == "false" || text == "0") into = false;
    else bad("true or false");
  };
  if (value.is_list()) return bad("a single value");
  switch (option.option) {
    case OptionName::kPassTurn:
      if (text == "false" || text == "0") options.pass_turn = PassRule::kNever;
      else if (text == "true" || text == "1") options.pass_turn = PassRule::kAlways;
      else if (text == "forced" || text == "2") options.pass_turn = PassRule::kForced;
      else bad("true, false or forced");
      return;
    case OptionName::kMaximalCaptures:
      if (text == "false" || text == "0") options.maximal_captures = 0;
      else if (text == "true" || text == "1") options.maximal_captures = 1;
      else if (text == "2") options.maximal_captures = 2;
      else bad("true, false or 2");
      return;
    case OptionName::kPassPartial: return flag(options.pass_partial);
    case OptionName::kRecycleCaptures:
      if (text == "false" || text == "0") options.recycle_captures = CaptureHand::kNobody;
      else if (text == "true" || text == "1") options.recycle_captures = CaptureHand::kOwner;
      else if (text == "captor") options.recycle_captures = CaptureHand::kCaptor, not_zrf(value, "captor");
      else bad("true, false or captor");
      return;
    case OptionName::kRecyclePromotions: return flag(options.recycle_promotions);
    case OptionName::kIncludeOffPieces: return flag(options.include_off_pieces);
    case OptionName::kDiscardCascades: return flag(options.discard_cascades);
    case OptionName::kDeferredCaptures: return flag(options.deferred_captures);
    case OptionName::kCompleteCaptures: return flag(options.complete_captures);
    case OptionName::kDisplayOnly: return;
  }
}

// What is captured in a chain stands on, marked by an attribute that every piece has then.
void GameReader::add_captured_attribute() {
  if (!game_.options.deferred_captures) return;
  NameTable& names = table(NameKind::kAttribute);
  AttributeId id = names.find(kCapturedAttribute);
  if (id == kNone && names.size() >= kMaxAttributes) {
    const Node* form = last_form(Keyword::kOption);
    error(form != nullptr ? *form : *entry_.game, "too-many-attributes", "'deferred captures' needs an attribute, and there are too many");
    return;
  }
  if (id == kNone) id = names.add(kCapturedAttribute);
  game_.captured_attribute = id;
  for (PieceDefinition& piece : game_.pieces) {
    const auto own = std::ranges::find(piece.attributes, id, &PieceAttribute::attribute);
    if (own == piece.attributes.end()) piece.attributes.push_back({id, false, false});
    else own->initial = false;
  }
}

void GameReader::read_move_text() {
  constexpr std::size_t kMaxMark = 8;
  const Node* form = last_form(Keyword::kMoveText);
  if (form == nullptr || !arguments(*form, 2, 2)) return;
  for (std::size_t i = 1; i < 3; ++i) {
    const Node& mark = *form->children[i];
    if (mark.is_list() || mark.text.size() > kMaxMark || mark.text.find_first_of(" \t\r\n") != std::string::npos) {
      error(mark, "move-text", "a text of at most " + std::to_string(kMaxMark) + " bytes without white space was expected here",
            "(move-text \"-\" \"x\") writes a1-b2, and a1xb2 for a capture");
      return;
    }
  }
  game_.move_text = {true, form->children[1]->text, form->children[2]->text};
}

}  // namespace nightrider
