#include "store/remote/connection.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

namespace isotherm::remote {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
using asio::ip::tcp;

struct Trust::Context {
  ssl::context ssl{ssl::context::tls_client};
};

Trust::Trust(std::unique_ptr<Context> context) : context_(std::move(context)) {}
Trust::~Trust() = default;

Expected<std::shared_ptr<const Trust>, std::string> Trust::load(const std::string& ca_file) {
  auto context = std::make_unique<Context>();
  boost::system::error_code error;
  if (ca_file.empty())
    context->ssl.set_default_verify_paths(error);
  else
    context->ssl.load_verify_file(ca_file, error);
  if (error)
    return Failure("certificates of " + (ca_file.empty() ? "the system" : ca_file) +
                   " cannot be read: " + error.message());
  context->ssl.set_verify_mode(ssl::verify_peer);
  SSL_CTX_set_min_proto_version(context->ssl.native_handle(), TLS1_2_VERSION);
  return std::shared_ptr<const Trust>(new Trust(std::move(context)));
}

namespace {

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

/// An answer is 16 MB of items at the most, in JSON.
constexpr std::uint64_t answer_bytes_max = 128ULL * 1024 * 1024;

using PlainStream = beast::tcp_stream;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

http::request<http::string_body> request_of(const HttpCall& call) {
  http::request<http::string_body> request(http::verb::post, "/", 11);
  for (const auto& [name, value] : call.headers) request.set(name, value);
  request.body() = call.body;
  request.prepare_payload();
  return request;
}

std::string text_of(const http::response<http::string_body>& response, std::string_view name) {
  const auto found = response.find(beast::string_view(name.data(), name.size()));
  return found == response.end() ? std::string() : std::string(found->value());
}

/// Whether nothing was said and nothing closed since the last answer.
bool is_quiet(tcp::socket& socket) {
  if (!socket.is_open()) return false;
  char byte = 0;
  boost::system::error_code error;
  socket.non_blocking(true, error);
  socket.receive(asio::buffer(&byte, 1), tcp::socket::message_peek, error);
  return error == asio::error::would_block;
}

template <class Stream>
class ConnectionOn final : public Connection {
 public:
  ConnectionOn(Stream stream, std::string name, Timeouts timeouts)
      : stream_(std::move(stream)), name_(std::move(name)), timeouts_(timeouts) {}

  asio::awaitable<Called<HttpAnswer>> exchange(const HttpCall& call) override {
    const auto request = request_of(call);
    is_good_ = false;
    lowest().expires_at(std::min(Clock::now() + timeouts_.answer, call.end));
    const auto [write_error, written] = co_await http::async_write(stream_, request, as_result);
    if (write_error) co_return failure(written == 0 ? Sent::nothing : Sent::perhaps, write_error);
    http::response_parser<http::string_body> parser;
    parser.body_limit(answer_bytes_max);
    const auto [read_error, read] = co_await http::async_read(stream_, buffer_, parser, as_result);
    if (read_error) co_return failure(Sent::perhaps, read_error);
    lowest().expires_never();
    is_good_ = parser.keep_alive();
    http::response<http::string_body> response = parser.release();
    HttpAnswer answer;
    answer.status = static_cast<int>(response.result_int());
    answer.request_id = text_of(response, "x-amzn-RequestId");
    answer.error_type = text_of(response, "x-amzn-ErrorType");
    answer.crc32 = text_of(response, "x-amz-crc32");
    answer.content_type = text_of(response, "Content-Type");
    answer.body = std::move(response.body());
    co_return answer;
  }

  bool is_good() override { return is_good_ && buffer_.size() == 0 && is_quiet(lowest().socket()); }

 private:
  beast::tcp_stream& lowest() { return beast::get_lowest_layer(stream_); }

  CallFailure failure(Sent sent, const boost::system::error_code& error) {
    boost::system::error_code ignored;
    lowest().socket().close(ignored);
    const std::string why =
        error == beast::error::timeout
            ? "no answer within " + std::to_string(timeouts_.answer.count()) + " ms"
        : error == http::error::end_of_stream ? "the connection was closed before the answer"
                                              : error.message();
    return {sent, name_ + ": " + why};
  }

  Stream stream_;
  std::string name_;
  Timeouts timeouts_;
  beast::flat_buffer buffer_;
  bool is_good_ = true;
};

CallFailure cannot(const std::string& what, const Endpoint& endpoint,
                   const boost::system::error_code& error, Timeouts timeouts) {
  const std::string why =
      error == beast::error::timeout
          ? "it took more than " + std::to_string(timeouts.connect.count()) + " ms"
          : error.message();
  return {Sent::nothing, "cannot " + what + " " + endpoint.authority() + ": " + why};
}

asio::awaitable<Called<tcp::resolver::results_type>> resolve(const Endpoint& endpoint,
                                                             Timeouts timeouts) {
  tcp::resolver resolver(co_await asio::this_coro::executor);
  asio::steady_timer timer(resolver.get_executor(), timeouts.connect);
  timer.async_wait([&resolver](boost::system::error_code error) {
    if (!error) resolver.cancel();
  });
  auto [error, found] = co_await resolver.async_resolve(endpoint.host, endpoint.port, as_result);
  timer.cancel();
  if (error == asio::error::operation_aborted) error = beast::error::timeout;
  if (error) co_return cannot("find", endpoint, error, timeouts);
  co_return found;
}

}  // namespace

asio::awaitable<Called<std::unique_ptr<Connection>>> Connection::open(
    const Endpoint& endpoint, std::shared_ptr<const Trust> trust, Timeouts timeouts) {
  auto found = co_await resolve(endpoint, timeouts);
  if (!found.ok()) co_return std::move(found).error();
  PlainStream stream(co_await asio::this_coro::executor);
  stream.expires_after(timeouts.connect);
  const auto [error, peer] = co_await stream.async_connect(*found, as_result);
  if (error) co_return cannot("connect to", endpoint, error, timeouts);
  boost::system::error_code ignored;
  stream.socket().set_option(tcp::no_delay(true), ignored);
  std::unique_ptr<Connection> connection;
  if (!endpoint.tls) {
    stream.expires_never();
    connection = std::make_unique<ConnectionOn<PlainStream>>(std::move(stream),
                                                             endpoint.authority(), timeouts);
    co_return connection;
  }
  TlsStream secure(std::move(stream), trust->context().ssl);
  boost::system::error_code is_name;
  (void)asio::ip::make_address(endpoint.host, is_name);
  if (is_name) SSL_set_tlsext_host_name(secure.native_handle(), endpoint.host.c_str());
  secure.set_verify_callback(ssl::host_name_verification(endpoint.host));
  beast::get_lowest_layer(secure).expires_after(timeouts.connect);
  const auto [refused] = co_await secure.async_handshake(ssl::stream_base::client, as_result);
  if (refused) co_return cannot("speak TLS with", endpoint, refused, timeouts);
  beast::get_lowest_layer(secure).expires_never();
  connection =
      std::make_unique<ConnectionOn<TlsStream>>(std::move(secure), endpoint.authority(), timeouts);
  co_return connection;
}

}  // namespace isotherm::remote
