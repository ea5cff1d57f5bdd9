#include "play_session.h"

#include <algorithm>
#include <cctype>
#include <ostream>

#include "base/lower_case.h"
#include "base/diagnostics.h"
#include "board_view.h"
#include "describe.h"

namespace nightrider::cli {
namespace {

}  // namespace

PlaySession::PlaySession(Console& console, PlaySettings settings, Game game)
    : console_(console), settings_(std::move(settings)), game_(std::move(game)) {
  opponent_ = std::make_unique<Opponent>(game_.position().shared_game(), settings_.seed);
  opponent_->set_level(settings_.level);
  if (settings_.movetime > 0) opponent_->set_movetime(std::chrono::milliseconds(settings_.movetime));
}

Status PlaySession::assign_players() {
  const GameDefinition& game = definition();
  controls_.assign(game.players.size(), Control::kEngine);
  bool first = true;
  for (std::size_t i = 0; i < game.players.size(); ++i) {
    if (game.players[i].kind == PlayerKind::kRandom) controls_[i] = Control::kRandom;
    if (game.players[i].kind == PlayerKind::kActive && first) {
      controls_[i] = Control::kHuman;
      first = false;
    }
  }
  for (const std::string& setting : settings_.players) {
    const std::size_t equals = setting.rfind('=');
    const std::string name = setting.substr(0, equals);
    const std::string kind = equals == std::string::npos ? std::string() : lower_case(setting.substr(equals + 1));
    std::vector<std::string> names;
    std::size_t found = game.players.size();
    for (std::size_t i = 0; i < game.players.size(); ++i) {
      names.push_back(game.players[i].name);
      if (lower_case(game.players[i].name) == lower_case(name)) found = i;
    }
    if (found == game.players.size()) {
      const std::string near = nearest_name(name, names);
      std::string message = "--player: this game has no player '" + name + "'; ";
      if (!near.empty()) return Error{message + "did you mean '" + near + "'?"};
      message += "its players are";
      for (std::size_t i = 0; i < names.size(); ++i) message += (i > 0 ? ", " : " ") + names[i];
      return Error{message};
    }
    if (kind == "human") {
      controls_[found] = Control::kHuman;
    } else if (kind == "engine") {
      controls_[found] = Control::kEngine;
    } else if (kind == "random") {
      controls_[found] = Control::kRandom;
    } else {
      return Error{"--player: '" + setting + "' should end in =human, =engine or =random"};
    }
  }
  // A person who has the second side alone sees the board from there.
  flipped_ = controls_.size() >= 2 && controls_[0] != Control::kHuman && controls_[1] == Control::kHuman;
  return Done{};
}

std::string PlaySession::name_of(PlayerId player) { return player_name(definition(), player); }

Control PlaySession::control(PlayerId player) const { return player < controls_.size() ? controls_[player] : Control::kHuman; }

bool PlaySession::is_human_turn() { return control(actor()) == Control::kHuman; }

void PlaySession::say(const std::string& text) {
  console_.out << text << '\n';
  console_.out.flush();
}

void PlaySession::greet() {
  const GameDefinition& game = definition();
  say(inked(console_, Ink::kBold, title_text(game, form())));
  std::string who;
  for (std::size_t i = 0; i < game.players.size(); ++i) {
    if (game.players[i].kind == PlayerKind::kNeutral) continue;
    who += (who.empty() ? "" : ", ") + game.players[i].name + ": ";
    switch (controls_[i]) {
      case Control::kHuman: who += "you"; break;
      case Control::kEngine: who += "engine (level " + std::to_string(opponent_->level()) + ')'; break;
      case Control::kRandom: who += "random moves"; break;
    }
  }
  say(who);
  if (const std::string offers = offers_text(); !offers.empty()) say(offers);
  if (reader_->interactive()) say("Type a move, 'moves' to see them all, 'help' for the commands, 'quit' to leave.");
}

bool PlaySession::may_offer(OfferKind kind) { return game_.offers_left(kind, game_.position().side_to_move()) > 0; }

std::string PlaySession::offers_text() {
  if (over() || game_.offer_open()) return {};
  const bool draw = may_offer(OfferKind::kDraw);
  const bool resign = may_offer(OfferKind::kResign);
  if (!draw && !resign) return {};
  return std::string("May be offered: ") + (draw ? "a draw ('offer draw')" : "") + (draw && resign ? ", " : "") +
         (resign ? "to give up ('resign')" : "");
}

void PlaySession::show_board() {
  console_.out << '\n' << board_text(console_, game_.position(), flipped_) << hands_text(game_.position());
  board_fresh_ = true;
  status_fresh_ = false;
}

void PlaySession::show_status() {
  status_fresh_ = true;
  Position& position = game_.position();
  const PlayerId side = position.side_to_move();
  std::string text = "Move " + std::to_string(position.round()) + ": " + name_of(side) + " to move";
  if (position.in_check()) text += ", " + inked(console_, Ink::kBad, "in check");
  const std::string last = last_move_text(position, form());
  if (!last.empty()) text += ". Last move: " + last;
  if (game_.offer_open()) {
    const bool draw = game_.items().back().offer == OfferKind::kDraw;
    text += ". " + name_of(side) + " offers " + (draw ? "a draw" : "to resign") + "; " + name_of(actor()) + ": accept or decline?";
  }
  say(text);
}

void PlaySession::announce_end() {
  if (end_announced_) return;
  end_announced_ = true;
  if (!board_fresh_) show_board();
  say(inked(console_, Ink::kBold, game_over_text(definition(), game_.outcome())));
  if (reader_->interactive()) say("'undo' takes moves back, 'save FILE' keeps the game, 'quit' leaves.");
}

void PlaySession::make_computer_move() {
  Position& position = game_.position();
  const PlayerId side = position.side_to_move();
  const bool engine = control(side) == Control::kEngine;
  Thought thought;
  if (engine) {
    if (reader_->interactive() && console_.out_terminal) console_.out << name_of(side) << " is thinking ... (Ctrl-C: move now)" << std::flush;
    thought = opponent_->think(position);
    if (reader_->interactive() && console_.out_terminal) console_.out << (console_.color ? "\r\x1b[K" : "\n");
  } else {
    thought.move = opponent_->random_move(position);
  }
  NIGHTRIDER_CHECK(!(thought.move == kNoMove), "a game that is not over has a legal move");
  std::string text = name_of(side) + " plays " + inked(console_, Ink::kBold, move_text(position, thought.move, form()));
  if (engine && thought.depth > 0)
    text += "   (score " + score_text(thought.score) + " for " + name_of(side) + ", depth " + std::to_string(thought.depth) + ", " + fixed(thought.seconds, 1) + " s)";
  const Status status = game_.apply_move(thought.move);
  NIGHTRIDER_CHECK(status.ok(), "the engine plays legal moves");
  board_fresh_ = false;
  say(text);
}

void PlaySession::answer_offer_by_computer() {
  const PlayerId player = actor();
  const bool accept = control(player) == Control::kEngine && opponent_->accepts(game_, player);
  const Status status = game_.answer(accept);
  NIGHTRIDER_CHECK(status.ok(), "an open offer can be answered");
  status_fresh_ = false;
  say(name_of(player) + (accept ? " accepts." : " declines."));
}

int PlaySession::run() {
  reader_ = std::make_unique<LineReader>(console_, [this](const std::string& line) { return completions(line); });
  kept_ = saved_text();
  greet();
  while (!quit_) {
    if (over()) {
      announce_end();
    } else {
      end_announced_ = false;
      if (!is_human_turn()) {
        if (game_.offer_open()) {
          answer_offer_by_computer();
        } else {
          make_computer_move();
        }
        continue;
      }
      if (!board_fresh_) show_board();
      if (!status_fresh_) show_status();
    }
    const std::optional<std::string> line = reader_->next(over() ? "> " : name_of(actor()) + "> ");
    if (!line) break;
    if (line->size() > LineReader::kMaxLine) {
      console_.fail("a line of more than " + grouped(LineReader::kMaxLine) + " bytes is not read");
      continue;
    }
    handle(*line);
  }
  keep_unsaved();
  console_.out.flush();
  return kExitFine;
}

}  // namespace nightrider::cli
