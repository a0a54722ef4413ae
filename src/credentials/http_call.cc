#include "credentials/http_call.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

namespace isotherm::credentials {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

template <class T>
using Task = asio::awaitable<T>;
using Answer = Expected<HttpAnswer, std::string>;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);
// No answer with credentials is longer.
constexpr std::size_t answer_bytes_max = 256 * 1024;

std::string failed(std::string_view step, const boost::system::error_code& error) {
  const bool is_late = error == beast::error::timeout || error == asio::error::timed_out;
  return std::string(step) + ": " + (is_late ? "timed out" : error.message());
}

http::request<http::string_body> request_of(const HttpCall& call) {
  http::request<http::string_body> request;
  request.method_string(call.method);
  request.target(call.url.target);
  request.version(11);
  request.set(http::field::host, call.url.authority());
  request.set(http::field::connection, "close");
  request.set(http::field::user_agent, "isotherm");
  for (const signing::Header& header : call.headers) request.set(header.name, header.value);
  request.body() = call.body;
  request.prepare_payload();
  return request;
}

template <class Stream>
Task<Answer> exchange(Stream& stream, const HttpCall& call) {
  const auto request = request_of(call);
  if (const auto [error, bytes] = co_await http::async_write(stream, request, as_result); error)
    co_return failed("send", error);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(answer_bytes_max);
  if (const auto [error, bytes] = co_await http::async_read(stream, buffer, parser, as_result);
      error)
    co_return failed("read", error);
  co_return HttpAnswer{static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
}

Task<Answer> exchange_tls(beast::tcp_stream tcp, const HttpCall& call) {
  asio::ssl::context context(asio::ssl::context::tls_client);
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  boost::system::error_code error;
  if (call.authorities_file.empty() ? context.set_default_verify_paths(error)
                                    : context.load_verify_file(call.authorities_file, error))
    co_return failed("authorities of certificates", error);
  beast::ssl_stream<beast::tcp_stream> stream(std::move(tcp), context);
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(call.url.host));
  SSL_set_tlsext_host_name(stream.native_handle(), call.url.host.c_str());
  if (const auto [refused] =
          co_await stream.async_handshake(asio::ssl::stream_base::client, as_result);
      refused)
    co_return failed("TLS handshake", refused);
  co_return co_await exchange(stream, call);
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

}  // namespace

std::string Url::authority() const {
  const std::string name = host.find(':') != std::string::npos ? "[" + host + "]" : host;
  const bool is_standard = port == (is_https ? "443" : "80");
  return is_standard ? name : name + ":" + port;
}

Expected<Url, std::string> parse_url(std::string_view text) {
  const std::string problem =
      "'" + std::string(text) + "' is no URL such as http://127.0.0.1:8080/";
  const bool is_control_free =
      std::ranges::all_of(text, [](char c) { return c > ' ' && c != '\x7f'; });
  Url url;
  url.is_https = text.starts_with("https://");
  if (!is_control_free || (!url.is_https && !text.starts_with("http://"))) return problem;
  text.remove_prefix(url.is_https ? 8 : 7);
  const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
  std::string_view authority = text.substr(0, end);
  url.target = text.substr(end, text.find('#', end) - end);
  if (!url.target.starts_with('/')) url.target.insert(0, "/");
  // Who would log in by name is not understood.
  if (authority.find('@') != std::string_view::npos) return problem;
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  if (bracket == std::string_view::npos) return problem;
  const std::size_t colon = authority.find(':', bracket);
  std::string_view host = authority.substr(0, colon);
  if (bracket > 0) host = host.substr(1, bracket - 1);
  url.host = host;
  url.port = colon == std::string_view::npos ? (url.is_https ? "443" : "80")
                                             : std::string(authority.substr(colon + 1));
  const bool is_number = !url.port.empty() && url.port.size() <= 5 &&
                         std::ranges::all_of(url.port, [](char c) { return c >= '0' && c <= '9'; });
  if (url.host.empty() || !is_number) return problem;
  return url;
}

Task<Answer> send(HttpCall call) {
  const auto executor = co_await asio::this_coro::executor;
  tcp::resolver resolver(executor);
  beast::tcp_stream stream(executor);
  const auto [unknown, addresses] =
      co_await resolver.async_resolve(call.url.host, call.url.port, as_result);
  if (unknown) co_return failed("look up " + call.url.host, unknown);
  stream.expires_after(call.step_time_max);
  if (const auto [error, address] = co_await stream.async_connect(addresses, as_result); error)
    co_return failed("connect", error);
  stream.expires_after(call.step_time_max);
  if (call.url.is_https) co_return co_await exchange_tls(std::move(stream), call);
  co_return co_await exchange(stream, call);
}

std::string form_encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return out;
}

}  // namespace isotherm::credentials
