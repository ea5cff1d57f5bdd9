// parse_position: FEN or plain text to a GameState.
#include <algorithm>
#include <functional>
#include <unordered_map>

#include "play/notation.h"
#include "play/position_format.h"
#include "play/position_text.h"
#include "play/words.h"

namespace nightrider {
namespace {

class PositionReader {
 public:
  explicit PositionReader(const GameDefinition& game) : game_(game), state_(empty_state(game)), board_(fen_board(game)) {
    for (std::size_t square = 0; square < game.board.squares.size(); ++square)
      squares_.emplace(game.board.squares[square].name, static_cast<SquareId>(square));
  }

  Result<GameState> read(std::string_view text) {
    if (text.size() > kMaxPositionText)
      return Error{"the position is too long: at most " + std::to_string(kMaxPositionText) + " bytes are read"};
    std::vector<std::string_view> fields = split_at_spaces(text);
    if (fields.empty()) return Error{"the position is empty"};
    if (game_.turn_order.empty()) return Error{"the game has no turn order, so no side to move"};
    if (fields.back().starts_with('{')) {
      if (!fields.back().ends_with('}')) return Error{"the further field " + quoted(fields.back()) + " does not end with '}'"};
      further_ = fields.back().substr(1, fields.back().size() - 2);
      fields.pop_back();
    }
    const Status status = further_ && fields.size() == 1 && player_named(fields[0]) != kNone ? read_plain(fields[0]) : read_fen(fields);
    if (!status) return Error{status.error()};
    return std::move(state_);
  }

 private:
  Status read_plain(std::string_view side) {
    rights_.named.assign(game_.fen.rights.size(), false);
    if (const Status status = read_side(side); !status) return status;
    if (const Status status = read_pieces(); !status) return status;
    return read_values();
  }

  Status read_fen(std::vector<std::string_view> fields) {
    if (fields.empty()) return Error{"the board is missing"};
    if (const Status status = read_tally_fields(fields); !status) return status;
    if (!uses_fen(game_)) {
      return Error{"a position of this game is written as the player to move and a list of pieces, such as \"" +
                   percent_encoded(game_.players[game_.turn_order.front().player].name) + " {..}\", not " + quoted(fields[0])};
    }
    constexpr std::size_t kFields = 6;
    if (fields.size() > kFields) return Error{"there is a field too many: " + quoted(fields[kFields])};
    // A game without rights and en passant is also written without these fields.
    const auto counter = [](std::string_view text) { return parse_number(text, kMaxCount).has_value(); };
    if (game_.fen.rights.empty() && game_.fen.line_rights.empty() && game_.fen.en_passant.empty() && fields.size() == 4 && counter(fields[2]) && counter(fields[3]))
      return read_fields({fields[0], fields[1], "-", "-", fields[2], fields[3]});
    return read_fields(fields);
  }

  Status read_fields(const std::vector<std::string_view>& fields) {
    const auto field = [&](std::size_t i) { return i < fields.size() ? fields[i] : std::string_view("-"); };
    if (const Status status = read_board(field(0)); !status) return status;
    if (const Status status = read_pieces(); !status) return status;
    if (field(1) != "-")
      if (const Status status = read_side(field(1)); !status) return status;
    if (const Status status = read_rights(field(2)); !status) return status;
    if (const Status status = read_counters(field(4), field(5)); !status) return status;
    // The turn may stand in the further field, and the en-passant field is about the player before it.
    if (const Status status = read_values(); !status) return status;
    return read_en_passant(field(3));
  }

  // Takes the fields of tallies out: "+2+0" as written, counts of the players; also "1+3" before the counters, as much as is
  // still missing of each.
  Status read_tally_fields(std::vector<std::string_view>& fields) {
    constexpr std::size_t kFirst = 4;
    std::size_t known = 0;
    for (std::size_t i = kFirst; i < fields.size() && known < game_.fen.tallies.size();) {
      std::string_view text = fields[i];
      if (text.find('+') == std::string_view::npos) {
        ++i;
        continue;
      }
      const TallyDefinition& tally = game_.tallies[game_.fen.tallies[known]];
      const bool missing = !text.starts_with('+');
      if (!missing) text.remove_prefix(1);
      const auto counts = split(text, '+');
      if (counts.size() != tally.players.size())
        return Error{tally.name + ": " + quoted(fields[i]) + " has not a number for each player, such as \"+0+0\""};
      for (std::size_t k = 0; k < counts.size(); ++k) {
        const auto count = parse_number(counts[k], tally.most);
        if (!count) return Error{tally.name + ": " + quoted(counts[k]) + " is not a number from 0 to " + std::to_string(tally.most)};
        state_.tallies[game_.fen.tallies[known] * game_.players.size() + tally.players[k]] = missing ? tally.most - *count : *count;
      }
      fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(i));
      ++known;
    }
    return Done{};
  }

