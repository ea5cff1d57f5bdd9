#include "fuzz/rules.h"

#include <filesystem>

namespace nightrider::fuzz {

ReadLimits small_limits() {
  ReadLimits limits;
  limits.expanded_nodes /= 100;
  limits.all_expanded_nodes /= 100;
  limits.expanded_bytes /= 100;
  limits.expansion_steps /= 100;
  return limits;
}

Rules::Rules(std::string_view text) {
  const std::filesystem::path common = std::filesystem::path(NIGHTRIDER_SOURCE_DIR) / "variants" / "common";
  ReadOptions options;
  options.include_folders.push_back(common);
  options.limits = small_limits();
  tree = read_text("fuzz.zrf", text, common, sources, sink, options);
  expanded = expand(tree, sources, sink, options.limits);
  entries = list_games(expanded, sink);
}

}  // namespace nightrider::fuzz
