// A position of a compiled game, with make and unmake.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "compile/compiled_game.h"
#include "play/game_state.h"
#include "play/move.h"
#include "play/outcome.h"

namespace nightrider {

// What a move does, spelled out: for notation, JSON and messages.
struct MovePart {
  PieceTypeId type = kNone;   // the piece that moves, as it stood before
  PlayerId owner = kNone;
  SquareId from = kNone;      // kNone: dropped
  SquareId to = kNone;
  PieceTypeId becomes = kNone;  // promotion choice; kNone: unchanged. The same type may be a choice too
};
struct MoveDescription {
  std::vector<MovePart> parts;
  std::vector<SquareId> captures;      // squares whose piece is gone afterwards, landing first
  struct Change { SquareId square; Occupant before; Occupant after; };
  std::vector<Change> other_changes;   // creations, changes of type, owner or attribute not explained by the parts
  std::uint64_t tags = 0;              // bit [TagId]
  std::vector<std::string> texts;      // `(text ..)`: first as written, then further read; empty: none
  bool origin_always = false;
  bool pass = false;
  bool partial = false;                // a further leg may follow
};

// Invariants: make then unmake restores every field; key() equals key_from_scratch() after any sequence of both.
// Not thread-safe; copies are independent. Legal moves only may be made (undefined otherwise, checked in debug builds).
class Position {
 public:
  explicit Position(std::shared_ptr<const CompiledGame> game);  // the setup of the rule file

  const CompiledGame& game() const { return *game_; }
  const std::shared_ptr<const CompiledGame>& shared_game() const { return game_; }
  const GameDefinition& definition() const;

  // Who moves and whose pieces; differ only for `(P Q)` turns.
  PlayerId side_to_move() const;
  PlayerId as_player() const;
  std::size_t turn() const;
  int round() const;
  int ply() const;                // legs made since the position was set

  Occupant occupant(SquareId square) const;
  int hand(PlayerId player, PieceTypeId type) const;
  Move last_move() const;         // kNoMove where none was made here
  SquareId last_from() const;
  SquareId last_to() const;

  GameState state() const;
  // Replaces the position (history and ply start anew). Refuses impossible values by name.
  Status set_state(const GameState& state);

  // Legal moves, each once, in a fixed order. Not const: moves may be tried on the board and taken back.
  void legal_moves(MoveList& moves);
  std::size_t count_legal_moves();
  bool has_legal_move();
  // The as-player's royal piece could be captured now; false in games without `checkmated`.
  bool in_check();
  MoveDescription describe(Move move);

  void make(Move move);
  void unmake();
  Move move_at(int ply) const;    // the ply-th leg made, 0-based

  // Zobrist key (Zobrist, "A new hashing method with application for game playing", 1970) of all that rules can ask.
  std::uint64_t key() const;
  std::uint64_t key_from_scratch() const;
  // Equal exactly for the same position as repetition counts it (language.md, decision 11).
  std::uint64_t repetition_key();

  // Whether the game is over here and how, goals in the order of the file; points by the rules without offers.
  // Repetition, no-progress and move-limit goals are included unless `board_only` (perft, decision 10).
  Outcome outcome(bool board_only = false);

 private:
  friend class PositionImplementation;  // see position.cpp
  std::shared_ptr<const CompiledGame> game_;
};

}  // namespace nightrider
