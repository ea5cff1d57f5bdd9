// A value or the reason why there is none: for input of the caller (positions, moves, options).
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace nightrider {

struct Error {
  std::string message;
};

template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& {
    NIGHTRIDER_CHECK(ok(), "value() of a failed Result");
    return std::get<0>(state_);
  }
  T&& value() && {
    NIGHTRIDER_CHECK(ok(), "value() of a failed Result");
    return std::get<0>(std::move(state_));
  }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }
  const std::string& error() const {
    NIGHTRIDER_CHECK(!ok(), "error() of a good Result");
    return std::get<1>(state_).message;
  }

 private:
  std::variant<T, Error> state_;
};

// Success or the reason of failure.
struct Done {};
using Status = Result<Done>;

}  // namespace nightrider
