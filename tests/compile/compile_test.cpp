// What partial evaluation makes of move blocks: which rays and specials, and that they say what the blocks say.
#include <gtest/gtest.h>

#include "compile/compile.h"
#include "compile/dump.h"
#include "compile/paths.h"
#include "play/perft.h"
#include "support/support.h"

namespace nightrider {
namespace {

// A 4x4 board with one piece type `P` of the given blocks; the rest of the game form may be added.
std::string small_game(const std::string& piece, const std::string& setup, const std::string& more = "") {
  return R"((game (title "t") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 1 1) (dimensions ("a/b/c/d" (1 0)) ("4/3/2/1" (0 1)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (tn 0 -1 wrap)))
    (symmetry Black (n s) (s n)))
  )" + piece + "(board-setup " + setup + ")" + more + "(draw-condition (White Black) stalemated))";
}

std::string piece(const std::string& name, const std::string& blocks) {
  return "(piece (name " + name + ") (letter \"" + name.substr(0, 1) + "\") (moves " + blocks + "))";
}

const Program& program_of(const CompiledGame& game, const std::string& square_name) {
  for (std::size_t square = 0; square < game.context.squares; ++square)
    if (game.context.game.board.squares[square].name == square_name)
      return game.program(0, game.context.codes.initial(0, 0), static_cast<SquareId>(square));
  ADD_FAILURE() << "no square " << square_name;
  return game.programs.front();
}

std::size_t first_moves(const std::shared_ptr<const CompiledGame>& game) {
  Position position(game);
  MoveList moves;
  position.legal_moves(moves);
  return moves.size();
}

// Compiles text that is meant to have messages; null game allowed.
std::shared_ptr<const CompiledGame> compile_with(const std::string& text, DiagnosticSink& sink, const CompileOptions& options = {}) {
  return compile(test::definition_of(text), sink, options);
}

bool reported(const DiagnosticSink& sink, const std::string& code) {
  for (const Diagnostic& diagnostic : sink.list())
    if (diagnostic.code == code) return true;
  return false;
}

TEST(CompileTest, SlideBecomesOneRayWithoutSpecials) {
  const auto game = test::compile_text(small_game(piece("Rook", "(n (while empty? add n) (verify not-friend?) add)"), "(White (Rook a1))"));
  ASSERT_TRUE(game);
  const Program& program = program_of(*game, "a1");
  ASSERT_EQ(program.ray_count, 1u);
  EXPECT_EQ(program.special_count, 0u);
  EXPECT_EQ(game->rays[program.first_ray].count, 3u);
  EXPECT_EQ(first_moves(game), 3u);
}

TEST(CompileTest, StepThatLeavesTheBoardEndsThePath) {
  const auto game = test::compile_text(small_game(piece("Man", "(n n n n add) (n n n add)"), "(White (Man a1))"));
  ASSERT_TRUE(game);
  EXPECT_EQ(program_of(*game, "a1").ray_count, 1u);
  EXPECT_EQ(program_of(*game, "a2").ray_count, 0u);
}

TEST(CompileTest, MovesAddedBeforeTheBoardEndsStay) {
  const auto game = test::compile_text(small_game(piece("Man", "(n add n add n add n add)"), "(White (Man a2))"));
  ASSERT_TRUE(game);
  EXPECT_EQ(first_moves(game), 2u);
}

TEST(CompileTest, EqualMovesOfTwoBlocksAreOne) {
  const auto game = test::compile_text(small_game(piece("Man", "(n (verify not-friend?) add) (n (verify empty?) add) (n (verify enemy?) add)"), "(White (Man a1))"));
  ASSERT_TRUE(game);
  const Program& program = program_of(*game, "a1");
  EXPECT_EQ(program.ray_count, 1u);
  EXPECT_EQ(program.special_count, 0u);
  EXPECT_EQ(first_moves(game), 1u);
}

