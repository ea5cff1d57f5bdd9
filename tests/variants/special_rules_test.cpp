// The special rules of the founding games: en passant, castling, camels, exchanges, infinite moves ... in chosen positions.
#include <algorithm>
#include <set>

#include "perft_rows.h"

namespace nightrider::test {
namespace {

// Whether the move is of the kind: promotion, or the name of a tag that the rule file puts on it.
bool has_kind(const GameDefinition& game, const MoveDescription& move, const std::string& kind) {
  if (kind == "promotion")
    return std::any_of(move.parts.begin(), move.parts.end(), [](const MovePart& part) { return part.becomes != kNone; });
  for (std::size_t tag = 0; tag < game.tags.size(); ++tag)
    if (game.tags[tag].name == kind) return (move.tags >> tag & 1) != 0;
  ADD_FAILURE() << game.id << " has no tag " << kind;
  return false;
}

// `terms` as in founding-special.tsv: "from=b5", "to=b5", "kind=ep", all of which hold.
bool is_meant(Position& position, Move move, const std::string& terms) {
  const GameDefinition& game = position.definition();
  const MoveDescription description = position.describe(move);
  std::stringstream stream(terms);
  for (std::string term; stream >> term;) {
    const std::string value = term.substr(term.find('=') + 1);
    if (term.starts_with("from=")) {
      if (move.from != parse_square(game, value)) return false;
    } else if (term.starts_with("to=")) {
      if (move.to != parse_square(game, value)) return false;
    } else if (term.starts_with("kind=")) {
      if (!has_kind(game, description, value)) return false;
    } else {
      ADD_FAILURE() << "unknown term " << term;
    }
  }
  return true;
}

TEST(SpecialRules, EveryRowOfferExactlyTheMovesMeant) {
  if (shared_dir().empty()) GTEST_SKIP() << "the shared tables are not here";
  int number = 1;
  for (const auto& row : tsv_rows(shared_dir() / "founding-special.tsv")) {
    ++number;
    SCOPED_TRACE("founding-special.tsv:" + std::to_string(number) + ": " + row.at(0) + ": " + row.at(1) + ", after " + row.at(2));
    const auto game = shipped_once(row.at(0));
    ASSERT_TRUE(game);
    Position position(game);
    if (!make_moves(position, row.at(2))) continue;
    std::set<std::string> expected, found;
    if (row.at(4) != "-") {
      std::stringstream stream(row.at(4));
      for (std::string text; stream >> text;) expected.insert(text);
    }
    for (const NamedMove& named : named_moves(position, TextForm::kTyped))
      if (is_meant(position, named.move, row.at(3))) found.insert(named.coordinate);
    EXPECT_EQ(found, expected);
  }
  EXPECT_GT(number, 100);
}

// The inventor's example of i² (variants/i2/games/inventors-example.txt is the same game).
TEST(SpecialRules, TheExampleOfI2OffersExactlyTheInventorsMoves) {
  const auto game = shipped_once("i2");
  ASSERT_TRUE(game);
  Position position(game);
  ASSERT_TRUE(make_moves(position, "f4 d5 c4 dxc4 Nc3 a6 e3 b5 b4 f5 Bb2 Nf7²"));
  std::set<std::string> bishop, knight, twice;
  for (const NamedMove& named : named_moves(position)) {
    const MoveDescription move = position.describe(named.move);
    const std::string& type = position.definition().pieces[move.parts.at(0).type].name;
    if (has_kind(position.definition(), move, "infinite")) (type == "Bishop" ? bishop : knight).insert(named.text);
    if (has_kind(position.definition(), move, "double")) twice.insert(named.text);
    EXPECT_FALSE(has_kind(position.definition(), move, "answer")) << named.text;
    EXPECT_FALSE(type == "Knight" && named.coordinate.ends_with("d3")) << named.text;
  }
  EXPECT_EQ(bishop, (std::set<std::string>{"Bh4²"}));
  EXPECT_EQ(knight, (std::set<std::string>{"Ncf3²", "Ncg3²", "Nch3²"}));
  EXPECT_EQ(twice, (std::set<std::string>{"Nc1²", "Nf2²", "Ng3²"}));
}

struct Notation { const char* game; const char* moves; const char* text; };

TEST(SpecialRules, MovesAreWrittenAsTheInventorsWriteThem) {
  const Notation cases[] = {
      {"mageca", "g2g3 a9a8 h1g2 a8a7 i1h3 a7a6 g1e3 a6a5 f1i1", "0-0"},
      {"mageca", "d2d3 j9j8 c1d2 j8j7 b1a3 j7j6 d1b3 j6j5 e2e4 j5j4 e1e2 i9i8 f1c1", "0-0-0"},
      {"chess", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", "O-O"},
      {"i2", "f2f4 d7d5 c2c4 d5c4 b1c3 a7a6 e2e3 b7b5 b2b4 f7f5 c1b2 g8f7^2 c3g3", "Ncg3²"},
      {"magicpawns", "e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 a2a3 c6e5", "Ne5; Pc6"},
  };
  for (const Notation& test : cases) {
    SCOPED_TRACE(std::string(test.game) + " " + test.text);
    const auto game = shipped_once(test.game);
    ASSERT_TRUE(game);
    Position position(game);
    if (!make_moves(position, test.moves)) continue;
    const Move last = position.last_move();
    position.unmake();
    EXPECT_EQ(move_text(position, last), test.text);
  }
}

}  // namespace
}  // namespace nightrider::test
