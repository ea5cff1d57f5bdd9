// What a person may type during a game: a move, or one of the commands listed here.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <ostream>

#include "base/lower_case.h"
#include "base/diagnostics.h"
#include "board_view.h"
#include "describe.h"
#include "game_file.h"
#include "piece_diagram.h"
#include "play/record.h"
#include "play_session.h"

namespace nightrider::cli {

struct PlayCommandTable {
  struct Row {
    const char* name;
    const char* arguments;
    const char* help;
    void (PlaySession::*run)(const std::string& rest);
  };
  static const std::vector<Row>& rows() {
    static const std::vector<Row> list{
        {"moves", "[SQUARE|PIECE]", "the legal moves: all, those from a square or those of a piece", &PlaySession::command_moves},
        {"hint", "", "the move the engine would play at full strength", &PlaySession::command_hint},
        {"undo", "", "take back to your last turn", &PlaySession::command_undo},
        {"redo", "", "play again what was taken back", &PlaySession::command_redo},
        {"show", "", "draw the board again", &PlaySession::command_show},
        {"flip", "", "see the board from the other side", &PlaySession::command_flip},
        {"piece", "NAME [SQUARE]", "how a piece moves", &PlaySession::command_piece},
        {"save", "FILE", "keep the game in a file", &PlaySession::command_save},
        {"save!", "FILE", "the same in place of a game that is there", &PlaySession::command_replace},
        {"load", "[FILE]", "go on with a saved game; without FILE, with the last left unsaved", &PlaySession::command_load},
        {"offer", "draw", "offer a draw", &PlaySession::command_offer},
        {"resign", "", "give up", &PlaySession::command_resign},
        {"accept", "", "accept an offer", &PlaySession::command_accept},
        {"decline", "", "decline an offer", &PlaySession::command_decline},
        {"level", "[1..10]", "how strong the engine plays", &PlaySession::command_level},
        {"swap", "", "change sides with the engine", &PlaySession::command_swap},
        {"help", "", "this list", &PlaySession::command_help},
        {"quit", "", "leave", &PlaySession::command_quit},
    };
    return list;
  }
};

namespace {

// In the state folder: the last game that was left with unsaved moves.
const std::string kLastGame = "last-game";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// The names of files that begin like `word`, for completion.
std::vector<std::string> file_names(const std::string& word) {
  std::vector<std::string> names;
  const std::filesystem::path path(word);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end && names.size() < 1000; entry.increment(error)) {
    const std::string name = path.has_parent_path() ? entry->path().string() : entry->path().filename().string();
    names.push_back(name);
  }
  return names;
}

std::string in_columns(const std::vector<NamedMove>& moves, int width) {
  std::size_t widest = 0;
  for (const NamedMove& move : moves) widest = std::max(widest, display_width(move.text) + 2);
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>(std::max(width, 1)) / std::max<std::size_t>(1, widest));
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool last = i + 1 == moves.size() || (i + 1) % columns == 0;
    text += last ? moves[i].text + '\n' : padded(moves[i].text, widest);
  }
  return text;
}

}  // namespace

void PlaySession::handle(const std::string& line) {
  const std::string text = trimmed(line);
  if (text.empty()) return;
  const std::size_t space = text.find_first_of(" \t");
  const std::string word = lower_case(text.substr(0, space));
  const std::string rest = space == std::string::npos ? std::string() : trimmed(text.substr(space));
  for (const PlayCommandTable::Row& row : PlayCommandTable::rows()) {
    if (word != row.name) continue;
    if (!rest.empty() && *row.arguments == '\0') {
      say("'" + word + "' takes nothing behind it.");
      return;
    }
    (this->*row.run)(rest);
    return;
  }
  play_text(text);
}

void PlaySession::play_text(const std::string& text) {
  if (over()) {
    say("The game is over; 'undo' takes moves back, 'help' lists the commands.");
    return;
  }
  const int before = game_.position().ply();
  const Status status = game_.apply(text);
  status_fresh_ = false;
  if (game_.position().ply() != before) board_fresh_ = false;
  if (status) return;
  status_fresh_ = true;  // nothing new; the message is enough
  say(refusal(text, status.error()));
}

