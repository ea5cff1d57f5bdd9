#include "crosscheck/crosscheck.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "base/random.h"
#include "reference/walk.h"

namespace nightrider::crosscheck {
namespace {

GameState plain(const reference::State& state) {
  GameState out;
  for (const reference::Piece& piece : state.squares) out.squares.push_back({piece.owner, piece.type, piece.attributes});
  out.hands = state.hands;
  out.player_attributes = state.player_attributes;
  out.turn = state.turn;
  out.last_from = state.last_from;
  out.last_to = state.last_to;
  for (TagId tag : state.last_tags) out.last_tags |= std::uint64_t{1} << tag;
  out.partial_square = state.partial_square;
  out.partial_type = state.partial_type;
  out.no_progress = state.no_progress;
  for (const std::vector<int>& tally : state.tallies) out.tallies.insert(out.tallies.end(), tally.begin(), tally.end());
  for (const std::size_t test : state.progressed) out.progress_made |= std::uint32_t{1} << test;
  out.round = state.round;
  return out;
}

reference::State from_plain(const GameState& state) {
  reference::State out;
  for (const Occupant& piece : state.squares) out.squares.push_back({piece.owner, piece.type, piece.attributes});
  out.hands = state.hands;
  out.player_attributes = state.player_attributes;
  out.turn = state.turn;
  out.last_from = state.last_from;
  out.last_to = state.last_to;
  for (TagId tag = 0; tag < 64; ++tag)
    if ((state.last_tags >> tag & 1) != 0) out.last_tags.insert(tag);
  out.partial_square = state.partial_square;
  out.partial_type = state.partial_type;
  out.no_progress = state.no_progress;
  for (std::size_t test = 0; test < out.no_progress.size(); ++test)
    if ((state.progress_made >> test & 1) != 0) out.progressed.insert(test);
  out.round = state.round;
  return out;
}

// The first field that differs; empty where none does. `last_move`: fields of the last move count too.
std::string difference(const GameDefinition& game, const GameState& right, const GameState& engine, bool last_move = true) {
  std::ostringstream out;
  const auto field = [&](const char* name, const auto& a, const auto& b) {
    if (out.str().empty() && a != b) out << name << " is " << b << ", should be " << a;
  };
  if (right.squares.size() != engine.squares.size()) return "another number of squares";
  for (std::size_t i = 0; i < right.squares.size() && out.str().empty(); ++i) {
    if (right.squares[i] == engine.squares[i]) continue;
    const auto show = [&](const Occupant& piece) {
      std::string text = piece.empty() ? "empty" : game.players[piece.owner].name + " " + game.pieces[piece.type].name;
      for (std::size_t bit = 0; bit < game.attributes.size(); ++bit)
        if ((piece.attributes >> bit & 1) != 0) text += " " + game.attributes[bit];
      return text;
    };
    out << game.board.squares[i].name << " is " << show(engine.squares[i]) << ", should be " << show(right.squares[i]);
  }
  for (std::size_t player = 0; player < right.hands.size() && out.str().empty(); ++player) {
    if (right.hands[player] != engine.hands[player]) out << "the hand of " << game.players[player].name << " differs";
    field("player attributes", right.player_attributes[player], engine.player_attributes[player]);
  }
  field("turn", right.turn, engine.turn);
  if (last_move) {
    field("last_from", right.last_from, engine.last_from);
    field("last_to", right.last_to, engine.last_to);
    field("last_tags", right.last_tags, engine.last_tags);
  }
  field("partial_square", right.partial_square, engine.partial_square);
  field("partial_type", right.partial_type, engine.partial_type);
  for (std::size_t i = 0; i < std::min(right.no_progress.size(), engine.no_progress.size()); ++i)
    field("no_progress", right.no_progress[i], engine.no_progress[i]);
  field("progress within the turn", right.progress_made, engine.progress_made);
  field("no_progress counters", right.no_progress.size(), engine.no_progress.size());
  for (std::size_t i = 0; i < std::min(right.tallies.size(), engine.tallies.size()); ++i) field("a tally", right.tallies[i], engine.tallies[i]);
  field("tallies", right.tallies.size(), engine.tallies.size());
  field("round", right.round, engine.round);
  return out.str();
}

std::string described(const GameDefinition& game, const std::vector<MovePart>& parts, const std::vector<SquareId>& captures, std::uint64_t tags, bool pass,
                      bool partial) {
  std::ostringstream out;
  const auto square = [&](SquareId id) { return id == kNone ? std::string("-") : game.board.squares[id].name; };
  for (const MovePart& part : parts)
    out << game.players[part.owner].name << ' ' << game.pieces[part.type].name << ' ' << square(part.from) << '-' << square(part.to)
        << (part.becomes == kNone ? "" : " = " + game.pieces[part.becomes].name) << "; ";
  std::set<std::string> names;
  for (SquareId id : captures) names.insert(square(id));
  for (const std::string& name : names) out << 'x' << name << ' ';
  for (std::size_t tag = 0; tag < game.tags.size(); ++tag)
    if ((tags >> tag & 1) != 0) out << "tag " << game.tags[tag].name << ' ';
  out << (pass ? "pass " : "") << (partial ? "partial" : "");
  return out.str();
}
std::string described(const GameDefinition& game, const MoveDescription& move) {
  return described(game, move.parts, move.captures, move.tags, move.pass, move.partial);
}
std::string described(const GameDefinition& game, const reference::LegalMove& move) {
  std::vector<MovePart> parts;
  for (const reference::Part& part : move.parts)
    if (part.type != kNone) parts.push_back({part.type, part.owner, part.from, part.to, part.becomes});
  std::uint64_t tags = 0;
  for (TagId tag : move.tags) tags |= std::uint64_t{1} << tag;
  return described(game, parts, move.captures, tags, move.pass, move.partial);
}

class Comparison {
 public:
  Comparison(const std::shared_ptr<const CompiledGame>& game, const Walk& walk, Seen& seen, const MakeEngine& make_engine)
      : game_(game->definition()), walk_(walk), seen_(seen), engine_(make_engine(game)), random_(walk.seed),
        state_(reference::initial(game_)) {}

