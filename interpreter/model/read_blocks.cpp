// Instructions of move blocks.
#include <algorithm>

#include "model/game_reader.h"

namespace nightrider {

bool GameReader::count_instruction(const Node& at) {
  if (out_of_budget_) return false;
  if (++instructions_ <= kMaxInstructions) return true;
  out_of_budget_ = true;
  error(at, "too-many-instructions", "the move blocks of this game have more than " + std::to_string(kMaxInstructions) +
        " instructions and conditions", "macros that call macros multiply");
  return false;
}

void GameReader::read_instructions(const Nodes& nodes, std::size_t first, std::size_t last, std::vector<Instruction>& body, int depth) {
  if (depth > kMaxNesting) {
    error(*nodes[first], "too-deep", "instructions are nested more than " + std::to_string(kMaxNesting) + " deep");
    return;
  }
  body.reserve(body.size() + (last - first));
  for (std::size_t i = first; i < last && !out_of_budget_; ++i) read_instruction(*nodes[i], body, depth);
}

void GameReader::read_instruction(const Node& node, std::vector<Instruction>& body, int depth) {
  if (!count_instruction(node)) return;
  const std::string_view name = node.is_list() ? node.head() : std::string_view(node.text);
  const Node& at = node.is_list() && !node.children.empty() ? *node.children[0] : node;
  Instruction instruction;
  instruction.span = node.span;
  instruction.trail = trail_of(node);
  if (node.is_string() || name.empty()) {
    error(node, "unknown-instruction", node.is_string() ? "a string is not an instruction" : "a list without a name in a move block",
          node.is_list() && !node.children.empty() ? "one '(' too many?" : "");
    return;
  }
  if (const KeywordRow* row = find_keyword(name, Form::kBlock)) {
    if (!row->zrf) not_zrf(at, name);
    if (read_keyword_instruction(*row, node, instruction, depth)) body.push_back(std::move(instruction));
    return;
  }
  const DirectionId direction = find(NameKind::kDirection, name);
  const SquareId square = direction == kNone ? find(NameKind::kPosition, name) : kNone;
  if (direction != kNone || square != kNone) {
    if (node.is_list()) {
      error(node, "unknown-instruction",
            "'" + std::string(name) + "' is a " + (direction != kNone ? "direction" : "position") + ", not an instruction with arguments",
            "write it without parentheses");
      return;
    }
    instruction.kind = InstructionKind::kMove;
    instruction.place = direction != kNone ? Place{PlaceKind::kStep, direction} : Place{PlaceKind::kSquare, square};
    body.push_back(std::move(instruction));
    return;
  }
  if (condition_exists(name)) {
    error(at, "misplaced-form", "'" + std::string(name) + "' is a condition, not an instruction",
          node.is_list() ? "write (verify (" + std::string(name) + " ..))" : "write (verify " + std::string(name) + ")");
    return;
  }
  failed_ = true;
  if (tree_.incomplete || (!node.is_list() && (incomplete(NameKind::kDirection) || incomplete(NameKind::kPosition)))) return;
  const std::string text(name);
  std::string hint;
  if (std::ranges::find(tree_.macro_names, text) != tree_.macro_names.end() && !node.is_list()) {
    hint = "a macro is called in parentheses: (" + text + ")";
  } else if (killed_.contains(text)) {
    hint = "the board removes the position '" + text + "' by kill-positions";
  } else {
    std::vector<std::string> names = keyword_names(Form::kBlock);
    names.insert(names.end(), tree_.macro_names.begin(), tree_.macro_names.end());
    if (!node.is_list()) {
      for (NameKind kind : {NameKind::kDirection, NameKind::kPosition})
        names.insert(names.end(), table(kind).names().begin(), table(kind).names().end());
    }
    const std::string near = nearest_name(text, names);
    const bool is_macro = std::ranges::find(tree_.macro_names, near) != tree_.macro_names.end();
    if (!near.empty()) hint = "did you mean " + (is_macro && !node.is_list() ? "(" + near + " ..)?" : "'" + near + "'?");
    else if (const KeywordRow* row = find_keyword_anywhere(name)) hint = "'" + text + "' belongs in " + form_name(home_of(*row));
  }
  add_directions(text, hint);
  if (node.is_list()) error(at, "unknown-instruction", "unknown instruction or macro '" + text + "'", hint);
  else error(at, "unknown-direction", "unknown instruction, direction or position '" + text + "'", hint);
}

std::optional<Place> GameReader::place_of(const Node& node) {
  if (node.is_list()) {
    if (node.head() != "opposite") return std::nullopt;
    if (node.children.size() != 2 || !node.children[1]->is_symbol()) return std::nullopt;
    const DirectionId direction = find(NameKind::kDirection, node.children[1]->text);
    if (direction == kNone) return std::nullopt;
    return Place{PlaceKind::kOpposite, direction};
  }
  if (!node.is_symbol()) return std::nullopt;
  if (const DirectionId direction = find(NameKind::kDirection, node.text); direction != kNone) return Place{PlaceKind::kStep, direction};
  if (const SquareId square = find(NameKind::kPosition, node.text); square != kNone) return Place{PlaceKind::kSquare, square};
  const KeywordRow* row = find_keyword(node.text, Form::kPlace);
  if (row == nullptr) return std::nullopt;
  if (row->keyword == Keyword::kFrom) return Place{PlaceKind::kFrom, kNone};
  if (row->keyword == Keyword::kTo) return Place{PlaceKind::kTo, kNone};
  if (row->keyword == Keyword::kMark) return Place{PlaceKind::kMark, kNone};
  if (row->keyword == Keyword::kLastFrom) return Place{PlaceKind::kLastFrom, kNone};
  if (row->keyword == Keyword::kLastTo) return Place{PlaceKind::kLastTo, kNone};
  return std::nullopt;
}

bool GameReader::read_place(const Node& node, Place& place) {
  if (const std::optional<Place> found = place_of(node)) {
    place = *found;
    return true;
  }
  if (node.is_list() && node.head() == "opposite") {
    if (arguments(node, 1, 1)) resolve(NameKind::kDirection, *node.children[1]);
    return false;
  }
  if (undefined_macro(node, "a position or direction")) return false;
  if (!node.is_symbol()) {
    error(node, "place-expected", "a position or direction was expected here");
    return false;
  }
  failed_ = true;
  if (incomplete(NameKind::kDirection) || incomplete(NameKind::kPosition)) return false;
  std::vector<std::string> names = table(NameKind::kDirection).names();
  names.insert(names.end(), table(NameKind::kPosition).names().begin(), table(NameKind::kPosition).names().end());
  const std::string near = nearest_name(node.text, names);
  std::string hint = killed_.contains(node.text) ? "the board removes it by kill-positions" : near.empty() ? "" : "did you mean '" + near + "'?";
  add_directions(node.text, hint);
  error(node, "unknown-position", "unknown position or direction '" + node.text + "'", hint);
  return false;
}

bool GameReader::optional_place(const Node& list, std::size_t index, Place& place) {
  if (!list.is_list() || index >= list.children.size()) return true;
  return read_place(*list.children[index], place);
}

bool GameReader::read_keyword_instruction(const KeywordRow& row, const Node& node, Instruction& instruction, int depth) {
  // A bare word is the form without arguments.
  const std::size_t given = node.is_list() ? node.children.size() - 1 : 0;
  const auto plain = [&](InstructionKind kind) {
    instruction.kind = kind;
    return arguments(node, 0, 0);
  };
  const auto with_place = [&](InstructionKind kind) {
    instruction.kind = kind;
    return arguments(node, 0, 1) && optional_place(node, 1, instruction.place);
  };
  switch (row.keyword) {
    case Keyword::kFrom: return plain(InstructionKind::kSetFrom);
    case Keyword::kTo: return plain(InstructionKind::kSetTo);
    case Keyword::kCascade: return plain(InstructionKind::kCascade);
    case Keyword::kMark: return with_place(InstructionKind::kSetMark);
    case Keyword::kCapture: return with_place(InstructionKind::kCapture);
    case Keyword::kRemove: return read_remove(node, instruction);
    case Keyword::kFlip: return with_place(InstructionKind::kFlip);
    case Keyword::kCoordinateTo: return with_place(InstructionKind::kCoordinateTo);
    case Keyword::kBack:
      instruction.place = {PlaceKind::kMark, kNone};
      return plain(InstructionKind::kMove);
    case Keyword::kGo: return read_go(node, instruction);
    case Keyword::kOpposite: {
      instruction.kind = InstructionKind::kMove;
      if (!arguments(node, 1, 1)) return false;
      const DirectionId direction = resolve(NameKind::kDirection, *node.children[1]);
      instruction.place = {PlaceKind::kOpposite, direction};
      return direction != kNone;
    }
    case Keyword::kVerify:
      instruction.kind = InstructionKind::kVerify;
      return arguments(node, 1, 1) && read_condition(*node.children[1], instruction.condition, 0);
    case Keyword::kIf: return read_if(node, instruction, depth);
    case Keyword::kWhile: {
      instruction.kind = InstructionKind::kWhile;
      if (!arguments(node, 1)) return false;
      const bool good = read_condition(*node.children[1], instruction.condition, 0);
      read_instructions(node.children, 2, node.children.size(), instruction.body, depth + 1);
      return good;
    }
    case Keyword::kElse:
      error(node, "misplaced-else", "'else' stands outside an 'if', or is a second one");
      return false;
    case Keyword::kAdd:
    case Keyword::kAddCopy:
    case Keyword::kAddPartial:
    case Keyword::kAddCopyPartial:
      instruction.kind = InstructionKind::kAdd;
      instruction.copy = row.keyword == Keyword::kAddCopy || row.keyword == Keyword::kAddCopyPartial;
      instruction.partial = row.keyword == Keyword::kAddPartial || row.keyword == Keyword::kAddCopyPartial;
      return read_add(node, instruction);
    case Keyword::kCreate: return read_create(node, instruction);
    case Keyword::kChangeType: {
      instruction.kind = InstructionKind::kChangeType;
      if (!arguments(node, 1, 2)) return false;
      instruction.id = resolve(NameKind::kPiece, *node.children[1]);
      return optional_place(node, 2, instruction.place) && instruction.id != kNone;
    }
    case Keyword::kChangeOwner: {
      instruction.kind = InstructionKind::kChangeOwner;
      if (!arguments(node, 0, 2)) return false;
      if (given == 0) return true;
      const Node& first = *node.children[1];
      if (first.is_symbol()) instruction.player = find(NameKind::kPlayer, first.text);
      if (instruction.player != kNone) return optional_place(node, 2, instruction.place);
      if (given == 2) {
        resolve(NameKind::kPlayer, first);
        return false;
      }
      return read_place(first, instruction.place);
    }
    case Keyword::kSetAttribute:
    case Keyword::kSetFlag:
    case Keyword::kSetPositionFlag:
    case Keyword::kSetPlayerAttribute: return read_set(row.keyword, node, instruction);
    case Keyword::kTag:
      instruction.kind = InstructionKind::kTag;
      if (!arguments(node, 1, 1)) return false;
      instruction.id = resolve(NameKind::kTag, *node.children[1]);
      return instruction.id != kNone;
    case Keyword::kText:
      instruction.kind = InstructionKind::kText;
      if (!arguments(node, 1)) return false;
      for (std::size_t i = 1; i < node.children.size(); ++i) {
        if (node.children[i]->is_list() || node.children[i]->text.empty()) {
          error(*node.children[i], "string-expected", "a text in double quotes was expected here");
          return false;
        }
        if (!check_word(*node.children[i], MoveWord::kWholeMove)) return false;
        instruction.texts.push_back(node.children[i]->text);
      }
      return true;
    case Keyword::kOrigin:
      instruction.kind = InstructionKind::kOriginAlways;
      if (!arguments(node, 1, 1)) return false;
      if (node.children[1]->is_symbol() && node.children[1]->text == "always") return true;
      error(*node.children[1], "unknown-form", "'origin' takes 'always'");
      return false;
    default:
      error(node, "unknown-instruction", "'" + std::string(row.name) + "' is not an instruction");
      return false;
  }
}

bool GameReader::read_if(const Node& node, Instruction& instruction, int depth) {
  instruction.kind = InstructionKind::kIf;
  if (!arguments(node, 1)) return false;
  const bool good = read_condition(*node.children[1], instruction.condition, 0);
  const auto is_else = [](const Node* child) { return child->is_symbol() && child->text == "else"; };
  const auto begin = node.children.begin() + 2;
  const std::size_t middle = static_cast<std::size_t>(std::find_if(begin, node.children.end(), is_else) - node.children.begin());
  read_instructions(node.children, 2, middle, instruction.body, depth + 1);
  if (middle < node.children.size()) read_instructions(node.children, middle + 1, node.children.size(), instruction.else_body, depth + 1);
  return good;
}

// `(add P ..)`, `(add-partial P .. type)`.
bool GameReader::read_add(const Node& node, Instruction& instruction) {
  if (!node.is_list()) return true;
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Node& child = *node.children[i];
    if (!expect_symbol(child, "a piece")) return false;
    PieceTypeId type = find(NameKind::kPiece, child.text);
    if (type == kNone && instruction.partial && i + 1 == node.children.size()) {
      instruction.id = resolve(NameKind::kMoveType, child);
      return instruction.id != kNone;
    }
    if (type == kNone) {
      unknown_name(NameKind::kPiece, child);
      return false;
    }
    instruction.types.push_back(type);
  }
  return true;
}

