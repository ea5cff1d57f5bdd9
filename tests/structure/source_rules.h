// The rules of interpreter/README.md on who may include whom and who may print, checked on the text of a source file.
#pragma once

#include <string>
#include <vector>

namespace nightrider::test {

// What `text`, as the file at `path` (from the root of the source tree, with '/'), does that the rules forbid: a line each, such as
// "interpreter/base/source.h:3: includes \"model/ids.h\"; base may include only base". Empty for files the rules are not about.
std::vector<std::string> rule_violations(const std::string& path, const std::string& text);

// `text` with comments, and the contents of string and character literals if `literals`, replaced by spaces; line
// ends stay where they are.
std::string without_comments(const std::string& text, bool literals);

}  // namespace nightrider::test