  std::string run() {
    if (walk_.start) {
      const Status set = engine_->set_state(*walk_.start);
      if (!set) fail("the start is refused: " + set.error());
      else state_ = reference::begin_history(game_, from_plain(*walk_.start));
    }
    for (int ply = 0; ply < walk_.plies && failure_.empty() && !stopped(); ++ply) {
      if (!compare_ply()) break;
      ++seen_.plies;
    }
    if (failure_.empty()) take_all_back();
    return failure_;
  }

 private:
  void fail(const std::string& what) {
    if (!failure_.empty()) return;
    std::ostringstream out;
    out << "variant " << walk_.variant << ", seed " << walk_.seed << ", ply " << played_.size() << ": " << what << "\n  position: " << engine_->text()
        << "\n  moves:";
    for (const std::string& move : played_) out << ' ' << move;
    if (!walk_.choose) out << "\n  repeat: crosscheck --variant " << walk_.variant << " --seed " << walk_.seed << " --plies " << walk_.plies
        << (walk_.specialise ? "" : " --no-specialise");
    failure_ = out.str();
  }

  void expect_state(const reference::State& right, const std::string& when) {
    const std::string differs = difference(game_, plain(right), engine_->state());
    if (!differs.empty()) fail(when + ": " + differs);
  }

  bool stopped() const { return walk_.stop && walk_.stop(); }

  // False: the game is over, there is a failure, or the walk is to stop.
  bool compare_ply() {
    expect_state(state_, "state");
    if (engine_->key() != engine_->key_from_scratch()) fail("the key is not that from scratch");
    compare_endings();
    if (!failure_.empty()) return false;
    std::vector<reference::LegalMove> right = reference::legal_moves(game_, state_);
    reference::name_moves(game_, state_, right, !walk_.light);  // check marks are the expensive part
    if (engine_->in_check() != reference::in_check(game_, state_)) fail("in_check differs");
    if (engine_->has_move() == right.empty()) fail("has_legal_move differs");
    std::vector<NamedMove> moves = engine_->moves(TextForm::kWritten);
    compare_moves(right, moves);
    if (!failure_.empty()) return false;
    if (!walk_.light) {
      compare_effects(right, moves);
      if (stopped()) return false;
      compare_reading(moves);
      compare_position_text(moves);
      compare_repetition();
    }
    if (!failure_.empty() || stopped()) return false;
    const reference::Ending ending = reference::outcome(game_, state_);
    if (ending.over) ++seen_.endings;
    // A game may go on after a repetition, fifty moves and the like: perft does. It ends where the board says so.
    const bool end = reference::outcome(game_, state_, true).over || right.empty();
    if (walk_.choose) return steered(right, moves, end);
    if (end) return false;
    play(right[choose(right)], moves);
    return failure_.empty();
  }