std::string PlaySession::refusal(const std::string& text, const std::string& error) {
  if (game_.offer_open()) return "An offer waits for its answer first: accept or decline.";
  const bool one_word = text.find_first_of(" \t;,") == std::string::npos;
  const bool illegal = error.find("is not a legal move") != std::string::npos;
  // Commands are letters alone; nearly every move has the number of a rank, and castling, passes and drops have a sign.
  const bool like_a_move = std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) || c == '-' || c == '@'; });
  if (illegal && !like_a_move) {
    std::vector<std::string> names;
    for (const PlayCommandTable::Row& row : PlayCommandTable::rows())
      if (allowed(row.name)) names.push_back(row.name);
    const std::string near = nearest_name(lower_case(text.substr(0, text.find(' '))), names);
    return "'" + text + "' is neither a move nor a command; " + (near.empty() ? "type 'help'." : "did you mean '" + near + "'?");
  }
  if (!one_word) return error;  // which of the moves it was is worth to know
  const std::size_t colon = error.find(": ");
  std::string words = error.starts_with("ply ") && colon != std::string::npos ? error.substr(colon + 2) : error;
  Position& position = game_.position();
  if (!illegal || !position.in_check()) return words;
  std::string royal;
  for (const PieceTypeId type : definition().royal_types(position.as_player())) royal += (royal.empty() ? "" : " or ") + definition().pieces[type].name;
  return words + (royal.empty() ? "; you are in check" : "; your " + royal + " is under attack");
}

bool PlaySession::allowed(const std::string& command) {
  const bool open = game_.offer_open();
  if (command == "accept" || command == "decline") return open || may_offer(OfferKind::kDraw) || may_offer(OfferKind::kResign);
  if (command == "offer") return may_offer(OfferKind::kDraw);
  return true;
}

std::vector<std::string> PlaySession::completions(const std::string& line) {
  std::vector<std::string> found;
  const std::size_t space = line.find_first_of(" \t");
  if (space == std::string::npos) {
    for (const PlayCommandTable::Row& row : PlayCommandTable::rows())
      if (allowed(row.name)) found.push_back(row.name);
    if (over() || game_.offer_open()) return found;
    for (const NamedMove& move : named_moves(game_.position(), form())) {
      if (move.text.find(' ') == std::string::npos) found.push_back(move.text);
      found.push_back(move.coordinate);
    }
    return found;
  }
  const std::string word = lower_case(line.substr(0, space));
  const GameDefinition& game = definition();
  if (word == "piece" || word == "moves")
    for (const PieceDefinition& piece : game.pieces) found.push_back(piece.name);
  if (word == "moves")
    for (std::size_t i = 0; i < game.board.squares.size(); ++i)
      if (!game.board.squares[i].dummy) found.push_back(square_text(game, static_cast<SquareId>(i), form()));
  if (word == "offer") found.push_back("draw");
  if (word == "level")
    for (int level = kLowestLevel; level <= kHighestLevel; ++level) found.push_back(std::to_string(level));
  if (word == "save" || word == "save!" || word == "load") found = file_names(line.substr(line.find_last_of(" \t") + 1));
  return found;
}

