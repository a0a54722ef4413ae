#pragma once

// Several operations of stores at the same time, from one coroutine: begun together, on the
// caller's executor, and all waited for.

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <vector>

#include "store/task.h"

namespace isotherm {
namespace detail {

/// What the workers of one gathering share. They run on one executor, one at a time.
template <class T>
struct Gathering {
  std::vector<std::function<Task<T>()>> operations;
  std::vector<std::optional<T>> results;
  std::size_t next = 0;
};

template <class T>
Task<void> gather_some(Gathering<T>& all) {
  while (all.next < all.operations.size()) {
    const std::size_t mine = all.next++;
    all.results[mine].emplace(co_await all.operations[mine]());
  }
}

}  // namespace detail

/// The results of all operations in their order, at the most `concurrency` of them under way. The
/// caller's executor must run one handler at a time (an io_context with one thread, or a strand).
template <class T>
Task<std::vector<T>> gather(std::vector<std::function<Task<T>()>> operations,
                            std::size_t concurrency) {
  namespace asio = boost::asio;
  detail::Gathering<T> all{std::move(operations), {}, 0};
  all.results.resize(all.operations.size());
  const std::size_t workers = std::min(concurrency, all.operations.size());
  if (workers <= 1) {
    co_await detail::gather_some(all);
  } else {
    const auto executor = co_await asio::this_coro::executor;
    auto start = [&] { return asio::co_spawn(executor, detail::gather_some(all), asio::deferred); };
    std::vector<decltype(start())> running;
    running.reserve(workers);
    for (std::size_t i = 0; i < workers; ++i) running.push_back(start());
    const auto [order, failures] =
        co_await asio::experimental::make_parallel_group(std::move(running))
            .async_wait(asio::experimental::wait_for_all(), asio::use_awaitable);
    for (const std::exception_ptr& failure : failures)
      if (failure) std::rethrow_exception(failure);
  }
  std::vector<T> results;
  results.reserve(all.results.size());
  for (std::optional<T>& result : all.results) results.push_back(*std::move(result));
  co_return results;
}

}  // namespace isotherm
