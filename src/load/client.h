#pragma once

// A blocking client for a request now and then: creating a table, counting its items.

#include <boost/asio/io_context.hpp>
#include <memory>

#include "load/connection.h"

namespace isotherm::load {

class Client {
 public:
  static Expected<std::unique_ptr<Client>, Refusal> to(const Endpoint& endpoint);

  /// Sends one request and waits for its reply, for ten seconds at the most.
  Reply call(std::string_view operation, std::string body);

  const Endpoint& endpoint() const { return endpoint_; }

 private:
  Client(const Endpoint& endpoint, std::vector<boost::asio::ip::tcp::endpoint> addresses);

  Endpoint endpoint_;
  boost::asio::io_context context_{1};
  Connection connection_;
};

}  // namespace isotherm::load