TEST(CompileTest, TwoWaysToOneSquareAreOneMoveWhileEitherIsOpen) {
  // a1 to b2 over a2 or over b1.
  const std::string blocks = "(n (verify empty?) e (verify not-friend?) add) (e (verify empty?) n (verify not-friend?) add)";
  const auto both = test::compile_text(small_game(piece("Man", blocks), "(White (Man a1))"));
  const auto one = test::compile_text(small_game(piece("Man", blocks), "(White (Man a1)) (Black (Man a2))"));
  const auto none = test::compile_text(small_game(piece("Man", blocks), "(White (Man a1)) (Black (Man a2 b1))"));
  ASSERT_TRUE(both && one && none);
  EXPECT_EQ(first_moves(both), 1u);
  EXPECT_EQ(first_moves(one), 1u);
  EXPECT_EQ(first_moves(none), 0u);
}

TEST(CompileTest, AttributeOfTheMovingPieceIsKnown) {
  const std::string man =
      "(piece (name Man) (letter \"M\") (attribute fresh? true until-moved) (moves ((verify fresh?) n n add) (n add)))";
  const auto game = test::compile_text(small_game(man, "(White (Man a1))"));
  ASSERT_TRUE(game);
  const SquareId a1 = 12;
  ASSERT_EQ(game->context.game.board.squares[a1].name, "a1");
  EXPECT_EQ(game->program(0, game->context.codes.code(0, 0, 1), a1).ray_count, 2u);
  EXPECT_EQ(game->program(0, game->context.codes.code(0, 0, 0), a1).ray_count, 1u);
}

TEST(CompileTest, WhileThatNeverMovesIsAnError) {
  DiagnosticSink sink;
  EXPECT_FALSE(compile_with(small_game(piece("Man", "((while marked? mark) n add)"), "(White (Man a1))"), sink));
  EXPECT_TRUE(reported(sink, "endless-while"));
}

TEST(CompileTest, WhileThatCirclesOnAnEmptyFileEndsThereWithAWarning) {
  // A torus: the own square stops the walk of a piece that stands in it, so the walk starts one file aside.
  DiagnosticSink sink;
  const auto game = compile_with(small_game(piece("Man", "(e (while empty? tn) add)"), "(White (Man a1)) (Black (Man b2))"), sink);
  ASSERT_TRUE(game);
  EXPECT_TRUE(reported(sink, "looping-while"));
  EXPECT_EQ(first_moves(game), 1u);
}

TEST(CompileTest, BlockSteeredByTheLastMoveRunsAsGeneralProgram) {
  const std::string text = small_game(piece("Man", "(n add) ((go last-to) (verify enemy?) add)"), "(White (Man a1)) (Black (Man c4))");
  DiagnosticSink sink;
  const auto game = compile_with(text, sink);
  ASSERT_TRUE(game);
  EXPECT_TRUE(reported(sink, "general-program"));
  EXPECT_TRUE(game->has_general);
  Position position(game);
  MoveList moves;
  position.legal_moves(moves);
  ASSERT_EQ(moves.size(), 1u);
  position.make(moves[0]);
  position.legal_moves(moves);
  EXPECT_EQ(moves.size(), 2u);  // c4c3, and the capture of the man that just moved
}

TEST(CompileTest, BlockOverTheBudgetOfPathsStillPlays) {
  // Every square asked about doubles the paths.
  std::string flags;
  for (const char* square : {"b1", "c1", "d1", "b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4", "a3", "a4"})
    flags += std::string("(set-flag f") + square + " (empty? " + square + "))";
  std::string verify = "(verify (or ";
  for (const char* square : {"b1", "c1", "d1", "b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4", "a3", "a4"})
    verify += std::string("(flag? f") + square + ")";
  DiagnosticSink sink;
  const auto game = compile_with(small_game(piece("Man", "(" + flags + verify + ")) n add)"), "(White (Man a1))"), sink);
  ASSERT_TRUE(game);
  EXPECT_TRUE(reported(sink, "general-program"));
  EXPECT_EQ(first_moves(game), 1u);
}

