// What clients do that are slow, broken or malicious, and that it does not harm the others.

#include <thread>

#include "base/crc32.h"
#include "base/gzip.h"
#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t mebibyte = 1024 * 1024;

const std::string serialization_exception =
    R"({"__type":"com.amazon.coral.service#SerializationException"})";

std::string headers(std::size_t count) {
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) lines += "x-" + std::to_string(i) + ": v\r\n";
  return lines;
}

// Until the server has closed all its connections.
void wait_for_no_connections(const Server& server) {
  while (server.connections() > 0) std::this_thread::yield();
}

TEST(Robustness, ABodyOf16MbIsReadAndOneByteMoreIsNot) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  std::string body = R"({"TableName":"abc","Key":{"id":{"S":"a"}}})";
  body.resize(16 * mebibyte, ' ');
  EXPECT_EQ(client.call(post("GetItem", body)).body, item("a"));
  const RawReply refusal = client.call(post("GetItem", body + " "));
  EXPECT_EQ(refusal.status, 413);
  EXPECT_TRUE(client.closed());
}

TEST(Robustness, HeadersAreCounted) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  // Four come from the test's own request.
  EXPECT_EQ(client.call(get("a", headers(196))).body, item("a"));
  EXPECT_EQ(client.call(get("a", headers(196))).body, item("a")) << "each request anew";
  EXPECT_EQ(client.call(get("a", headers(197))).status, 431);
  EXPECT_TRUE(client.closed());
}

TEST(Robustness, JsonMayBeDeepAndIsRefusedWithoutHarm) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  for (const auto& [open, close] : {std::pair{"[", "]"}, std::pair{"{\"a\":", "}"}}) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += open;
    EXPECT_EQ(client.call(post("GetItem", deep)).body, serialization_exception);
    deep += "1";
    for (int i = 0; i < 100'000; ++i) deep += close;
    EXPECT_EQ(client.call(post("GetItem", deep)).body, serialization_exception);
    const std::string unknown = R"({"TableName":"abc","Key":{"id":{"S":"a"}},"unknown":)";
    EXPECT_EQ(client.call(post("GetItem", unknown + deep + "}")).status, 400);
  }
  EXPECT_EQ(client.call(get("a")).body, item("a"));
}

TEST(Robustness, ABodyThatTricklesInIsNotWaitedFor) {
  EchoStore store;
  ServerOptions options;
  options.read_time_max = milliseconds(20);
  const auto server = serve(store, options);
  RawClient client(server->port());
  client.send("POST / HTTP/1.1\r\nContent-Length: 10000000\r\n\r\n");
  bool ended = false;
  // Each byte comes well within the time.
  for (int i = 0; i < 10'000'000 && !ended; ++i) {
    try {
      client.send("x");
    } catch (const boost::system::system_error&) {
      ended = true;
    }
    std::this_thread::yield();
  }
  EXPECT_TRUE(ended);
}

TEST(Robustness, AReplyThatNobodyTakesIsNotKept) {
  EchoStore store;
  ServerOptions options;
  options.read_time_max = milliseconds(20);
  options.idle_time_max = std::chrono::minutes(10);
  const auto server = serve(store, options);
  RawClient client(server->port());
  // More than the sockets' own buffers hold.
  const std::string id(8 * mebibyte, 'x');
  client.send(get(id));
  wait_for_no_connections(*server);
  SUCCEED();
}

TEST(Robustness, WhoHasSaidAllStillGetsAnswers) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  client.send(get("a") + get("b") + get("c"));
  client.finish_sending();
  for (const char* id : {"a", "b", "c"}) EXPECT_EQ(client.read().body, item(id));
  EXPECT_TRUE(client.closed());
  RawClient half(server->port());
  half.send(get("a") + "POST / HTTP/1.1\r\nContent-Le");
  half.finish_sending();
  EXPECT_EQ(half.read().body, item("a"));
  EXPECT_TRUE(half.closed());
}

TEST(Robustness, ClientsThatStandStillDoNotHoldOthersUp) {
  EchoStore store;
  ServerOptions options;
  options.threads = 1;
  options.read_time_max = std::chrono::minutes(10);
  const auto server = serve(store, options);
  std::vector<std::unique_ptr<RawClient>> still;
  const std::string large(4 * mebibyte, 'x');
  const std::string starts[] = {"",
                                "POST",
                                "POST / HTTP/1.1\r\nHost: a\r\nx",
                                "POST / HTTP/1.1\r\nContent-Length: 16777216\r\n\r\n{",
                                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n{",
                                get(large)};
  for (int i = 0; i < 60; ++i) {
    still.push_back(std::make_unique<RawClient>(server->port()));
    if (const std::string& start = starts[i % std::size(starts)]; !start.empty()) {
      still.back()->send(start);
    }
  }
  RawClient client(server->port());
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(client.call(get(std::to_string(i))).body, item(std::to_string(i)));
  }
}

class Encoded : public testing::Test {
 protected:
  static std::string request(const std::string& encoding, const std::string& body) {
    return post("GetItem", body, "Content-Encoding: " + encoding + "\r\n");
  }
  static std::string chunked(const std::string& encoding, const std::string& body) {
    std::string request =
        "POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n"
        "Content-Type: application/x-amz-json-1.0\r\nTransfer-Encoding: chunked\r\n"
        "Content-Encoding: " +
        encoding + "\r\n\r\n";
    for (const char byte : body) request += std::string("1\r\n") + byte + "\r\n";
    return request + "0\r\n\r\n";
  }

  const std::string body_ = R"({"TableName":"abc","Key":{"id":{"S":"a"}}})";
  EchoStore store_;
  std::unique_ptr<Server> server_ = serve(store_);
};

TEST_F(Encoded, GzipIsUnfolded) {
  RawClient client(server_->port());
  for (int i = 0; i < 2; ++i) {
    const RawReply reply = client.call(request("gzip", gzip(body_)));
    EXPECT_EQ(reply.body, item("a"));
    EXPECT_EQ(reply.headers.at("x-amz-crc32"), std::to_string(crc32(reply.body)));
    EXPECT_EQ(client.call(chunked("gzip", gzip(body_))).body, item("a"));
    EXPECT_EQ(client.call(request("identity", body_)).body, item("a"));
    EXPECT_EQ(client.call(get("b")).body, item("b")) << "one request's encoding is not the next's";
  }
}

TEST_F(Encoded, WhatUnfoldsToTooMuchIsRefused) {
  RawClient client(server_->port());
  EXPECT_EQ(client.call(request("gzip", gzip(std::string(17 * mebibyte, ' ')))).status, 413);
  EXPECT_TRUE(client.closed());
}

TEST_F(Encoded, WhatIsNoGzipIsRefused) {
  for (const auto& [encoding, body, status] :
       {std::tuple{"gzip", body_, 400}, std::tuple{"gzip", gzip(body_).substr(0, 20), 400},
        std::tuple{"br", body_, 415}, std::tuple{"deflate", body_, 415}}) {
    RawClient client(server_->port());
    EXPECT_EQ(client.call(request(encoding, body)).status, status) << encoding;
    EXPECT_TRUE(client.closed());
  }
}

}  // namespace
}  // namespace isotherm::wire
