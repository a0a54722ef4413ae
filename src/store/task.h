#pragma once

// The asynchronous result of a Store's operation: an Asio coroutine.

#include <boost/asio/awaitable.hpp>

#include "model/error.h"

namespace isotherm {

template <class T>
using Task = boost::asio::awaitable<T>;

}  // namespace isotherm

/// In a coroutine: returns the error of `expression`, if it has one.
#define CO_TRY(expression)                                          \
  do {                                                              \
    if (auto try_result = (expression); !try_result.ok())           \
      co_return ::isotherm::Failure(std::move(try_result).error()); \
  } while (false)

/// In a coroutine: declares `declaration` with the value of `expression`, or returns its error.
#define CO_ASSIGN_OR_RETURN(declaration, expression) \
  CO_ASSIGN_OR_RETURN_(ISOTHERM_CONCAT(result_, __LINE__), declaration, expression)
#define CO_ASSIGN_OR_RETURN_(result, declaration, expression)                 \
  auto result = (expression);                                                 \
  if (!result.ok()) co_return ::isotherm::Failure(std::move(result).error()); \
  declaration = std::move(result).value()
