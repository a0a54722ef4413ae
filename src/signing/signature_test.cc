// The published vectors of Signature Version 4: credentials, scope and time are the same in all.

#include "signing/signature.h"

#include <gtest/gtest.h>

namespace isotherm::signing {
namespace {

const Credentials example{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"};
const Scope scope{"20150830", "us-east-1", "service"};
constexpr std::string_view time = "20150830T123600Z";
constexpr UnixMillis now{1'440'938'160'000};
const std::string token =
    "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSP"
    "fIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT"
    "7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlz"
    "m8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

struct Vector {
  std::string name;
  std::string method;
  std::string target;
  std::vector<Header> headers;
  std::string body;
  std::string signature;
};

const std::string unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const std::string vanilla_get = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";

const Vector vectors[] = {
    {"get-vanilla", "GET", "/", {}, "", vanilla_get},
    {"get-relative", "GET", "/example/..", {}, "", vanilla_get},
    {"get-relative-relative", "GET", "/example1/example2/../..", {}, "", vanilla_get},
    {"get-slash", "GET", "//", {}, "", vanilla_get},
    {"get-slash-dot-slash", "GET", "/./", {}, "", vanilla_get},
    {"get-slash-pointless-dot",
     "GET",
     "/./example",
     {},
     "",
     "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"},
    {"get-slashes",
     "GET",
     "//example//",
     {},
     "",
     "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"},
    {"get-header-key-duplicate",
     "GET",
     "/",
     {{"My-Header1", "value2"}, {"My-Header1", "value2"}, {"My-Header1", "value1"}},
     "",
     "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
    {"get-header-value-order",
     "GET",
     "/",
     {{"My-Header1", "value4"},
      {"My-Header1", "value1"},
      {"my-header1", "value3"},
      {"MY-HEADER1", "value2"}},
     "",
     "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"},
    {"get-header-value-trim",
     "GET",
     "/",
     {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
     "",
     "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
    {"get-unreserved",
     "GET",
     "/" + unreserved,
     {},
     "",
     "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"},
    {"get-vanilla-empty-query-key",
     "GET",
     "/?Param1=value1",
     {},
     "",
     "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"},
    {"get-vanilla-query-order-key",
     "GET",
     "/?Param1=value2&Param1=Value1",
     {},
     "",
     "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"},
    {"get-vanilla-query-order-key-case",
     "GET",
     "/?Param2=value2&Param1=value1",
     {},
     "",
     "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
    {"get-vanilla-query-order-value",
     "GET",
     "/?Param1=value2&Param1=value1",
     {},
     "",
     "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"},
    {"get-vanilla-query-unreserved",
     "GET",
     "/?" + unreserved + "=" + unreserved,
     {},
     "",
     "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
    {"get-vanilla-utf8-query",
     "GET",
     "/?\u1234=bar",
     {},
     "",
     "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
    {"get-vanilla-utf8-query, escaped",
     "GET",
     "/?%E1%88%b4=bar",
     {},
     "",
     "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
    {"post-vanilla",
     "POST",
     "/",
     {},
     "",
     "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
    {"post-header-key-sort",
     "POST",
     "/",
     {{"My-Header1", "value1"}},
     "",
     "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"},
    {"post-header-value-case",
     "POST",
     "/",
     {{"My-Header1", "VALUE1"}},
     "",
     "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"},
    {"post-vanilla-query",
     "POST",
     "/?Param1=value1",
     {},
     "",
     "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"},
    {"post-x-www-form-urlencoded",
     "POST",
     "/",
     {{"Content-Type", "application/x-www-form-urlencoded"}},
     "Param1=value1",
     "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"},
    {"post-x-www-form-urlencoded-parameters",
     "POST",
     "/",
     {{"Content-Type", "application/x-www-form-urlencoded; charset=utf8"}},
     "Param1=value1",
     "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe"},
    {"post-sts-header-before",
     "POST",
     "/",
     {{"X-Amz-Security-Token", token}},
     "",
     "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"},
};

TEST(Signature, IsThatOfThePublishedVectors) {
  for (const Vector& vector : vectors) {
    std::vector<Header> headers = vector.headers;
    headers.push_back({"Host", "example.amazonaws.com"});
    const Request request{vector.method, vector.target, headers, vector.body};
    const auto added = sign(request, {example, "us-east-1", "service"}, now);
    ASSERT_EQ(added.size(), 2U);
    EXPECT_EQ(added[0].value, time);
    EXPECT_TRUE(added[1].value.ends_with(", Signature=" + vector.signature))
        << vector.name << ": " << added[1].value;
  }
}

TEST(Signature, OfTemporaryCredentialsBringsTheirToken) {
  Credentials temporary = example;
  temporary.session_token = token;
  const std::vector<Header> headers{{"Host", "example.amazonaws.com"}, {"User-Agent", "any"}};
  const auto added = sign({"POST", "/", headers, ""}, {temporary, "us-east-1", "service"}, now);
  ASSERT_EQ(added.size(), 3U);
  EXPECT_EQ(added[1].name, "X-Amz-Security-Token");
  EXPECT_EQ(added[1].value, token);
  EXPECT_EQ(added[2].value,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
            "SignedHeaders=host;x-amz-date;x-amz-security-token, "
            "Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead");
}

TEST(Signature, KeyIsThatOfThePublishedExample) {
  // [General Reference, "Examples of how to derive a signing key"]
  const Sha256 key = signing_key(example.secret_access_key, {"20120215", "us-east-1", "iam"});
  EXPECT_EQ(to_hex(key), "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d");
}

TEST(CanonicalRequest, EncodesAPathOnceMoreThanItWasSent) {
  const std::vector<std::string> no_headers;
  const auto path_of = [&](std::string_view target) {
    const std::string canonical = canonical_request({"GET", target, {}, ""}, no_headers);
    return canonical.substr(4, canonical.find('\n', 4) - 4);
  };
  EXPECT_EQ(path_of("/example space/"), "/example%20space/");
  EXPECT_EQ(path_of("/a%20b"), "/a%2520b");
  EXPECT_EQ(path_of("/\u1234"), "/%E1%88%B4");
  EXPECT_EQ(path_of("/a/../../b/."), "/b/");
  EXPECT_EQ(path_of(""), "/");
}

TEST(CanonicalRequest, LeavesOutTheSignatureItself) {
  const std::vector<std::string> host{"host"};
  const std::vector<Header> headers{{"HOST", "h"}};
  const Request request{"GET", "/?b&X-Amz-Signature=0&a=%2f+%zz", headers, ""};
  EXPECT_TRUE(canonical_request(request, host, "X-Amz-Signature")
                  .starts_with("GET\n/\na=%2F%2B%25zz&b=\nhost:h\n\nhost\n"));
}

TEST(Sha256, IsThatOfThePublishedExamples) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  // RFC 4231, cases 2 and 6: a short key, and one longer than a block.
  EXPECT_EQ(to_hex(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(to_hex(hmac_sha256(std::string(131, '\xaa'),
                               "Test Using Larger Than Block-Size Key - Hash Key First")),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  EXPECT_EQ(to_hex(hmac_sha256("", "")),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST(Sha256, ComparesWholeTexts) {
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
}

}  // namespace
}  // namespace isotherm::signing
