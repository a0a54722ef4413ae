#include "wire/cross_origin.h"

#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

const std::string from_a = "Origin: https://a.example\r\n";

std::unique_ptr<Server> serve_sites(Store& store, std::vector<std::string> origins) {
  ServerOptions options;
  options.origins = std::move(origins);
  return serve(store, std::move(options));
}

TEST(CrossOrigin, AnswersTheBrowsersQuestion) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  const RawReply reply =
      client.call("OPTIONS / HTTP/1.1\r\nHost: h\r\n" + from_a +
                  "Access-Control-Request-Method: POST\r\n"
                  "Access-Control-Request-Headers: authorization,x-amz-target\r\n\r\n");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "");
  EXPECT_EQ(reply.headers.at("Content-Length"), "0");
  EXPECT_EQ(reply.headers.at("Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(reply.headers.at("Access-Control-Allow-Methods"), "POST");
  EXPECT_EQ(reply.headers.at("Access-Control-Allow-Headers"), "authorization,x-amz-target");
  EXPECT_EQ(reply.headers.at("Access-Control-Max-Age"), "172800");
  EXPECT_EQ(client.call(get("a")).body, item("a")) << "on the same connection";
}

TEST(CrossOrigin, ShowsScriptsTheServicesHeadersAlsoOfErrors) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  for (const std::string& operation : {"GetItem", "NoSuch"}) {
    const RawReply reply =
        client.call(post(operation, R"({"TableName":"abc","Key":{"id":{"S":"a"}}})", from_a));
    EXPECT_EQ(reply.headers.at("Access-Control-Allow-Origin"), "*");
    const std::string& shown = reply.headers.at("Access-Control-Expose-Headers");
    EXPECT_NE(shown.find("x-amzn-RequestId"), std::string::npos);
    EXPECT_NE(shown.find("x-amz-crc32"), std::string::npos);
    EXPECT_EQ(reply.headers.count("Access-Control-Allow-Methods"), 0U);
  }
  EXPECT_EQ(
      client.call("GET / HTTP/1.1\r\n" + from_a + "\r\n").headers.at("Access-Control-Allow-Origin"),
      "*");
  EXPECT_EQ(client.call(get("a")).headers.count("Access-Control-Allow-Origin"), 0U)
      << "the headers of one reply do not stay for the next";
}

TEST(CrossOrigin, LetsOnlyTheNamedSitesIn) {
  EchoStore store;
  const auto server = serve_sites(store, {"https://b.example", "https://a.example"});
  RawClient client(server->port());
  RawReply reply = client.call(get("a", from_a));
  EXPECT_EQ(reply.headers.at("Access-Control-Allow-Origin"), "https://a.example");
  EXPECT_EQ(reply.headers.at("Vary"), "Origin");
  for (const char* other : {"https://a.example.org", "http://a.example", "null", "*"}) {
    const std::string origin = std::string("Origin: ") + other + "\r\n";
    reply = client.call(get("a", origin));
    EXPECT_EQ(reply.headers.count("Access-Control-Allow-Origin"), 0U) << other;
    EXPECT_EQ(client.call("OPTIONS / HTTP/1.1\r\n" + origin + "\r\n").status, 404) << other;
  }
}

TEST(CrossOrigin, LetsNobodyInWhenToldSo) {
  EchoStore store;
  const auto server = serve_sites(store, {});
  RawClient client(server->port());
  const RawReply reply = client.call(get("a", from_a));
  EXPECT_EQ(reply.body, item("a"));
  EXPECT_EQ(reply.headers.count("Access-Control-Allow-Origin"), 0U);
  EXPECT_EQ(client.call("OPTIONS / HTTP/1.1\r\n" + from_a + "\r\n").status, 404);
}

TEST(CrossOrigin, WhatIsNoQuestionOfABrowserIsNoOperation) {
  EchoStore store;
  const auto server = serve(store);
  RawClient client(server->port());
  EXPECT_EQ(client.call("OPTIONS / HTTP/1.1\r\nHost: h\r\n\r\n").status, 404);
}

}  // namespace
}  // namespace isotherm::wire
