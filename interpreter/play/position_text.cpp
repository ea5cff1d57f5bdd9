#include "play/position_text.h"

#include <algorithm>

#include "base/check.h"
#include "play/notation.h"
#include "play/position_format.h"
#include "play/words.h"

namespace nightrider {
namespace {

// Everything that a legal move does, for comparing the moves of two positions.
std::string signature(const MoveDescription& description) {
  std::string out;
  const auto number = [&](std::uint64_t value) { out += std::to_string(value) + ","; };
  for (const MovePart& part : description.parts)
    for (std::uint16_t id : {part.type, part.owner, part.from, part.to, part.becomes}) number(id);
  out += "x";
  for (SquareId square : description.captures) number(square);
  for (const MoveDescription::Change& change : description.other_changes) {
    number(change.square);
    number(change.after.owner);
    number(change.after.type);
    number(change.after.attributes);
  }
  out += "t";
  number(description.tags);
  for (const std::string& text : description.texts) out += text + ",";
  return out + (description.pass ? "p" : "") + (description.partial ? "+" : "");
}

struct SignedMove {
  std::string signature;
  SquareId to = kNone;
  friend bool operator==(const SignedMove& a, const SignedMove& b) { return a.signature == b.signature; }
  friend bool operator<(const SignedMove& a, const SignedMove& b) { return a.signature < b.signature; }
};

std::vector<SignedMove> signed_moves(Position& position) {
  MoveList moves;
  position.legal_moves(moves);
  std::vector<SignedMove> all;
  for (Move move : moves) all.push_back({signature(position.describe(move)), move.to});
  std::sort(all.begin(), all.end());
  return all;
}

// How the last move is written: not at all, as an en-passant square, or in the further field.
struct LastMoveText {
  SquareId crossed = kNone;
  bool further = false;
  SquareId landing = kNone;  // written behind the crossed square
};

class PositionWriter {
 public:
  explicit PositionWriter(Position& position)
      : position_(position), game_(position.definition()), state_(position.state()), board_(fen_board(game_)), letters_(fen_letters(game_)) {}

  std::string fen() {
    const PresentRights rights = rights_present();
    std::string letters;
    for (std::size_t i = 0; i < rights.named.size(); ++i)
      if (rights.named[i]) letters += game_.fen.rights[i].letter;
    for (const HeldLine& line : rights.lines) letters += line_letter(game_, state_, line);
    std::string out = board_field() + hands_field();
    const LastMoveText last = last_move(true);
    out += " " + side_text(game_, player_to_move()) + " " + (letters.empty() ? "-" : letters) + " " +
           (last.crossed == kNone ? "-" : square_text(game_, last.crossed, TextForm::kTyped)) +
           (last.landing == kNone ? "" : square_text(game_, last.landing, TextForm::kTyped));
    const int progress = state_.no_progress.empty() ? 0 : state_.no_progress.front();
    if (game_.fen.counters) out += " " + std::to_string(progress) + " " + std::to_string(state_.round);
    for (TallyId tally : game_.fen.tallies) {
      out += " ";
      for (PlayerId player : game_.tallies[tally].players) out += "+" + std::to_string(position_.tally(tally, player));
    }
    add_common_items(rights, last, game_.fen.counters);
    add_tallies(true);
    return items_.empty() ? out : out + " {" + items_ + "}";
  }

  std::string plain() {
    const LastMoveText last = last_move(false);
    for (std::size_t square = 0; square < state_.squares.size(); ++square)
      if (!state_.squares[square].empty()) add_unmarked(square);
    for (std::size_t player = 0; player < state_.hands.size(); ++player)
      for (std::size_t type = 0; type < state_.hands[player].size(); ++type) add_hand(player, type);
    add_common_items({std::vector<bool>(game_.fen.rights.size()), {}}, last, false);
    add_tallies(false);
    return percent_encoded(game_.players[player_to_move()].name) + " {" + items_ + "}";
  }