void PlaySession::command_moves(const std::string& rest) {
  if (over()) return say("The game is over: there are no moves.");
  if (game_.offer_open()) return say("An offer waits for its answer first: accept or decline.");
  Position& position = game_.position();
  std::vector<NamedMove> moves = sorted_moves(position, form());
  if (rest.empty()) {
    console_.out << in_columns(moves, console_.width);
    return say(counted(moves.size(), "move", "moves") + " for " + name_of(position.side_to_move()) + "; 'moves SQUARE' or 'moves PIECE' says what they do.");
  }
  const SquareId square = parse_square(definition(), rest);
  const PieceTypeId type = square == kNone ? find_piece(definition(), rest) : kNone;
  if (square == kNone && type == kNone) return say("There is no square and no piece '" + rest + "'.");
  std::size_t count = 0;
  std::size_t widest = 0;
  for (const NamedMove& move : moves) widest = std::max(widest, display_width(move.text));
  for (const NamedMove& move : moves) {
    const MoveDescription described = position.describe(move.move);
    if (described.parts.empty() || (square != kNone ? described.parts[0].from != square : described.parts[0].type != type)) continue;
    ++count;
    console_.out << inked(console_, Ink::kBold, padded(move.text, widest)) << "  " << move_words(position, described, form()) << '\n';
  }
  if (count > 0) return;
  say(square != kNone ? "No legal move starts on " + square_text(definition(), square, form()) + '.'
                      : "No " + definition().pieces[type].name + " of " + name_of(position.as_player()) + " has a legal move.");
}

void PlaySession::command_hint(const std::string&) {
  if (over()) return say("The game is over.");
  Position position = game_.position();
  const Thought thought = opponent_->best(position);
  if (thought.move == kNoMove) return say("There is no legal move.");
  std::string line;
  std::size_t shown = 0;
  for (const Move move : thought.line) {
    line += (line.empty() ? "" : " ") + move_text(position, move, form());
    position.make(move);
    if (++shown == 6) break;
  }
  Position start = game_.position();
  say("Hint: " + inked(console_, Ink::kBold, move_text(start, thought.move, form())) + " (score " + score_text(thought.score) + " for " + name_of(start.side_to_move()) + ", depth " +
      std::to_string(thought.depth) + ")" + (shown > 1 ? "; the engine expects " + line : ""));
}

void PlaySession::command_undo(const std::string&) {
  board_fresh_ = false;
  end_announced_ = false;
  std::size_t undone = 0;
  const bool any_human = std::find(controls_.begin(), controls_.end(), Control::kHuman) != controls_.end();
  while (game_.undo()) {
    ++undone;
    if (!any_human || (!game_.offer_open() && is_human_turn())) return;
  }
  for (; undone > 0; --undone) game_.redo();  // only the engine's own first moves could be taken back
  board_fresh_ = true;
  end_announced_ = over();
  say("There is no move of yours to take back.");
}

void PlaySession::command_redo(const std::string&) {
  if (!game_.redo()) return say("There is nothing to play again.");
  while (!over() && !is_human_turn() && game_.redo()) {
  }
  board_fresh_ = false;
}

void PlaySession::command_flip(const std::string&) {
  flipped_ = !flipped_;
  command_show({});
}

void PlaySession::command_show(const std::string&) {
  show_board();
  if (over()) {
    say(game_over_text(definition(), game_.outcome()));
  } else {
    show_status();
    if (const std::string offers = offers_text(); !offers.empty()) say(offers);
  }
}

void PlaySession::command_piece(const std::string& rest) {
  const GameDefinition& game = definition();
  std::string name = rest;
  SquareId square = kNone;
  if (find_piece(game, name) == kNone) {
    const std::size_t space = rest.find_last_of(" \t");
    if (space != std::string::npos) {
      name = trimmed(rest.substr(0, space));
      square = parse_square(game, trimmed(rest.substr(space)));
      if (square == kNone) return say("There is no square '" + trimmed(rest.substr(space)) + "'.");
    }
  }
  const PieceTypeId type = find_piece(game, name);
  if (type == kNone) {
    std::vector<std::string> names;
    std::string all;
    for (const PieceDefinition& piece : game.pieces) {
      if (piece.dummy) continue;
      names.push_back(piece.name);
      all += (all.empty() ? "" : ", ") + piece.name;
    }
    if (name.empty()) return say("Which piece? This game has " + all + '.');
    const std::string near = nearest_name(name, names);
    return say("There is no piece '" + name + "'" + (near.empty() ? "; this game has " + all + '.' : "; did you mean '" + near + "'?"));
  }
  console_.out << piece_diagram(console_, game_.position().shared_game(), type, game_.position().side_to_move(), square);
  console_.out.flush();
}