  // ---- board and hands

  Status read_board(std::string_view text) {
    letters_ = fen_letters(game_);
    std::string_view hand;
    bool has_hand = false;
    if (const std::size_t open = text.find('['); open != std::string_view::npos) {
      if (!text.ends_with(']')) return Error{"board: the hands " + quoted(text.substr(open)) + " do not end with ']'"};
      hand = text.substr(open + 1, text.size() - open - 2);
      text = text.substr(0, open);
      has_hand = true;
    }
    std::vector<std::string_view> rows = split(text, '/');
    const auto wanted = static_cast<std::size_t>(board_.rows);
    if (rows.size() == wanted + 1 && has_hands(game_) && !has_hand) {  // as lichess writes hands
      hand = rows.back();
      rows.pop_back();
    }
    if (rows.size() != wanted)
      return Error{"board: there " + std::string(rows.size() == 1 ? "is 1 row" : "are " + std::to_string(rows.size()) + " rows") +
                   ", not " + std::to_string(wanted)};
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (const Status status = read_row(rows[row], static_cast<int>(row)); !status) return status;
    return read_hand(hand);
  }

  std::string row_name(int row) const {
    for (int column = 0; column < board_.columns; ++column) {
      const SquareId square = board_.at(row, column);
      if (square != kNone) return "board, row " + std::to_string(row + 1) + " (" + game_.board.squares[square].parts[1] + ")";
    }
    return "board, row " + std::to_string(row + 1);
  }

  Status read_row(std::string_view text, int row) {
    int column = 0;
    std::size_t at = 0;
    while (at < text.size()) {
      if (text[at] >= '0' && text[at] <= '9') {
        const std::size_t length = run_length(text.substr(at), board_.columns - column);
        const auto run = parse_number(text.substr(at, length), kMaxCount);
        // A zero alone keeps the letters around it apart (joined_letters).
        const bool separates = length == 1 && text[at] == kLetterSeparator && at > 0 && (text[at - 1] < '0' || text[at - 1] > '9') &&
                               letter_at(letters_, text.substr(at + 1)) != nullptr;
        if (!separates && (!run || *run == 0)) return Error{row_name(row) + ": a run of " + quoted(text.substr(at, length)) + " empty squares"};
        column += *run;
        at += length;
      } else if (text[at] == '*' || text[at] == '_') {
        if (column < board_.columns && board_.at(row, column) != kNone)
          return Error{row_name(row) + ": a hole stands where the board has the square " + square_text(game_, board_.at(row, column))};
        ++column;
        ++at;
      } else {
        const FenLetter* letter = letter_at(letters_, text.substr(at));
        if (letter == nullptr) return Error{row_name(row) + ": no piece has the letter " + quoted(first_character(text.substr(at)))};
        if (column < board_.columns) {
          const SquareId square = board_.at(row, column);
          if (square == kNone) return Error{row_name(row) + ": the piece " + quoted(letter->text) + " stands in a hole of the board"};
          state_.squares[square] = {letter->player, letter->type, 0};
          at += letter->text.size();
          if (const Status status = read_suffixes(text, at, row, state_.squares[square]); !status) return status;
        } else {
          at += letter->text.size();
        }
        ++column;
      }
    }
    if (column != board_.columns)
      return Error{row_name(row) + ": " + quoted(text) + " has " + std::to_string(column) + " squares, not " +
                   std::to_string(board_.columns)};
    return Done{};
  }

