#pragma once

// Calls of one endpoint: signed, on a pooled connection, tried again where that is safe.
//
//   failed how                                  tried again
//   nothing was sent (no connection, …)         always
//   something was sent, and no answer came      only what is idempotent
//   answered 500, 502, 503, 504                 only what is idempotent
//   throttled                                   never: the client's own SDK does, at its pace
//   refused here, since too many are under way  never
//   credentials expired or not known            once, with others
//
// Every further try waits first, without a connection, and takes from the budget.

#include <memory>
#include <optional>

#include "base/clock.h"
#include "signing/credential_source.h"
#include "store/remote/pools.h"
#include "store/remote/retry.h"

namespace isotherm::remote {

struct CallerOptions {
  Endpoint endpoint;
  /// For signatures.
  std::string region = "us-east-1";
  /// nullptr: calls are not signed.
  std::shared_ptr<signing::CredentialSource> credentials;
  std::shared_ptr<const Trust> trust;
  Timeouts timeouts;
  PoolOptions pool;
  RetryOptions retry;
  /// For a call with all its tries.
  std::chrono::milliseconds deadline{60'000};
  /// The wall clock, for signatures; nullptr: the machine's.
  const Clock* clock = nullptr;
  /// Instead of the endpoint's own connections. For tests.
  Opener open;
};

/// Whether a second try of a call does the same as one.
enum class Idempotent { no, yes };

class Caller {
 public:
  explicit Caller(CallerOptions options);

  /// The endpoint's answer, whatever its status; or why there is none.
  boost::asio::awaitable<Called<HttpAnswer>> call(std::string target, std::string body,
                                                  Idempotent idempotent);

  const Endpoint& endpoint() const { return options_.endpoint; }

 private:
  boost::asio::awaitable<Called<HttpAnswer>> try_once(HttpCall& call);
  /// Puts the headers into the call. The credentials that it was signed with; nullptr: none.
  boost::asio::awaitable<Called<signing::CredentialsPtr>> sign(HttpCall& call);

  CallerOptions options_;
  Pools pools_;
  RetryBudget budget_;
};

/// Whether an answer says that the credentials are not good.
bool refuses_credentials(const HttpAnswer& answer);

}  // namespace isotherm::remote
