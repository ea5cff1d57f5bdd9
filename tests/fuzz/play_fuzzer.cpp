// libFuzzer's way into play_game.
#include <cstdint>

#include "fuzz/finding.h"
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nightrider::fuzz::abort_on_finding(nightrider::fuzz::play_game, {reinterpret_cast<const char*>(data), size});
}