  // Marks behind a letter.
  Status read_suffixes(std::string_view text, std::size_t& at, int row, Occupant& occupant) const {
    for (bool found = true; found;) {
      found = false;
      for (const FenSuffix& suffix : game_.fen.suffixes) {
        if (!text.substr(at).starts_with(suffix.text)) continue;
        const std::uint64_t mask = std::uint64_t{1} << suffix.attribute;
        if ((attribute_mask(game_, occupant.type) & mask) == 0)
          return Error{row_name(row) + ": the mark " + quoted(suffix.text) + " cannot stand behind a " + game_.pieces[occupant.type].name};
        if ((occupant.attributes & mask) != 0) return Error{row_name(row) + ": the mark " + quoted(suffix.text) + " stands there twice"};
        occupant.attributes |= mask;
        at += suffix.text.size();
        found = true;
      }
    }
    return Done{};
  }

  // Up to 9 files each digit stands alone; on wider boards the longest number that still fits the row counts.
  std::size_t run_length(std::string_view text, int room) const {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (board_.columns <= 9) return 1;
    for (std::size_t length = digits; length > 1; --length) {
      const auto run = parse_number(text.substr(0, length), kMaxCount);
      if (run && *run <= room && text[0] != '0') return length;
      if (length > 8) length = 8;  // longer numbers fit no board
    }
    return 1;
  }

  static std::string_view first_character(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && end < 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    return text.substr(0, end);
  }

  Status read_hand(std::string_view text) {
    if (text.empty() || text == "-") return Done{};
    if (!has_hands(game_)) return Error{"hands: the game has no pieces in hand, but there is " + quoted(text)};
    const std::string_view whole = text;
    while (!text.empty()) {
      if (text.front() == kLetterSeparator && text.size() > 1 && text.size() < whole.size()) text.remove_prefix(1);
      const FenLetter* letter = letter_at(letters_, text);
      if (letter == nullptr) return Error{"hands: no piece has the letter " + quoted(first_character(text))};
      ++state_.hands[letter->player][letter->type];
      text.remove_prefix(letter->text.size());
    }
    return Done{};
  }

  // ---- side, rights, counters, en passant

  PlayerId player_named(std::string_view text) const {
    for (std::size_t player = 0; player < game_.players.size(); ++player)
      if (text == percent_encoded(game_.players[player].name)) return static_cast<PlayerId>(player);
    return kNone;
  }

  Status read_side(std::string_view text) {
    PlayerId player = player_named(text);
    for (std::size_t i = 0; i < game_.players.size() && player == kNone; ++i)
      if (text == side_text(game_, static_cast<PlayerId>(i))) player = static_cast<PlayerId>(i);
    const auto turn = player == kNone ? std::nullopt : first_turn(game_, player);
    if (!turn) {
      std::vector<std::string> sides;
      for (std::size_t i = 0; i < game_.players.size(); ++i)
        if (first_turn(game_, static_cast<PlayerId>(i))) sides.push_back(side_text(game_, static_cast<PlayerId>(i)));
      return Error{"side to move: " + quoted(text) + " is none of " + name_list(sides, 8)};
    }
    state_.turn = *turn;
    return Done{};
  }

  Status read_rights(std::string_view text) {
    const std::vector<FenRight>& known = game_.fen.rights;
    rights_.named.assign(known.size(), false);
    if (text == "-") return Done{};
    while (!text.empty()) {
      std::size_t best = known.size();
      for (std::size_t i = 0; i < known.size(); ++i)
        if (!known[i].letter.empty() && text.starts_with(known[i].letter) &&
            (best == known.size() || known[i].letter.size() > known[best].letter.size()))
          best = i;
      const std::size_t length = best == known.size() ? 0 : known[best].letter.size();
      if (const auto line = line_right_at(game_, state_, text, length)) {
        if (!line->first) return Error{line->first.error()};
        const auto same = [&](const HeldLine& other) { return other.right == line->first->right && other.rook == line->first->rook; };
        if (std::any_of(rights_.lines.begin(), rights_.lines.end(), same))
          return Error{"rights: " + quoted(text.substr(0, line->second)) + " stands there twice"};
        rights_.lines.push_back(*line->first);
        text.remove_prefix(line->second);
        continue;
      }
      if (best == known.size()) {
        std::vector<std::string> letters;
        for (const FenRight& right : known) letters.push_back(right.letter);
        for (const FenLineRight& right : game_.fen.line_rights) letters.push_back(right.letter);
        return Error{"rights: " + quoted(first_character(text)) + " is none of " + (letters.empty() ? "-" : name_list(letters, 16))};
      }
      if (rights_.named[best]) return Error{"rights: " + quoted(known[best].letter) + " stands there twice"};
      for (const FenRightTerm& term : known[best].terms)
        if (!term_placed(known[best], term, state_))
          return Error{"rights: " + quoted(known[best].letter) + " needs a " + game_.players[known[best].player].name + " " +
                       game_.pieces[term.type].name + " on " + square_text(game_, term.square)};
      rights_.named[best] = true;
      text.remove_prefix(known[best].letter.size());
    }
    return Done{};
  }

