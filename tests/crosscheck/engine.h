// The compiled engine as the cross-check sees it. Each question is virtual, so that a test can put a deliberately wrong
// engine in its place and see the cross-check fail.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "play/notation.h"
#include "play/position.h"
#include "play/position_text.h"

namespace nightrider::crosscheck {

class Engine {
 public:
  explicit Engine(std::shared_ptr<const CompiledGame> game) : position_(std::move(game)) {}
  virtual ~Engine() = default;

  const std::shared_ptr<const CompiledGame>& game() const { return position_.shared_game(); }
  virtual Status set_state(const GameState& state) { return position_.set_state(state); }
  virtual std::vector<NamedMove> moves(TextForm form) { return named_moves(position_, form); }
  virtual std::size_t count() { return position_.count_legal_moves(); }
  virtual bool has_move() { return position_.has_legal_move(); }
  virtual bool in_check() { return position_.in_check(); }
  virtual MoveDescription describe(Move move) { return position_.describe(move); }
  virtual std::vector<Result<Move>> parse(const std::vector<std::string>& texts) { return parse_moves(position_, texts); }
  virtual void make(Move move) { position_.make(move); }
  virtual void unmake() { position_.unmake(); }
  virtual GameState state() { return position_.state(); }
  virtual std::uint64_t key() { return position_.key(); }
  virtual std::uint64_t key_from_scratch() { return position_.key_from_scratch(); }
  virtual std::uint64_t repetition_key() { return position_.repetition_key(); }
  virtual Outcome outcome(bool board_only) { return position_.outcome(board_only); }
  virtual std::string text() { return position_text(position_); }
  virtual Result<GameState> parse_text(const std::string& text) { return parse_position(*game(), text); }

 protected:
  Position position_;
};

}  // namespace nightrider::crosscheck
