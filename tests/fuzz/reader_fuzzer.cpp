// libFuzzer's way into read_rules.
#include <cstdint>

#include "fuzz/finding.h"
#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return nightrider::fuzz::abort_on_finding(nightrider::fuzz::read_rules, {reinterpret_cast<const char*>(data), size});
}
