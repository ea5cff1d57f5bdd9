// Shared by the tests: where things are, loading a shipped game, the rows of the data files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiled_game.h"
#include "engine/load.h"

namespace nightrider::test {

std::filesystem::path source_dir();
// The project's ../shared (or $NIGHTRIDER_SHARED); a test that needs it skips itself, saying so, when the path is empty.
std::filesystem::path shared_dir();
// Loads a shipped variant by id; fails the test (and returns null) with the rendered diagnostics if it does not load.
std::shared_ptr<const CompiledGame> shipped(const std::string& id);
GameDefinition shipped_definition(const std::string& id);
// Compiles rule text given as a string (includes from variants/common); fails the test on errors.
std::shared_ptr<const CompiledGame> compile_text(const std::string& text);
GameDefinition definition_of(const std::string& text);
// Rows of a tab-separated file, the header line left out.
std::vector<std::vector<std::string>> tsv_rows(const std::filesystem::path& path);
std::string read_whole_file(const std::filesystem::path& path);

}  // namespace nightrider::test
