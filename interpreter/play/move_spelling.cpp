#include "play/move_spelling.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "play/words.h"

namespace nightrider {
namespace {

// The first of `forms` for kWritten; the first in ASCII for kTyped, if there is one.
std::string chosen(const std::vector<std::string>& forms, TextForm form) {
  if (forms.empty()) return {};
  if (form == TextForm::kTyped)
    for (const std::string& text : forms)
      if (is_ascii(text)) return text;
  return forms.front();
}

std::string file_text(const GameDefinition& game, SquareId square, TextForm form) {
  return part_text(game, game.board.squares[square].parts[0], form);
}
std::string rank_text(const GameDefinition& game, SquareId square, TextForm form) {
  return part_text(game, game.board.squares[square].parts[1], form);
}

std::string origin_text(const GameDefinition& game, SquareId square, OriginText origin, TextForm form) {
  switch (origin) {
    case OriginText::kNone: return {};
    case OriginText::kFile: return has_file_and_rank(game, square) ? file_text(game, square, form) : square_text(game, square, form);
    case OriginText::kRank: return has_file_and_rank(game, square) ? rank_text(game, square, form) : square_text(game, square, form);
    case OriginText::kSquare: return square_text(game, square, form);
  }
  return {};
}

bool captures_on(const MoveDescription& description, SquareId square) {
  return std::find(description.captures.begin(), description.captures.end(), square) != description.captures.end();
}
bool part_lands_on(const MoveDescription& description, SquareId square) {
  return std::any_of(description.parts.begin(), description.parts.end(), [&](const MovePart& part) { return part.to == square; });
}
// Captures elsewhere are written with the first part: en passant, jumps.
bool part_captures(const MoveDescription& description, std::size_t part) {
  if (captures_on(description, description.parts[part].to)) return true;
  return part == 0 && std::any_of(description.captures.begin(), description.captures.end(),
                                  [&](SquareId square) { return !part_lands_on(description, square); });
}

std::string tags_text(const GameDefinition& game, std::uint64_t tags, TextForm form) {
  std::string out;
  for (std::size_t tag = 0; tag < game.tags.size(); ++tag)
    if ((tags >> tag) & 1) out += tag_text(game.tags[tag], form);
  return out;
}

std::string part_body(const GameDefinition& game, const MoveSpelling& spelling, std::size_t index, TextForm form) {
  const MoveDescription& description = spelling.description;
  const MovePart& part = description.parts[index];
  const bool single = description.parts.size() == 1;
  std::string out;
  if (game.move_text.defined) {
    if (part.from != kNone)
      out = square_text(game, part.from, form) + (part_captures(description, index) ? game.move_text.capture : game.move_text.quiet);
    out += square_text(game, part.to, form);
    if (!spelling.choice) return out;  // what it must become is not written
  } else if (part.from == kNone) {
    out = full_letter(game, part.type, form) + "@" + square_text(game, part.to, form);
  } else {
    const std::string letter = single ? plain_letter(game, part.type, form) : full_letter(game, part.type, form);
    const bool captures = part_captures(description, index);
    OriginText origin = index == 0 ? spelling.origin : OriginText::kNone;
    out = letter + origin_text(game, part.from, origin, form) + (captures ? "x" : "") + square_text(game, part.to, form);
  }
  if (part.becomes != kNone) out += "=" + full_letter(game, part.becomes, form);
  return out;
}

std::string body_text(const GameDefinition& game, const MoveSpelling& spelling, TextForm form) {
  const MoveDescription& description = spelling.description;
  std::string out;
  if (!description.texts.empty()) {
    out = chosen(description.texts, form);
  } else if (description.parts.empty()) {
    out = "0000";
  } else {
    for (std::size_t i = 0; i < description.parts.size(); ++i)
      out += (i == 0 ? "" : "; ") + part_body(game, spelling, i, form);
  }
  return out + tags_text(game, description.tags, form) + spelling.effects;
}

std::string coordinate_body(const GameDefinition& game, const MoveSpelling& spelling) {
  const MoveDescription& description = spelling.description;
  std::string out;
  if (description.parts.empty()) {
    out = "0000";
  } else {
    const MovePart& first = description.parts.front();
    out = first.from == kNone ? full_letter(game, first.type, TextForm::kTyped) + "@" : square_text(game, first.from, TextForm::kTyped);
    out += square_text(game, description.coordinate_to == kNone ? first.to : description.coordinate_to, TextForm::kTyped);
    for (const MovePart& part : description.parts)
      if (part.becomes != kNone) out += lower_case(full_letter(game, part.becomes, TextForm::kTyped));
  }
  return out + tags_text(game, description.tags, TextForm::kTyped) + spelling.coordinate_effects;
}

std::string occupant_text(const GameDefinition& game, const Occupant& occupant) {
  if (occupant.empty()) return "-";
  std::string out = game.players[occupant.owner].name + "." + game.pieces[occupant.type].name;
  for (std::size_t attribute = 0; attribute < game.attributes.size(); ++attribute)
    if ((occupant.attributes >> attribute) & 1) out += "." + game.attributes[attribute];
  return out;
}

// What the move does that its text does not say yet: captures elsewhere, further parts, changes (language.md, decision 8).
std::string other_effects(const GameDefinition& game, const MoveDescription& description, bool parts_shown, std::size_t first_part = 1) {
  std::string out;
  for (std::size_t i = first_part; i < description.parts.size() && !parts_shown; ++i) {
    const MovePart& part = description.parts[i];
    out += "," + (part.from == kNone ? full_letter(game, part.type, TextForm::kTyped) + "@" : square_text(game, part.from, TextForm::kTyped)) +
           square_text(game, part.to, TextForm::kTyped);
  }
  for (SquareId square : description.captures)
    if (!part_lands_on(description, square)) out += ",x" + square_text(game, square, TextForm::kTyped);
  for (const MoveDescription::Change& change : description.other_changes)
    out += "," + square_text(game, change.square, TextForm::kTyped) + "=" + occupant_text(game, change.after);
  return out;
}

// Where no effect on the board tells two moves apart: types with the same letter, silent tags, attributes of players, how the
// chain goes on.
std::string silent_effects(const GameDefinition& game, const MoveDescription& description) {
  std::string out;
  for (const MovePart& part : description.parts) {
    out += "," + game.pieces[part.type].name;
    if (part.becomes != kNone) out += "=" + game.pieces[part.becomes].name;
  }
  for (std::size_t tag = 0; tag < game.tags.size(); ++tag)
    if (((description.tags >> tag) & 1) && game.tags[tag].text.empty()) out += "," + game.tags[tag].name;
  for (const MoveDescription::PlayerChange& change : description.player_changes)
    out += ",@" + game.players[change.player].name + "." + game.player_attributes[change.attribute].name + "=" + (change.value ? "1" : "0");
  if (description.partial) out += ",then" + (description.continuation == kNone ? "" : "=" + game.move_types[description.continuation]);
  return out;
}

std::uint64_t written_tags(const GameDefinition& game, std::uint64_t tags) {
  std::uint64_t written = 0;
  for (std::size_t tag = 0; tag < game.tags.size(); ++tag)
    if (((tags >> tag) & 1) && !game.tags[tag].text.empty()) written |= std::uint64_t{1} << tag;
  return written;
}

// Names file, else rank, else both where another legal move of the same type, target and written tags comes from elsewhere.
void disambiguate(const GameDefinition& game, std::vector<MoveSpelling>& spellings) {
  struct Key {
    PieceTypeId type;
    SquareId to;
    std::uint64_t tags;
    auto operator<=>(const Key&) const = default;
  };
  const auto plain = [](const MoveSpelling& s) {
    return s.description.texts.empty() && !s.description.parts.empty() && s.description.parts.front().from != kNone;
  };
  std::map<Key, std::vector<MoveSpelling*>> groups;
  for (MoveSpelling& spelling : spellings) {
    if (!plain(spelling)) continue;
    const MovePart& part = spelling.description.parts.front();
    groups[{part.type, part.to, written_tags(game, spelling.description.tags)}].push_back(&spelling);
  }
  for (auto& [key, group] : groups) {
    for (MoveSpelling* spelling : group) {
      const MovePart& part = spelling->description.parts.front();
      const bool two_parts = has_file_and_rank(game, part.from);
      bool others = false, same_file = false, same_rank = false;
      for (const MoveSpelling* other : group) {
        const SquareId from = other->description.parts.front().from;
        if (from == part.from) continue;
        others = true;
        if (!two_parts || !has_file_and_rank(game, from)) {
          same_file = same_rank = true;
          continue;
        }
        const auto& mine = game.board.squares[part.from].parts;
        const auto& its = game.board.squares[from].parts;
        same_file |= mine[0] == its[0];
        same_rank |= mine[1] == its[1];
      }
      if (others) spelling->origin = !same_file ? OriginText::kFile : !same_rank ? OriginText::kRank : OriginText::kSquare;
      const bool bare_capture = spelling->description.parts.size() == 1 && part_captures(spelling->description, 0) &&
                                plain_letter(game, part.type, TextForm::kWritten).empty();
      if (spelling->origin == OriginText::kNone && (spelling->description.origin_always || bare_capture))
        spelling->origin = OriginText::kFile;
      else if (spelling->origin == OriginText::kRank && bare_capture)
        spelling->origin = OriginText::kSquare;  // a bare capture always names its file
    }
  }
}

// Where moves are written by their squares, a promotion shows only where there is a choice.
void find_choices(std::vector<MoveSpelling>& spellings) {
  std::map<std::pair<SquareId, SquareId>, std::vector<MoveSpelling*>> groups;
  for (MoveSpelling& spelling : spellings) groups[{spelling.move.from, spelling.move.to}].push_back(&spelling);
  const auto same = [](const MovePart& a, const MovePart& b) { return a.from == b.from && a.to == b.to && a.becomes == b.becomes; };
  for (auto& [squares, group] : groups)
    for (MoveSpelling* spelling : group)
      spelling->choice = std::any_of(group.begin(), group.end(), [&](const MoveSpelling* other) {
        const auto& mine = spelling->description.parts;
        const auto& its = other->description.parts;
        return !std::equal(mine.begin(), mine.end(), its.begin(), its.end(), same);
      });
}

// Indexes of spellings whose text by `text_of` another one has too, grouped.
template <class TextOf>
std::vector<std::vector<std::size_t>> alike(const std::vector<MoveSpelling>& spellings, TextOf text_of) {
  std::unordered_map<std::string, std::vector<std::size_t>> by_text;
  for (std::size_t i = 0; i < spellings.size(); ++i) by_text[text_of(spellings[i])].push_back(i);
  std::vector<std::vector<std::size_t>> groups;
  for (auto& [text, group] : by_text)
    if (group.size() > 1) groups.push_back(std::move(group));
  return groups;
}

void write_bodies(const GameDefinition& game, MoveSpelling& spelling) {
  spelling.written = body_text(game, spelling, TextForm::kWritten);
  spelling.typed = body_text(game, spelling, TextForm::kTyped);
}

// Tells moves apart that are still written alike: by the whole origin, by their other effects, by silent names, by number.
void separate_bodies(const GameDefinition& game, std::vector<MoveSpelling>& spellings) {
  for (int stage = 0; stage < 4; ++stage) {
    auto groups = alike(spellings, [](const MoveSpelling& s) -> const std::string& { return s.written; });
    auto typed_groups = alike(spellings, [](const MoveSpelling& s) -> const std::string& { return s.typed; });
    groups.insert(groups.end(), typed_groups.begin(), typed_groups.end());
    if (groups.empty()) return;
    for (std::vector<std::size_t>& group : groups) {
      const SquareId from = spellings[group.front()].move.from;
      const bool one_origin = std::all_of(group.begin(), group.end(), [&](std::size_t i) { return spellings[i].move.from == from; });
      std::sort(group.begin(), group.end());
      for (std::size_t place = 0; place < group.size(); ++place) {
        MoveSpelling& spelling = spellings[group[place]];
        const MoveDescription& description = spelling.description;
        if (stage == 0 && !one_origin) spelling.origin = OriginText::kSquare;
        if (stage == 1) spelling.effects = other_effects(game, description, description.texts.empty(), 0);
        if (stage == 2) spelling.effects = other_effects(game, description, description.texts.empty(), 0) + silent_effects(game, description);
        if (stage == 3 && place > 0) spelling.effects += "/" + std::to_string(group[place] + 1);
        write_bodies(game, spelling);
      }
    }
  }
}

void separate_coordinates(const GameDefinition& game, std::vector<MoveSpelling>& spellings) {
  for (int stage = 0; stage < 3; ++stage) {
    auto groups = alike(spellings, [](const MoveSpelling& s) -> const std::string& { return s.coordinate; });
    if (groups.empty()) break;
    for (std::vector<std::size_t>& group : groups) {
      for (std::size_t place = 0; place < group.size(); ++place) {
        MoveSpelling& spelling = spellings[group[place]];
        if (stage == 0) spelling.coordinate_effects = other_effects(game, spelling.description, false);
        if (stage == 1) spelling.coordinate_effects += silent_effects(game, spelling.description);
        if (stage == 2 && place > 0) spelling.coordinate_effects += "/" + std::to_string(group[place] + 1);
        spelling.coordinate = coordinate_body(game, spelling);
      }
    }
  }
  // A text wins over a coordinate form: none may be the text of another move.
  std::unordered_map<std::string, std::size_t> texts;
  for (std::size_t i = 0; i < spellings.size(); ++i) texts.emplace(spellings[i].written, i), texts.emplace(spellings[i].typed, i);
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    const auto found = texts.find(spellings[i].coordinate);
    if (found == texts.end() || found->second == i) continue;
    spellings[i].coordinate_effects += "/" + std::to_string(i + 1);
    spellings[i].coordinate = coordinate_body(game, spellings[i]);
  }
}

}  // namespace

