#include "console.h"

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace nightrider::cli {
namespace {

bool set_and_not_empty(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

// A bare system sets no locale at all although its terminal shows UTF-8; one that is set is taken at its word.
bool locale_is_utf8() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  if (set_and_not_empty("LC_ALL") || set_and_not_empty("LC_CTYPE") || set_and_not_empty("LANG")) return false;
  return std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
}

int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace

int Console::fail(std::string_view message, int code) const {
  out.flush();
  err << "nightrider: " << message << '\n';
  return code;
}

Console standard_console() {
  Console console{std::cout, std::cerr};
  console.out_terminal = isatty(STDOUT_FILENO) != 0;
  console.err_terminal = isatty(STDERR_FILENO) != 0;
  console.in_terminal = isatty(STDIN_FILENO) != 0;
  const bool utf8 = locale_is_utf8();
  console.utf8 = utf8 || !console.out_terminal;
  if (console.out_terminal) console.width = terminal_width();
  return console;
}

void set_color(Console& console, const std::string& mode) {
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::strcmp(term, "dumb") == 0;
  console.color = mode == "always" || (mode == "auto" && console.out_terminal && !dumb && !set_and_not_empty("NO_COLOR"));
}

std::string ink(const Console& console, Ink which) {
  if (!console.color) return {};
  switch (which) {
    case Ink::kPlain: return "\x1b[0m";
    case Ink::kBold: return "\x1b[1m";
    case Ink::kDim: return "\x1b[2m";
    case Ink::kFirst: return "\x1b[1;97m";
    case Ink::kSecond: return "\x1b[1;36m";
    case Ink::kThird: return "\x1b[1;33m";
    case Ink::kFourth: return "\x1b[1;35m";
    case Ink::kMark: return "\x1b[43;30m";
    case Ink::kGood: return "\x1b[32m";
    case Ink::kBad: return "\x1b[31m";
  }
  return {};
}

std::string inked(const Console& console, Ink which, std::string_view text) {
  return ink(console, which) + std::string(text) + ink(console, Ink::kPlain);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) == 0x80) continue;
    const bool combining = (byte == 0xCC || byte == 0xCD) && i + 1 < text.size() &&
                           (byte == 0xCC || static_cast<unsigned char>(text[i + 1]) <= 0xAF);  // U+0300..U+036F
    if (!combining) ++width;
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result(text);
  for (std::size_t n = display_width(text); n < width; ++n) result += ' ';
  return result;
}

Progress::Progress(const Console& console) : console_(console) {}
Progress::~Progress() { clear(); }

void Progress::show(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (!console_.err_terminal) return;
  const auto now = std::chrono::steady_clock::now();
  if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  std::string line = "\r\x1b[K" + std::string(what) + ' ' + grouped(done);
  if (total > 0) {
    constexpr std::uint64_t kBar = 20;
    const std::uint64_t filled = done >= total ? kBar : done * kBar / total;
    line += '/' + grouped(total) + " [" + std::string(filled, '#') + std::string(kBar - filled, '.') + ']';
  }
  console_.err << line << std::flush;
}

void Progress::clear() {
  if (shown_) console_.err << "\r\x1b[K" << std::flush;
  shown_ = false;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return grouped(number) + ' ' + std::string(number == 1 ? one : many);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string fixed(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

std::string short_number(double number) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace nightrider::cli