std::string PlaySession::saved_text() {
  const GameArguments& arguments = settings_.arguments;
  return saved_game(game_, saved_name_text({arguments.name, arguments.variant}));
}

void PlaySession::keep_unsaved() {
  if (!reader_->interactive() || game_.items().empty()) return;
  const std::string text = saved_text();
  const std::string path = state_path(kLastGame);
  if (text == kept_ || path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (const Status status = write_game_file(path, text); !status) {
    console_.fail("the game is not kept: " + status.error());
    return;
  }
  say("The game is kept in '" + path + "'. To go on with it: start 'play' again and type 'load'.");
}

void PlaySession::command_save(const std::string& rest) {
  if (rest.empty()) return say("In which file? 'save FILE'");
  std::error_code error;
  const bool others = std::filesystem::exists(rest, error) && rest != file_;
  if (others && reader_->interactive()) return say("'" + rest + "' is there already; 'save! " + rest + "' replaces the game in it.");
  save_in(rest);
}

void PlaySession::command_replace(const std::string& rest) {
  if (rest.empty()) return say("In which file? 'save! FILE'");
  save_in(rest);
}

void PlaySession::save_in(const std::string& path) {
  std::error_code error;
  const bool replaces = std::filesystem::exists(path, error) && path != file_;
  const std::string text = saved_text();
  if (const Status status = write_game_file(path, text); !status) return say(status.error());
  kept_ = text;
  file_ = path;
  say("Saved in '" + path + "'" + (replaces ? ", in place of the game that was there" : "") + "; 'load " + path + "' goes on with it.");
}

Status PlaySession::load_saved(const std::string& path) {
  const Result<std::string> text = read_game_file(path);
  if (!text) return Error{text.error()};
  const Result<std::vector<GameRecord>> records = read_records(*text);
  if (!records) return Error{"'" + path + "': " + records.error()};
  const GameRecord& record = records->front();
  GameArguments arguments = settings_.arguments;
  std::shared_ptr<const CompiledGame> game = game_.position().shared_game();
  if (!record.game.empty()) {
    const SavedName name = read_saved_name(record.game, path);
    arguments.name = name.name;
    arguments.variant = name.variant;
  }
  const bool another = !same_game({arguments.name, arguments.variant}, {settings_.arguments.name, settings_.arguments.variant});
  if (another) game = arguments.load(console_);
  if (!game) return Error{"'" + path + "' is of a game that cannot be loaded"};
  const Result<Replay> replayed = replay(game, record);
  if (!replayed) return Error{"'" + path + "': " + replayed.error()};
  if (const std::string word = no_game_word(record, *replayed); !word.empty())
    return Error{"'" + path + "' is no saved game: it begins with '" + word + "'"};
  if (replayed->first_mismatch) return Error{"'" + path + "': " + replayed->first_mismatch->message};
  game_ = replayed->game;
  if (!another) return Done{};
  settings_.arguments = arguments;
  const int level = opponent_->level();
  opponent_ = std::make_unique<Opponent>(game, settings_.seed);
  opponent_->set_level(level);
  if (settings_.movetime > 0) opponent_->set_movetime(std::chrono::milliseconds(settings_.movetime));
  if (assign_players()) return Done{};
  settings_.players.clear();  // their names were those of the other game
  return assign_players();
}

void PlaySession::command_load(const std::string& rest) {
  const std::string path = rest.empty() ? state_path(kLastGame) : rest;
  std::error_code error;
  if (rest.empty() && !std::filesystem::exists(path, error)) return say("No game was left unsaved. From which file? 'load FILE'");
  if (const Status status = load_saved(path); !status) return say(status.error());
  kept_ = saved_text();
  file_ = path;
  end_announced_ = false;
  board_fresh_ = false;
  say("Loaded '" + path + "': " + definition().title + ", " + counted(game_.items().size(), "move", "moves") + '.');
}

void PlaySession::command_offer(const std::string& rest) {
  if (lower_case(rest) != "draw") return say("What can be offered is a draw: 'offer draw'. To give up there is 'resign'.");
  if (over()) return say("The game is over.");
  const auto& offers = definition().offers;
  if (std::none_of(offers.begin(), offers.end(), [](const OfferDefinition& offer) { return offer.kind == OfferKind::kDraw; }))
    return say("This game knows no draw offers.");
  const Status status = game_.offer(OfferKind::kDraw);
  if (!status) return say(status.error());
  status_fresh_ = false;
}

void PlaySession::command_resign(const std::string&) {
  if (over()) return say("The game is over.");
  const Status status = game_.resign();
  if (!status) return say(status.error());
  status_fresh_ = false;
}

void PlaySession::answer(bool accept) {
  if (!game_.offer_open()) return say("Nothing is offered.");
  const std::string who = name_of(actor());
  const Status status = game_.answer(accept);
  if (!status) return say(status.error());
  say(who + (accept ? " accepts." : " declines."));
  status_fresh_ = false;
}

void PlaySession::command_accept(const std::string&) { answer(true); }
void PlaySession::command_decline(const std::string&) { answer(false); }

void PlaySession::command_level(const std::string& rest) {
  if (!rest.empty()) {
    int level = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), level);
    if (error != std::errc() || end != rest.data() + rest.size() || level < kLowestLevel || level > kHighestLevel)
      return say("A level is a number from 1 to 10, not '" + rest + "'.");
    opponent_->set_level(level);
  }
  const LevelSettings settings = level_settings(opponent_->level());
  std::string text = "Level " + std::to_string(opponent_->level()) + " of 10: ";
  if (settings_.movetime > 0) {
    text += "--movetime decides the time of a move";
  } else {
    text += "up to " + short_number(static_cast<double>(settings.movetime.count()) / 1000) + " s a move";
  }
  if (settings.depth < SearchLimits::kMaxDepth) text += ", at most " + counted(static_cast<std::uint64_t>(settings.depth), "ply", "plies") + " deep";
  if (settings.blunder_in > 0) text += ", now and then at random";
  say(text + '.');
}

