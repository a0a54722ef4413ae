// Filling a benchmark's table: batches of 25 from several connections on one thread.

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "load/bench_table.h"
#include "load/failure.h"
#include "load/item_source.h"

namespace isotherm::load {
namespace {

namespace asio = boost::asio;

constexpr std::uint64_t batch_items = 25;
// A request holds at most 16 MB; large items travel in smaller batches.
constexpr std::uint64_t batch_bytes_max = 4 * 1024 * 1024;
constexpr auto first_delay = std::chrono::milliseconds(20);
constexpr auto delay_max = std::chrono::milliseconds(1'000);
constexpr int transport_failures_max = 5;
constexpr auto progress_interval = std::chrono::milliseconds(500);

class Filling {
 public:
  Filling(const Workload& workload, const FillOptions& options)
      : workload_(workload), options_(options), text_(workload), random_(workload.seed ^ 0x5eed) {
    batch_ = std::clamp<std::uint64_t>(
        batch_bytes_max / std::max<std::uint64_t>(workload.item_bytes, 1), 1, batch_items);
  }

  Expected<void, Refusal> run(const Endpoint& endpoint) {
    ASSIGN_OR_RETURN(const auto addresses, look_up(endpoint));
    std::vector<std::unique_ptr<Connection>> connections;
    for (unsigned i = 0; i < std::max(options_.connections, 1u); ++i) {
      connections.push_back(std::make_unique<Connection>(context_, endpoint, addresses));
      asio::co_spawn(context_, work(*connections.back()), asio::detached);
    }
    context_.run();
    if (refusal_) return *refusal_;
    if (options_.stop.stop_requested()) return Refusal{"Interrupted while the table was filled."};
    return {};
  }

 private:
  Task<void> work(Connection& connection) {
    while (next_ < workload_.keys.count && !refusal_ && !options_.stop.stop_requested()) {
      const auto count = std::min(batch_, workload_.keys.count - next_);
      Request request{"BatchWriteItem", batch(next_, count)};
      next_ += count;
      co_await store(connection, request);
      stored_ += count;
      report();
    }
  }

  // Sends the batch, and what is left of it, until all of it is stored.
  Task<void> store(Connection& connection, Request& request) {
    auto delay = first_delay;
    int transport_failures = 0;
    Reply reply;
    for (;;) {
      co_await connection.exchange(request, reply);
      if (reply.ok()) {
        auto left = unprocessed_json(request.operation, reply.body);
        if (left.empty()) co_return;
        request.body = R"({"RequestItems":)" + left + "}";
      } else if (!may_retry(reply, transport_failures)) {
        co_return;
      }
      if (refusal_ || options_.stop.stop_requested()) co_return;
      asio::steady_timer pause(context_, delay);
      boost::system::error_code ignored;
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
      delay = std::min<std::chrono::milliseconds>(delay * 2, delay_max);
    }
  }

  bool may_retry(const Reply& reply, int& transport_failures) {
    const auto failure = read_failure(reply);
    if (failure.throttled) return true;
    if (reply.status == 0 && ++transport_failures < transport_failures_max) return true;
    refusal_ = Refusal{"Filling the table '" + workload_.table + "' failed: " + failure.exception +
                       (failure.message.empty() ? "" : ": " + failure.message)};
    return false;
  }

  std::string batch(std::uint64_t first, std::uint64_t count) {
    std::string body = R"({"RequestItems":{")" + workload_.table + R"(":[)";
    for (auto key = first; key < first + count; ++key) {
      body.append(R"({"PutRequest":{"Item":)");
      text_.append_item(body, key, random_);
      body.append("}},");
    }
    body.back() = ']';
    body.append("}}");
    return body;
  }

  void report() {
    const auto time = std::chrono::steady_clock::now();
    const bool is_last = stored_ == workload_.keys.count;
    if (!options_.on_progress || (time < next_report_ && !is_last)) return;
    next_report_ = time + progress_interval;
    options_.on_progress(stored_);
  }

  const Workload& workload_;
  const FillOptions& options_;
  ItemText text_;
  Random random_;
  std::uint64_t batch_ = batch_items;
  std::uint64_t next_ = 0;
  std::uint64_t stored_ = 0;
  std::optional<Refusal> refusal_;
  asio::io_context context_{1};
  std::chrono::steady_clock::time_point next_report_{};
};

}  // namespace

Expected<void, Refusal> fill_table(const Endpoint& endpoint, const Workload& workload,
                                   const FillOptions& options) {
  return Filling(workload, options).run(endpoint);
}

}  // namespace isotherm::load
