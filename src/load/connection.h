#pragma once

// One keep-alive HTTP/1.1 connection to a DynamoDB endpoint, with one request under way at a time.
// It connects when it must: at the first request, and again after a failure or a close.
//
// Any credentials are accepted by the endpoints this talks to, so the Authorization header is one
// of the right shape with a signature that signs nothing.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "load/endpoint.h"
#include "load/source.h"
#include "store/task.h"

namespace isotherm::load {

/// The addresses of an endpoint's host, looked up once.
Expected<std::vector<boost::asio::ip::tcp::endpoint>, Refusal> look_up(const Endpoint& endpoint);

class Connection {
 public:
  Connection(boost::asio::io_context& context, const Endpoint& endpoint,
             std::vector<boost::asio::ip::tcp::endpoint> addresses);
  ~Connection();

  /// Sends one request and reads its reply. Never throws: failures are in the reply.
  Task<void> exchange(const Request& request, Reply& reply);

  /// When the request under way was sent; the largest TimePoint when none is.
  TimePoint busy_since() const;
  /// Ends the request under way: its reply says `why`.
  void abort(std::string_view why);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace isotherm::load
