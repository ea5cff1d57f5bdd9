#include "numbers.h"

#include <charconv>
#include <string>

#include "console.h"

namespace nightrider::cli {
namespace {

std::string wanted(const std::string& what, const std::string& least, const std::string& most, const std::string& text) {
  return what + " from " + least + " to " + most + " is wanted, not '" + text + "'";
}

// 1000000 as "1,000,000", 0.001 as "0.001".
std::string decimal_text(double number) {
  return number >= 1 ? grouped(static_cast<std::uint64_t>(number)) : short_number(number);
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [=](std::string& text) {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number < least || number > most)
      return wanted("a whole number", grouped(least), grouped(most), text);
    text = std::to_string(number);
    return std::string();
  };
  return CLI::Validator(check, "");
}

CLI::Validator decimal_number(double least, double most) {
  const auto check = [=](std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    if (text.find_first_not_of("0123456789.") != std::string::npos || read.ec != std::errc() || read.ptr != end || number < least ||
        number > most)
      return wanted("a number", decimal_text(least), decimal_text(most), text);
    return std::string();
  };
  return CLI::Validator(check, "");
}

}  // namespace nightrider::cli
