#include "wire/connection.h"

#include <poll.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/gzip.h"
#include "wire/authenticator.h"
#include "wire/cross_origin.h"
#include "wire/dispatch.h"
#include "wire/guarded_store.h"
#include "wire/operation.h"
#include "wire/relay.h"

namespace isotherm::wire {
namespace {

namespace asio = boost::asio;

constexpr std::size_t buffer_bytes_first = 8 * 1024;
// A large body comes in pieces of this size.
constexpr std::size_t buffer_bytes_large = 256 * 1024;
// Replies of a pipelined batch are written when they come to this.
constexpr std::size_t out_bytes_max = 256 * 1024;

// Bytes that must move in the time that is allowed: who sends or takes less holds memory for
// nothing.
constexpr std::size_t step_bytes = 64 * 1024;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

// What the service answers to a request that is not for its API.
constexpr std::string_view not_an_operation = "<UnknownOperationException/>\n";

// Of a socket's own calls: when they fail, the next read or write tells.
void ignore(const boost::system::error_code&) {}

// The media type, without parameters and spaces.
std::string_view media_type(std::string_view header) {
  header = header.substr(0, header.find(';'));
  while (header.ends_with(' ') || header.ends_with('\t')) header.remove_suffix(1);
  while (header.starts_with(' ') || header.starts_with('\t')) header.remove_prefix(1);
  return header;
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, Shared& shared, RequestIds& ids,
                       const std::uint32_t& tick)
    : stream_(std::move(socket), shared.tls()),
      shared_(shared),
      ids_(ids),
      tick_(tick),
      parser_(shared.options.header_bytes_max, shared.options.body_bytes_max),
      buffer_(buffer_bytes_first, '\0'),
      since_(tick) {
  const auto& authenticator = shared.options.authenticator;
  if (authenticator && authenticator->needs_fields()) parser_.keep_fields();
}

void Connection::enter(Phase phase) {
  phase_ = phase;
  since_ = tick_;
  due_bytes_ = step_bytes;
}

void Connection::progress(std::size_t bytes) {
  due_bytes_ -= std::min(due_bytes_, bytes);
  if (due_bytes_ > 0) return;
  due_bytes_ = step_bytes;
  since_ = tick_;
}

void Connection::end_if_late(std::uint32_t idle_ticks, std::uint32_t read_ticks) {
  if (phase_ == Phase::serving) return;
  const std::uint32_t allowed = phase_ == Phase::waiting ? idle_ticks : read_ticks;
  if (tick_ - since_ <= allowed) return;
  end();
}

void Connection::end_if_idle() {
  if (phase_ == Phase::greeting || phase_ == Phase::waiting || phase_ == Phase::lingering) end();
}

bool Connection::is_left() {
  if (phase_ != Phase::serving) return false;
  pollfd socket{stream_.socket().native_handle(), POLLRDHUP, 0};
  return poll(&socket, 1, 0) > 0;
}

void Connection::end() {
  boost::system::error_code error;
  ignore(stream_.socket().close(error));
}

Task<void> Connection::serve() {
  boost::system::error_code error;
  ignore(stream_.socket().set_option(asio::ip::tcp::no_delay(true), error));
  if (stream_.is_tls() && !co_await greet()) co_return;
  co_await converse();
  if (stream_.is_tls()) co_await say_goodbye();
  if (linger_ || begin_ < end_) co_await linger();
}

Task<bool> Connection::greet() {
  enter(Phase::greeting);
  if (shared_.stopping) co_return false;
  char first = 0;
  const auto [error, bytes] = co_await stream_.socket().async_receive(
      asio::buffer(&first, 1), asio::ip::tcp::socket::message_peek, as_result);
  if (error || bytes == 0) co_return false;
  if (first != tls_handshake_byte) {
    co_await refuse_plain(first);
    co_return false;
  }
  const auto [failure] = co_await stream_.async_handshake(as_result);
  if (!failure) enter(Phase::waiting);
  co_return !failure;
}

Task<void> Connection::refuse_plain(char first) {
  // What begins otherwise is no HTTP either.
  if (first < 'A' || first > 'Z') co_return;
  stream_.drop_tls();
  const std::string body = "This port speaks HTTPS: begin the URL with https://\n";
  append_reply({.status = 400, .content_type = "text/plain", .body = body, .close = true}, out_);
  if (co_await flush()) co_await linger();
}

// Says that no more comes, so that a client can tell the end from a cut; and waits until it agrees.
Task<void> Connection::say_goodbye() {
  enter(Phase::lingering);
  if (shared_.stopping) co_return;
  const auto [refused] = co_await stream_.async_shutdown(as_result);
  ignore(refused);
}

Task<void> Connection::converse() {
  bool open = true;
  while (open) {
    if (!co_await read()) co_return;
    open = co_await serve_buffer();
    if (!out_.empty() && !co_await flush()) co_return;
  }
}

Task<bool> Connection::serve_buffer() {
  while (begin_ < end_) {
    if (phase_ == Phase::waiting) enter(Phase::reading);
    std::size_t used = 0;
    const HttpParse parsed = parser_.parse(buffered(), used);
    begin_ += used;
    if (parsed == HttpParse::more) {
      ask_for_body();
      co_return true;
    }
    if (parsed != HttpParse::done) {
      refuse_form(parsed);
      co_return false;
    }
    if (!co_await answer()) co_return false;
    if (out_.size() > out_bytes_max && !co_await flush()) co_return false;
    enter(begin_ < end_ ? Phase::reading : Phase::waiting);
  }
  co_return true;
}

void Connection::ask_for_body() {
  const bool wanted = parser_.header_done() && parser_.request().expects_continue;
  if (!wanted || continue_sent_) return;
  continue_sent_ = true;
  out_ += "HTTP/1.1 100 Continue\r\n\r\n";
}

Task<bool> Connection::answer() {
  enter(Phase::serving);
  if (parser_.request().method == "POST") {
    co_await answer_post();
  } else {
    answer_without_body();
  }
  const bool keep = parser_.request().keep_alive && !shared_.stopping;
  parser_.reset();
  continue_sent_ = false;
  co_return keep;
}

HttpReply Connection::reply_to(const HttpRequest& request, const RequestId& id) {
  more_headers_.clear();
  if (!request.origin.empty()) {
    more_headers_ = cross_origin_headers(request, shared_.options.origins);
  }
  return {.request_id = id.view(),
          .more_headers = more_headers_,
          .close = !request.keep_alive || shared_.stopping,
          .say_keep_alive = request.is_http_1_0};
}

void Connection::answer_without_body() {
  const HttpRequest& request = parser_.request();
  const bool head = request.method == "HEAD";
  const RequestId id = ids_.next();
  HttpReply reply = reply_to(request, id);
  std::string healthy;
  if (head || request.method == "GET") {
    healthy = "healthy: dynamodb." + shared_.options.region + ".amazonaws.com ";
    reply.body = healthy;
    reply.without_body = head;
  } else if (request.method != "OPTIONS" || more_headers_.empty()) {
    reply.status = 404;
    reply.body = not_an_operation;
  }
  append_reply(reply, out_);
}

Task<void> Connection::answer_post() {
  const HttpRequest& request = parser_.request();
  const RequestId id = ids_.next();
  HttpReply http = reply_to(request, id);

  const std::string_view media = media_type(request.content_type);
  const bool amz_json = media == content_type;
  if (!request.body.empty() && !amz_json && media != "application/json") {
    http.status = 404;
    http.body = not_an_operation;
    append_reply(http, out_);
    co_return;
  }

  const auto& on_served = shared_.options.on_served;
  const TimePoint start = on_served ? std::chrono::steady_clock::now() : TimePoint();
  Call call{.target = request.target,
            .body = request.body,
            .host = request.host.empty() ? std::string_view("localhost") : request.host,
            .scatter = request.scatter};
  Reply reply;
  const auto sent_by = sender();
  if (!sent_by.ok()) {
    reply = refuse(call, sent_by.error());
  } else {
    // The signature is of the body as it was sent.
    if (!request.content_encoding.empty()) {
      if (!unfold_body()) co_return;
      call.body = request.body;
    }
    const Relay& relay = shared_.options.relay;
    if (*sent_by && (*sent_by)->rights) {
      reply = co_await serve_as(*sent_by, call);
    } else if (takes(relay, call)) {
      reply = co_await pass_on(relay, call);
    } else {
      reply = co_await dispatch(shared_.store, call);
    }
  }
  // Its support knows a request by the name that it gave.
  if (!reply.request_id.empty()) http.request_id = reply.request_id;
  if (on_served) {
    on_served({.operation = reply.operation,
               .status = reply.status,
               .error = reply.error,
               .request_id = http.request_id,
               .request_bytes = request.body.size(),
               .reply_bytes = reply.body.size(),
               .duration = std::chrono::steady_clock::now() - start});
  }
  http.status = reply.status;
  http.content_type = amz_json ? content_type : "application/json";
  http.body = reply.body;
  http.close = !request.keep_alive || shared_.stopping;
  append_reply(http, out_);
}

Result<Sender> Connection::sender() {
  const auto& authenticator = shared_.options.authenticator;
  if (!authenticator) return Sender();
  return authenticator->sender(parser_.request());
}

Task<Reply> Connection::serve_as(Sender sender, Call call) {
  const Operation* const operation = find_target(call.target);
  const auto& authenticator = *shared_.options.authenticator;
  Guard guard{.profile = *sender,
              .region = authenticator.region(),
              .account = authenticator.account(),
              .operation = operation != nullptr ? operation->name : std::string_view()};
  guard.is_statement = operation != nullptr && operation->key_place == KeyPlace::statement;
  GuardedStore store(shared_.store, guard);
  co_return co_await dispatch(store, call);
}

bool Connection::unfold_body() {
  HttpRequest& request = parser_.request();
  if (request.content_encoding == "identity") return true;
  int status = 415;
  if (request.content_encoding == "gzip" || request.content_encoding == "x-gzip") {
    auto unfolded = gunzip(request.body, shared_.options.body_bytes_max);
    if (unfolded.ok()) {
      request.body = std::move(unfolded).value();
      return true;
    }
    status = unfolded.error() == GzipProblem::too_large ? 413 : 400;
  }
  append_reply({.status = status, .close = true}, out_);
  request.keep_alive = false;
  linger_ = true;
  return false;
}

void Connection::refuse_form(HttpParse why) {
  const int status = why == HttpParse::header_too_large ? 431
                     : why == HttpParse::body_too_large ? 413
                                                        : 400;
  append_reply({.status = status, .close = true}, out_);
  linger_ = true;
}

void Connection::make_room() {
  if (begin_ == end_) begin_ = end_ = 0;
  if (begin_ > 0 && end_ == buffer_.size()) {
    buffer_.erase(0, begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  const bool large = parser_.header_done();
  if (large && buffer_.size() < buffer_bytes_large) {
    buffer_.resize(buffer_bytes_large);
  } else if (end_ == buffer_.size() || buffer_.size() < buffer_bytes_first) {
    buffer_.resize(std::max(buffer_bytes_first, buffer_.size() * 2));
  } else if (end_ == 0 && !parser_.began() && buffer_.size() > buffer_bytes_large) {
    buffer_ = std::string(buffer_bytes_first, '\0');
  }
}

Task<bool> Connection::read() {
  make_room();
  // A request's headers must be there in time as a whole, and a body in steps: bytes that trickle
  // in do not buy more time.
  const bool keeps_time = phase_ == Phase::reading;
  const bool owes_nothing = !parser_.began() && begin_ == end_;
  if (!keeps_time) enter(owes_nothing ? Phase::waiting : Phase::reading);
  // Who comes to wait after the server was told to stop is not there to be ended by it.
  if (owes_nothing && shared_.stopping) co_return false;
  const auto free = asio::buffer(buffer_.data() + end_, buffer_.size() - end_);
  const auto [error, bytes] = co_await stream_.async_read_some(free, as_result);
  if (error) co_return false;
  end_ += bytes;
  if (parser_.header_done()) progress(bytes);
  co_return true;
}

Task<bool> Connection::flush() {
  std::size_t done = 0;
  const Phase before = phase_;
  enter(Phase::writing);
  while (done < out_.size()) {
    const auto rest = asio::buffer(out_.data() + done, out_.size() - done);
    const auto [error, bytes] = co_await stream_.async_write_some(rest, as_result);
    if (error) co_return false;
    done += bytes;
    progress(bytes);
  }
  enter(before);
  if (out_.capacity() > out_bytes_max) out_ = {};
  out_.clear();
  co_return true;
}

// Closing with bytes unread would reset the connection, and the reply could be lost on its way.
Task<void> Connection::linger() {
  boost::system::error_code gone;
  ignore(stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, gone));
  enter(Phase::lingering);
  while (!shared_.stopping) {
    const auto dropped = asio::buffer(buffer_.data(), buffer_.size());
    const auto [error, bytes] = co_await stream_.socket().async_read_some(dropped, as_result);
    if (error || bytes == 0) co_return;
  }
}

}  // namespace isotherm::wire
