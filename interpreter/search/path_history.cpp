#include "search/path_history.h"

namespace nightrider {

void PathHistory::start(Position& position) {
  entries_.clear();
  filter_.fill(0);
  std::vector<Move> made;
  std::vector<std::uint64_t> keys{position.key()};
  while (position.ply() > 0) {
    made.push_back(position.move_at(position.ply() - 1));
    position.unmake();
    keys.push_back(position.key());
  }
  for (auto move = made.rbegin(); move != made.rend(); ++move) position.make(*move);
  for (auto key = keys.rbegin(); key != keys.rend(); ++key) push(*key);
}

std::uint64_t PathHistory::met_again(std::uint64_t key) const {
  std::uint64_t times = 0;
  for (const Entry& entry : entries_)
    if (entry.key == key) ++times;
  if (times == 0) return 0;
  std::uint64_t mixed = (key + times) * 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 32;
  return mixed * 0xBF58476D1CE4E5B9u;
}

}  // namespace nightrider