// `remove`, `(remove [place] [(spare P ..)])`
bool GameReader::read_remove(const Node& node, Instruction& instruction) {
  instruction.kind = InstructionKind::kRemove;
  if (!arguments(node, 0, 2)) return false;
  if (!node.is_list()) return true;
  std::size_t given = node.children.size();
  if (given > 1 && node.children.back()->head() == "spare") {
    const Node& spare = *node.children[--given];
    if (!arguments(spare, 1)) return false;
    for (std::size_t i = 1; i < spare.children.size(); ++i) {
      instruction.types.push_back(resolve(NameKind::kPiece, *spare.children[i]));
      if (instruction.types.back() == kNone) return false;
    }
  }
  if (given == 3) {
    error(*node.children[2], "unknown-form", "the second argument of 'remove' is (spare PIECE ..)");
    return false;
  }
  return given < 2 || read_place(*node.children[1], instruction.place);
}

// `(create [Player] [Piece] [place])`. A name may be a player's and a piece's: then the reading that uses all arguments
// and names a piece is taken.
bool GameReader::read_create(const Node& node, Instruction& instruction) {
  instruction.kind = InstructionKind::kCreate;
  if (!arguments(node, 0, 3)) return false;
  const std::size_t given = node.is_list() ? node.children.size() - 1 : 0;
  const auto player = [&](std::size_t i) { return node.children[i]->is_symbol() ? find(NameKind::kPlayer, node.children[i]->text) : kNone; };
  const auto piece = [&](std::size_t i) { return node.children[i]->is_symbol() ? find(NameKind::kPiece, node.children[i]->text) : kNone; };
  const auto place = [&](std::size_t i) { return place_of(*node.children[i]); };
  static constexpr bool kReadings[][3] = {{true, true, true}, {true, true, false}, {false, true, true}, {true, false, true},
                                          {false, true, false}, {true, false, false}, {false, false, true}, {false, false, false}};
  for (const auto& [with_player, with_piece, with_place] : kReadings) {
    if (static_cast<std::size_t>(with_player) + with_piece + with_place != given) continue;
    std::size_t i = 1;
    Instruction reading;
    if (with_player && (reading.player = player(i++)) == kNone) continue;
    if (with_piece && (reading.id = piece(i++)) == kNone) continue;
    if (with_place) {
      const std::optional<Place> found = place(i);
      if (!found) continue;
      reading.place = *found;
    }
    instruction.player = reading.player;
    instruction.id = reading.id;
    instruction.place = reading.place;
    return true;
  }
  // Name the first argument that fits nowhere.
  for (std::size_t i = 1; i <= given; ++i) {
    if (player(i) != kNone || piece(i) != kNone || place(i)) continue;
    if (i == given && given == 3) return read_place(*node.children[i], instruction.place);
    resolve(i == 1 && given > 1 && piece(2) != kNone ? NameKind::kPlayer : NameKind::kPiece, *node.children[i]);
    return false;
  }
  error(node, "wrong-arguments", "'create' takes a player, a piece and a position, each at most once and in this order");
  return false;
}

