// Where a command prints, and what the place it prints to can show.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace nightrider::cli {

// Exit codes, the same for every command (cli.md).
inline constexpr int kExitFine = 0;
inline constexpr int kExitInput = 1;    // the rule file, position or move has errors
inline constexpr int kExitUsage = 2;    // bad command line
inline constexpr int kExitBug = 70;     // a failed check

struct Console {
  std::ostream& out;   // results
  std::ostream& err;   // messages, progress
  bool out_terminal = false;
  bool err_terminal = false;
  bool in_terminal = false;
  bool utf8 = true;    // what `out` can show; always true where it is no terminal
  bool color = false;  // for `out`
  bool ascii = false;  // --ascii: typed forms and ASCII boards only
  int width = 80;      // columns of the terminal; 80 where there is none

  bool box_drawing() const { return utf8 && !ascii; }
  // Prints "nightrider: MESSAGE" on `err`; returns the exit code for the caller to pass on.
  int fail(std::string_view message, int code = kExitInput) const;
};

// The console of this process, before any option was read.
Console standard_console();
// "auto", "always", "never"; auto: on a terminal, unless NO_COLOR is set and not empty (no-color.org) or TERM is "dumb".
void set_color(Console& console, const std::string& mode);

// ANSI colours; empty strings without colour.
enum class Ink { kPlain, kBold, kDim, kFirst, kSecond, kThird, kFourth, kMark, kGood, kBad };
std::string ink(const Console& console, Ink which);
std::string inked(const Console& console, Ink which, std::string_view text);

// Columns that UTF-8 text takes on a terminal: code points, combining marks not counted.
std::size_t display_width(std::string_view text);
std::string padded(std::string_view text, std::size_t width);

// One line on `err` that is written over and over; only where `err` is a terminal, and at most ten times a second.
class Progress {
 public:
  explicit Progress(const Console& console);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::string_view what, std::uint64_t done, std::uint64_t total);  // total 0: unknown
  void clear();

 private:
  const Console& console_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

// "1 move", "42 moves"; 4865609 as "4,865,609"; 0.0123 s as "0.012".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);
std::string grouped(std::uint64_t number);
std::string fixed(double number, int decimals);
// Points and the like: no needless decimals, "0.5", "12".
std::string short_number(double number);
double seconds_since(std::chrono::steady_clock::time_point start);

}  // namespace nightrider::cli
