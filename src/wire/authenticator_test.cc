#include "wire/authenticator.h"

#include <gtest/gtest.h>

#include "signing/signature.h"
#include "wire/authorization.h"
#include "wire/server_on_loopback.h"

namespace isotherm::wire {
namespace {

using signing::Credentials;
using signing::Header;
using signing::Signer;

const std::string secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr std::string_view invalid_token = "The security token included in the request is invalid.";

signing::Profiles people() {
  return {{"AKIDEXAMPLE", {.name = "me", .credentials = {"AKIDEXAMPLE", secret}}},
          {"ASIATEMP", {.name = "temp", .credentials = {"ASIATEMP", secret, "token=="}}}};
}

class Authentication : public testing::Test {
 protected:
  // The request as the server's parser hands it over.
  HttpRequest request(std::vector<Header> headers) const {
    HttpRequest out;
    out.method = "POST";
    out.uri = "/";
    out.body = body_;
    for (const Header& header : headers) {
      const std::string name = signing::lower_case(header.name);
      if (name == "authorization") out.authorization = header.value;
      if (name == "x-amz-date") out.date = header.value;
      if (name == "date" && out.date.empty()) out.date = header.value;
    }
    out.fields = std::move(headers);
    return out;
  }

  HttpRequest signed_by(const Signer& signer, Duration late = {}) const {
    std::vector<Header> headers = headers_;
    const UnixMillis now = clock_.unix_time() - std::chrono::duration_cast<UnixMillis>(late);
    for (Header& header : signing::sign({"POST", "/", headers_, body_}, signer, now)) {
      headers.push_back(std::move(header));
    }
    return request(std::move(headers));
  }

  Signer me() const { return {{"AKIDEXAMPLE", secret}, "us-east-1", "dynamodb"}; }

  // "Exception: message", or "" when it is served.
  std::string refusal(const HttpRequest& request) const {
    const auto sender = authenticator_.sender(request);
    if (sender.ok()) return "";
    return std::string(exception_name(sender.error().code())) + ": " + sender.error().message();
  }

  // The request with one header changed.
  HttpRequest with(const HttpRequest& original, const std::string& name, std::string value) const {
    std::vector<Header> headers = original.fields;
    for (Header& header : headers) {
      if (header.name == name) header.value = std::move(value);
    }
    return request(std::move(headers));
  }

  std::string replaced(std::string text, const std::string& from, const std::string& to) const {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    return text.replace(at, from.size(), to);
  }