void PlaySession::command_swap(const std::string&) {
  std::size_t humans = 0;
  std::size_t others = 0;
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    if (definition().players[i].kind != PlayerKind::kActive) continue;
    (controls_[i] == Control::kHuman ? humans : others) += 1;
  }
  if (humans == 0 || others == 0) return say("There is no engine to change sides with.");
  const Control computer = std::find(controls_.begin(), controls_.end(), Control::kEngine) != controls_.end() ? Control::kEngine : Control::kRandom;
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    if (definition().players[i].kind != PlayerKind::kActive) continue;
    controls_[i] = controls_[i] == Control::kHuman ? computer : Control::kHuman;
  }
  flipped_ = controls_.size() >= 2 && controls_[0] != Control::kHuman && controls_[1] == Control::kHuman;
  board_fresh_ = false;
  std::string yours;
  for (std::size_t i = 0; i < controls_.size(); ++i)
    if (controls_[i] == Control::kHuman) yours += (yours.empty() ? "" : ", ") + name_of(static_cast<PlayerId>(i));
  say("You play " + yours + " now.");
}

void PlaySession::command_help(const std::string&) {
  console_.out << "Type a move as the game writes it or as 'from' and 'to' square, such as e2e4.\n"
                  "To play against a friend, start with --player NAME=human for the other side.\nCommands:\n";
  for (const PlayCommandTable::Row& row : PlayCommandTable::rows()) {
    if (!allowed(row.name)) continue;
    const std::string usage = std::string(row.name) + (*row.arguments != '\0' ? " " : "") + row.arguments;
    console_.out << "  " << padded(usage, 22) << row.help << (row.run == &PlaySession::command_resign && may_offer(OfferKind::kResign) ? ", if the other side agrees" : "")
                 << '\n';
  }
  console_.out.flush();
}

void PlaySession::command_quit(const std::string&) { quit_ = true; }

}  // namespace nightrider::cli
