#include "wire/plain_request.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm::wire {
namespace {

constexpr RequestLimits limits{.header_bytes_max = 1024, .body_bytes_max = 1000};

const std::string line = "POST / HTTP/1.1\r\n";
const std::string get_item =
    line +
    "Host: localhost:8000\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"
    "Content-Type: application/x-amz-json-1.0\r\nconnection: Keep-Alive\r\n"
    "X-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 Credential=a, "
    "SignedHeaders=b, Signature=c\r\n"
    "User-Agent: an \"SDK\" \xC3\xA9\r\nContent-Length: 5\r\n\r\n{\"a\"}";

std::size_t read(const std::string& text) {
  HttpRequest request;
  return read_plain_request(text, limits, request);
}

TEST(PlainRequest, IsReadAtOnce) {
  HttpRequest request;
  EXPECT_EQ(read_plain_request(get_item + "POST", limits, request), get_item.size());
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.host, "localhost:8000");
  EXPECT_EQ(request.target, "DynamoDB_20120810.GetItem");
  EXPECT_EQ(request.content_type, "application/x-amz-json-1.0");
  EXPECT_EQ(request.body, "{\"a\"}");
  EXPECT_EQ(request.uri, "/");
  EXPECT_EQ(request.date, "20260101T000000Z");
  EXPECT_TRUE(request.authorization.starts_with("AWS4-HMAC-SHA256 Credential=a, "));
  EXPECT_TRUE(request.keep_alive);
}

TEST(PlainRequest, IsNotWhatIsHalfThere) {
  for (std::size_t size = 0; size < get_item.size(); ++size) {
    EXPECT_EQ(read(get_item.substr(0, size)), 0U) << size;
  }
}

TEST(PlainRequest, LeavesTheRestToTheGeneralParser) {
  const std::string body = "Content-Length: 1\r\n";
  EXPECT_GT(read(line + body + "\r\nx"), 0U);
  for (const std::string& fields : {
           std::string(),
           body + body,
           "Content-Length: \r\n" + body,
           body + "Content-Length: \r\n",
           std::string("Content-Length: 1, 1\r\n"),
           std::string("Content-Length: +1\r\n"),
           std::string("Content-Length: 1234567890\r\n"),
           std::string("Content-Length: 1001\r\n"),
           body + "Transfer-Encoding: chunked\r\n",
           body + "Connection: close\r\n",
           body + "Expect: 100-continue\r\n",
           body + "Upgrade: h2c\r\n",
           body + "Host: a\r\nHost: b\r\n",
           body + "no colon\r\n",
           body + "a b: c\r\n",
           body + ": c\r\n",
           body + "a: b\x01\r\n",
           body + "a: b\n",
           body + "a: b\rc\r\n",
           body + " folded\r\n",
           body + "a: " + std::string(1024, 'x') + "\r\n",
       }) {
    EXPECT_EQ(read(line + fields + "\r\n" + std::string(2000, 'x')), 0U) << fields;
  }
  EXPECT_EQ(read("GET / HTTP/1.1\r\n" + body + "\r\nx"), 0U);
  EXPECT_EQ(read("POST / HTTP/1.0\r\n" + body + "\r\nx"), 0U);
  EXPECT_EQ(read("POST /x HTTP/1.1\r\n" + body + "\r\nx"), 0U);
}

// What the general parser makes of the text: the cut keeps it from being seen as a whole.
HttpParse parse_in_two(HttpRequestParser& parser, const std::string& text, std::size_t& used) {
  HttpParse result = parser.parse(std::string_view(text).substr(0, line.size()), used);
  if (result != HttpParse::more) return result;
  const std::size_t first = used;
  result = parser.parse(std::string_view(text).substr(first), used);
  used += first;
  return result;
}

TEST(PlainRequest, IsTheSameToTheGeneralParser) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string bytes("\r\n:: \t,0159aAtT\x01\x7F\x80{\"", 21);
  std::size_t plain_count = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = get_item;
    for (auto changes = random() % 3; changes > 0; --changes) {
      const std::size_t at = line.size() + random() % (text.size() - line.size());
      if (random() % 2 == 0) {
        text[at] = bytes[random() % bytes.size()];
      } else {
        text.insert(at, 1, bytes[random() % bytes.size()]);
      }
    }
    HttpRequest plain;
    const std::size_t used = read_plain_request(text, limits, plain);
    if (used == 0) continue;
    ++plain_count;
    HttpRequestParser parser(limits.header_bytes_max, limits.body_bytes_max);
    std::size_t used_by_parser = 0;
    ASSERT_EQ(parse_in_two(parser, text, used_by_parser), HttpParse::done) << text;
    ASSERT_EQ(used_by_parser, used) << text;
    const HttpRequest& request = parser.request();
    ASSERT_EQ(request.method, plain.method) << text;
    ASSERT_EQ(request.host, plain.host) << text;
    ASSERT_EQ(request.target, plain.target) << text;
    ASSERT_EQ(request.content_type, plain.content_type) << text;
    ASSERT_EQ(request.uri, plain.uri) << text;
    ASSERT_EQ(request.authorization, plain.authorization) << text;
    ASSERT_EQ(request.date, plain.date) << text;
    ASSERT_TRUE(request.origin.empty() && request.content_encoding.empty()) << text;
    ASSERT_EQ(request.body, plain.body) << text;
    ASSERT_TRUE(request.keep_alive && !request.expects_continue && !request.is_http_1_0) << text;
  }
  EXPECT_GT(plain_count, 1'000U);
}

}  // namespace
}  // namespace isotherm::wire
