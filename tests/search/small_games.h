// Rule texts for what the shipped variants have not: several legs, several moves a turn, passes, three players, chance.
#pragma once

namespace nightrider::test {

inline constexpr const char* kTicTacToe = R"((game (title "Tic-tac-toe")
  (players X O) (turn-order X O)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("3/2/1" (0 10)))
               (directions (n 0 -1) (e 1 0) (ne 1 -1) (nw -1 -1))))
  (piece (name Man) (drops ((verify empty?) add)))
  (board-setup (X (Man off 5)) (O (Man off 5)))
  (draw-condition (X O) stalemated)
  (win-condition (X O) (or (relative-config Man n Man n Man) (relative-config Man e Man e Man)
                           (relative-config Man ne Man ne Man) (relative-config Man nw Man nw Man)))))";

// Forced jumps in several legs.
inline constexpr const char* kDraughts = R"((game (title "Small draughts")
  (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c/d/e/f" (10 0)) ("6/5/4/3/2/1" (0 10)))
               (directions (nw -1 -1) (ne 1 -1) (sw -1 1) (se 1 1)))
         (symmetry Black (nw sw) (sw nw) (ne se) (se ne))
         (zone (name last) (players White) (positions b6 d6 f6))
         (zone (name last) (players Black) (positions a1 c1 e1)))
  (move-priorities jump step)
  (piece (name Man)
    (moves (move-type jump)
           (nw (verify enemy?) capture nw (verify empty?) (if (in-zone? last) (add King) else (add-partial jump)))
           (ne (verify enemy?) capture ne (verify empty?) (if (in-zone? last) (add King) else (add-partial jump)))
           (move-type step)
           (nw (verify empty?) (if (in-zone? last) (add King) else add))
           (ne (verify empty?) (if (in-zone? last) (add King) else add))))
  (piece (name King)
    (moves (move-type jump)
           (nw (verify enemy?) capture nw (verify empty?) (add-partial jump))
           (ne (verify enemy?) capture ne (verify empty?) (add-partial jump))
           (sw (verify enemy?) capture sw (verify empty?) (add-partial jump))
           (se (verify enemy?) capture se (verify empty?) (add-partial jump))
           (move-type step)
           (nw (verify empty?) add) (ne (verify empty?) add) (sw (verify empty?) add) (se (verify empty?) add)))
  (board-setup (White (Man a1 c1 e1 b2 d2 f2)) (Black (Man b6 d6 f6 a5 c5 e5)))
  (loss-condition (White Black) stalemated)))";

// Two moves a turn, and a turn may be passed.
inline constexpr const char* kDoubleMoves = R"((game (title "Double moves")
  (players White Black) (turn-order White White Black Black)
  (option "pass turn" true)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
               (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (piece (name Rook)
    (moves (n (while empty? add n) (verify enemy?) add) (s (while empty? add s) (verify enemy?) add)
           (e (while empty? add e) (verify enemy?) add) (w (while empty? add w) (verify enemy?) add)))
  (piece (name Wazir)
    (moves (n (verify not-friend?) add) (s (verify not-friend?) add) (e (verify not-friend?) add) (w (verify not-friend?) add)))
  (board-setup (White (Rook a1) (Wazir b1 c1 d1)) (Black (Rook d4) (Wazir a4 b4 c4)))
  (loss-condition (White Black) (pieces-remaining 1))))";

// Few positions, met on many ways and after different numbers of plies: wrong use of the table shows here.
inline constexpr const char* kRace = R"((game (title "Race")
  (players White Black) (turn-order White White Black Black)
  (option "pass turn" true)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c/d" (10 0)) ("3/2/1" (0 10)))
               (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (piece (name Wazir)
    (moves (n (verify empty?) add) (s (verify empty?) add) (e (verify not-friend?) add) (w (verify not-friend?) add)))
  (board-setup (White (Wazir a1 a2)) (Black (Wazir d3 d2)))
  (win-condition (White) (absolute-config Wazir (d3)))
  (win-condition (Black) (absolute-config Wazir (a1)))
  (loss-condition (White Black) (pieces-remaining 1))))";

inline constexpr const char* kThreePlayers = R"((game (title "Three players")
  (players A B C) (turn-order A B C)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c/d" (10 0)) ("4/3/2/1" (0 10)))
               (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))
  (piece (name Wazir)
    (moves (n (verify not-friend?) add) (s (verify not-friend?) add) (e (verify not-friend?) add) (w (verify not-friend?) add)))
  (board-setup (A (Wazir a1 b1)) (B (Wazir a4 b4)) (C (Wazir d2 d3)))
  (draw-condition (A B C) stalemated)
  (win-condition (A) (absolute-config Wazir (d4)))
  (win-condition (B) (absolute-config Wazir (d1)))
  (win-condition (C) (absolute-config Wazir (a3)))))";

// A random player puts stones in the way.
inline constexpr const char* kChance = R"((game (title "Chance")
  (players X O ?Fate) (turn-order X ?Fate O ?Fate)
  (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("3/2/1" (0 10)))
               (directions (n 0 -1) (e 1 0) (ne 1 -1) (nw -1 -1))))
  (piece (name Man) (drops ((verify empty?) add)))
  (piece (name Block) (drops ((verify empty?) add)))
  (board-setup (X (Man off 9)) (O (Man off 9)) (?Fate (Block off 9)))
  (draw-condition (X O ?Fate) stalemated)
  (win-condition (X O) (or (relative-config Man n Man) (relative-config Man e Man n Man)
                           (relative-config Man ne Man) (relative-config Man nw Man)))))";

}  // namespace nightrider::test
