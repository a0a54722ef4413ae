#include "store/remote/caller.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <random>

#include "base/crc32.h"

namespace isotherm::remote {

namespace asio = boost::asio;

namespace {

using SteadyClock = std::chrono::steady_clock;

double random_share() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return std::uniform_real_distribution<double>(0, 1)(random);
}

bool is_server_failure(const HttpAnswer& answer) {
  return answer.status == 500 || answer.status == 502 || answer.status == 503 ||
         answer.status == 504;
}

/// Whether the answer came whole: its checksum, when it has one, is right.
bool is_whole(const HttpAnswer& answer) {
  return answer.crc32.empty() || answer.crc32 == std::to_string(crc32(answer.body));
}

asio::awaitable<void> wait(std::chrono::microseconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  (void)co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
}

Opener opener_of(const CallerOptions& options) {
  if (options.open) return options.open;
  return [endpoint = options.endpoint, trust = options.trust, timeouts = options.timeouts] {
    return Connection::open(endpoint, trust, timeouts);
  };
}

/// One lent connection, given back when this ends.
class Loan {
 public:
  Loan(std::shared_ptr<Pool> pool, std::unique_ptr<Connection> connection)
      : pool_(std::move(pool)), connection_(std::move(connection)) {}
  ~Loan() { pool_->give_back(std::move(connection_)); }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  Connection& operator*() { return *connection_; }

 private:
  std::shared_ptr<Pool> pool_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace

bool refuses_credentials(const HttpAnswer& answer) {
  if (answer.status != 400 && answer.status != 403) return false;
  for (const std::string_view name : {"ExpiredToken", "UnrecognizedClientException",
                                      "InvalidClientTokenId", "ExpiredTokenException"})
    if (answer.body.find(name) != std::string::npos ||
        answer.error_type.find(name) != std::string::npos)
      return true;
  return false;
}

Caller::Caller(CallerOptions options)
    : options_(std::move(options)), pools_(options_.pool, opener_of(options_)) {}

asio::awaitable<Called<signing::CredentialsPtr>> Caller::sign(HttpCall& call) {
  call.headers = {{"Host", options_.endpoint.authority()},
                  {"X-Amz-Target", call.target},
                  {"Content-Type", "application/x-amz-json-1.0"}};
  if (!options_.credentials) co_return signing::CredentialsPtr();
  auto credentials = co_await options_.credentials->credentials();
  if (!credentials.ok())
    co_return CallFailure{Sent::nothing, "no credentials: " + credentials.error()};
  const signing::Signer signer{**credentials, options_.region, "dynamodb"};
  const signing::Request request{"POST", "/", call.headers, call.body};
  const UnixMillis now =
      options_.clock != nullptr ? options_.clock->unix_time() : SystemClock().unix_time();
  for (signing::Header& header : signing::sign(request, signer, now))
    call.headers.push_back(std::move(header));
  co_return *credentials;
}

asio::awaitable<Called<HttpAnswer>> Caller::try_once(HttpCall& call) {
  const std::shared_ptr<Pool> pool = pools_.of(co_await asio::this_coro::executor);
  auto borrowed = co_await pool->borrow();
  if (!borrowed.ok()) co_return std::move(borrowed).error();
  Loan connection(pool, std::move(borrowed).value());
  Called<HttpAnswer> answer = co_await (*connection).exchange(call);
  if (answer.ok() && !is_whole(*answer))
    co_return CallFailure{Sent::perhaps, "the answer's checksum is wrong"};
  co_return answer;
}

asio::awaitable<Called<HttpAnswer>> Caller::call(std::string target, std::string body,
                                                 Idempotent idempotent) {
  HttpCall call{std::move(target), std::move(body), {}, SteadyClock::now() + options_.deadline};
  bool has_other_credentials = false;
  for (int attempt = 1;; ++attempt) {
    auto signed_with = co_await sign(call);
    if (!signed_with.ok()) co_return std::move(signed_with).error();
    Called<HttpAnswer> answer = co_await try_once(call);
    if (answer.ok() && *signed_with && !has_other_credentials && refuses_credentials(*answer)) {
      has_other_credentials = true;
      options_.credentials->reject(*signed_with);
      continue;
    }
    if (!answer.ok() && answer.error().is_crowded) co_return answer;
    const bool is_safe =
        idempotent == Idempotent::yes || (!answer.ok() && answer.error().sent == Sent::nothing);
    const bool failed = !answer.ok() || is_server_failure(*answer);
    if (!failed) attempt == 1 ? budget_.give() : budget_.give_back();
    if (!failed || !is_safe || attempt >= options_.retry.attempts_max) co_return answer;
    const auto pause = backoff(options_.retry, attempt, random_share());
    if (SteadyClock::now() + pause >= call.end || !budget_.take()) co_return answer;
    co_await wait(pause);
  }
}

}  // namespace isotherm::remote
