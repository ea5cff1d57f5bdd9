// A game in the terminal: who plays which side, what is shown, and the commands (play_commands.cpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console.h"
#include "game_arguments.h"
#include "line_reader.h"
#include "opponent.h"
#include "play/game.h"

namespace nightrider::cli {

enum class Control { kHuman, kEngine, kRandom };

struct PlaySettings {
  GameArguments arguments;
  std::vector<std::string> players;  // "NAME=human|engine|random"
  int level = kUsualLevel;
  int movetime = 0;                  // milliseconds; 0: as the level says
  std::uint64_t seed = 0;
};

class PlaySession {
 public:
  PlaySession(Console& console, PlaySettings settings, Game game);
  // Reads `settings.players`; an error names what was wrong.
  Status assign_players();
  // Plays until `quit` or the end of input; returns the exit code.
  int run();

 private:
  friend struct PlayCommandTable;

  const GameDefinition& definition() { return game_.position().definition(); }
  TextForm form() const { return OutputOptions::form(console_); }
  std::string name_of(PlayerId player);
  Control control(PlayerId player) const;
  bool over() { return game_.outcome().over; }
  PlayerId actor() { return game_.actor(); }
  bool is_human_turn();

  bool may_offer(OfferKind kind);
  // "May be offered: a draw ('offer draw')"; empty where nothing may be.
  std::string offers_text();
  // Why `text` was refused, in the words of one who sits at the board.
  std::string refusal(const std::string& text, const std::string& error);

  void greet();
  void show_board();
  void show_status();
  void announce_end();
  void make_computer_move();
  void answer_offer_by_computer();

  void handle(const std::string& line);
  void play_text(const std::string& text);
  std::vector<std::string> completions(const std::string& line);

  void command_moves(const std::string& rest);
  void command_hint(const std::string& rest);
  void command_undo(const std::string& rest);
  void command_redo(const std::string& rest);
  void command_flip(const std::string& rest);
  void command_show(const std::string& rest);
  void command_piece(const std::string& rest);
  void command_save(const std::string& rest);
  void command_replace(const std::string& rest);
  void command_load(const std::string& rest);
  void command_offer(const std::string& rest);
  void command_resign(const std::string& rest);
  void command_accept(const std::string& rest);
  void command_decline(const std::string& rest);
  void command_level(const std::string& rest);
  void command_swap(const std::string& rest);
  void command_help(const std::string& rest);
  void command_quit(const std::string& rest);
  void answer(bool accept);
  // Whether the game, as it stands, has a use for the command.
  bool allowed(const std::string& command);
  Status load_saved(const std::string& path);
  // The game as `save` writes it.
  std::string saved_text();
  // On a terminal: writes moves that no file holds to the state folder and says how to go on with them.
  void keep_unsaved();
  void save_in(const std::string& path);
  void say(const std::string& text);

  Console& console_;
  PlaySettings settings_;
  Game game_;
  std::unique_ptr<Opponent> opponent_;
  std::vector<Control> controls_;    // [player]
  std::unique_ptr<LineReader> reader_;
  std::string kept_;                 // the game as a file holds it, or as it began
  std::string file_;                 // where it was saved or loaded last
  bool flipped_ = false;
  bool quit_ = false;
  bool end_announced_ = false;
  bool board_fresh_ = false;         // the board on the screen is the position
  bool status_fresh_ = false;        // and the line below it says what is to be done
};

}  // namespace nightrider::cli
