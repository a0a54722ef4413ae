#pragma once

// The blocking face of a Store: runs one operation to its end on the calling thread. For tests,
// tools and programs that embed the engine; a server uses the coroutines themselves.

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>

#include "store/task.h"

namespace isotherm {
namespace detail {

// The result is stored from inside: co_spawn would need a T that can be made from nothing.
template <class T>
Task<void> run_into(Task<T> task, std::optional<T>& result) {
  result.emplace(co_await std::move(task));
}

}  // namespace detail

/// The result of `task`. An exception out of it is rethrown here.
template <class T>
T run(Task<T> task) {
  boost::asio::io_context context(1);
  std::optional<T> result;
  std::exception_ptr failure;
  boost::asio::co_spawn(context, detail::run_into(std::move(task), result),
                        [&](std::exception_ptr error) { failure = error; });
  context.run();
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

}  // namespace isotherm
