#include "search/score.h"

#include <cstdio>

namespace nightrider {

std::string score_text(Score score) {
  if (is_decisive(score)) return (score > 0 ? "win in " : "loss in ") + std::to_string(plies_to_end(score));
  if (score == 0) return "0.00";
  const int size = score < 0 ? -score : score;
  char text[32];
  std::snprintf(text, sizeof text, "%c%d.%02d", score < 0 ? '-' : '+', size / 100, size % 100);
  return text;
}

}  // namespace nightrider
