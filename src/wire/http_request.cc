#include "wire/http_request.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>
#include <utility>

#include "wire/plain_request.h"

namespace isotherm::wire {
namespace {

namespace http = boost::beast::http;
using Code = boost::beast::error_code;
using Text = boost::beast::string_view;

// A large body's memory is given back after its request.
constexpr std::size_t kept_body_bytes_max = 256 * 1024;
// What a body that is only announced may reserve; more comes with its bytes.
constexpr std::size_t reserved_body_bytes_max = 256 * 1024;

// Keeps the few fields that matter, where a general parser would keep all of them in a list.
class Parser final : public http::basic_parser<true> {
 public:
  Parser(HttpRequest& request, bool keeps_fields)
      : request_(request), keeps_fields_(keeps_fields) {}

 private:
  void on_request_impl(http::verb, Text method, Text target, int version, Code& ec) override {
    keep(method, request_.method);
    keep(target, request_.uri);
    request_.is_http_1_0 = version < 11;
    if (version != 10 && version != 11) ec = http::error::bad_version;
  }

  void on_field_impl(http::field field, Text name, Text value, Code& ec) override {
    if (++fields_ > header_fields_max) {
      ec = http::error::header_limit;
      return;
    }
    if (keeps_fields_) {
      request_.fields.push_back({{name.data(), name.size()}, {value.data(), value.size()}});
    }
    switch (field) {
      case http::field::authorization: keep(value, request_.authorization); return;
      case http::field::host: keep(value, request_.host); return;
      case http::field::content_type: keep(value, request_.content_type); return;
      case http::field::content_encoding: keep(value, request_.content_encoding); return;
      case http::field::expect:
        request_.expects_continue = boost::beast::iequals(value, "100-continue");
        return;
      case http::field::origin: keep(value, request_.origin); return;
      case http::field::access_control_request_method: keep(value, request_.wanted_method); return;
      case http::field::access_control_request_headers:
        keep(value, request_.wanted_headers);
        return;
      case http::field::date:
        if (request_.date.empty()) keep(value, request_.date);
        return;
      case http::field::unknown:
        if (boost::beast::iequals(name, "x-amz-target")) keep(value, request_.target);
        if (boost::beast::iequals(name, "x-amz-date")) keep(value, request_.date);
        if (boost::beast::iequals(name, "x-isotherm-scatter")) keep(value, request_.scatter);
        return;
      default: return;
    }
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>& length, Code&) override {
    // The limit was checked before: a client cannot make us reserve more than a body may have.
    if (!length) return;
    const auto bytes = static_cast<std::size_t>(*length);
    request_.body.reserve(std::min(bytes, reserved_body_bytes_max));
  }
  std::size_t on_body_impl(Text bytes, Code&) override {
    request_.body.append(bytes.data(), bytes.size());
    return bytes.size();
  }
  std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, Code&) override {
    request_.body.append(bytes.data(), bytes.size());
    return bytes.size();
  }

  void on_header_impl(Code&) override {}
  void on_chunk_header_impl(std::uint64_t, Text, Code&) override {}
  void on_finish_impl(Code&) override {}
  void on_response_impl(int, Text, int, Code&) override {}

  static void keep(Text value, std::string& out) { out.assign(value.data(), value.size()); }

  HttpRequest& request_;
  bool keeps_fields_;
  std::size_t fields_ = 0;
};

HttpParse outcome(const Code& ec) {
  if (ec == http::error::header_limit) return HttpParse::header_too_large;
  if (ec == http::error::body_limit) return HttpParse::body_too_large;
  return HttpParse::malformed;
}

}  // namespace

void HttpRequest::clear() {
  method.clear();
  target.clear();
  host.clear();
  content_type.clear();
  content_encoding.clear();
  uri.clear();
  authorization.clear();
  date.clear();
  origin.clear();
  wanted_method.clear();
  wanted_headers.clear();
  scatter.clear();
  fields.clear();
  if (body.capacity() > kept_body_bytes_max) body = {};
  body.clear();
  keep_alive = true;
  is_http_1_0 = false;
  expects_continue = false;
}

struct HttpRequestParser::State {
  std::uint32_t header_bytes_max;
  std::size_t body_bytes_max;
  HttpRequest request{};
  std::optional<Parser> parser{};
  bool keeps_fields = false;
  /// The request is done, and `parser` did not see it.
  bool was_plain = false;
  /// Of this request's headers, parsed so far.
  std::size_t header_bytes = 0;

  std::size_t put(std::string_view bytes, Code& ec) {
    return parser->put(boost::asio::const_buffer(bytes.data(), bytes.size()), ec);
  }
  std::size_t put_header(std::string_view bytes, Code& ec);
};

// Beast bounds what it sees at once, and takes field by field: it would never see the end of
// headers that trickle in. The bound on all of them is ours.
std::size_t HttpRequestParser::State::put_header(std::string_view bytes, Code& ec) {
  parser->eager(false);
  const std::size_t used = put(bytes, ec);
  parser->eager(true);
  header_bytes += used;
  if (!ec && header_bytes > header_bytes_max) ec = http::error::header_limit;
  return used;
}

HttpRequestParser::HttpRequestParser(std::uint32_t header_bytes_max, std::size_t body_bytes_max)
    : state_(new State{.header_bytes_max = header_bytes_max, .body_bytes_max = body_bytes_max}) {
  reset();
}

HttpRequestParser::~HttpRequestParser() = default;

void HttpRequestParser::keep_fields() {
  state_->keeps_fields = true;
  reset();
}

void HttpRequestParser::reset() {
  state_->request.clear();
  if (std::exchange(state_->was_plain, false)) return;
  state_->parser.emplace(state_->request, state_->keeps_fields);
  state_->header_bytes = 0;
  state_->parser->header_limit(state_->header_bytes_max);
  state_->parser->body_limit(state_->body_bytes_max);
}

HttpParse HttpRequestParser::parse(std::string_view bytes, std::size_t& used) {
  Code ec;
  Parser& parser = *state_->parser;
  if (!parser.got_some() && !state_->keeps_fields) {
    used = read_plain_request(bytes, {state_->header_bytes_max, state_->body_bytes_max},
                              state_->request);
    state_->was_plain = used > 0;
    if (state_->was_plain) return HttpParse::done;
    state_->request.clear();
  }
  used = parser.is_header_done() ? 0 : state_->put_header(bytes, ec);
  if (!ec && !parser.is_done() && used < bytes.size()) {
    used += state_->put(bytes.substr(used), ec);
  }
  if (ec && ec != http::error::need_more) return outcome(ec);
  if (parser.is_done()) {
    state_->request.keep_alive = parser.keep_alive();
    return HttpParse::done;
  }
  // What is left over is a piece of a header, of a chunk's head or of the trailer: all are short.
  const std::size_t head =
      (parser.is_header_done() ? 0 : state_->header_bytes) + bytes.size() - used;
  return head > state_->header_bytes_max ? HttpParse::header_too_large : HttpParse::more;
}

bool HttpRequestParser::began() const { return state_->was_plain || state_->parser->got_some(); }
bool HttpRequestParser::header_done() const {
  return state_->was_plain || state_->parser->is_header_done();
}
HttpRequest& HttpRequestParser::request() { return state_->request; }

}  // namespace isotherm::wire
