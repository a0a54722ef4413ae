#include "gateway/hedge.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>

namespace isotherm::gateway {
namespace {

namespace asio = boost::asio;

constexpr int price = 20;
constexpr int saved_max = 10 * price;
/// Times after which a percentile says something, and between which it is computed anew.
constexpr std::uint64_t times_min = 32;

/// What two reads of one question share. The timer is cancelled by the first answer.
struct Race {
  explicit Race(asio::any_io_executor executor) : timer(std::move(executor)) {}
  asio::steady_timer timer;
  std::optional<Result<ReadManyResponse>> answer;
  std::exception_ptr failure;
  int running = 0;
};

/// An error counts only when no other read is left that could still answer.
Task<void> run_one(Store& below, QueryRequest request, std::shared_ptr<Race> race) {
  ++race->running;
  try {
    Result<ReadManyResponse> answer = co_await below.query(std::move(request));
    --race->running;
    if (!race->answer && (answer.ok() || race->running == 0)) race->answer = std::move(answer);
  } catch (...) {
    --race->running;
    if (!race->answer && race->running == 0) race->failure = std::current_exception();
  }
  if (race->answer || race->failure) race->timer.cancel();
}

}  // namespace

std::uint64_t Hedge::sent() const {
  const std::lock_guard lock(mutex_);
  return sent_;
}

std::optional<Hedge::Clock::duration> Hedge::patience() {
  const std::lock_guard lock(mutex_);
  earned_ = std::min(earned_ + 1, saved_max);
  if (options_.delay) return *options_.delay;
  if (!options_.percentile || noted_ < times_min) return std::nullopt;
  if (noted_ % times_min == 0 || late_ == Clock::duration()) {
    const std::size_t count = std::min<std::uint64_t>(noted_, took_.size());
    auto times = took_;
    const auto at =
        times.begin() +
        static_cast<std::ptrdiff_t>(count * static_cast<std::size_t>(*options_.percentile) / 100);
    std::nth_element(times.begin(), at, times.begin() + static_cast<std::ptrdiff_t>(count));
    late_ = *at;
  }
  return late_;
}

void Hedge::note(Clock::duration took) {
  const std::lock_guard lock(mutex_);
  took_[noted_++ % took_.size()] = took;
}

bool Hedge::spend() {
  const std::lock_guard lock(mutex_);
  if (earned_ < price) return false;
  earned_ -= price;
  ++sent_;
  return true;
}

Task<Result<ReadManyResponse>> Hedge::query(Store& below, QueryRequest request) {
  const auto start = Clock::now();
  const auto wait = patience();
  if (!wait) {
    Result<ReadManyResponse> answer = co_await below.query(std::move(request));
    note(Clock::now() - start);
    co_return answer;
  }
  const auto executor = co_await asio::this_coro::executor;
  const auto race = std::make_shared<Race>(executor);
  asio::co_spawn(executor, run_one(below, request, race), asio::detached);
  boost::system::error_code cancelled;
  race->timer.expires_after(*wait);
  if (!race->answer && !race->failure)
    co_await race->timer.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  if (!race->answer && !race->failure && spend())
    asio::co_spawn(executor, run_one(below, std::move(request), race), asio::detached);
  while (!race->answer && !race->failure) {
    race->timer.expires_at(Clock::time_point::max());
    co_await race->timer.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  note(Clock::now() - start);
  if (race->failure) std::rethrow_exception(race->failure);
  co_return *std::move(race->answer);
}

}  // namespace isotherm::gateway