std::vector<MoveSpelling> spell_legal_moves(Position& position) {
  const GameDefinition& game = position.definition();
  MoveList moves;
  position.legal_moves(moves);
  std::vector<MoveSpelling> spellings(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    spellings[i].move = moves[i];
    spellings[i].description = position.describe(moves[i]);
  }
  disambiguate(game, spellings);
  if (game.move_text.defined) find_choices(spellings);
  for (MoveSpelling& spelling : spellings) {
    write_bodies(game, spelling);
    spelling.coordinate = coordinate_body(game, spelling);
  }
  separate_bodies(game, spellings);
  separate_coordinates(game, spellings);
  return spellings;
}

std::string_view check_mark(Position& position, const MoveSpelling& spelling) {
  const PlayerId mover = position.as_player();
  std::string_view mark;
  position.make(spelling.move);
  // The reply is another side's: within a chain, or where one side moves twice, the mark would be about the mover itself.
  if (position.as_player() != mover && position.in_check()) mark = position.has_legal_move() ? "+" : "#";
  position.unmake();
  return mark;
}

std::string plain_letter(const GameDefinition& game, PieceTypeId type, TextForm form) {
  const PieceDefinition& piece = game.pieces[type];
  return piece.letters.empty() ? piece.name : chosen(piece.letters, form);
}