 private:
  PlayerId player_to_move() const { return game_.turn_order[state_.turn].player; }
  std::string name(SquareId square) const { return square == kNone ? "~" : percent_encoded(game_.board.squares[square].name); }
  std::string piece_name(std::size_t player, std::size_t type) const {
    return percent_encoded(game_.players[player].name) + "." + percent_encoded(game_.pieces[type].name);
  }
  void add(const std::string& item) { items_ += (items_.empty() ? "" : ",") + item; }
  void add_piece(std::size_t square) {
    const Occupant& occupant = state_.squares[square];
    add(name(static_cast<SquareId>(square)) + ":" + piece_name(occupant.owner, occupant.type));
  }
  void add_unmarked(std::size_t square) {
    add_piece(square);
    unmarked_.push_back(square);
  }
  void add_hand(std::size_t player, std::size_t type) {
    const int count = state_.hands[player][type];
    if (count != 0) add("hand=" + piece_name(player, type) + "*" + std::to_string(count));
  }

  std::string letter(std::size_t player, std::size_t type) const {
    for (const FenLetter& letter : letters_)
      if (letter.written && letter.player == player && letter.type == type) return letter.text;
    return {};
  }

  std::string board_field() {
    std::string out;
    for (int row = 0; row < board_.rows; ++row) {
      if (row > 0) out += '/';
      int run = 0;
      std::vector<std::string> words;
      const auto end_run = [&] {
        if (run > 0) words.push_back(std::to_string(run));
        run = 0;
      };
      for (int column = 0; column < board_.columns; ++column) {
        const SquareId square = board_.at(row, column);
        std::string text = square == kNone ? "*" : "";
        if (square != kNone && !state_.squares[square].empty()) text = letter(state_.squares[square].owner, state_.squares[square].type);
        if (text.empty()) {
          // Boards of up to 9 files read each digit alone, so a run never has two.
          ++run;
          if (run == 9 && board_.columns <= 9) end_run();
          continue;
        }
        end_run();
        if (square != kNone)
          for (const FenSuffix& suffix : game_.fen.suffixes)
            if ((state_.squares[square].attributes >> suffix.attribute) & 1) text += suffix.text;
        words.push_back(text);
      }
      end_run();
      out += joined_letters(letters_, words);
    }
    for (std::size_t square = 0; square < state_.squares.size(); ++square) {
      const Occupant& occupant = state_.squares[square];
      if (!occupant.empty() && (!board_.shows(static_cast<SquareId>(square)) || letter(occupant.owner, occupant.type).empty()))
        add_unmarked(square);
    }
    return out;
  }

  std::string hands_field() {
    std::vector<std::string> held;
    for (std::size_t player = 0; player < state_.hands.size(); ++player) {
      for (std::size_t type = 0; type < state_.hands[player].size(); ++type) {
        const std::string text = letter(player, type);
        const int count = state_.hands[player][type];
        constexpr int kMaxWrittenOut = 30;  // more of a kind stand as a number in the further field
        if (text.empty() || count > kMaxWrittenOut) add_hand(player, type);
        else held.insert(held.end(), static_cast<std::size_t>(count), text);
      }
    }
    return has_hands(game_) || !held.empty() ? "[" + joined_letters(letters_, held) + "]" : "";
  }

  PresentRights rights_present() const {
    PresentRights present;
    for (const FenRight& right : game_.fen.rights) present.named.push_back(right_holds(right, state_));
    present.lines = held_lines(game_, state_);
    return present;
  }

  // The last move matters where other moves would be legal without it.
  LastMoveText last_move(bool as_fen) {
    if (state_.last_from == kNone && state_.last_to == kNone && state_.last_tags == 0) return {};
    Position probe(position_.shared_game());
    const auto moves_with = [&](SquareId from, SquareId to, std::uint64_t tags) -> std::optional<std::vector<SignedMove>> {
      GameState state = state_;
      state.last_from = from;
      state.last_to = to;
      state.last_tags = tags;
      if (!probe.set_state(state)) return std::nullopt;
      return signed_moves(probe);
    };
    const std::vector<SignedMove> actual = signed_moves(position_);
    const auto without = moves_with(kNone, kNone, 0);
    if (without && *without == actual) return {};
    if (!as_fen) return {kNone, true};
    std::vector<SquareId> candidates;  // first the squares to which the last move opened a way
    for (const SignedMove& move : actual)
      if (without && !std::binary_search(without->begin(), without->end(), move) && move.to != kNone) candidates.push_back(move.to);
    for (std::size_t square = 0; square < state_.squares.size(); ++square) candidates.push_back(static_cast<SquareId>(square));
    for (SquareId square : candidates) {
      // Two moves that ended elsewhere may have passed the same square; where the field does not say which, the first is meant.
      auto implied = implied_move(game_, state_, square, state_.last_to);
      if (implied && !implied->writes_landing) implied = implied_move(game_, state_, square);
      if (!implied || implied->from != state_.last_from || implied->to != state_.last_to) continue;
      const auto moves = moves_with(implied->from, implied->to, implied->tags);
      if (moves && *moves == actual) return {square, false, implied->writes_landing ? implied->to : SquareId{kNone}};
    }
    return {kNone, true};
  }

