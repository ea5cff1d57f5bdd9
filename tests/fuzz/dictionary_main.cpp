// Writes the words of the rule language as a dictionary of libFuzzer, from the one table of keywords.
#include <iostream>
#include <set>
#include <string>

#include "model/keywords.h"

int main() {
  using namespace nightrider;
  std::set<std::string> words{"(define ", "$1", "(n add)", "(verify ", " )", "(option \"", "repeat", "until-moved", "wrap", "off ", ".."};
  for (unsigned form = 0; form <= static_cast<unsigned>(Form::kEnPassant); ++form)
    for (const std::string& name : keyword_names(static_cast<Form>(form))) {
      words.insert(name);
      words.insert("(" + name + " ");
    }
  for (const std::string& name : option_names()) words.insert("\"" + name + "\"");
  for (const std::string& word : words) {
    std::cout << '"';
    for (const char c : word) std::cout << (c == '"' || c == '\\' ? "\\" : "") << c;
    std::cout << "\"\n";
  }
  return 0;
}
