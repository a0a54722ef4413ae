#include "credentials/chain.h"

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "credentials/region.h"
#include "credentials/search.h"

namespace isotherm::credentials {
namespace {

namespace asio = boost::asio;
using signing::CredentialsPtr;

// Renewed so long before they end: a search and its retries have time, and clocks may differ.
constexpr std::chrono::minutes renewed_before{5};
// Between two searches while credentials are good.
constexpr std::chrono::seconds renewal_pause{30};
// How long a failure is answered without another search.
constexpr std::chrono::seconds failure_pause{1};

}  // namespace

class CredentialChain::State {
 public:
  using Answer = Expected<CredentialsPtr, std::string>;
  using Waiter = std::function<void(Answer)>;

  explicit State(ChainOptions options)
      : options_(std::move(options)),
        clock_(options_.clock != nullptr ? *options_.clock : system_clock_) {}

  ~State() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
    for (const Waiter& waiter : waiters_) waiter(std::string("the search for credentials ended"));
  }

  /// The answer, when nobody must wait for it.
  std::optional<Answer> answer_now() {
    const std::lock_guard lock(mutex_);
    const UnixMillis now = clock_.unix_time();
    if (is_good(now)) {
      const bool ends_soon = known_.expires && *known_.expires - renewed_before <= now;
      if (ends_soon && now >= next_search_) begin_search(now);
      return Answer(known_.credentials);
    }
    if (!searching_ && !failure_.empty() && now < next_search_) return Answer(failure_);
    return std::nullopt;
  }

  void wait(Waiter waiter) {
    std::optional<Answer> answer = answer_now();
    if (answer) return waiter(*std::move(answer));
    const std::lock_guard lock(mutex_);
    waiters_.push_back(std::move(waiter));
    begin_search(clock_.unix_time());
  }

  void reject(const CredentialsPtr& refused) {
    const std::lock_guard lock(mutex_);
    const UnixMillis now = clock_.unix_time();
    if (refused != known_.credentials || searching_ || now < next_search_) return;
    known_.is_refused = true;
  }

 private:
  struct Known {
    CredentialsPtr credentials;
    std::optional<UnixMillis> expires;
    bool is_refused = false;
  };

  bool is_good(UnixMillis now) const {
    return known_.credentials && !known_.is_refused && (!known_.expires || *known_.expires > now);
  }

  void begin_search(UnixMillis now) {
    if (std::exchange(searching_, true)) return;
    if (!thread_.joinable()) thread_ = std::thread([this] { context_.run(); });
    asio::co_spawn(context_, look(now), asio::detached);
  }

  asio::awaitable<void> look(UnixMillis now) {
    SearchResult result;
    try {
      const Settings settings(options_.environment, options_.profile);
      std::string region = options_.region;
      if (region.empty()) region = configured_region(settings);
      if (region.empty()) region = "us-east-1";
      result = co_await search(settings, options_.profile.has_value(), region, now);
    } catch (const std::exception& error) {
      result = {std::nullopt, std::string("the search for credentials failed: ") + error.what()};
    }
    end_search(std::move(result));
  }

  void end_search(SearchResult result) {
    std::vector<Waiter> waiters;
    Answer answer(result.text);
    {
      const std::lock_guard lock(mutex_);
      const UnixMillis now = clock_.unix_time();
      if (result.found) {
        known_ = {
            std::make_shared<const signing::Credentials>(std::move(result.found->credentials)),
            result.found->expires};
        failure_.clear();
        if (!is_good(now)) failure_ = result.text + " gave credentials that have ended";
      } else {
        failure_ = result.text;
      }
      const bool good = is_good(now);
      next_search_ = now + (good ? UnixMillis(renewal_pause) : UnixMillis(failure_pause));
      answer = good ? Answer(known_.credentials) : Answer(failure_);
      searching_ = false;
      waiters.swap(waiters_);
    }
    for (const Waiter& waiter : waiters) waiter(answer);
  }

  ChainOptions options_;
  SystemClock system_clock_;
  const Clock& clock_;

  std::mutex mutex_;
  Known known_;
  /// Of the last search; empty: it succeeded, or there was none.
  std::string failure_;
  UnixMillis next_search_{0};
  bool searching_ = false;
  std::vector<Waiter> waiters_;

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> guard_{context_.get_executor()};
  std::thread thread_;
};

CredentialChain::CredentialChain(ChainOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}

CredentialChain::~CredentialChain() = default;

asio::awaitable<Expected<CredentialsPtr, std::string>> CredentialChain::credentials() {
  if (auto answer = state_->answer_now()) co_return *std::move(answer);
  const auto initiate = [state = state_.get()](auto handler) {
    // A waiter can be copied; a handler cannot. The guard keeps the executor of who asks running.
    const auto shared = std::make_shared<decltype(handler)>(std::move(handler));
    const auto executor = asio::get_associated_executor(*shared);
    state->wait([shared, guard = asio::make_work_guard(executor)](State::Answer answer) {
      asio::post(guard.get_executor(), [shared, answer = std::move(answer)]() mutable {
        std::move (*shared)(std::move(answer));
      });
    });
  };
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<>, void(State::Answer)>(
      initiate, asio::use_awaitable);
}

void CredentialChain::reject(const CredentialsPtr& refused) { state_->reject(refused); }

}  // namespace isotherm::credentials
