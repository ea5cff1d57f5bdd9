// Invariants of our own code. A failed check is our bug: it names the invariant and ends the program with 70.
#pragma once

namespace nightrider {

[[noreturn]] void check_failed(const char* condition, const char* invariant, const char* file, int line);

}  // namespace nightrider

#define NIGHTRIDER_CHECK(condition, invariant) \
  ((condition) ? static_cast<void>(0) : ::nightrider::check_failed(#condition, invariant, __FILE__, __LINE__))