std::string full_letter(const GameDefinition& game, PieceTypeId type, TextForm form) {
  std::vector<std::string> letters = read_letters(game, type, false);
  return chosen(letters, form);
}

std::vector<std::string> read_letters(const GameDefinition& game, PieceTypeId type, bool with_empty) {
  const PieceDefinition& piece = game.pieces[type];
  std::vector<std::string> letters;
  for (const std::string& letter : piece.letters)
    if (with_empty || !letter.empty()) letters.push_back(letter);
  if (std::all_of(letters.begin(), letters.end(), [](const std::string& letter) { return letter.empty(); }))
    letters.push_back(piece.name);
  return letters;
}

std::vector<std::string> part_spellings(const GameDefinition& game, std::string_view part) {
  std::vector<std::string> forms{std::string(part)};
  for (const ShownPart& shown : game.board.shown_parts) {
    if (shown.part != part) continue;
    forms.push_back(shown.shown);
    forms.insert(forms.end(), shown.also_read.begin(), shown.also_read.end());
  }
  return forms;
}

std::vector<std::string> square_spellings(const GameDefinition& game, SquareId square) {
  const SquareDefinition& definition = game.board.squares[square];
  std::vector<std::string> forms = part_spellings(game, definition.name);
  if (definition.parts.empty()) return forms;
  std::vector<std::string> joined{""};
  for (const std::string& part : definition.parts) {
    // With many dimensions the forms multiply: past this many only the rule file's own part goes on.
    constexpr std::size_t kMaxForms = 1000;
    if (joined.size() * part_spellings(game, part).size() > kMaxForms) {
      for (std::string& begin : joined) begin += part;
      continue;
    }
    std::vector<std::string> longer;
    for (const std::string& begin : joined)
      for (const std::string& form : part_spellings(game, part)) longer.push_back(begin + form);
    joined = std::move(longer);
  }
  for (std::string& form : joined)
    if (std::find(forms.begin(), forms.end(), form) == forms.end()) forms.push_back(std::move(form));
  return forms;
}

bool has_file_and_rank(const GameDefinition& game, SquareId square) { return game.board.squares[square].parts.size() == 2; }

std::string part_text(const GameDefinition& game, std::string_view part, TextForm form) {
  for (const ShownPart& shown : game.board.shown_parts) {
    if (shown.part != part) continue;
    if (form == TextForm::kWritten) return shown.shown;
    return chosen(part_spellings(game, part), TextForm::kTyped);
  }
  return std::string(part);
}

std::string tag_text(const TagDefinition& tag, TextForm form) {
  if (tag.text.empty() || form == TextForm::kWritten || is_ascii(tag.text)) return tag.text;
  for (const std::string& typed : tag.typed)
    if (is_ascii(typed)) return typed;
  return tag.text;
}

}  // namespace nightrider