  Status read_counters(std::string_view progress, std::string_view round) {
    if (progress != "-") {
      const auto count = parse_number(progress, kMaxCount);
      if (!count) return Error{"half-move counter: " + quoted(progress) + " is not a number from 0 to " + std::to_string(kMaxCount)};
      if (!state_.no_progress.empty()) state_.no_progress.front() = *count;
    }
    if (round == "-") return Done{};
    const auto count = parse_number(round, kMaxCount);
    if (!count) return Error{"move number: " + quoted(round) + " is not a number from 1 to " + std::to_string(kMaxCount)};
    state_.round = std::max(1, *count);  // 0 is seen in the wild
    return Done{};
  }

  // One square, or two run together: the square passed and the one where the piece landed, in either order.
  std::pair<SquareId, SquareId> parse_squares(std::string_view text) const {
    if (const SquareId only = parse_square(game_, text); only != kNone) return {only, kNone};
    constexpr std::size_t kMaxLength = 200;  // of two names: longer texts are not worth the search for a place to divide them
    for (std::size_t length = 1; length < std::min(text.size(), kMaxLength); ++length) {
      const SquareId first = parse_square(game_, text.substr(0, length));
      const SquareId second = first == kNone ? SquareId{kNone} : parse_square(game_, text.substr(length));
      if (second != kNone) return {first, second};
    }
    return {kNone, kNone};
  }

  Status read_en_passant(std::string_view text) {
    if (text == "-") return Done{};
    const auto [square, other] = parse_squares(text);
    if (square == kNone) return Error{"en passant: there is no square " + quoted(text)};
    if (game_.fen.en_passant.empty()) return Error{"en passant: the game does not use this field, but it is " + quoted(text)};
    if (last_given_) return Error{"en passant: the further field names the last move too"};
    auto implied = implied_move(game_, state_, square, other);
    if (!implied && other != kNone) implied = implied_move(game_, state_, other, square);
    if (!implied) return Error{"en passant: no last move can have passed " + std::string(text) + " here"};
    state_.last_from = implied->from;
    state_.last_to = implied->to;
    state_.last_tags = implied->tags;
    return Done{};
  }

  // ---- further field

  static Error bad_item(std::string_view item, const std::string& why) { return {"further field, " + quoted(item) + ": " + why}; }

  template <class Names>
  std::uint16_t index_of(std::string_view encoded, const Names& names, const std::function<std::string(std::size_t)>& name_of) const {
    const auto name = percent_decoded(encoded);
    for (std::size_t i = 0; name && i < names.size(); ++i)
      if (name_of(i) == *name) return static_cast<std::uint16_t>(i);
    return kNone;
  }
  SquareId square_named(std::string_view text) const {
    const auto name = percent_decoded(text);
    const auto found = name ? squares_.find(*name) : squares_.end();
    return found == squares_.end() ? kNone : found->second;
  }

  // "White.Pawn"; false where a name is unknown.
  bool read_piece(std::string_view text, PlayerId& player, PieceTypeId& type) const {
    const auto names = split(text, '.');
    if (names.size() != 2) return false;
    player = player_named(names[0]);
    type = index_of(names[1], game_.pieces, [&](std::size_t i) { return game_.pieces[i].name; });
    return player != kNone && type != kNone;
  }

  std::vector<std::string_view> items() const {
    return !further_ || further_->empty() ? std::vector<std::string_view>{} : split(*further_, ',');
  }
  static bool is_piece(std::string_view item) { return item.find(':') != std::string_view::npos; }

