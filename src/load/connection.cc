#include "load/connection.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <chrono>
#include <cstring>

#include "load/plain_reply.h"

namespace isotherm::load {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Read at once, at the most; one reply of 1 MB takes a few rounds.
constexpr std::size_t read_bytes = 64 * 1024;

// Takes a response apart and keeps only its status and its body: no header costs an allocation.
class ReplyParser final : public http::basic_parser<false> {
 public:
  explicit ReplyParser(Reply& reply) : reply_(reply) {
    body_limit(boost::none);
    eager(true);
  }

 private:
  using Text = boost::beast::string_view;
  void on_request_impl(http::verb, Text, Text, int, error_code&) override {}
  void on_response_impl(int code, Text, int, error_code&) override { reply_.status = code; }
  void on_field_impl(http::field, Text, Text, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(boost::optional<std::uint64_t> const& length, error_code&) override {
    if (length) reply_.body.reserve(static_cast<std::size_t>(*length));
  }
  std::size_t on_body_impl(Text text, error_code&) override {
    reply_.body.append(text.data(), text.size());
    return text.size();
  }
  void on_chunk_header_impl(std::uint64_t, Text, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text text, error_code&) override {
    reply_.body.append(text.data(), text.size());
    return text.size();
  }
  void on_finish_impl(error_code&) override {}

  Reply& reply_;
};

std::string amazon_date() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const auto time = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  const auto size = std::strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &parts);
  return std::string(text, size);
}

std::string common_headers(const Endpoint& endpoint) {
  const auto date = amazon_date();
  return "POST / HTTP/1.1\r\nHost: " + endpoint.authority() +
         "\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Date: " + date +
         "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=isotherm/" + date.substr(0, 8) +
         "/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, "
         "Signature=" +
         std::string(64, '0') + "\r\nX-Amz-Target: DynamoDB_20120810.";
}

}  // namespace

Expected<std::vector<tcp::endpoint>, Refusal> look_up(const Endpoint& endpoint) {
  asio::io_context context;
  tcp::resolver resolver(context);
  error_code error;
  const auto found = resolver.resolve(endpoint.host, std::to_string(endpoint.port), error);
  if (error)
    return Refusal{"Cannot find the host '" + endpoint.host + "': " + error.message() + "."};
  std::vector<tcp::endpoint> addresses;
  for (const auto& entry : found) addresses.push_back(entry.endpoint());
  return addresses;
}

struct Connection::State {
  State(asio::io_context& context, const Endpoint& endpoint, std::vector<tcp::endpoint> to)
      : socket(context), addresses(std::move(to)), headers(common_headers(endpoint)) {
    buffer.resize(read_bytes);
  }

  tcp::socket socket;
  std::vector<tcp::endpoint> addresses;
  std::string headers;
  std::string outgoing;
  std::vector<char> buffer;
  TimePoint busy_since = TimePoint::max();
  std::string abort_reason;

  Task<error_code> connect();
  Task<error_code> send();
  Task<error_code> read(Reply& reply, bool& keep_alive);
  Task<error_code> attempt(const Request& request, Reply& reply);
  void close();
};

Connection::Connection(asio::io_context& context, const Endpoint& endpoint,
                       std::vector<tcp::endpoint> addresses)
    : state_(std::make_unique<State>(context, endpoint, std::move(addresses))) {}
Connection::~Connection() = default;

void Connection::State::close() {
  error_code ignored;
  (void)socket.close(ignored);
}

Task<error_code> Connection::State::connect() {
  error_code error = asio::error::host_not_found;
  for (const auto& address : addresses) {
    close();
    co_await socket.async_connect(address, asio::redirect_error(asio::use_awaitable, error));
    if (error) continue;
    error_code ignored;
    (void)socket.set_option(tcp::no_delay(true), ignored);
    (void)socket.non_blocking(true, ignored);
    break;
  }
  if (error) close();
  co_return error;
}

// Most requests fit into the socket's buffer: then this is one system call and no suspension.
Task<error_code> Connection::State::send() {
  error_code error;
  const auto sent = socket.write_some(asio::buffer(outgoing), error);
  if (error && error != asio::error::would_block) co_return error;
  if (sent == outgoing.size()) co_return error_code();
  co_await asio::async_write(socket, asio::buffer(outgoing.data() + sent, outgoing.size() - sent),
                             asio::redirect_error(asio::use_awaitable, error));
  co_return error;
}

Task<error_code> Connection::State::read(Reply& reply, bool& keep_alive) {
  ReplyParser parser(reply);
  std::size_t held = 0;
  error_code error;
  while (!parser.is_done()) {
    if (held == buffer.size()) buffer.resize(buffer.size() * 2);
    const auto got =
        co_await socket.async_read_some(asio::buffer(buffer.data() + held, buffer.size() - held),
                                        asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::eof && parser.got_some()) {
      parser.put_eof(error);
      if (error || !parser.is_done()) co_return http::error::partial_message;
      keep_alive = false;
      co_return error_code();
    }
    if (error) co_return error;
    held += got;
    if (!parser.got_some() && read_plain_reply({buffer.data(), held}, reply)) {
      keep_alive = true;
      co_return error_code();
    }
    const auto used = parser.put(asio::buffer(buffer.data(), held), error);
    if (error == http::error::need_more) error = {};
    if (error) co_return error;
    held -= used;
    std::memmove(buffer.data(), buffer.data() + used, held);
  }
  keep_alive = parser.keep_alive() && held == 0;
  co_return error_code();
}

Task<error_code> Connection::State::attempt(const Request& request, Reply& reply) {
  if (!socket.is_open()) {
    const auto error = co_await connect();
    if (error) co_return error;
  }
  outgoing.assign(headers).append(request.operation).append("\r\nContent-Length: ");
  outgoing.append(std::to_string(request.body.size())).append("\r\n\r\n").append(request.body);
  auto error = co_await send();
  if (error) co_return error;
  bool keep_alive = true;
  error = co_await read(reply, keep_alive);
  if (!error && !keep_alive) close();
  co_return error;
}

Task<void> Connection::exchange(const Request& request, Reply& reply) {
  reply.status = 0;
  reply.body.clear();
  reply.transport_error.clear();
  state_->abort_reason.clear();
  state_->busy_since = std::chrono::steady_clock::now();
  const auto error = co_await state_->attempt(request, reply);
  state_->busy_since = TimePoint::max();
  if (!error) co_return;
  reply.status = 0;
  reply.transport_error = state_->abort_reason.empty() ? error.message() : state_->abort_reason;
  state_->close();
}

TimePoint Connection::busy_since() const { return state_->busy_since; }

void Connection::abort(std::string_view why) {
  state_->abort_reason = why;
  state_->close();
}

}  // namespace isotherm::load
