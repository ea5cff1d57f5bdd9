// Pieces, attributes and tags: their names first, so that blocks may name what stands further down.
#include <algorithm>

#include "model/game_reader.h"

namespace nightrider {
namespace {

bool holds_add(const std::vector<Instruction>& body) {
  for (const Instruction& instruction : body)
    if (instruction.kind == InstructionKind::kAdd || holds_add(instruction.body) || holds_add(instruction.else_body)) return true;
  return false;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

}  // namespace

// Merges the pieces by name, and makes known the attributes and move types of those that remain.
void GameReader::collect_pieces() {
  std::vector<bool> own;  // [piece] given by this variant
  for (const CollectedForm& form : forms_) {
    if (form.keyword != Keyword::kPiece) continue;
    const Node* name = nullptr;
    for (const Node* child : form.node->children)
      if (child->is_list() && child->head() == "name" && child->children.size() > 1) name = child->children[1];
    if (name == nullptr) {
      error(*form.node->children[0], "missing-name", "a piece needs a (name ..)");
      set_incomplete({NameKind::kPiece});
      continue;
    }
    if (!expect_symbol(*name, "a piece")) {
      set_incomplete({NameKind::kPiece});
      continue;
    }
    PieceTypeId type = find(NameKind::kPiece, name->text);
    if (type != kNone) {
      if (own[type] == form.variant)
        warning(*name, "duplicate-piece", "a second piece named '" + name->text + "' replaces the first");
      for (const Node* child : piece_forms_[type]->children)
        if (child->is_list() && child->head() == "letter") letter_forms_[type] = child;
      piece_forms_[type] = form.node;
      own[type] = form.variant;
      continue;
    }
    type = intern(NameKind::kPiece, *name);
    if (type == kNone) {
      set_incomplete({NameKind::kPiece});
      return;
    }
    piece_forms_.push_back(form.node);
    letter_forms_.push_back(nullptr);
    own.push_back(form.variant);
  }
  for (const Node* form : piece_forms_) {
    for (const Node* child : form->children) {
      if (!child->is_list()) continue;
      if (find_keyword(child->head(), Form::kPiece) == nullptr) set_incomplete({NameKind::kAttribute, NameKind::kMoveType});
      if (child->head() == "attribute" && child->children.size() > 1 && child->children[1]->is_symbol())
        intern(NameKind::kAttribute, *child->children[1]);
      if (child->head() != "moves" && child->head() != "drops") continue;
      for (const Node* block : child->children)
        if (block->head() == "move-type" && block->children.size() == 2 && block->children[1]->is_symbol())
          intern(NameKind::kMoveType, *block->children[1]);
    }
  }
}

void GameReader::read_player_attributes() {
  for (const Node* form : forms_of(Keyword::kPlayerAttribute)) {
    if (!arguments(*form, 2, 2)) {
      set_incomplete({NameKind::kPlayerAttribute});
      continue;
    }
    const Node& name = *form->children[1];
    if (name.is_symbol() && find(NameKind::kAttribute, name.text) != kNone) {
      error(name, "duplicate-attribute", "'" + name.text + "' is already an attribute of a piece");
      continue;
    }
    const PlayerAttributeId id = intern(NameKind::kPlayerAttribute, name);
    const std::optional<bool> initial = truth(*form->children[2]);
    if (id == kNone) continue;
    if (id == game_.player_attributes.size()) game_.player_attributes.push_back({name.text, false});
    if (initial) game_.player_attributes[id].initial = *initial;  // the last one: a variant may have its own
  }
}

void GameReader::read_tags() {
  for (const Node* form : forms_of(Keyword::kTag)) read_tag(*form);
}

void GameReader::read_tag(const Node& form) {
  if (!arguments(form, 1, 2)) {
    set_incomplete({NameKind::kTag});
    return;
  }
  const TagId id = intern(NameKind::kTag, *form.children[1]);
  if (id == kNone) return;
  if (id == game_.tags.size()) game_.tags.emplace_back();
  TagDefinition& tag = game_.tags[id];
  tag = {form.children[1]->text, {}, {}};
  if (form.children.size() == 2) return;
  const Node& text = *form.children[2];
  const KeywordRow* row = keyword(text, Form::kTag);
  if (row == nullptr || !arguments(text, 1)) return;
  for (std::size_t i = 1; i < text.children.size(); ++i) {
    if (text.children[i]->is_list()) error(*text.children[i], "string-expected", "a text in double quotes was expected here");
    else if (!check_word(*text.children[i], MoveWord::kTag)) continue;
    else if (i == 1) tag.text = text.children[i]->text;
    else tag.typed.push_back(text.children[i]->text);
  }
}

void GameReader::read_pieces() {
  game_.pieces.resize(piece_forms_.size());
  for (std::size_t p = 0; p < piece_forms_.size(); ++p) {
    game_.pieces[p].name = table(NameKind::kPiece).names()[p];
    game_.pieces[p].span = piece_forms_[p]->span;
    read_piece(game_.pieces[p], *piece_forms_[p]);
    if (game_.pieces[p].letters.empty() && letter_forms_[p] != nullptr) read_letters(game_.pieces[p], *letter_forms_[p]);
    if (out_of_budget_) return;
  }
}

void GameReader::read_piece(PieceDefinition& piece, const Node& form) {
  std::vector<std::pair<Keyword, const Node*>> blocks;  // read last: they may ask for the attributes
  const auto text = [](const Node& child) { return child.children.size() > 1 ? child.children[1]->text : std::string(); };
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& child = *form.children[i];
    const KeywordRow* row = keyword(child, Form::kPiece);
    if (row == nullptr || !expect_list(child, "(" + std::string(row->name) + " ..)")) continue;
    switch (row->keyword) {
      case Keyword::kHelp: piece.help = text(child); break;
      case Keyword::kDescription: piece.description = text(child); break;
      case Keyword::kNotation: piece.notation = text(child); break;
      case Keyword::kDummy: piece.dummy = true; break;
      case Keyword::kAttribute: read_attribute(piece, child); break;
      case Keyword::kLetter: read_letters(piece, child); break;
      case Keyword::kCapturedAs: read_captured_as(piece, child); break;
      case Keyword::kMoves:
      case Keyword::kDrops: blocks.push_back({row->keyword, &child}); break;
      default: break;  // name is read, images are not
    }
  }
  for (const CapturedAs& rule : piece.captured_as) {
    const auto has = [&](const PieceAttribute& attribute) { return attribute.attribute == rule.attribute; };
    if (rule.attribute != kNone && std::none_of(piece.attributes.begin(), piece.attributes.end(), has))
      error(form, "unknown-attribute", "the piece '" + piece.name + "' has no attribute '" + table(NameKind::kAttribute).names()[rule.attribute] + "'");
  }
  for (const auto& [keyword, child] : blocks) read_blocks(piece, *child, keyword == Keyword::kMoves ? piece.moves : piece.drops);
}

void GameReader::read_attribute(PieceDefinition& piece, const Node& form) {
  if (!arguments(form, 2, 3)) return;
  PieceAttribute attribute;
  attribute.attribute = intern(NameKind::kAttribute, *form.children[1]);
  const std::optional<bool> initial = truth(*form.children[2]);
  if (attribute.attribute == kNone || !initial) return;
  attribute.initial = *initial;
  if (form.children.size() == 4) {
    const Node& word = *form.children[3];
    if (!word.is_symbol() || word.text != "until-moved") {
      error(word, "unknown-form", "only 'until-moved' can stand here", "(attribute NAME true until-moved)");
      return;
    }
    not_zrf(word, "until-moved");
    attribute.until_moved = true;
  }
  for (PieceAttribute& earlier : piece.attributes) {
    if (earlier.attribute != attribute.attribute) continue;
    warning(*form.children[1], "duplicate-attribute", "a second attribute '" + form.children[1]->text + "' of this piece replaces the first");
    earlier = attribute;
    return;
  }
  piece.attributes.push_back(attribute);
}

void GameReader::read_letters(PieceDefinition& piece, const Node& form) {
  if (!arguments(form, 1)) return;
  piece.letters.clear();
  for (std::size_t i = 1; i < form.children.size(); ++i) {
    const Node& letter = *form.children[i];
    if (letter.is_list()) {
      error(letter, "string-expected", "a letter in double quotes was expected here");
      continue;
    }
    if (!check_word(letter, MoveWord::kLetter)) continue;
    piece.letters.push_back(letter.text);
    if (letter.text.empty()) {
      if (i > 1) continue;
      const auto [owner, fresh] = letter_owners_.emplace("", piece.name);
      if (!fresh && owner->second != piece.name)
        warning(letter, "letter-empty-twice", "'" + owner->second + "' has no letter in front of its moves either",
                "give one of the two a letter of its own");
      continue;
    }
    if (upper(letter.text) != letter.text && upper(letter.text).size() == 1)
      warning(letter, "letter-case", "the letter '" + letter.text + "' is a small one; in FEN and on boards small letters tell the owner",
              "write it large: (letter \"" + upper(letter.text) + "\")");
    const auto [owner, fresh] = letter_owners_.emplace(letter.text, piece.name);
    if (!fresh && owner->second != piece.name)
      error(letter, "duplicate-letter", "the letter '" + letter.text + "' belongs to '" + owner->second + "' already",
            "positions and moves could not be read back");
  }
}

// `(captured-as TYPE [ATTRIBUTE])`
void GameReader::read_captured_as(PieceDefinition& piece, const Node& form) {
  if (!arguments(form, 1, 2)) return;
  CapturedAs rule;
  rule.type = resolve(NameKind::kPiece, *form.children[1]);
  if (form.children.size() == 3) {
    rule.attribute = resolve(NameKind::kAttribute, *form.children[2]);
    if (rule.attribute == kNone) return;
  }
  if (rule.type == kNone) return;
  for (CapturedAs& earlier : piece.captured_as) {
    if (earlier.attribute != rule.attribute) continue;
    return error(form, "duplicate-captured-as", "a second 'captured-as' of this piece for the same case");
  }
  // What holds always comes last.
  const auto at = rule.attribute == kNone || piece.captured_as.empty() || piece.captured_as.back().attribute != kNone
                      ? piece.captured_as.end() : piece.captured_as.end() - 1;
  piece.captured_as.insert(at, rule);
}

void GameReader::read_blocks(const PieceDefinition& piece, const Node& form, std::vector<MoveBlock>& blocks) {
  MoveTypeId type = kNone;
  for (std::size_t i = 1; i < form.children.size() && !out_of_budget_; ++i) {
    const Node& child = *form.children[i];
    if (!child.is_list()) {
      error(child, "misplaced-atom", "'" + child.text + "' stands outside every move block", "a block is a list: (" + child.text + " ..)");
      continue;
    }
    if (const KeywordRow* row = find_keyword(child.head(), Form::kMoves)) {
      if (!row->zrf) not_zrf(*child.children[0], row->name);
      if (!arguments(child, 1, 1)) continue;
      if (row->keyword == Keyword::kMoveType) type = intern(NameKind::kMoveType, *child.children[1]);
      else if (form.head() == "drops") error(child, "misplaced-form", "'betza' describes moves, not drops");
      else read_betza(piece, child, type, blocks);
      continue;
    }
    MoveBlock block;
    block.move_type = type;
    block.span = child.span;
    block.trail = trail_of(child);
    if (starts_unknown(child)) continue;
    read_instructions(child.children, 0, child.children.size(), block.body, 0);
    // After an error, as of a macro that grew too large, what is missing need not be the author's.
    if (!sink_.has_errors() && !holds_add(block.body))
      warning(child, "block-adds-nothing", "this block never makes a move: it has no 'add'", "end it with add");
    blocks.push_back(std::move(block));
  }
}

// A block whose first word means nothing is most likely a call of a macro under a wrong name: one message for all of it.
bool GameReader::starts_unknown(const Node& block) {
  const std::string_view name = block.head();
  if (name.empty() || find_keyword(name, Form::kBlock) != nullptr || find(NameKind::kDirection, name) != kNone ||
      find(NameKind::kPosition, name) != kNone || condition_exists(name))
    return false;
  failed_ = true;
  if (incomplete(NameKind::kDirection) || incomplete(NameKind::kPosition)) return true;
  const std::string text(name);
  std::string hint;
  std::vector<std::string> names = tree_.macro_names;
  for (const std::vector<std::string>& more : {keyword_names(Form::kBlock), table(NameKind::kDirection).names()})
    names.insert(names.end(), more.begin(), more.end());
  if (killed_.contains(text)) hint = "the board removes the position '" + text + "' by kill-positions";
  else if (const std::string near = nearest_name(text, names); !near.empty()) hint = "did you mean '" + near + "'?";
  add_directions(text, hint);
  error(*block.children[0], "unknown-instruction", "unknown macro, instruction or direction '" + text + "'", hint);
  return true;
}

void GameReader::read_betza(const PieceDefinition& piece, const Node& form, MoveTypeId type, std::vector<MoveBlock>& blocks) {
  const Node& text = *form.children[1];
  if (!text.is_string()) return error(text, "string-expected", "a betza text in double quotes was expected here");
  if (incomplete(NameKind::kPosition) || incomplete(NameKind::kDirection)) return;
  if (game_.board.grids.empty() || game_.board.grids[0].dimensions.size() != 2)
    return error(form, "betza-board", "'betza' needs a board whose first grid has two dimensions");
  AttributeId not_moved = kNone;
  for (const PieceAttribute& attribute : piece.attributes)
    if (attribute.until_moved && attribute.initial && not_moved == kNone) not_moved = attribute.attribute;
  BetzaResult result = expand_betza(text.text, game_.board, betza_frame_, not_moved);
  if (result.failed) {
    Node letter = text;  // the letter itself, unless a macro's parameter has put the text together
    if (text.span.end - text.span.begin == text.text.size() + 2) {
      letter.span.begin = text.span.begin + 1 + static_cast<std::uint32_t>(result.at);
      letter.span.end = letter.span.begin + 1;
    }
    return error(letter, "betza", result.message, result.hint);
  }
  for (MoveBlock& block : result.blocks) {
    block.move_type = type;
    block.span = text.span;
    block.trail = trail_of(text);
    for (Instruction& instruction : block.body) {
      if (!count_instruction(text)) return;
      instruction.span = text.span;
      instruction.trail = block.trail;
      instruction.condition.span = text.span;
      for (Instruction& inner : instruction.body) {
        inner.span = text.span;
        inner.trail = block.trail;
      }
    }
    blocks.push_back(std::move(block));
  }
}

void GameReader::check_flags() {
  for (const auto& [flag, at] : tested_) {
    const bool position = flag.first == NameKind::kPositionFlag;
    const std::string& name = table(flag.first).names()[flag.second];
    if (set_names_.contains((position ? "p" : "f") + name)) continue;
    std::vector<std::string> set;
    for (const std::string& other : table(flag.first).names())
      if (set_names_.contains((position ? "p" : "f") + other)) set.push_back(other);
    const std::string near = nearest_name(name, set);
    warning(*at, position ? "unset-position-flag" : "unset-flag",
            std::string("the ") + (position ? "position flag" : "flag") + " '" + name + "' is never set, so it is always false",
            near.empty() ? "" : "did you mean '" + near + "'?");
  }
}

}  // namespace nightrider
