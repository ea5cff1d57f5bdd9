// Whether this is a build with sanitizers, in which everything takes ten to twenty times as long: tests then do less of the same.
#pragma once

namespace nightrider::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // as GCC says it
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // as clang does
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace nightrider::test