  ManualClock clock_;
  std::string body_ = R"({"TableName":"abc"})";
  std::vector<Header> headers_{{"Host", "localhost:8000"},
                               {"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                               {"Content-Type", "application/x-amz-json-1.0"}};
  Authenticator authenticator_{{.profiles = people(), .region = "us-east-1", .clock = &clock_}};
};

TEST_F(Authentication, TakesTheRightSignature) {
  EXPECT_EQ(refusal(signed_by(me())), "");
  EXPECT_EQ(refusal(signed_by(me())), "") << "with the key kept from the first time";
  clock_.advance(std::chrono::hours(24));
  EXPECT_EQ(refusal(signed_by(me())), "") << "with the key of another day";
}

TEST_F(Authentication, RefusesAnUnknownKeyBeforeTheRest) {
  constexpr auto a_day = std::chrono::hours(24);
  const std::string refused = "UnrecognizedClientException: " + std::string(invalid_token);
  EXPECT_EQ(refusal(signed_by({{"NOBODY", secret}, "us-east-1"})), refused);
  EXPECT_EQ(refusal(signed_by({{"NOBODY", secret}, "mars", "sqs"}, a_day)), refused);
}

TEST_F(Authentication, WantsTheSessionTokenOfTemporaryCredentialsAndNoOther) {
  const std::string refused = "UnrecognizedClientException: " + std::string(invalid_token);
  EXPECT_EQ(refusal(signed_by({{"ASIATEMP", secret, "token=="}, "us-east-1"})), "");
  EXPECT_EQ(refusal(signed_by({{"ASIATEMP", secret, "token="}, "us-east-1"})), refused);
  EXPECT_EQ(refusal(signed_by({{"ASIATEMP", secret}, "us-east-1"})), refused);
  EXPECT_EQ(refusal(signed_by({{"AKIDEXAMPLE", secret, "token=="}, "us-east-1"})), refused);
}

TEST_F(Authentication, SaysWhatShouldHaveBeenSigned) {
  const HttpRequest wrong = signed_by({{"AKIDEXAMPLE", "wrong"}, "us-east-1"});
  EXPECT_EQ(
      refusal(wrong),
      "InvalidSignatureException: The request signature we calculated does not match the "
      "signature you provided. Check your AWS Secret Access Key and signing method. Consult the "
      "service documentation for details.\n\n"
      "The Canonical String for this request should have been\n"
      "'POST\n/\n\ncontent-type:application/x-amz-json-1.0\nhost:localhost:8000\n"
      "x-amz-date:20231114T221320Z\nx-amz-target:DynamoDB_20120810.GetItem\n\n"
      "content-type;host;x-amz-date;x-amz-target\n" +
          signing::to_hex(signing::sha256(body_)) +
          "'\n\nThe String-to-Sign should have been\n'AWS4-HMAC-SHA256\n20231114T221320Z\n"
          "20231114/us-east-1/dynamodb/aws4_request\n" +
          signing::to_hex(signing::sha256(signing::canonical_request(
              {"POST", "/", wrong.fields, body_},
              std::vector<std::string>{"content-type", "host", "x-amz-date", "x-amz-target"}))) +
          "'\n");
}

TEST_F(Authentication, RefusesWhatChangedOnTheWay) {
  const HttpRequest original = signed_by(me());
  HttpRequest request = original;
  request.body += ' ';
  EXPECT_TRUE(refusal(request).starts_with("InvalidSignatureException: The request signature"));
  request = original;
  request.uri = "/?a=b";
  EXPECT_TRUE(refusal(request).starts_with("InvalidSignatureException: The request signature"));
  request = original;
  request.method = "PUT";
  EXPECT_TRUE(refusal(request).starts_with("InvalidSignatureException: The request signature"));
  for (const char* name : {"Host", "X-Amz-Target", "Content-Type"}) {
    EXPECT_TRUE(refusal(with(original, name, "other"))
                    .starts_with("InvalidSignatureException: The request signature"))
        << name;
  }
  request = original;
  request.fields.push_back({"User-Agent", "not signed"});
  EXPECT_EQ(refusal(request), "");
}

TEST_F(Authentication, BoundsTheAgeOfASignature) {
  using std::chrono::seconds;
  EXPECT_EQ(refusal(signed_by(me(), seconds(300))), "");
  EXPECT_EQ(refusal(signed_by(me(), seconds(301))),
            "InvalidSignatureException: Signature expired: 20231114T220819Z is now earlier than "
            "20231114T220820Z (20231114T221320Z - 5 min.)");
  EXPECT_EQ(refusal(signed_by(me(), -seconds(300))), "");
  EXPECT_EQ(refusal(signed_by(me(), -seconds(301))),
            "InvalidSignatureException: Signature not yet current: 20231114T221821Z is still later "
            "than 20231114T221820Z (20231114T221320Z + 5 min.)");
}

TEST_F(Authentication, ChecksTheScope) {
  EXPECT_EQ(refusal(signed_by({{"AKIDEXAMPLE", secret}, "mars", "sqs"})),
            "InvalidSignatureException: Credential should be scoped to a valid region, not 'mars'. "
            "Credential should be scoped to correct service: 'dynamodb'. ");
  const HttpRequest original = signed_by(me());
  const std::string& text = original.authorization;
  EXPECT_EQ(refusal(with(original, "Authorization", replaced(text, "/20231114/", "/20231113/"))),
            "InvalidSignatureException: Date in Credential scope does not match YYYYMMDD from "
            "ISO-8601 version of date from HTTP: '20231113' != '20231114', from "
            "'20231114T221320Z'. ");
  EXPECT_EQ(refusal(with(original, "Authorization", replaced(text, "aws4_request", "aws5"))),
            "InvalidSignatureException: Credential should be scoped with a valid terminator: "
            "'aws4_request', not 'aws5'. ");
  EXPECT_EQ(
      refusal(with(original, "Authorization", replaced(text, "/20231114/", "/"))),
      "IncompleteSignatureException: Credential must have exactly 5 slash-delimited elements, "
      "e.g. keyid/date/region/service/term, got "
      "'AKIDEXAMPLE/us-east-1/dynamodb/aws4_request'");
  EXPECT_EQ(refusal(with(original, "Authorization", replaced(text, ";host;", ";"))),
            "InvalidSignatureException: 'Host' or ':authority' must be a 'SignedHeader' in the AWS "
            "Authorization.");
  EXPECT_EQ(refusal(with(original, "X-Amz-Date", "yesterday")),
            "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got "
            "'yesterday'. See http://en.wikipedia.org/wiki/ISO_8601");
}

TEST_F(Authentication, ReadsTheDateHeaderToo) {
  headers_.push_back({"Date", "Tue, 14 Nov 2023 22:13:20 GMT"});
  // Signed without X-Amz-Date, as old clients do.
  std::vector<Header> headers = headers_;
  const std::vector<std::string> names{"date", "host"};
  const signing::Scope scope{"20231114", "us-east-1"};
  const std::string canonical = signing::canonical_request({"POST", "/", headers, body_}, names);
  headers.push_back(
      {"Authorization",
       "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/" + scope.text() +
           ",SignedHeaders=host;date,Signature=" +
           signing::signature(signing_key(secret, scope),
                              signing::string_to_sign("20231114T221320Z", scope, canonical))});
  EXPECT_EQ(refusal(request(headers)), "");
}

TEST_F(Authentication, TakesSignaturesInTheQuery) {
  const signing::Scope scope{"20231114", "us-east-1"};
  const std::string query =
      "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE%2F20231114%2Fus-east-1%2F"
      "dynamodb%2Faws4_request&X-Amz-Date=20231114T221320Z&X-Amz-Expires=3600&"
      "X-Amz-SignedHeaders=host";
  const std::vector<std::string> names{"host"};
  const std::string canonical = signing::canonical_request({"POST", query, headers_, body_}, names);
  HttpRequest signed_request = request(headers_);
  signed_request.uri =
      query + "&X-Amz-Signature=" +
      signing::signature(signing_key(secret, scope),
                         signing::string_to_sign("20231114T221320Z", scope, canonical));
  EXPECT_EQ(refusal(signed_request), "");
  clock_.advance(std::chrono::hours(1));
  EXPECT_EQ(refusal(signed_request), "");
  clock_.advance(std::chrono::seconds(1));
  EXPECT_EQ(refusal(signed_request),
            "InvalidSignatureException: Signature expired: 20231114T221320Z is now earlier than "
            "20231114T221321Z (20231114T231321Z - 60 min.)");
  HttpRequest both = signed_request;
  both.authorization = "AWS4-HMAC-SHA256 x";
  EXPECT_EQ(refusal(both),
            "InvalidSignatureException: Found both 'X-Amz-Algorithm' as a query-string param and "
            "'Authorization' as HTTP header.");
  HttpRequest empty = request(headers_);
  empty.uri = "/?X-Amz-Algorithm";
  EXPECT_EQ(refusal(empty),
            "IncompleteSignatureException: AWS query-string parameters must include "
            "'X-Amz-Algorithm'. AWS query-string parameters must include 'X-Amz-Credential'. AWS "
            "query-string parameters must include 'X-Amz-Signature'. AWS query-string parameters "
            "must include 'X-Amz-SignedHeaders'. AWS query-string parameters must include "
            "'X-Amz-Date'. Re-examine the query-string parameters.");
}

TEST_F(Authentication, TellsWhoItIsAndGoesOnWithOthers) {
  const auto sender = authenticator_.sender(signed_by(me()));
  ASSERT_TRUE(sender.ok());
  ASSERT_NE(*sender, nullptr);
  EXPECT_EQ((*sender)->name, "me");
  authenticator_.use_profiles({{"OTHER", {.name = "other", .credentials = {"OTHER", secret}}}});
  EXPECT_TRUE(refusal(signed_by(me())).starts_with("UnrecognizedClientException"));
  EXPECT_EQ(refusal(signed_by({{"OTHER", secret}, "us-east-1"})), "");
  // Whoever was let in before is still known.
  EXPECT_EQ((*sender)->name, "me");
}

// What is wrong with the form is said with any credentials, too.
class AnyCredentials : public Authentication {
 protected:
  Authenticator any_{{.profiles = std::nullopt}};
};

TEST_F(AnyCredentials, NeedASignature) {
  for (const char* text : {"", "AWS4", "AWS key:signature", "Bearer abc", "Basic YTpi"}) {
    const auto sender = any_.sender(request({{"Authorization", text}}));
    ASSERT_FALSE(sender.ok()) << text;
    EXPECT_EQ(sender.error().code(), ErrorCode::missing_authentication_token) << text;
    EXPECT_EQ(sender.error().message(), "Request is missing Authentication Token");
  }
}

TEST_F(AnyCredentials, NeedAllOfIt) {
  const auto refused = [&](const std::string& text, const std::string& date) {
    std::vector<Header> headers{{"Authorization", text}};
    if (!date.empty()) headers.push_back({"X-Amz-Date", date});
    const auto sender = any_.sender(request(std::move(headers)));
    if (sender.ok()) return std::string();
    return std::string(exception_name(sender.error().code())) + ": " + sender.error().message();
  };
  const std::string begin = "IncompleteSignatureException: ";
  const auto requires_ = [](const std::string& name) {
    return "Authorization header requires '" + name + "' parameter. ";
  };
  const std::string dated =
      "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
  EXPECT_EQ(refused("AWS4-", ""), begin + requires_("Credential") + requires_("Signature") +
                                      requires_("SignedHeaders") + dated + "Authorization=AWS4-");
  EXPECT_EQ(
      refused("AWS4-HMAC-SHA256 Credential=a, Signature=b, SignedHeaders=c", ""),
      begin + dated + "Authorization=AWS4-HMAC-SHA256 Credential=a, Signature=b, SignedHeaders=c");
  EXPECT_EQ(refused("AWS4-HMAC-SHA256 Credential=, Signature=b, SignedHeaders=c", "x"),
            begin + requires_("Credential") +
                "Authorization=AWS4-HMAC-SHA256 Credential=, Signature=b, SignedHeaders=c");
  EXPECT_EQ(refused("AWS4-HMAC-SHA1 Credential=a, Signature=b, SignedHeaders=c", "x"),
            begin + "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA1'.");
  EXPECT_EQ(refused("AWS4-HMAC-SHA256 Credential=a, Signature=b, SignedHeaders=c", "x"), "");
  EXPECT_EQ(refused("AWS4-HMAC-SHA256 Credential=a,Signature=b,SignedHeaders=c", "x"), "");
  EXPECT_EQ(refused("AWS4-HMAC-SHA256  SignedHeaders=c Signature=b Credential=a", "x"), "");
}

TEST_F(Authentication, IsAskedAfterTheBodysFormAndTheTarget) {
  EchoStore store;
  ServerOptions options;
  options.authenticator =
      std::make_shared<const Authenticator>(AuthenticatorOptions{.profiles = people()});
  const auto server = serve(store, std::move(options));
  RawClient client(server->port());
  EXPECT_EQ(client.call(post("GetItem", "{")).body,
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
  EXPECT_EQ(client.call(post("Nothing", "{}")).body,
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
  const RawReply reply = client.call(get("a"));
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.body,
            R"({"__type":"com.amazon.coral.service#MissingAuthenticationTokenException",)"
            R"("message":"Request is missing Authentication Token"})");
  client.send("GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.read().status, 200) << "health is for everybody";
}

TEST_F(Authentication, OfARequestOnTheWire) {
  EchoStore store;
  ServerOptions options;
  options.authenticator =
      std::make_shared<const Authenticator>(AuthenticatorOptions{.profiles = people()});
  const auto server = serve(store, std::move(options));
  RawClient client(server->port());
  const std::string body = R"({"TableName":"abc","Key":{"id":{"S":"a"}}})";
  const std::vector<Header> headers{{"Host", "localhost:8000"},
                                    {"X-Amz-Target", "DynamoDB_20120810.GetItem"},
                                    {"Content-Type", "application/x-amz-json-1.0"}};
  const auto added = signing::sign({"POST", "/", headers, body}, me(), SystemClock().unix_time());
  std::string lines;
  for (const Header& header : added) lines += header.name + ": " + header.value + "\r\n";
  EXPECT_EQ(client.call(post("GetItem", body, lines)).body, item("a"));
  EXPECT_EQ(client.call(post("GetItem", body, lines)).body, item("a")) << "and again";
  const RawReply reply = client.call(post("GetItem", body + " ", lines));
  EXPECT_EQ(reply.status, 400);
  EXPECT_TRUE(reply.body.find("#InvalidSignatureException") != std::string::npos) << reply.body;
}

}  // namespace
}  // namespace isotherm::wire