TEST(CompileTest, BranchingBlocksOnALargeBoardStopAtTheBudgetOfTheGame) {
  // A small file: twenty types with twenty blocks of sixteen ways each, on 64 x 64 squares.
  std::string letters, numbers, blocks, pieces;
  for (int i = 0; i < 64; ++i) {
    letters += std::string(i > 0 ? "/" : "") + static_cast<char>('a' + i / 8) + static_cast<char>('a' + i % 8);
    numbers += (i > 0 ? "/" : "") + std::to_string(64 - i);
  }
  for (int i = 0; i < 20; ++i) blocks += "(branches)";
  for (int i = 0; i < 20; ++i) pieces += "(piece (name P" + std::to_string(i) + ") (moves " + blocks + "))";
  const std::string text =
      "(define branches ((if empty? n) e (if empty? e) s (if empty? n) w (if empty? w) n add))"
      "(game (title \"Large\") (players White Black) (turn-order White Black)"
      " (board (grid (start-rectangle 0 0 9 9) (dimensions (\"" + letters + "\" (9 0)) (\"" + numbers + "\" (0 9)))"
      " (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0)))) " + pieces + " (board-setup (White (P0 dd30))) (draw-condition (White Black) stalemated))";
  DiagnosticSink sink;
  const auto game = compile_with(text, sink);
  ASSERT_TRUE(game);
  EXPECT_TRUE(reported(sink, "general-program"));
  EXPECT_TRUE(game->has_general);
  EXPECT_LT(game->tests.size(), kMaxGameConditions);
  EXPECT_GT(first_moves(game), 0u);
}

TEST(CompileTest, WithoutSpecialisationEveryShippedGameCountsTheSame) {
  for (const char* id : {"chess", "mageca", "magi", "i2", "magicpawns", "magicpawns-advanced"}) {
    CompileOptions plain;
    plain.specialise = false;
    DiagnosticSink sink;
    const auto general = compile(test::shipped_definition(id), sink, plain);
    const auto fast = test::shipped(id);
    ASSERT_TRUE(general && fast) << id;
    EXPECT_TRUE(general->rays.empty());
    Position slow_position(general);
    Position fast_position(fast);
    EXPECT_EQ(perft(slow_position, 2), perft(fast_position, 2)) << id;
  }
}

TEST(CompileTest, CodesUpToTheLimitCompileAndOneMoreIsRefused) {
  // Two players and one type of a variable attributes give 2 * 2^a codes beside the empty one; a further type adds two.
  const auto text = [](int attributes, int plain_types) {
    std::string man = "(piece (name Man) (letter \"M\")";
    for (int i = 0; i < attributes; ++i) man += " (attribute a" + std::to_string(i) + "? true until-moved)";
    man += " (moves (n add)))";
    for (int i = 0; i < plain_types; ++i)
      man += "(piece (name T" + std::to_string(i) + ") (letter \"T" + std::to_string(i) + "\"))";
    return small_game(man, "(White (Man a1))");
  };
  DiagnosticSink inside;
  EXPECT_TRUE(compile_with(text(14, 1000), inside));  // 1 + 32768 + 2000 codes: past what is specialised
  DiagnosticSink over;
  EXPECT_FALSE(compile_with(text(15, 0), over));      // 1 + 65536
  EXPECT_TRUE(reported(over, "too-many-kinds"));
}

TEST(CompileTest, AGameWithMoreCodesThanAreSpecialisedPlaysTheSame) {
  // Nine attributes that can change make 1 + 2 * 512 codes; the tenth type and the move that sets one show that all are told apart.
  const auto text = [](int attributes) {
    std::string man = "(piece (name Man) (letter \"M\")";
    for (int i = 0; i < attributes; ++i) man += " (attribute a" + std::to_string(i) + "? true until-moved)";
    return small_game(man + " (moves (n (verify not-friend?) add) ((verify a0?) e (verify empty?) add)))", "(White (Man a1 b1)) (Black (Man b3))");
  };
  DiagnosticSink sink;
  const auto many = compile_with(text(9), sink);
  const auto few = compile_with(text(1), sink);
  ASSERT_TRUE(many && few);
  EXPECT_GT(many->context.codes.size(), kMaxSpecialisedCodes);
  EXPECT_TRUE(many->rays.empty());
  Position many_position(many);
  Position few_position(few);
  EXPECT_EQ(perft(many_position, 3), perft(few_position, 3));
}

