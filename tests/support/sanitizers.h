// Whether this is a build with sanitizers, in which everything takes ten to twenty times as long: tests then do less of the same.
#pragma once

namespace nightrider::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace nightrider::test
