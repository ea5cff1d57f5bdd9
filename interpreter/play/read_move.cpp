// parse_move: text to a legal move, by matching the text against every way in which each legal move may be written.
#include <algorithm>
#include <bitset>

#include "play/move_spelling.h"
#include "play/notation.h"
#include "play/refusal.h"
#include "play/words.h"

namespace nightrider {
namespace {

// What a text may leave out beside check mark and `x`.
enum class Leniency {
  kNothing,
  kTags,    // tags, and a promotion
  kOrigin,  // also what tells the move from others: only to name candidates in a message
};
constexpr Leniency kLeniencies[] = {Leniency::kNothing, Leniency::kTags, Leniency::kOrigin};

// Reads one text piece by piece, following all readings at once: the set of places up to which the text may be read.
class Reading {
 public:
  explicit Reading(std::string_view text) : text_(text) { places_.set(0); }

  // One of the forms must follow; an empty form may be left out.
  Reading& expect(const std::vector<std::string>& forms) {
    std::bitset<kMaxMoveText + 1> next;
    for (std::size_t place = 0; place <= text_.size(); ++place) {
      if (!places_[place]) continue;
      for (const std::string& form : forms)
        if (text_.substr(place).starts_with(form)) next.set(place + form.size());
    }
    places_ = next;
    return *this;
  }
  Reading& expect_if(bool condition, const std::vector<std::string>& forms) { return condition ? expect(forms) : *this; }

  bool alive() const { return places_.any(); }
  // Whether nothing is left but check marks and comments on the move's worth.
  bool done() const {
    const std::size_t last = text_.find_last_not_of("+#!?");
    for (std::size_t place = last == std::string_view::npos ? 0 : last + 1; place <= text_.size(); ++place)
      if (places_[place]) return true;
    return false;
  }

 private:
  std::string_view text_;
  std::bitset<kMaxMoveText + 1> places_;
};

std::vector<std::string> with_optional(std::vector<std::string> forms, bool optional) {
  if (optional) forms.emplace_back();
  return forms;
}

class MoveReader {
 public:
  MoveReader(const GameDefinition& game, const MoveSpelling& spelling, Leniency leniency)
      : game_(game), spelling_(spelling), description_(spelling.description), leniency_(leniency) {}

  bool reads(std::string_view text) const {
    if (description_.parts.empty() && description_.texts.empty()) return reads_pass(text);
    return reads_text(text) || reads_parts(text) || reads_coordinates(text);
  }

 private:
  bool reads_pass(std::string_view text) const {
    return Reading(text).expect({"0000", "pass", "Pass", "--", "@@@@", "null"}).done();
  }

  bool reads_text(std::string_view text) const {
    if (description_.texts.empty()) return false;
    Reading reading(text);
    return finish(reading.expect(description_.texts), spelling_.effects);
  }

  bool reads_parts(std::string_view text) const {
    if (!description_.texts.empty()) return false;
    Reading reading(text);
    for (std::size_t i = 0; i < description_.parts.size() && reading.alive(); ++i) {
      if (i > 0) reading.expect({";", "; ", " ; "});
      read_part(reading, i);
    }
    return finish(reading, spelling_.effects);
  }

  void read_part(Reading& reading, std::size_t index) const {
    const MovePart& part = description_.parts[index];
    const bool squares_alone = game_.move_text.defined;
    if (part.from == kNone) {
      std::vector<std::string> hands;
      for (const std::string& letter : read_letters(game_, part.type, true)) {
        hands.push_back(letter + "@");
        hands.push_back(letter + "*");
      }
      reading.expect(with_optional(std::move(hands), squares_alone));
    } else {
      const bool bare_allowed = index == 0 || description_.parts.size() > 1;
      reading.expect(with_optional(read_letters(game_, part.type, bare_allowed), squares_alone));
      reading.expect(origins(part, index));
      reading.expect(capture_marks());
    }
    reading.expect(square_spellings(game_, part.to));
    reading.expect_if(part.becomes != kNone, promotions(part.becomes, false));
  }

  // At least as much of the origin as the move's own text names.
  std::vector<std::string> origins(const MovePart& part, std::size_t index) const {
    std::vector<std::string> forms = square_spellings(game_, part.from);
    const OriginText own = index == 0 ? spelling_.origin : OriginText::kNone;
    if (has_file_and_rank(game_, part.from) && own != OriginText::kSquare) {
      const auto& parts = game_.board.squares[part.from].parts;
      for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<std::string> spellings = part_spellings(game_, parts[i]);
        forms.insert(forms.end(), spellings.begin(), spellings.end());
      }
    }
    if (own == OriginText::kNone || leniency_ == Leniency::kOrigin) forms.emplace_back();
    return forms;
  }

  std::vector<std::string> capture_marks() const {
    std::vector<std::string> marks{"", "-", game_.move_text.quiet};
    if (!description_.captures.empty()) marks.insert(marks.end(), {"x", "X", ":", game_.move_text.capture});
    return marks;
  }

  std::vector<std::string> promotions(PieceTypeId type, bool any_case) const {
    std::vector<std::string> forms;
    if (type == kNone) return forms;
    for (const std::string& letter : read_letters(game_, type, false)) {
      for (const std::string& form : any_case ? std::vector<std::string>{letter, lower_case(letter), upper_case(letter)}
                                              : std::vector<std::string>{letter}) {
        forms.push_back(form);
        forms.push_back("=" + form);
        forms.push_back("/" + form);
        forms.push_back("(" + form + ")");
      }
    }
    return with_optional(std::move(forms), leniency_ != Leniency::kNothing || (game_.move_text.defined && !spelling_.choice));
  }

