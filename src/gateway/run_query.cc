#include "gateway/run_query.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/logical_names.h"
#include "gateway/page.h"

namespace isotherm::gateway {
namespace {

namespace asio = boost::asio;

/// The physical queries of one round: what to send, and each one's answer.
struct Round {
  Store& below;
  std::vector<QueryRequest> requests;
  std::vector<std::optional<Result<ReadManyResponse>>> answers;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
};

/// Takes requests of the round, one after the other, until none is left or one failed.
Task<void> work(Round& round) {
  while (!round.failed) {
    const std::size_t mine = round.next++;
    if (mine >= round.requests.size()) co_return;
    Result<ReadManyResponse> answer = co_await round.below.query(std::move(round.requests[mine]));
    if (!answer.ok()) round.failed = true;
    round.answers[mine] = std::move(answer);
  }
}

/// Sends the round's requests, `workers` at a time, and waits for all that were begun.
Task<void> run_round(Round& round, std::size_t workers) {
  if (workers <= 1) {
    co_await work(round);
    co_return;
  }
  const auto executor = co_await asio::this_coro::executor;
  auto start = [&] { return asio::co_spawn(executor, work(round), asio::deferred); };
  std::vector<decltype(start())> operations;
  operations.reserve(workers);
  for (std::size_t i = 0; i < workers; ++i) operations.push_back(start());
  const auto [order, failures] =
      co_await asio::experimental::make_parallel_group(std::move(operations))
          .async_wait(asio::experimental::wait_for_all(), asio::use_awaitable);
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

/// The first error of a round, as the application knows it.
std::optional<Error> error_of(const Round& round, const Layout& layout) {
  for (const auto& answer : round.answers)
    if (answer && !answer->ok()) return logical(layout, answer->error());
  return std::nullopt;
}

}  // namespace

Task<Result<ReadManyResponse>> run_query(Store& below, const QueryPlan& plan, int concurrency) {
  Merge merge(plan);
  Page page(plan);
  ConsumedCapacity consumed;
  consumed.table_name = plan.layout->physical()->name;
  for (;;) {
    while (!page.is_full()) {
      auto entry = merge.next();
      if (!entry) break;
      page.add(*std::move(entry));
    }
    if (page.is_full() || merge.at_end()) break;
    const std::vector<Ask> asks = merge.wanted(page.items_left(), page.bytes_left());
    Round round{below, {}, {}};
    for (const Ask& ask : asks) round.requests.push_back(merge.request_of(ask));
    round.answers.resize(asks.size());
    co_await run_round(round, std::min(asks.size(), static_cast<std::size_t>(concurrency)));
    if (auto error = error_of(round, *plan.layout)) co_return *std::move(error);
    for (std::size_t i = 0; i < asks.size(); ++i) {
      ReadManyResponse answer = std::move(*round.answers[i]).value();
      consumed += answer.consumed;
      CO_TRY(merge.add(asks[i], std::move(answer)));
    }
  }
  ReadManyResponse response = std::move(page).finish();
  response.consumed = logical(*plan.layout, std::move(consumed));
  co_return response;
}

}  // namespace isotherm::gateway