TEST(CompileTest, DumpNamesEveryRayAndSpecial) {
  const auto game = test::compile_text(small_game(piece("Man", "(n (verify empty?) add) (e (verify last-to?) add)"), "(White (Man a1))"));
  ASSERT_TRUE(game);
  const std::string text = to_text(*game);
  EXPECT_NE(text.find("White.Man a1\n  ray a2(empty)\n  special a1-b1: White.Man\n    if last-to b1\n"), std::string::npos) << text;
}

TEST(CodeTableTest, ChangeOfTypeKeepsAttributesThatBothHave) {
  const auto game = test::compile_text(small_game(
      "(piece (name A) (letter \"A\") (attribute x? false until-moved) (attribute y? true until-moved) (moves (n add)))"
      "(piece (name B) (letter \"B\") (attribute x? true until-moved) (attribute z? true until-moved) (moves (n add)))",
      "(White (A a1))"));
  ASSERT_TRUE(game);
  const CodeTable& codes = game->context.codes;
  const auto attribute = [&](const char* name) {
    for (std::size_t i = 0; i < game->context.game.attributes.size(); ++i)
      if (game->context.game.attributes[i] == name) return std::uint64_t{1} << i;
    return std::uint64_t{0};
  };
  const Code changed = codes.with_type(codes.initial(0, 0), 1);
  EXPECT_EQ(codes.type(changed), 1);
  EXPECT_EQ(codes.attributes(changed), attribute("z?"));  // x? stays false, z? starts true
}

PreparedMove steps_to(SquareId square) {
  PreparedMove move;
  move.ops = {{0, kNone, kEmptyCode}, {square, kNone, 1}};
  move.parts = {{0, square, kNone, kNone}};
  return move;
}

TEST(DynamicMovesTest, AStoreKeepsEachMoveOnceUntilItIsFull) {
  DynamicMoves store(nullptr, 3000);
  std::uint32_t kept = 0;
  while (store.intern(steps_to(static_cast<SquareId>(kept + 1))) == kept) ++kept;
  EXPECT_GT(kept, 2u);
  EXPECT_LT(kept, 20u);
  EXPECT_TRUE(store.full());
  EXPECT_EQ(store.size(), kept);
  EXPECT_EQ(store.intern(steps_to(2)), 1u);  // known ones are still given
  EXPECT_EQ(store.at(1).parts[0].to, 2);
}

TEST(DynamicMovesTest, AStoreOnTopKnowsThoseBelowAndForgetsItsOwn) {
  const auto below = std::make_shared<DynamicMoves>();
  const auto known = below->intern(steps_to(1));
  DynamicMoves top(below);
  EXPECT_EQ(top.intern(steps_to(1)), known);
  EXPECT_EQ(top.size(), 0u);
  const auto own = top.intern(steps_to(2));
  ASSERT_TRUE(own);
  EXPECT_EQ(top.at(*own).parts[0].to, 2);
  EXPECT_EQ(top.at(*known).parts[0].to, 1);
  below->intern(steps_to(2));
  EXPECT_EQ(top.intern(steps_to(2)), own);  // what has a number keeps it
  top.intern(steps_to(3));
  top.forget_after(1);
  EXPECT_EQ(top.size(), 1u);
  EXPECT_EQ(top.intern(steps_to(4)), *own + 1);
  EXPECT_EQ(top.intern(steps_to(2)), own);
}

}  // namespace
}  // namespace nightrider