  bool reads_coordinates(std::string_view text) const {
    if (description_.parts.empty()) return false;
    const MovePart& first = description_.parts.front();
    Reading reading(text);
    if (first.from == kNone) return false;  // a drop's coordinate form is its plain one
    std::vector<std::string> targets = square_spellings(game_, first.to);
    if (description_.coordinate_to != kNone) {
      // Where the piece really goes is read too, while no other move says so.
      if (leniency_ == Leniency::kNothing) targets.clear();
      for (std::string& form : square_spellings(game_, description_.coordinate_to)) targets.push_back(std::move(form));
    }
    reading.expect(square_spellings(game_, first.from)).expect({"", "-", "x"}).expect(targets);
    for (const MovePart& part : description_.parts) reading.expect_if(part.becomes != kNone, promotions(part.becomes, true));
    return finish(reading, spelling_.coordinate_effects);
  }

  bool finish(Reading& reading, const std::string& effects) const {
    for (std::size_t tag = 0; tag < game_.tags.size(); ++tag) {
      const TagDefinition& definition = game_.tags[tag];
      if (((description_.tags >> tag) & 1) == 0 || definition.text.empty()) continue;
      std::vector<std::string> forms = definition.typed;
      forms.push_back(definition.text);
      reading.expect(with_optional(std::move(forms), leniency_ != Leniency::kNothing));
    }
    return reading.expect(with_optional({effects}, leniency_ == Leniency::kOrigin)).done();
  }

  const GameDefinition& game_;
  const MoveSpelling& spelling_;
  const MoveDescription& description_;
  Leniency leniency_;
};

std::string without_check_mark(std::string_view text) {
  const std::size_t last = text.find_last_not_of("+#!?");
  return std::string(last == std::string_view::npos ? text : text.substr(0, last + 1));
}

// The legal moves nearest to what was typed, each in the form that is nearest.
std::vector<std::string> nearest_moves(const std::vector<MoveSpelling>& spellings, std::string_view text) {
  constexpr std::size_t kShown = 3;
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    const MoveSpelling& s = spellings[i];
    order.emplace_back(std::min({edit_distance(text, s.written), edit_distance(text, s.typed), edit_distance(text, s.coordinate)}), i);
  }
  std::stable_sort(order.begin(), order.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < order.size() && i < kShown; ++i) {
    const MoveSpelling& s = spellings[order[i].second];
    const bool by_coordinate = edit_distance(text, s.coordinate) < edit_distance(text, s.typed);
    nearest.push_back(by_coordinate ? s.coordinate : s.written);
  }
  return nearest;
}

// Why the text is no legal move: by the moves that it could mean if the rules did not refuse them.
std::string why_refused(Position& position, std::string_view text) {
  const RefusedMoves refused = position.refused_moves();
  const auto meant = [&](const std::vector<Move>& moves) {
    std::vector<Move> found;
    for (const Move move : moves) {
      MoveSpelling spelling;
      spelling.move = move;
      spelling.description = position.describe(move);
      if (MoveReader(position.definition(), spelling, Leniency::kOrigin).reads(text)) found.push_back(move);
    }
    return found;
  };
  return refusal_reason(position, text, meant(refused.unsafe), meant(refused.set_aside));
}

Result<Move> parse_among(Position& position, const std::vector<MoveSpelling>& spellings, std::string_view text) {
  constexpr std::size_t kNamedCandidates = 6;
  text = trimmed(text);
  if (text.empty()) return Error{"a move is missing"};
  if (text.size() > kMaxMoveText)
    return Error{quoted(text) + " is too long for a move: at most " + std::to_string(kMaxMoveText) + " bytes are read"};
  const std::string bare = without_check_mark(text);
  for (const std::string& exact : {std::string(text), bare}) {
    for (auto form : {&MoveSpelling::written, &MoveSpelling::typed, &MoveSpelling::coordinate})
      for (const MoveSpelling& spelling : spellings)
        if (spelling.*form == exact) return spelling.move;
  }
  for (Leniency leniency : kLeniencies) {
    std::vector<const MoveSpelling*> found;
    for (const MoveSpelling& spelling : spellings)
      if (MoveReader(position.definition(), spelling, leniency).reads(text)) found.push_back(&spelling);
    if (found.empty()) continue;
    if (found.size() == 1 && leniency != Leniency::kOrigin) return found.front()->move;
    std::vector<std::string> names;
    for (const MoveSpelling* spelling : found) names.push_back(spelling->written);
    return Error{found.size() == 1 ? quoted(text) + " does not say enough: did you mean " + names.front() + "?"
                                   : quoted(text) + " is ambiguous: " + name_list(names, kNamedCandidates)};
  }
  if (spellings.empty()) return Error{quoted(text) + " is not a legal move: there is none in this position"};
  const std::string reason = why_refused(position, bare);
  return Error{quoted(text) + " is not a legal move" + (reason.empty() ? "" : ": " + reason) + "; nearest: " + name_list(nearest_moves(spellings, bare), kNamedCandidates)};
}

}  // namespace

Result<Move> parse_move(Position& position, std::string_view text) { return parse_among(position, spell_legal_moves(position), text); }

std::vector<Result<Move>> parse_moves(Position& position, const std::vector<std::string>& texts) {
  const std::vector<MoveSpelling> spellings = spell_legal_moves(position);
  std::vector<Result<Move>> moves;
  for (const std::string& text : texts) moves.push_back(parse_among(position, spellings, text));
  return moves;
}

}  // namespace nightrider