  void compare_endings() {
    for (const bool board_only : {false, true}) {
      const reference::Ending right = reference::outcome(game_, state_, board_only);
      const Outcome engine = engine_->outcome(board_only);
      std::ostringstream out;
      const auto show = [&](const auto& x) {
        out << (x.over ? "over: " : "not over ") << reason_text(x.reason) << (x.draw ? " draw" : "") << " winner "
            << (x.winner == kNone ? std::string("nobody") : game_.players[x.winner].name);
      };
      if (right.over == engine.over && (!right.over || (right.reason == engine.reason && right.winner == engine.winner && right.draw == engine.draw))) continue;
      out << "outcome" << (board_only ? " (board only)" : "") << " is ";
      show(engine);
      out << ", should be ";
      show(right);
      fail(out.str());
    }
  }

  void compare_moves(const std::vector<reference::LegalMove>& right, const std::vector<NamedMove>& moves) {
    seen_.moves += right.size();
    std::map<std::string, std::string> wanted, got;
    std::set<std::string> texts;
    for (const reference::LegalMove& move : right) wanted[move.coordinate] = move.text;
    for (const NamedMove& move : moves) {
      if (!got.emplace(move.coordinate, move.text).second) fail("two moves are " + move.coordinate);
      if (!texts.insert(move.text).second) fail("two moves are written " + move.text);
    }
    if (wanted.size() != right.size()) fail("the reference writes two moves alike");
    for (const auto& [coordinate, text] : wanted) {
      if (got.count(coordinate) == 0) fail("missing move " + coordinate + " " + text + " among " + listed(moves));
      else if (!walk_.light && got[coordinate] != text) fail("move " + coordinate + " is written " + got[coordinate] + ", should be " + text);
    }
    for (const auto& [coordinate, text] : got)
      if (wanted.count(coordinate) == 0) fail("move " + coordinate + " " + text + " is not legal");
    if (engine_->count() != right.size()) fail("bulk count is " + std::to_string(engine_->count()) + ", should be " + std::to_string(right.size()));
  }

  static std::string listed(const std::vector<NamedMove>& moves) {
    std::string text;
    for (const NamedMove& move : moves) text += (text.empty() ? "" : ", ") + move.coordinate + " " + move.text;
    return text;
  }

  static Move named(const std::vector<NamedMove>& moves, const std::string& coordinate) {
    for (const NamedMove& move : moves)
      if (move.coordinate == coordinate) return move.move;
    return kNoMove;
  }

  // Every legal move is made and taken back.
  void compare_effects(const std::vector<reference::LegalMove>& right, const std::vector<NamedMove>& moves) {
    const GameState before = engine_->state();
    const std::uint64_t key = engine_->key();
    const std::uint64_t repetition_key = engine_->repetition_key();
    for (const reference::LegalMove& move : right) {
      const Move engine_move = named(moves, move.coordinate);
      const std::string says = described(game_, engine_->describe(engine_move)), should = described(game_, move);
      if (says != should) fail("move " + move.coordinate + " is described as '" + says + "', should be '" + should + "'");
      engine_->make(engine_move);
      expect_state(reference::apply_leg(game_, state_, move), "after " + move.coordinate);
      if (engine_->key() != engine_->key_from_scratch()) fail("after " + move.coordinate + " the key is not that from scratch");
      engine_->unmake();
      const std::string differs = difference(game_, before, engine_->state());
      if (!differs.empty()) fail("after " + move.coordinate + " was taken back: " + differs);
      if (engine_->key() != key) fail("after " + move.coordinate + " was taken back the key differs");
      if (engine_->repetition_key() != repetition_key) fail("after " + move.coordinate + " was taken back the repetition key differs");
      if (!failure_.empty() || stopped()) return;
    }
  }

  void compare_reading(const std::vector<NamedMove>& moves) {
    const std::vector<NamedMove> typed = engine_->moves(TextForm::kTyped);
    std::vector<std::string> texts;
    std::vector<Move> meant;
    for (const std::vector<NamedMove>* list : {&moves, &typed})
      for (const NamedMove& move : *list)
        for (const std::string& text : {move.text, move.coordinate}) {
          texts.push_back(text);
          meant.push_back(move.move);
        }
    const std::vector<Result<Move>> read = engine_->parse(texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!read[i]) fail("'" + texts[i] + "' is not read back: " + read[i].error());
      else if (!(*read[i] == meant[i])) fail("'" + texts[i] + "' is read as another move");
    }
  }

  void compare_position_text(const std::vector<NamedMove>& moves) {
    const std::string text = engine_->text();
    const Result<GameState> read = engine_->parse_text(text);
    if (!read) return fail("the position text is not read back: " + read.error());
    const std::string differs = difference(game_, as_written(game_, plain(state_)), *read, false);
    if (!differs.empty()) return fail("read back from its text: " + differs);
    Position again(engine_->game());
    const Status set = again.set_state(*read);
    if (!set) return fail("the state read back is refused: " + set.error());
    // Of the last move only what no legal move depends on may be lost.
    std::set<std::string> here, there;
    for (const NamedMove& move : moves) here.insert(move.coordinate + " " + move.text);
    for (const NamedMove& move : named_moves(again)) there.insert(move.coordinate + " " + move.text);
    if (here != there) fail("the position read back from its text has other legal moves");
    if (again.key() != again.key_from_scratch()) fail("the key of the position read back is not that from scratch");
  }

