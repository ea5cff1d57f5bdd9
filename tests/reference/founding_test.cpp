#include <algorithm>
#include <set>
#include <sstream>

#include "support/reference_rows.h"

namespace nightrider::test {
namespace {

// Terms of the column which-moves, all of which hold: "from=b5 kind=ep". A kind is a tag, or a promotion.
bool meant(const GameDefinition& game, const reference::LegalMove& move, const std::string& terms) {
  std::istringstream words(terms);
  std::string term;
  while (words >> term) {
    const std::string value = term.substr(term.find('=') + 1);
    const auto square = [&](SquareId id) { return id != kNone && game.board.squares[id].name == value; };
    if (term.starts_with("from=") && !square(move.parts.at(0).from)) return false;
    if (term.starts_with("to=") && !square(move.parts.at(0).to)) return false;
    if (!term.starts_with("kind=")) continue;
    const bool holds = value == "promotion"
                           ? std::any_of(move.parts.begin(), move.parts.end(), [](const reference::Part& part) { return part.becomes != kNone; })
                           : std::any_of(move.tags.begin(), move.tags.end(), [&](TagId tag) { return game.tags[tag].name == value; });
    if (!holds) return false;
  }
  return true;
}

TEST(ReferenceFoundingTest, SpecialRulesGiveExactlyTheListedMoves) {
  if (shared_dir().empty()) GTEST_SKIP() << "no shared folder";
  for (const auto& row : tsv_rows(shared_dir() / "founding-special.tsv")) {
    const GameDefinition& game = definition_once(row.at(0));
    const reference::State state = reference::apply_all(game, reference::initial(game), row.at(2));
    std::vector<reference::LegalMove> moves = reference::legal_moves(game, state);
    reference::name_moves(game, state, moves, false);
    std::set<std::string> listed, found;
    std::istringstream words(row.at(4) == "-" ? "" : row.at(4));
    std::string word;
    while (words >> word) listed.insert(word);
    for (const reference::LegalMove& move : moves)
      if (meant(game, move, row.at(3))) found.insert(move.coordinate);
    EXPECT_EQ(found, listed) << row[0] << ": " << row[1] << " after " << row[2];
  }
}

TEST(ReferenceFoundingTest, OnePlyCountsAsTheIndependentGenerator) { expect_founding_counts(1); }
TEST(ReferenceFoundingTest, TwoPliesCountAsTheIndependentGenerator) { expect_founding_counts(2); }

}  // namespace
}  // namespace nightrider::test
