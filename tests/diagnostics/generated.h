// Bad rule files that are too large, too odd or too binary to be kept: made by the test each time.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nightrider::test {

struct GeneratedCase {
  std::string name;  // its file is <name>.zrf, its message generated/<name>.expected
  std::function<void(const std::filesystem::path& folder)> make;  // writes it, and what it includes
};

const std::vector<GeneratedCase>& generated_cases();

}  // namespace nightrider::test
