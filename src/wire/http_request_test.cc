#include "wire/http_request.h"

#include <gtest/gtest.h>

namespace isotherm::wire {
namespace {

constexpr std::uint32_t header_bytes_max = 1024;
constexpr std::size_t body_bytes_max = 1000;

const std::string get_item =
    "POST / HTTP/1.1\r\nHost: localhost:8000\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"
    "Content-Type: application/x-amz-json-1.0\r\nAuthorization: AWS4-HMAC-SHA256 x\r\n"
    "Content-Length: 5\r\n\r\n{\"a\"}";

const std::string chunked =
    "POST / HTTP/1.1\r\nhost: h\r\nx-amz-target: T\r\nTransfer-Encoding: chunked\r\n\r\n"
    "3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\nTrailer: x\r\n\r\n";

// Feeds `text` cut at `cut` and returns what came of it; the parser keeps the request.
HttpParse parse_in_two(HttpRequestParser& parser, const std::string& text, std::size_t cut) {
  std::string buffer = text.substr(0, cut);
  std::size_t used = 0;
  HttpParse result = parser.parse(buffer, used);
  if (result != HttpParse::more) return result;
  buffer.erase(0, used);
  buffer += text.substr(cut);
  result = parser.parse(buffer, used);
  EXPECT_TRUE(result != HttpParse::done || used == buffer.size());
  return result;
}

TEST(HttpRequest, IsTheSameWhereverTheBytesAreCut) {
  for (std::size_t cut = 1; cut <= get_item.size(); ++cut) {
    HttpRequestParser parser(header_bytes_max, body_bytes_max);
    ASSERT_EQ(parse_in_two(parser, get_item, cut), HttpParse::done) << cut;
    const HttpRequest& request = parser.request();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, "DynamoDB_20120810.GetItem");
    EXPECT_EQ(request.host, "localhost:8000");
    EXPECT_EQ(request.content_type, "application/x-amz-json-1.0");
    EXPECT_EQ(request.body, "{\"a\"}");
    EXPECT_TRUE(request.keep_alive);
    EXPECT_FALSE(request.is_http_1_0);
  }
  for (std::size_t cut = 1; cut <= chunked.size(); ++cut) {
    HttpRequestParser parser(header_bytes_max, body_bytes_max);
    ASSERT_EQ(parse_in_two(parser, chunked, cut), HttpParse::done) << cut;
    EXPECT_EQ(parser.request().body, "abcdefg");
    EXPECT_EQ(parser.request().target, "T");
  }
}

TEST(HttpRequest, LeavesTheNextRequestInTheBuffer) {
  HttpRequestParser parser(header_bytes_max, body_bytes_max);
  const std::string two = get_item + chunked;
  std::size_t used = 0;
  ASSERT_EQ(parser.parse(two, used), HttpParse::done);
  EXPECT_EQ(used, get_item.size());
  parser.reset();
  EXPECT_FALSE(parser.began());
  ASSERT_EQ(parser.parse(std::string_view(two).substr(used), used), HttpParse::done);
  EXPECT_EQ(used, chunked.size());
  EXPECT_EQ(parser.request().content_type, "") << "nothing is left of the one before";
}

HttpParse parse(const std::string& text) {
  HttpRequestParser parser(header_bytes_max, body_bytes_max);
  std::size_t used = 0;
  return parser.parse(text, used);
}

TEST(HttpRequest, IsBoundedInHeadersAndBody) {
  const auto headers = [](std::size_t bytes) {
    return "GET / HTTP/1.1\r\nx: " + std::string(bytes, 'x') + "\r\n\r\n";
  };
  EXPECT_EQ(parse(headers(900)), HttpParse::done);
  EXPECT_EQ(parse(headers(1100)), HttpParse::header_too_large);
  EXPECT_EQ(parse("GET / HTTP/1.1\r\nx: " + std::string(1100, 'x')), HttpParse::header_too_large)
      << "also before the headers end";

  const auto body = [](std::size_t bytes) {
    return "POST / HTTP/1.1\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n" +
           std::string(bytes, 'x');
  };
  EXPECT_EQ(parse(body(body_bytes_max)), HttpParse::done);
  EXPECT_EQ(parse(body(body_bytes_max + 1)), HttpParse::body_too_large);
  EXPECT_EQ(parse("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"),
            HttpParse::body_too_large);
  EXPECT_EQ(parse("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" +
                  std::string(1001, 'x') + "\r\n0\r\n\r\n"),
            HttpParse::body_too_large);
}

TEST(HttpRequest, IsBoundedAlsoWhenItsHeadersTrickleIn) {
  HttpRequestParser parser(header_bytes_max, body_bytes_max);
  std::string buffer = "GET / HTTP/1.1\r\n";
  std::size_t sent = buffer.size();
  std::size_t used = 0;
  HttpParse result = parser.parse(buffer, used);
  while (result == HttpParse::more && sent < 10'000) {
    buffer.erase(0, used);
    buffer += "x: y\r\n";
    sent += 6;
    result = parser.parse(buffer, used);
  }
  EXPECT_EQ(result, HttpParse::header_too_large);
  EXPECT_GT(sent, header_bytes_max);
  EXPECT_LE(sent, header_bytes_max + 6);
}

TEST(HttpRequest, IsBoundedInChunkHeadsAndTrailers) {
  const std::string head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(parse(head + "1;" + std::string(2000, 'x')), HttpParse::header_too_large);
  EXPECT_EQ(parse(head + "0\r\nx: " + std::string(2000, 'x')), HttpParse::header_too_large);
}

TEST(HttpRequest, RefusesWhatIsNotHttp) {
  for (const char* text : {
           "\x16\x03\x01\x02\x00\x01\x00",  // a TLS client
           "GET\r\n\r\n",
           "GET / HTTP/2.0\r\n\r\n",
           "GET / FTP/1.1\r\n\r\n",
           "GET / HTTP/1.1\r\nno colon\r\n\r\n",
           "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
           "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
           "GET / HTTP/1.1\r\na\x01: b\r\n\r\n",
       }) {
    EXPECT_EQ(parse(text), HttpParse::malformed) << text;
  }
}

TEST(HttpRequest, KnowsWhetherTheConnectionStays) {
  const auto keep = [](const std::string& version, const std::string& connection) {
    HttpRequestParser parser(header_bytes_max, body_bytes_max);
    std::size_t used = 0;
    const std::string header = connection.empty() ? "" : "Connection: " + connection + "\r\n";
    EXPECT_EQ(parser.parse("GET / HTTP/" + version + "\r\n" + header + "\r\n", used),
              HttpParse::done);
    return parser.request().keep_alive;
  };
  EXPECT_TRUE(keep("1.1", ""));
  EXPECT_TRUE(keep("1.1", "keep-alive"));
  EXPECT_FALSE(keep("1.1", "close"));
  EXPECT_FALSE(keep("1.0", ""));
  EXPECT_TRUE(keep("1.0", "keep-alive"));
}

TEST(HttpRequest, TellsThatTheClientWaitsToBeAsked) {
  HttpRequestParser parser(header_bytes_max, body_bytes_max);
  std::size_t used = 0;
  const std::string head = "POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n";
  EXPECT_EQ(parser.parse(head, used), HttpParse::more);
  EXPECT_EQ(used, head.size());
  EXPECT_TRUE(parser.header_done());
  EXPECT_TRUE(parser.request().expects_continue);
  EXPECT_EQ(parser.parse("{}", used), HttpParse::done);
}

}  // namespace
}  // namespace isotherm::wire
