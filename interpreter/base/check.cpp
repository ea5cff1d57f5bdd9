#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace nightrider {

void check_failed(const char* condition, const char* invariant, const char* file, int line) {
  std::fprintf(stderr, "nightrider: internal error: %s\n  (%s) does not hold at %s:%d; please report this\n", invariant,
               condition, file, line);
  // No destructors: the state that they would walk is known to be broken.
  std::fflush(nullptr);
#ifdef NIGHTRIDER_CHECK_ABORTS  // the build of the fuzzers
  std::abort();
#endif
  std::_Exit(70);
}

}  // namespace nightrider
