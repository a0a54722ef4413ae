#include "load/client.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace isotherm::load {
namespace {

constexpr auto reply_time_max = std::chrono::seconds(10);

Task<void> exchange(Connection& connection, const Request& request, Reply& reply, bool& done) {
  co_await connection.exchange(request, reply);
  done = true;
}

}  // namespace

Expected<std::unique_ptr<Client>, Refusal> Client::to(const Endpoint& endpoint) {
  ASSIGN_OR_RETURN(auto addresses, look_up(endpoint));
  return std::unique_ptr<Client>(new Client(endpoint, std::move(addresses)));
}

Client::Client(const Endpoint& endpoint, std::vector<boost::asio::ip::tcp::endpoint> addresses)
    : endpoint_(endpoint), connection_(context_, endpoint, std::move(addresses)) {}

Reply Client::call(std::string_view operation, std::string body) {
  const Request request{operation, std::move(body)};
  Reply reply;
  bool done = false;
  boost::asio::co_spawn(context_, exchange(connection_, request, reply, done),
                        boost::asio::detached);
  context_.restart();
  context_.run_for(reply_time_max);
  if (!done) {
    connection_.abort("no reply in time");
    context_.restart();
    context_.run();
  }
  return reply;
}

}  // namespace isotherm::load
