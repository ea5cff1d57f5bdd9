// Moves as text: language.md, decisions 8 and 14, and the coordinate form of cli.md.
#include <algorithm>
#include <cctype>
#include <map>

#include "reference/walk.h"

namespace nightrider::reference {
namespace {

bool ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 128; });
}

class Writer {
 public:
  Writer(const GameDefinition& game, const State& state, std::vector<LegalMove>& moves) : game_(game), state_(state), moves_(moves) {}

  // `marks`: with check marks, for which every move is tried and answered.
  void write(bool marks) {
    std::vector<std::string> bodies;
    for (const LegalMove& move : moves_) bodies.push_back(body(move, origin(move)));
    // Written alike though they differ: the whole origin tells them apart, or their other effects.
    for (const auto& [text, group] : alike(bodies)) {
      bool one_origin = true;
      for (std::size_t i : group) one_origin = one_origin && first_from(moves_[i]) == first_from(moves_[group[0]]);
      if (!one_origin)
        for (std::size_t i : group) bodies[i] = body(moves_[i], first_from(moves_[i]) == kNone ? "" : square(first_from(moves_[i]), true));
    }
    for (const auto& [text, group] : alike(bodies))
      for (std::size_t i : group) bodies[i] += other_effects(moves_[i], moves_[i].texts.empty());
    for (const auto& [text, group] : alike(bodies))
      for (std::size_t i : group) bodies[i] += silent_effects(moves_[i]);
    std::vector<std::string> coordinates;
    for (const LegalMove& move : moves_) coordinates.push_back(coordinate(move));
    for (const auto& [text, group] : alike(coordinates))
      for (std::size_t i : group) coordinates[i] += other_effects(moves_[i], false, true);
    for (const auto& [text, group] : alike(coordinates))
      for (std::size_t i : group) coordinates[i] += silent_effects(moves_[i]);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      moves_[i].text = bodies[i] + (marks ? check_mark(moves_[i]) : "");
      moves_[i].coordinate = coordinates[i];
    }
  }

 private:
  static std::map<std::string, std::vector<std::size_t>> alike(const std::vector<std::string>& texts) {
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < texts.size(); ++i) groups[texts[i]].push_back(i);
    std::erase_if(groups, [](const auto& entry) { return entry.second.size() < 2; });
    return groups;
  }

  // Parts that move something.
  std::vector<Part> parts(const LegalMove& move) const {
    std::vector<Part> moving;
    for (const Part& part : move.parts)
      if (part.type != kNone) moving.push_back(part);
    return moving;
  }
  SquareId first_from(const LegalMove& move) const { return parts(move).empty() ? kNone : parts(move)[0].from; }

  std::string shown(const std::string& part, bool written) const {
    for (const ShownPart& row : game_.board.shown_parts) {
      if (row.part != part) continue;
      if (written) return row.shown;
      if (ascii(row.part)) return row.part;
      if (ascii(row.shown)) return row.shown;
      for (const std::string& other : row.also_read)
        if (ascii(other)) return other;
    }
    return part;
  }
  std::string square(SquareId id, bool written) const {
    const SquareDefinition& definition = game_.board.squares[id];
    if (definition.parts.empty()) return shown(definition.name, written);
    std::string text;
    for (const std::string& part : definition.parts) text += shown(part, written);
    return text;
  }

  // The letter in front of a plain move; the first that is not empty; without any the name.
  std::string plain_letter(PieceTypeId type) const {
    const PieceDefinition& piece = game_.pieces[type];
    return piece.letters.empty() ? piece.name : piece.letters[0];
  }
  std::string full_letter(PieceTypeId type) const {
    for (const std::string& letter : game_.pieces[type].letters)
      if (!letter.empty()) return letter;
    return game_.pieces[type].name;
  }

  std::string tags(const LegalMove& move, bool written) const {
    std::string text;
    for (TagId tag : move.tags) {
      const TagDefinition& definition = game_.tags[tag];
      if (written || ascii(definition.text)) {
        text += definition.text;
        continue;
      }
      const auto typed = std::find_if(definition.typed.begin(), definition.typed.end(), ascii);
      text += typed == definition.typed.end() ? definition.text : *typed;
    }
    return text;
  }
  std::string written_tags(const LegalMove& move) const {
    std::string names;
    for (TagId tag : move.tags)
      if (!game_.tags[tag].text.empty()) names += std::to_string(tag) + " ";
    return names;
  }

  // A capture is written with the part that lands there, any other with the first part.
  bool captures(const LegalMove& move, std::size_t index) const {
    const std::vector<Part> moving = parts(move);
    for (SquareId square : move.captures) {
      if (square == moving[index].to) return true;
      const bool landed = std::any_of(moving.begin(), moving.end(), [&](const Part& part) { return part.to == square; });
      if (index == 0 && !landed) return true;
    }
    return false;
  }

  bool plain(const LegalMove& move) const { return move.texts.empty() && first_from(move) != kNone; }

  // How the first part's origin is named: file, else rank, else both, where a legal move of the same type, target and
  // written tags begins elsewhere; the file where the origin is always named, and in captures by pieces without a letter.
  std::string origin(const LegalMove& move) const {
    if (!plain(move)) return "";
    const Part part = parts(move)[0];
    const std::vector<std::string>& names = game_.board.squares[part.from].parts;
    bool rivals = false, same_file = false, same_rank = false;
    for (const LegalMove& other : moves_) {
      if (!plain(other)) continue;
      const Part its = parts(other)[0];
      if (its.type != part.type || its.to != part.to || its.from == part.from || written_tags(other) != written_tags(move)) continue;
      const std::vector<std::string>& other_names = game_.board.squares[its.from].parts;
      rivals = true;
      const bool comparable = names.size() == 2 && other_names.size() == 2;
      same_file = same_file || !comparable || names[0] == other_names[0];
      same_rank = same_rank || !comparable || names[1] == other_names[1];
    }
    const bool bare_capture = parts(move).size() == 1 && captures(move, 0) && plain_letter(part.type).empty();
    if (!rivals && !move.origin_always && !bare_capture) return "";
    if (names.size() != 2) return square(part.from, true);
    if (!same_file) return shown(names[0], true);
    if (!same_rank && !bare_capture) return shown(names[1], true);
    return square(part.from, true);
  }

  std::string body(const LegalMove& move, const std::string& from) const {
    const std::vector<Part> moving = parts(move);
    std::string text;
    if (!move.texts.empty()) {
      text = move.texts[0];
    } else if (moving.empty()) {
      text = "0000";
    } else {
      for (std::size_t i = 0; i < moving.size(); ++i) {
        const Part& part = moving[i];
        if (i > 0) text += "; ";
        if (game_.move_text.defined) {
          if (part.from != kNone) text += square(part.from, true) + (captures(move, i) ? game_.move_text.capture : game_.move_text.quiet);
          text += square(part.to, true);
          if (part.becomes != kNone && has_choice(move)) text += "=" + full_letter(part.becomes);
          continue;
        }
        text += part.from == kNone || moving.size() > 1 ? full_letter(part.type) : plain_letter(part.type);
        if (part.from == kNone) text += "@";
        else text += (i == 0 ? from : "") + (captures(move, i) ? "x" : "");
        text += square(part.to, true);
        if (part.becomes != kNone) text += "=" + full_letter(part.becomes);
      }
    }
    return text + tags(move, true);
  }

  // Whether another legal move over the same squares differs in what its pieces become.
  bool has_choice(const LegalMove& move) const {
    const auto same = [](const Part& a, const Part& b) { return a.from == b.from && a.to == b.to && a.becomes == b.becomes; };
    const std::vector<Part> mine = parts(move);
    return std::any_of(moves_.begin(), moves_.end(), [&](const LegalMove& other) {
      const std::vector<Part> its = parts(other);
      return !its.empty() && its[0].from == mine[0].from && its[0].to == mine[0].to && !std::equal(mine.begin(), mine.end(), its.begin(), its.end(), same);
    });
  }

  std::string coordinate(const LegalMove& move) const {
    const std::vector<Part> moving = parts(move);
    if (moving.empty()) return "0000" + tags(move, false);
    std::string text = moving[0].from == kNone ? full_letter(moving[0].type) + "@" : square(moving[0].from, false);
    text += square(move.coordinate_to == kNone ? moving[0].to : move.coordinate_to, false);
    for (const Part& part : moving) {
      if (part.becomes == kNone) continue;
      std::string letter = full_letter(part.becomes);
      std::transform(letter.begin(), letter.end(), letter.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      text += letter;
    }
    return text + tags(move, false);
  }

  std::string piece_text(const Piece& piece) const {
    if (piece.empty()) return "-";
    std::string text = game_.players[piece.owner].name + "." + game_.pieces[piece.type].name;
    for (std::size_t i = 0; i < game_.attributes.size(); ++i)
      if ((piece.attributes >> i & 1) != 0) text += "." + game_.attributes[i];
    return text;
  }

  // Decision 8: what the text does not say yet - further parts, captures elsewhere, then what else is changed.
  std::string other_effects(const LegalMove& move, bool parts_shown, bool first_shown = false) const {
    const std::vector<Part> moving = parts(move);
    std::string text;
    for (std::size_t i = move.texts.empty() || first_shown ? 1 : 0; i < moving.size() && !parts_shown; ++i)
      text += "," + (moving[i].from == kNone ? full_letter(moving[i].type) + "@" : square(moving[i].from, false)) + square(moving[i].to, false);
    for (SquareId captured : move.captures)
      if (std::none_of(moving.begin(), moving.end(), [&](const Part& part) { return part.to == captured; })) text += ",x" + square(captured, false);
    LegalMove bare;  // the movement alone; then what is captured elsewhere is gone
    bare.parts = move.parts;
    const State with = apply_effects(game_, state_, move).state;
    State without = apply_effects(game_, state_, bare).state;
    for (SquareId captured : move.captures)
      if (std::none_of(moving.begin(), moving.end(), [&](const Part& part) { return part.to == captured; }))
        without.squares[captured] = waits(game_, with.squares[captured]) ? with.squares[captured] : Piece();
    for (SquareId id = 0; id < with.squares.size(); ++id)
      if (!(with.squares[id] == without.squares[id])) text += "," + square(id, false) + "=" + piece_text(with.squares[id]);
    return text;
  }

  // What is seen neither in the text nor on the board.
  std::string silent_effects(const LegalMove& move) const {
    std::string text;
    for (const Part& part : parts(move)) text += "," + game_.pieces[part.type].name + (part.becomes == kNone ? "" : "=" + game_.pieces[part.becomes].name);
    for (TagId tag : move.tags)
      if (game_.tags[tag].text.empty()) text += "," + game_.tags[tag].name;
    const State after = apply_effects(game_, state_, move).state;
    for (PlayerId player = 0; player < game_.players.size(); ++player)
      for (std::size_t attribute = 0; attribute < game_.player_attributes.size(); ++attribute) {
        const bool before = (state_.player_attributes[player] >> attribute & 1) != 0;
        const bool now = (after.player_attributes[player] >> attribute & 1) != 0;
        if (before != now) text += ",@" + game_.players[player].name + "." + game_.player_attributes[attribute].name + (now ? "=1" : "=0");
      }
    if (move.partial) text += ",then" + (move.partial_type == kNone ? "" : "=" + game_.move_types[move.partial_type]);
    return text;
  }

  // About the reply of another side; within a chain, or where one side moves twice, there is no mark.
  std::string check_mark(const LegalMove& move) const {
    const State after = apply_leg(game_, state_, move);
    if (as_player(game_, after) == as_player(game_, state_) || !in_check(game_, after)) return "";
    return legal_moves(game_, after).empty() ? "#" : "+";
  }

  const GameDefinition& game_;
  const State& state_;
  std::vector<LegalMove>& moves_;
};

}  // namespace

void name_moves(const GameDefinition& game, const State& state, std::vector<LegalMove>& moves, bool marks) { Writer(game, state, moves).write(marks); }

std::vector<LegalMove> named_moves(const GameDefinition& game, const State& state) {
  std::vector<LegalMove> moves = legal_moves(game, state);
  name_moves(game, state, moves);
  return moves;
}

}  // namespace nightrider::reference