  void compare_repetition() {
    if (state_.partial_square != kNone) return;  // positions are counted between turns
    const std::string position = reference::repetition_text(game_, state_);
    const std::uint64_t key = engine_->repetition_key();
    const auto [by_text, new_text] = key_of_.emplace(position, key);
    const auto [by_key, new_key] = position_of_.emplace(key, position);
    if (!new_text) ++seen_.repetitions;
    if (by_text->second != key) fail("the same position has another repetition key");
    if (by_key->second != position) fail("another position has the same repetition key:\n" + by_key->second + "\n" + position);
  }

  // Odd seeds take back their last move one time in two, so that positions come again.
  std::size_t choose(const std::vector<reference::LegalMove>& moves) {
    if (walk_.seed % 2 == 1 && random_.below(2) == 0 && history_.size() >= 2) {
      const auto [from, to] = history_[history_.size() - 2];
      for (std::size_t i = 0; i < moves.size(); ++i)
        if (!moves[i].parts.empty() && moves[i].parts[0].from == to && moves[i].parts[0].to == from) return i;
    }
    // Captures and chains are rare in random games and much can go wrong in them: they are taken more often.
    if (random_.below(4) == 0)
      for (int attempt = 0; attempt < 8; ++attempt) {
        const std::size_t i = random_.below(static_cast<std::uint32_t>(moves.size()));
        if (moves[i].partial || moves[i].parts.size() > 1 || !moves[i].tags.empty()) return i;
      }
    return random_.below(static_cast<std::uint32_t>(moves.size()));
  }

  void play(const reference::LegalMove& move, const std::vector<NamedMove>& moves) {
    if (state_.partial_square != kNone) ++seen_.chains;
    if (!move.captures.empty()) ++seen_.captures;
    if (!move.parts.empty() && move.parts[0].from == kNone) ++seen_.drops;
    history_.emplace_back(move.parts.empty() ? kNone : move.parts[0].from, move.parts.empty() ? kNone : move.parts[0].to);
    engine_->make(named(moves, move.coordinate));
    earlier_.push_back(state_);
    state_ = reference::apply(game_, state_, move);
    played_.push_back(move.coordinate);
  }

  bool steered(const std::vector<reference::LegalMove>& right, const std::vector<NamedMove>& moves, bool end) {
    const Choice choice = walk_.choose(*engine_, moves);
    if (!choice.failure.empty()) fail(choice.failure);
    if (!failure_.empty() || choice.kind == Choice::Kind::kStop) return false;
    if (choice.kind == Choice::Kind::kTakeBack) {
      take_back(choice.number);
    } else {
      if (end) return false;
      for (const reference::LegalMove& move : right)
        if (move.coordinate == moves[choice.number].coordinate) return play(move, moves), true;
    }
    return failure_.empty();
  }

  void take_all_back() { take_back(earlier_.size()); }

  void take_back(std::size_t legs) {
    for (; legs > 0 && !earlier_.empty() && failure_.empty(); --legs) {
      engine_->unmake();
      expect_state(earlier_.back(), "after taking back " + played_.back());
      if (engine_->key() != engine_->key_from_scratch()) fail("after taking back " + played_.back() + " the key is not that from scratch");
      state_ = std::move(earlier_.back());
      earlier_.pop_back();
      played_.pop_back();
      history_.pop_back();
    }
  }

  const GameDefinition& game_;
  const Walk& walk_;
  Seen& seen_;
  std::unique_ptr<Engine> engine_;
  Random random_;
  reference::State state_;
  std::vector<reference::State> earlier_;
  std::vector<std::string> played_;
  std::vector<std::pair<SquareId, SquareId>> history_;
  std::map<std::string, std::uint64_t> key_of_;
  std::map<std::uint64_t, std::string> position_of_;
  std::string failure_;
};

}  // namespace

std::string compare(const std::shared_ptr<const CompiledGame>& game, const Walk& walk, Seen& seen, const MakeEngine& make_engine) {
  return Comparison(game, walk, seen, make_engine).run();
}

std::string compare(const std::shared_ptr<const CompiledGame>& game, const Walk& walk, Seen& seen) {
  return compare(game, walk, seen, [](std::shared_ptr<const CompiledGame> compiled) { return std::make_unique<Engine>(std::move(compiled)); });
}

}  // namespace nightrider::crosscheck
