// What the fuzzers try, as plain functions of bytes: libFuzzer calls them with bytes of its making, the fast suite with those of
// corpus/ and findings/. Each returns what is wrong, or nothing; a crash, a hang and a sanitizer's report are findings too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nightrider::fuzz {

// The bytes as a rule file through the whole reader: syntax, expansion, model, compile. It is read in memory; includes are found in
// variants/common alone. What is read must have been reported right (errors exactly where something is missing), and text
// written from it must be read as the same again.
std::string read_rules(std::string_view bytes);

// A game played by the bytes, both interpreters side by side, with all properties of the cross-check at each position.
//   byte 0         line of games.txt, from 0; from 0x80 a rule text follows byte 1 instead, up to a zero byte
//   byte 1         bit 0: without specialisation
//   then, for each position, one of
//   00..bf         the move of this number, modulo their count; where there are more than 192 a second byte joins it
//   c0..cf         so many legs and one are taken back
//   d0..df N text  N bytes are read as move, position, list of moves, and record
//   e0..ef ..      the position's text with edits is read; from e8 on the game goes on from there if it is a position
//   f0..ff N ..    the text of move N with edits is read
// An edit is three bytes: where, how (replace, insert, remove, double a part), with what. The game ends with the bytes.
std::string play_game(std::string_view bytes);

}  // namespace nightrider::fuzz
