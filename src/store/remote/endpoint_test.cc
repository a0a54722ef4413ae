#include "store/remote/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isotherm::remote {
namespace {

using ::testing::HasSubstr;

TEST(Endpoint, ReadsUrls) {
  EXPECT_EQ(parse_endpoint("http://127.0.0.1:8000").value(),
            (Endpoint{false, "127.0.0.1", "8000"}));
  EXPECT_EQ(parse_endpoint("https://dynamodb.eu-west-1.amazonaws.com/").value(),
            (Endpoint{true, "dynamodb.eu-west-1.amazonaws.com", "443"}));
  EXPECT_EQ(parse_endpoint("http://[::1]:8000").value(), (Endpoint{false, "::1", "8000"}));
  EXPECT_EQ(parse_endpoint("http://[::1]").value().url(), "http://[::1]");
  EXPECT_EQ(parse_endpoint("http://db:80").value().authority(), "db");
  EXPECT_EQ(parse_endpoint("https://db:8443").value().url(), "https://db:8443");
}

TEST(Endpoint, RefusesWhatIsNone) {
  for (const char* url :
       {"", "db", "db:8000", "ftp://db", "http://", "http:///", "http://db/path", "http://db?x",
        "http://me:secret@db", "http://db:", "http://db:0", "http://db:65536", "http://db:8o",
        "http://[::1", "http://[::1]8000", "http://a b", "HTTP://db"}) {
    const auto parsed = parse_endpoint(url);
    ASSERT_FALSE(parsed.ok()) << url;
    EXPECT_THAT(parsed.error(), HasSubstr(std::string("'") + url + "' is no endpoint"));
  }
}

TEST(Endpoint, KnowsAmazonsRegions) {
  EXPECT_EQ(region_in("dynamodb.eu-west-1.amazonaws.com"), "eu-west-1");
  EXPECT_EQ(region_in("dynamodb-fips.us-gov-west-1.amazonaws.com"), "us-gov-west-1");
  EXPECT_EQ(region_in("dynamodb.cn-north-1.amazonaws.com.cn"), "cn-north-1");
  EXPECT_EQ(region_in("123456789012.ddb.us-east-2.amazonaws.com"), "");
  EXPECT_EQ(region_in("dynamodb.us-east-1.api.aws"), "us-east-1");
  EXPECT_EQ(region_in("vpce-1.dynamodb.us-east-1.amazonaws.com"), "us-east-1");
  EXPECT_EQ(region_in("localhost"), "");
  EXPECT_EQ(region_in("amazonaws.com"), "");
  EXPECT_EQ(region_in("mydynamodb.eu-west-1.amazonaws.com"), "");
}

TEST(Endpoint, FindsTheOneOfStreams) {
  const auto streams = [](const char* url) {
    return streams_endpoint(parse_endpoint(url).value()).url();
  };
  EXPECT_EQ(streams("https://dynamodb.eu-west-1.amazonaws.com"),
            "https://streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(streams("http://127.0.0.1:8000"), "http://127.0.0.1:8000");
}

}  // namespace
}  // namespace isotherm::remote