bool GameReader::read_go(const Node& node, Instruction& instruction) {
  instruction.kind = InstructionKind::kMove;
  if (!arguments(node, 1, 1)) return false;
  const Node& where = *node.children[1];
  // After `go` the five places come before directions and positions of such names.
  if (where.is_symbol()) {
    if (where.text == "from") { instruction.place = {PlaceKind::kFrom, kNone}; return true; }
    if (where.text == "to") { instruction.place = {PlaceKind::kTo, kNone}; return true; }
    if (where.text == "mark") { instruction.place = {PlaceKind::kMark, kNone}; return true; }
    if (where.text == "last-from") { instruction.place = {PlaceKind::kLastFrom, kNone}; return true; }
    if (where.text == "last-to") { instruction.place = {PlaceKind::kLastTo, kNone}; return true; }
  }
  return read_place(where, instruction.place);
}

bool GameReader::read_set(Keyword which, const Node& node, Instruction& instruction) {
  const bool with_place = which == Keyword::kSetAttribute || which == Keyword::kSetPositionFlag;
  const bool with_player = which == Keyword::kSetPlayerAttribute;
  if (!arguments(node, 2, with_place || with_player ? 3 : 2)) return false;
  const Node& name = *node.children[1];
  if (which == Keyword::kSetAttribute) {
    instruction.kind = InstructionKind::kSetAttribute;
    instruction.id = resolve(NameKind::kAttribute, name);
  } else if (which == Keyword::kSetPlayerAttribute) {
    instruction.kind = InstructionKind::kSetPlayerAttribute;
    instruction.id = resolve(NameKind::kPlayerAttribute, name);
  } else {
    const bool position = which == Keyword::kSetPositionFlag;
    instruction.kind = position ? InstructionKind::kSetPositionFlag : InstructionKind::kSetFlag;
    instruction.id = intern(position ? NameKind::kPositionFlag : NameKind::kFlag, name);
    set_names_.insert((position ? "p" : "f") + name.text);
  }
  bool good = read_condition(*node.children[2], instruction.condition, 0);
  if (with_place) good = optional_place(node, 3, instruction.place) && good;
  if (with_player && node.children.size() == 4) {
    instruction.player = resolve(NameKind::kPlayer, *node.children[3]);
    good = good && instruction.player != kNone;
  }
  return good && instruction.id != kNone;
}

}  // namespace nightrider
