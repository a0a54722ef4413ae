#pragma once

// A value or an error. The API's errors are values: no exception crosses a room.

#include <type_traits>
#include <utility>
#include <variant>

#include "base/expects.h"

namespace isotherm {

/// Wraps an error so that it converts to any Expected<T, E>: `return Failure(error);`.
template <class E>
struct Failure {
  explicit Failure(E e) : error(std::move(e)) {}
  E error;
};

/// A T or an E. Reading the one that is not there stops the program.
template <class T, class E>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(E error) : state_(std::in_place_index<1>, std::move(error)) {}
  template <class U>
  Expected(Failure<U> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return expects(ok(), "value() of an error"), *std::get_if<0>(&state_); }
  const T& value() const& { return expects(ok(), "value() of an error"), *std::get_if<0>(&state_); }
  T&& value() && {
    return expects(ok(), "value() of an error"), std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  E& error() & { return expects(!ok(), "error() of a value"), *std::get_if<1>(&state_); }
  const E& error() const& { return expects(!ok(), "error() of a value"), *std::get_if<1>(&state_); }
  E&& error() && {
    return expects(!ok(), "error() of a value"), std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, E> state_;
};

/// Success without a value, or an E: `return {};` on success.
template <class E>
class [[nodiscard]] Expected<void, E> {
 public:
  Expected() = default;
  Expected(E error) : state_(std::in_place_index<1>, std::move(error)) {}
  template <class U>
  Expected(Failure<U> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  E& error() & { return expects(!ok(), "error() of a value"), *std::get_if<1>(&state_); }
  const E& error() const& { return expects(!ok(), "error() of a value"), *std::get_if<1>(&state_); }
  E&& error() && {
    return expects(!ok(), "error() of a value"), std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<std::monostate, E> state_;
};

}  // namespace isotherm

#define ISOTHERM_CONCAT_(a, b) a##b
#define ISOTHERM_CONCAT(a, b) ISOTHERM_CONCAT_(a, b)

/// Returns the error of `expression` from the enclosing function, if it has one.
/// Not for use inside a coroutine: see CO_TRY in store/task.h.
#define TRY(expression)                                          \
  do {                                                           \
    if (auto try_result = (expression); !try_result.ok())        \
      return ::isotherm::Failure(std::move(try_result).error()); \
  } while (false)

/// Declares `declaration` with the value of `expression`, or returns its error.
#define ASSIGN_OR_RETURN(declaration, expression) \
  ASSIGN_OR_RETURN_(ISOTHERM_CONCAT(result_, __LINE__), declaration, expression)
#define ASSIGN_OR_RETURN_(result, declaration, expression)                 \
  auto result = (expression);                                              \
  if (!result.ok()) return ::isotherm::Failure(std::move(result).error()); \
  declaration = std::move(result).value()