  void add_common_items(const PresentRights& rights, const LastMoveText& last, bool counters) {
    GameState inferred = state_;
    for (std::size_t square : unmarked_) inferred.squares[square].attributes &= ~suffix_attributes(game_);
    infer_attributes(game_, rights, inferred);
    const GameState written = as_written(game_, state_);
    for (std::size_t square = 0; square < state_.squares.size(); ++square) {
      const std::uint64_t differ = written.squares[square].attributes ^ inferred.squares[square].attributes;
      for (std::size_t i = 0; i < game_.attributes.size(); ++i)
        if ((differ >> i) & 1)
          add(name(static_cast<SquareId>(square)) + "." + percent_encoded(game_.attributes[i]) +
              ((written.squares[square].attributes >> i) & 1 ? "=1" : "=0"));
    }
    for (std::size_t player = 0; player < state_.player_attributes.size(); ++player)
      for (std::size_t i = 0; i < game_.player_attributes.size(); ++i) {
        const bool value = ((state_.player_attributes[player] >> i) & 1) != 0;
        if (value != game_.player_attributes[i].initial)
          add("@" + percent_encoded(game_.players[player].name) + "." + percent_encoded(game_.player_attributes[i].name) +
              (value ? "=1" : "=0"));
      }
    if (first_turn(game_, player_to_move()) != state_.turn) add("turn=" + std::to_string(state_.turn));
    if (state_.partial_square != kNone)
      add("chain=" + name(state_.partial_square) +
          (state_.partial_type == kNone ? "" : "." + percent_encoded(game_.move_types[state_.partial_type])));
    if (state_.progress_made != 0) {
      std::string made;
      for (std::size_t i = 0; i < state_.no_progress.size(); ++i)
        if ((state_.progress_made >> i) & 1) made += (made.empty() ? "" : ".") + std::to_string(i);
      add("reset=" + made);
    }
    if (last.further) {
      std::string tags;
      for (std::size_t tag = 0; tag < game_.tags.size(); ++tag)
        if ((state_.last_tags >> tag) & 1) tags += "+" + percent_encoded(game_.tags[tag].name);
      add("last=" + name(state_.last_from) + ">" + name(state_.last_to) + tags);
    }
    const auto counted = state_.no_progress.begin() + (counters && !state_.no_progress.empty() ? 1 : 0);
    if (std::any_of(counted, state_.no_progress.end(), [](int count) { return count != 0; })) {
      std::string counts;
      for (int count : state_.no_progress) counts += (counts.empty() ? "" : ".") + std::to_string(count);
      add("progress=" + counts);
    }
    if (!counters && state_.round != 1) add("round=" + std::to_string(state_.round));
  }

  // `shown`: without those that have a field.
  void add_tallies(bool shown) {
    for (std::size_t tally = 0; tally < game_.tallies.size(); ++tally) {
      const auto& fields = game_.fen.tallies;
      if (shown && std::find(fields.begin(), fields.end(), tally) != fields.end()) continue;
      for (std::size_t player = 0; player < game_.players.size(); ++player) {
        const int count = position_.tally(static_cast<TallyId>(tally), static_cast<PlayerId>(player));
        if (count != 0)
          add("tally=" + percent_encoded(game_.players[player].name) + "." + percent_encoded(game_.tallies[tally].name) + "*" + std::to_string(count));
      }
    }
  }

  Position& position_;
  const GameDefinition& game_;
  GameState state_;
  FenBoard board_;
  const std::vector<FenLetter> letters_;
  std::vector<std::size_t> unmarked_;  // squares with pieces whose marks the text cannot show
  std::string items_;
};

}  // namespace

std::string position_text(Position& position) {
  PositionWriter writer(position);
  return uses_fen(position.definition()) ? writer.fen() : writer.plain();
}

}  // namespace nightrider
