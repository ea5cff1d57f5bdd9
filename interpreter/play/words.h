// Small helpers for text that people type: quoting it in messages, names next to it, names inside position text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nightrider {

bool is_ascii(std::string_view text);

// `text` in double quotes, safe to print whatever its bytes: at most 60 bytes, then "..."; control characters and bytes that
// are not UTF-8 as \xNN.
std::string quoted(std::string_view text);

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, in bytes (optimal string alignment;
// Damerau, "A technique for computer detection and correction of spelling errors", 1964). Case alone costs nothing extra.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The `count` candidates with the smallest edit distance to `text`, nearest first, in their order where equal.
std::vector<std::string> nearest_texts(std::string_view text, const std::vector<std::string>& candidates, std::size_t count);

// "a, b, c" of at most `limit` names, then "and 5 more".
std::string name_list(const std::vector<std::string>& names, std::size_t limit);

// Bytes other than ASCII letters, digits, `-`, `_`, `?`, `!` and those of UTF-8 sequences become %NN, so that every name of a
// rule file can stand between the marks of position text.
std::string percent_encoded(std::string_view name);
// Nothing where a `%` is not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text);

// A decimal number without sign, 0..limit; nothing for anything else.
std::optional<int> parse_number(std::string_view text, int limit);

std::vector<std::string_view> split(std::string_view text, char mark);
std::vector<std::string_view> split_at_spaces(std::string_view text);
std::string_view trimmed(std::string_view text);

std::string upper_case(std::string_view text);  // ASCII letters only
std::string lower_case(std::string_view text);

}  // namespace nightrider