  // Pieces come before all else: rights and what is inferred depend on them.
  Status read_pieces() {
    for (std::string_view item : items())
      if (is_piece(item))
        if (const Status status = read_piece_item(item); !status) return status;
    return Done{};
  }

  Status read_values() {
    infer_attributes(game_, rights_, state_);
    for (std::string_view item : items())
      if (!is_piece(item))
        if (const Status status = read_item(item); !status) return status;
    return Done{};
  }

  Status read_piece_item(std::string_view item) {
    const std::size_t colon = item.find(':');
    const SquareId square = square_named(item.substr(0, colon));
    if (square == kNone) return bad_item(item, "there is no such square");
    PlayerId player = kNone;
    PieceTypeId type = kNone;
    if (!read_piece(item.substr(colon + 1), player, type)) return bad_item(item, "a player and a piece are wanted, such as White.Pawn");
    if (!state_.squares[square].empty()) return bad_item(item, "there is a piece already");
    state_.squares[square] = {player, type, 0};
    return Done{};
  }

  Status read_item(std::string_view item) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) return bad_item(item, "neither a piece nor a value");
    const std::string_view key = item.substr(0, equals);
    const std::string_view value = item.substr(equals + 1);
    if (key.find('.') != std::string_view::npos) return read_attribute(item, key, value);
    if (key == "hand") return read_hand_item(item, value);
    if (key == "tally") return read_tally_item(item, value);
    if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) return bad_item(item, "it stands there twice");
    keys_.push_back(key);
    if (key == "turn") return read_turn(item, value);
    if (key == "chain") return read_chain(item, value);
    if (key == "reset") return read_reset(item, value);
    if (key == "last") return read_last(item, value);
    if (key == "progress") return read_progress(item, value);
    if (key == "round") {
      const auto round = parse_number(value, kMaxCount);
      if (!round || *round == 0) return bad_item(item, "a number from 1 to " + std::to_string(kMaxCount) + " is wanted");
      state_.round = *round;
      return Done{};
    }
    return bad_item(item, "there is no such value; known are hand, tally, turn, chain, reset, last, progress, round");
  }

  Status read_attribute(std::string_view item, std::string_view key, std::string_view value) {
    if (value != "0" && value != "1") return bad_item(item, "0 or 1 is wanted");
    const std::size_t dot = key.find('.');
    const std::string_view attribute_text = key.substr(dot + 1);
    std::uint64_t* bits = nullptr;
    std::uint16_t attribute = kNone;
    if (key.starts_with('@')) {
      const PlayerId player = player_named(key.substr(1, dot - 1));
      if (player == kNone) return bad_item(item, "there is no such player");
      attribute = index_of(attribute_text, game_.player_attributes, [&](std::size_t i) { return game_.player_attributes[i].name; });
      if (attribute == kNone) return bad_item(item, "players have no such attribute");
      bits = &state_.player_attributes[player];
    } else {
      const SquareId square = square_named(key.substr(0, dot));
      if (square == kNone) return bad_item(item, "there is no such square");
      Occupant& occupant = state_.squares[square];
      attribute = index_of(attribute_text, game_.attributes, [&](std::size_t i) { return game_.attributes[i]; });
      if (occupant.empty()) return bad_item(item, "there is no piece");
      if (attribute == kNone || ((attribute_mask(game_, occupant.type) >> attribute) & 1) == 0)
        return bad_item(item, "a " + game_.pieces[occupant.type].name + " has no such attribute");
      bits = &occupant.attributes;
    }
    const std::uint64_t mask = std::uint64_t{1} << attribute;
    *bits = value == "1" ? *bits | mask : *bits & ~mask;
    return Done{};
  }

  Status read_hand_item(std::string_view item, std::string_view value) {
    const auto names = split(value, '*');
    PlayerId player = kNone;
    PieceTypeId type = kNone;
    const auto count = names.size() == 2 ? parse_number(names[1], kMaxHand) : std::nullopt;
    if (!count || !read_piece(names[0], player, type)) return bad_item(item, "a piece and a number are wanted, such as White.Pawn*2");
    state_.hands[player][type] += *count;
    if (state_.hands[player][type] > kMaxHand) return bad_item(item, "too many pieces");
    return Done{};
  }

  Status read_tally_item(std::string_view item, std::string_view value) {
    const auto parts = split(value, '*');
    const auto names = split(parts[0], '.');
    const PlayerId player = names.size() == 2 ? player_named(names[0]) : kNone;
    const TallyId tally = names.size() == 2 ? index_of(names[1], game_.tallies, [&](std::size_t i) { return game_.tallies[i].name; }) : kNone;
    const auto count = parts.size() == 2 && tally != kNone ? parse_number(parts[1], game_.tallies[tally].most) : std::nullopt;
    if (player == kNone || !count) return bad_item(item, "a player, a tally and a number that it can have are wanted, such as White.checks*2");
    state_.tallies[tally * game_.players.size() + player] = *count;
    return Done{};
  }

  Status read_turn(std::string_view item, std::string_view value) {
    const auto turn = parse_number(value, static_cast<int>(game_.turn_order.size()) - 1);
    if (!turn) return bad_item(item, "the turn order has places 0 to " + std::to_string(game_.turn_order.size() - 1));
    const auto place = static_cast<std::size_t>(*turn);
    if (game_.turn_order[place].player != game_.turn_order[state_.turn].player)
      return bad_item(item, "another player than the side to move moves there");
    state_.turn = place;
    return Done{};
  }

  Status read_chain(std::string_view item, std::string_view value) {
    const auto names = split(value, '.');
    const SquareId square = square_named(names[0]);
    if (square == kNone || state_.squares[square].empty()) return bad_item(item, "a square with a piece is wanted");
    state_.partial_square = square;
    if (names.size() == 1) return Done{};
    state_.partial_type = index_of(names[1], game_.move_types, [&](std::size_t i) { return game_.move_types[i]; });
    if (state_.partial_type == kNone || names.size() > 2) return bad_item(item, "there is no such move type");
    return Done{};
  }

  Status read_reset(std::string_view item, std::string_view value) {
    for (const std::string_view number : split(value, '.')) {
      const auto test = parse_number(number, static_cast<int>(state_.no_progress.size()) - 1);
      if (!test) return bad_item(item, "the game has " + std::to_string(state_.no_progress.size()) + " such counts, from 0 on");
      state_.progress_made |= std::uint32_t{1} << *test;
    }
    return Done{};
  }

  Status read_last(std::string_view item, std::string_view value) {
    const auto words = split(value, '+');
    const auto squares = split(words[0], '>');
    if (squares.size() != 2) return bad_item(item, "two squares are wanted, such as e2>e4");
    for (std::size_t i = 0; i < 2; ++i) {
      const SquareId square = squares[i] == "~" ? kNone : square_named(squares[i]);
      if (square == kNone && squares[i] != "~") return bad_item(item, "there is no square " + quoted(squares[i]));
      (i == 0 ? state_.last_from : state_.last_to) = square;
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      const TagId tag = index_of(words[i], game_.tags, [&](std::size_t k) { return game_.tags[k].name; });
      if (tag == kNone) return bad_item(item, "there is no tag " + quoted(words[i]));
      state_.last_tags |= std::uint64_t{1} << tag;
    }
    last_given_ = true;
    return Done{};
  }

  Status read_progress(std::string_view item, std::string_view value) {
    const auto counts = split(value, '.');
    if (counts.size() != state_.no_progress.size())
      return bad_item(item, "the game has " + std::to_string(state_.no_progress.size()) + " such counts");
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto count = parse_number(counts[i], kMaxCount);
      if (!count) return bad_item(item, "numbers from 0 to " + std::to_string(kMaxCount) + " are wanted");
      state_.no_progress[i] = *count;
    }
    return Done{};
  }

  const GameDefinition& game_;
  GameState state_;
  FenBoard board_;
  std::unordered_map<std::string, SquareId> squares_;  // by the rule file's names
  std::vector<FenLetter> letters_;
  PresentRights rights_;
  std::optional<std::string_view> further_;
  std::vector<std::string_view> keys_;  // values of the further field read so far
  bool last_given_ = false;
};

}  // namespace

Result<GameState> parse_position(const CompiledGame& game, std::string_view text) {
  return parse_position(game.definition(), text);
}

Result<GameState> parse_position(const GameDefinition& game, std::string_view text) { return PositionReader(game).read(text); }

}  // namespace nightrider
