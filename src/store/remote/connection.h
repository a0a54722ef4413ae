#pragma once

// A connection to an endpoint: HTTP/1.1 with keep-alive, over TCP or TLS (Boost.Beast and Asio
// behind their fence). All of it runs on the executor that it was made for.

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>

#include "store/remote/endpoint.h"
#include "store/remote/http.h"

namespace isotherm::remote {

/// What is trusted: the system's certificate authorities, or those of a file. Shared by all
/// connections, and by threads.
class Trust {
 public:
  /// `ca_file`: PEM; empty: the system's. Refuses, in a sentence, what cannot be read.
  static Expected<std::shared_ptr<const Trust>, std::string> load(const std::string& ca_file);
  ~Trust();

  struct Context;
  Context& context() const { return *context_; }

 private:
  explicit Trust(std::unique_ptr<Context> context);
  std::unique_ptr<Context> context_;
};

class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  /// Resolves the name, connects, and shakes hands; every certificate is checked against the
  /// endpoint's name.
  static boost::asio::awaitable<Called<std::unique_ptr<Connection>>> open(
      const Endpoint& endpoint, std::shared_ptr<const Trust> trust, Timeouts timeouts);
  virtual ~Connection() = default;

  /// Sends a call and waits for its answer. After a failure the connection is of no use any more.
  virtual boost::asio::awaitable<Called<HttpAnswer>> exchange(const HttpCall& call) = 0;
  /// Whether another call may be sent: the endpoint keeps it open, and has not closed it.
  virtual bool is_good() = 0;

  Clock::time_point opened() const { return opened_; }

 private:
  Clock::time_point opened_ = Clock::now();
};

}  // namespace isotherm::remote
