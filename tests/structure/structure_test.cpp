// The source tree keeps to the arrows of interpreter/README.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "structure/source_rules.h"
#include "support/support.h"

namespace nightrider::test {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& path) { return path.extension() == ".h" || path.extension() == ".cpp"; }

TEST(StructureTest, EveryFileIncludesAndPrintsOnlyWhatItsFolderMay) {
  std::size_t files = 0;
  for (const char* top : {"interpreter", "cli", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_dir() / top)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      ++files;
      const std::string path = entry.path().lexically_relative(source_dir()).generic_string();
      for (const std::string& violation : rule_violations(path, read_whole_file(entry.path()))) ADD_FAILURE() << violation;
    }
  }
  EXPECT_GT(files, 30u) << "the source tree was not found";
}

TEST(StructureTest, TopLevelHoldsOnlyTheFoldersOfTheDesign) {
  const std::set<std::string> allowed{"CMakeLists.txt", "LICENSE", "README.md", "cli", "grammar", "interpreter", "tests", "variants"};
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(source_dir())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") || name.starts_with("build")) continue;  // tools' own files and builds
    found.insert(name);
    EXPECT_TRUE(allowed.count(name)) << name << " stands at the top level";
  }
  EXPECT_EQ(found, allowed);
}

TEST(StructureTest, EveryModuleIsAFolderOfTheDesign) {
  const std::set<std::string> allowed{"base", "syntax", "model", "compile", "play", "search", "engine"};
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(source_dir() / "interpreter"))
    if (entry.is_directory()) found.insert(entry.path().filename().string());
  EXPECT_EQ(found, allowed);
}

struct BadSource {
  const char* path;
  const char* text;
  const char* violation;
};

// Were the checker blind, the test above would pass for ever.
TEST(StructureTest, CheckerCatchesEachKindOfViolation) {
  const BadSource cases[] = {
      {"interpreter/base/a.cpp", "// x\n#include \"model/ids.h\"\n",
       "interpreter/base/a.cpp:2: includes \"model/ids.h\"; base may include only base"},
      {"interpreter/syntax/a.cpp", "#include \"model/ids.h\"\n",
       "interpreter/syntax/a.cpp:1: includes \"model/ids.h\"; syntax may include only syntax, base"},
      {"interpreter/model/a.cpp", "  #  include \"compile/compile.h\"\n",
       "interpreter/model/a.cpp:1: includes \"compile/compile.h\"; model may include only model, base, syntax"},
      {"interpreter/compile/a.cpp", "#include \"syntax/syntax_tree.h\"\n",
       "interpreter/compile/a.cpp:1: includes \"syntax/syntax_tree.h\"; compile may include only compile, base, model"},
      {"interpreter/play/a.cpp", "#include \"search/search.h\"\n",
       "interpreter/play/a.cpp:1: includes \"search/search.h\"; play may include only play, base, model, compile"},
      {"interpreter/search/a.cpp", "#include \"engine/load.h\"\n",
       "interpreter/search/a.cpp:1: includes \"engine/load.h\"; search may include only search, base, model, compile, play"},
      {"interpreter/play/a.cpp", "#include \"../search/search.h\"\n",
       "interpreter/play/a.cpp:1: includes \"../search/search.h\"; paths start at the module's folder"},
      {"interpreter/engine/a.cpp", "#include \"cli/command.h\"\n",
       "interpreter/engine/a.cpp:1: includes \"cli/command.h\"; engine may include only engine, base, syntax, model, compile, play, search"},
      {"cli/a.cpp", "#include \"support/support.h\"\n",
       "cli/a.cpp:1: includes \"support/support.h\"; cli may include only cli, base, syntax, model, compile, play, search, engine"},
      {"interpreter/play/a.cpp", "#include \"reference/reference.h\"\n",
       "interpreter/play/a.cpp:1: includes \"reference/reference.h\"; play may include only play, base, model, compile"},
      {"tests/reference/a.cpp", "#include \"compile/compiled_game.h\"\n",
       "tests/reference/a.cpp:1: includes \"compile/compiled_game.h\"; reference may include only reference, base, syntax, model"},
      {"tests/reference/a.cpp", "#include \"play/position.h\"\n",
       "tests/reference/a.cpp:1: includes \"play/position.h\"; reference may include only reference, base, syntax, model"},
      {"interpreter/model/a.cpp", "#include <antlr4-runtime.h>\n",
       "interpreter/model/a.cpp:1: includes <antlr4-runtime.h>; that is for interpreter/syntax alone"},
      {"interpreter/model/a.cpp", "#include \"RulesParser.h\"\n",
       "interpreter/model/a.cpp:1: includes <RulesParser.h>; that is for interpreter/syntax alone"},
      {"interpreter/engine/a.cpp", "#include <CLI/CLI.hpp>\n",
       "interpreter/engine/a.cpp:1: includes <CLI/CLI.hpp>; that is for cli alone"},
      {"interpreter/engine/a.cpp", "#include <iostream>\n",
       "interpreter/engine/a.cpp:1: includes <iostream>; that is for cli alone"},
      {"interpreter/engine/a.cpp", "void f() {\n  std::cout << 1;\n}\n",
       "interpreter/engine/a.cpp:2: uses std::cout; only cli/ prints or ends the program"},
      {"interpreter/engine/a.cpp", "void f() { std::printf(\"x\"); }\n",
       "interpreter/engine/a.cpp:1: uses printf(; only cli/ prints or ends the program"},
      {"interpreter/engine/a.cpp", "/* text\n */ void f() { std::exit (1); }\n",
       "interpreter/engine/a.cpp:2: uses exit (; only cli/ prints or ends the program"},
      {"interpreter/base/a.h", "int f();\n", "interpreter/base/a.h:1: has no #pragma once"},
      {"interpreter/base/a.h", "#pragma once\nusing namespace std;\n", "interpreter/base/a.h:2: says `using namespace` in a header"},
  };
  for (const BadSource& bad : cases) EXPECT_EQ(rule_violations(bad.path, bad.text), std::vector<std::string>{bad.violation}) << bad.text;
}

TEST(StructureTest, CheckerLetsAllowedTextsPass) {
  const std::pair<const char*, const char*> cases[] = {
      {"interpreter/search/a.cpp", "#include <vector>\n#include \"play/position.h\"\n#include \"search/a.h\"\n"},
      {"interpreter/syntax/a.cpp", "#include \"RulesParser.h\"\n#include <antlr4-runtime.h>\n"},
      {"interpreter/base/check.cpp", "void f() { std::fprintf(stderr, \"x\"); std::exit(70); }\n"},
      {"cli/main.cpp", "#include <iostream>\n#include <CLI/CLI.hpp>\n#include \"command.h\"\nint f() { std::cout << 1; }\n"},
      {"interpreter/play/a.cpp", "// std::cout << printf(\n/* #include \"search/x.h\" */\nconst char* a = \"exit(1) \\\" abort()\";\n"},
      {"interpreter/play/a.cpp", "int n = 1'000'000; const char* raw = R\"x(std::cout \" )x\"; int m = snprintf(a, 1, b);\n"},
      {"tests/reference/a_test.cpp", "#include \"support/support.h\"\n"},
      {"tests/play/a_test.cpp", "#include \"search/search.h\"\nint f() { std::cout << 1; }\n"},
  };
  for (const auto& [path, text] : cases) EXPECT_EQ(rule_violations(path, text), std::vector<std::string>{}) << text;
}

}  // namespace
}  // namespace nightrider::test
