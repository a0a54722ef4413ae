#include "load/endpoint.h"

#include <gtest/gtest.h>

namespace isotherm::load {
namespace {

TEST(Endpoint, ReadsHostAndPort) {
  const auto endpoint = parse_endpoint("http://127.0.0.1:8000");
  ASSERT_TRUE(endpoint.ok());
  EXPECT_EQ(endpoint->host, "127.0.0.1");
  EXPECT_EQ(endpoint->port, 8000);
  EXPECT_EQ(endpoint->url(), "http://127.0.0.1:8000");
  EXPECT_EQ(parse_endpoint("http://localhost/")->port, 80);
}

TEST(Endpoint, ReadsAnIpv6Address) {
  const auto endpoint = parse_endpoint("http://[::1]:8123/");
  ASSERT_TRUE(endpoint.ok());
  EXPECT_EQ(endpoint->host, "::1");
  EXPECT_EQ(endpoint->authority(), "[::1]:8123");
}

TEST(Endpoint, RefusesWithTheReason) {
  const auto refused = [](std::string_view url) { return parse_endpoint(url).error().message; };
  EXPECT_NE(refused("https://dynamodb.example").find("TLS"), std::string::npos);
  EXPECT_NE(refused("127.0.0.1:8000").find("http://"), std::string::npos);
  EXPECT_NE(refused("http://:8000").find("host is missing"), std::string::npos);
  for (const auto* url :
       {"http://a:0", "http://a:65536", "http://a:8x", "http://a:", "http://[::1]x"})
    EXPECT_NE(refused(url).find("port"), std::string::npos) << url;
  EXPECT_NE(refused("http://a:1/path").find("only a host"), std::string::npos);
}

}  // namespace
}  // namespace isotherm::load
