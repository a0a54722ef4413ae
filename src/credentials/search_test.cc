#include "credentials/search.h"

#include <gmock/gmock.h>

#include "credentials/fake_endpoint.h"
#include "credentials/from_container.h"
#include "credentials/from_process.h"
#include "credentials/region.h"
#include "credentials/sts.h"

namespace isotherm::credentials {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr UnixMillis now{1'700'000'000'000};

/// The JSON of an endpoint.
std::string answer_of(const std::string& id, const std::string& token_name = "Token") {
  return R"({"Code":"Success","Version":1,"AccessKeyId":")" + id +
         R"(","SecretAccessKey":"s/+=","Expiration":"2033-05-18T03:33:20Z",")" + token_name +
         R"(":"t=="})";
}

std::string sts_xml(const std::string& id) {
  return "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><Result>"
         "<Credentials><AccessKeyId>" +
         id +
         "</AccessKeyId><SecretAccessKey>s&amp;+/</SecretAccessKey><SessionToken>t==</SessionToken>"
         "<Expiration>2033-05-18T03:33:20.000Z</Expiration></Credentials></Result>"
         "</AssumeRoleResponse>";
}

class SearchTest : public Home {
 protected:
  SearchResult look(bool profile_first = false) {
    return wait_for(search(settings(), profile_first, "us-west-2", now));
  }
  /// "environment: AKID", or the error.
  std::string outcome(bool profile_first = false) {
    const SearchResult result = look(profile_first);
    return result.found ? result.text + ": " + result.found->credentials.access_key_id
                        : result.text;
  }
  /// An endpoint for STS.
  std::unique_ptr<FakeEndpoint> sts(Told told) {
    auto made = std::make_unique<FakeEndpoint>([told](const Asked&) { return told; });
    variables["AWS_ENDPOINT_URL_STS"] = made->url();
    return made;
  }
};

TEST_F(SearchTest, NothingIsSetUpAndEveryPlaceIsNamed) {
  const std::string text = outcome();
  for (const char* part :
       {"no credentials were found", "environment: AWS_ACCESS_KEY_ID is not set",
        "web identity: AWS_WEB_IDENTITY_TOKEN_FILE is not set", "profile: there is no profile",
        "container: neither AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
        "instance metadata: AWS_EC2_METADATA_DISABLED is true"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST_F(SearchTest, TheEnvironmentComesFirst) {
  write(".aws/credentials", "[default]\naws_access_key_id=FILE\naws_secret_access_key=s\n");
  EXPECT_EQ(outcome(), "profile: FILE");
  variables["AWS_ACCESS_KEY_ID"] = "ENV";
  EXPECT_THAT(outcome(), HasSubstr("AWS_SECRET_ACCESS_KEY is not"));
  EXPECT_THAT(outcome(), Not(HasSubstr("profile:")));
  variables["AWS_SECRET_ACCESS_KEY"] = "secret";
  variables["AWS_SESSION_TOKEN"] = "token";
  EXPECT_EQ(outcome(), "environment: ENV");
  EXPECT_EQ(look().found->credentials.session_token, "token");
  EXPECT_FALSE(look().found->expires.has_value());
  // A profile that was chosen by hand is meant.
  EXPECT_EQ(outcome(/*profile_first=*/true), "profile: FILE");
}

TEST_F(SearchTest, AProfileThatWasNamedMustBeThere) {
  variables["AWS_PROFILE"] = "absent";
  EXPECT_THAT(outcome(), HasSubstr("there is no profile 'absent' in "));
  EXPECT_THAT(outcome(), Not(HasSubstr("container:")));
}

TEST_F(SearchTest, WebIdentity) {
  const auto service = sts({200, sts_xml("ASIAWEB")});
  variables["AWS_WEB_IDENTITY_TOKEN_FILE"] = write("token", "ey.J+/=\n");
  EXPECT_THAT(outcome(), HasSubstr("AWS_ROLE_ARN is not"));
  variables["AWS_ROLE_ARN"] = "arn:aws:iam::123456789012:role/r";
  variables["AWS_ROLE_SESSION_NAME"] = "me";
  EXPECT_EQ(outcome(), "web identity: ASIAWEB");
  const auto asked = service->asked().back();
  EXPECT_EQ(asked.line, "POST /");
  EXPECT_EQ(asked.body,
            "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn="
            "arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fr&RoleSessionName=me&"
            "WebIdentityToken=ey.J%2B%2F%3D");
  const auto found = *look().found;
  EXPECT_EQ(found.credentials.secret_access_key, "s&+/");
  EXPECT_EQ(found.expires, UnixMillis(2'000'000'000'000));
}

TEST_F(SearchTest, WebIdentityThatIsRefusedEndsTheSearch) {
  const auto service =
      sts({403,
           "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not &lt;you&gt;</Message>"
           "</Error></ErrorResponse>"});
  variables["AWS_ROLE_ARN"] = "arn:aws:iam::1:role/r";
  variables["AWS_WEB_IDENTITY_TOKEN_FILE"] = "/nonexistent";
  EXPECT_THAT(outcome(), HasSubstr("the token file /nonexistent cannot be read"));
  variables["AWS_WEB_IDENTITY_TOKEN_FILE"] = write("token", "t");
  write(".aws/credentials", "[default]\naws_access_key_id=FILE\naws_secret_access_key=s\n");
  EXPECT_THAT(outcome(), HasSubstr("STS answered 403 AccessDenied: Not <you>"));
}

TEST_F(SearchTest, ARoleByAnotherProfileIsSigned) {
  const auto service = sts({200, sts_xml("ASIAROLE")});
  write(".aws/config",
        "[default]\nrole_arn = arn:aws:iam::1:role/r\nsource_profile = base\n"
        "external_id = x y\nduration_seconds = 900\nrole_session_name = me\n"
        "[profile base]\naws_access_key_id = AKIDBASE\naws_secret_access_key = s\n");
  EXPECT_EQ(outcome(), "profile: ASIAROLE");
  const auto asked = service->asked().front();
  EXPECT_THAT(asked.headers.at("authorization"),
              HasSubstr("Credential=AKIDBASE/20231114/us-west-2/sts/aws4_request"));
  EXPECT_EQ(asked.body,
            "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Fr&"
            "RoleSessionName=me&DurationSeconds=900&ExternalId=x%20y");
  // What the service checks: the signature of what arrived.
  std::vector<signing::Header> headers;
  for (const auto& [name, value] : asked.headers) headers.push_back({name, value});
  const std::vector<std::string> names{"accept", "content-type", "host", "x-amz-date"};
  const signing::Scope scope{"20231114", "us-west-2", "sts"};
  const std::string expected = signing::signature(
      signing::signing_key("s", scope),
      signing::string_to_sign(
          asked.headers.at("x-amz-date"), scope,
          signing::canonical_request({"POST", "/", headers, asked.body}, names)));
  EXPECT_THAT(asked.headers.at("authorization"), HasSubstr("Signature=" + expected));
}

TEST_F(SearchTest, ARoleByOtherSources) {
  const auto service = sts({200, sts_xml("ASIAROLE")});
  const std::string role = "[default]\nrole_arn = arn:aws:iam::1:role/r\n";
  write(".aws/config", role + "credential_source = Ec2InstanceMetadata\n");
  EXPECT_THAT(outcome(), HasSubstr("source without credentials: AWS_EC2_METADATA_DISABLED"));
  write(".aws/config", role +
                           "source_profile = default\naws_access_key_id = A\n"
                           "aws_secret_access_key = s\n");
  EXPECT_EQ(outcome(), "profile: ASIAROLE");
  write(".aws/config", role + "web_identity_token_file = " + write("token", "t") + "\n");
  EXPECT_EQ(outcome(), "profile: ASIAROLE");
  EXPECT_THAT(service->asked().back().body, HasSubstr("Action=AssumeRoleWithWebIdentity"));
}

TEST_F(SearchTest, ProfilesThatCannotBeFollowedSayWhy) {
  const std::string role = "[default]\nrole_arn = arn:aws:iam::1:role/r\n";
  const std::pair<std::string, std::string> cases[] = {
      {role, "has role_arn and none of"},
      {role + "source_profile = other\n", "there is no profile 'other'"},
      {role + "source_profile = b\n[profile b]\nrole_arn = x\nsource_profile = default\n",
       "profile 'default' is its own source"},
      {role + "source_profile = b\n[profile b]\nregion = x\n", "profile 'b' has no credentials"},
      {role + "source_profile = b\ncredential_source = Environment\n", "keep one of them"},
      {role + "credential_source = Nowhere\n", "it is Environment, EcsContainer"},
      {role + "mfa_serial = x\nsource_profile = b\n", "mfa_serial"},
      {"[default]\nsso_session = x\n", "needs a login (sso)"},
      {"[default]\naws_access_key_id = x\n", "no aws_secret_access_key"},
      {"[default]\naws_secret_access_key = x\n", "no aws_access_key_id"},
      {"[default\n", "line 1: a section's name ends with ']'"},
  };
  for (const auto& [config, why] : cases) {
    write(".aws/config", config);
    EXPECT_THAT(outcome(), HasSubstr(why)) << config;
  }
}

TEST_F(SearchTest, AProcessPrintsThem) {
  const std::string file = write("out", answer_of("AKIDPROCESS", "SessionToken"));
  write(".aws/config", "[default]\ncredential_process = cat '" + file + "'\n");
  EXPECT_EQ(outcome(), "profile: AKIDPROCESS");
  EXPECT_EQ(look().found->credentials.session_token, "t==");
  EXPECT_EQ(look().found->expires, UnixMillis(2'000'000'000'000));
}

TEST_F(SearchTest, AProcessThatFailsSaysHow) {
  const std::pair<std::string, std::string> cases[] = {
      {"exit 3", "ended with exit code 3"},
      {"kill -9 $$", "was ended by signal 9"},
      {"true", "printed no JSON object"},
      {"echo '[1]'", "printed no JSON object"},
      {"echo '{}'", "printed no \"Version\": 1"},
      {"echo '{\"Version\": 2}'", "printed no \"Version\": 1"},
      {"echo '{\"Version\": 1, \"AccessKeyId\": \"a\"}'", "no AccessKeyId or no SecretAccessKey"},
      {"head -c 1000000 /dev/zero", "printed too much"},
  };
  for (const auto& [command, why] : cases) {
    const Outcome outcome = wait_for(from_process(command, std::chrono::seconds(60)));
    const auto* broken = std::get_if<Broken>(&outcome);
    ASSERT_NE(broken, nullptr) << command;
    EXPECT_THAT(broken->why, HasSubstr(why)) << command;
  }
}

TEST_F(SearchTest, AProcessThatTakesTooLongIsEnded) {
  for (const char* command : {"cat /dev/zero > /dev/null", "exec >&-; cat /dev/zero > /dev/null"}) {
    const Outcome outcome = wait_for(from_process(command, std::chrono::milliseconds(100)));
    const auto* broken = std::get_if<Broken>(&outcome);
    ASSERT_NE(broken, nullptr);
    EXPECT_THAT(broken->why, HasSubstr("took longer"));
  }
}

TEST_F(SearchTest, AContainer) {
  FakeEndpoint endpoint([](const Asked& asked) -> std::optional<Told> {
    if (asked.line == "GET /role?x=1") return Told{200, answer_of("ASIABOX")};
    if (asked.line == "GET /refused") return Told{200, R"({"code":"No","message":"not yours"})"};
    return Told{404, "gone"};
  });
  variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = endpoint.url() + "/role?x=1";
  EXPECT_EQ(outcome(), "container: ASIABOX");
  EXPECT_EQ(endpoint.asked().back().headers.count("authorization"), 0U);
  variables["AWS_CONTAINER_AUTHORIZATION_TOKEN"] = "direct";
  EXPECT_EQ(outcome(), "container: ASIABOX");
  EXPECT_EQ(endpoint.asked().back().headers.at("authorization"), "direct");
  variables["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = write("token", "from file\n");
  EXPECT_EQ(outcome(), "container: ASIABOX");
  EXPECT_EQ(endpoint.asked().back().headers.at("authorization"), "from file");
  variables["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = write("token", "a\r\nX-Other: b");
  EXPECT_THAT(outcome(), HasSubstr("has a line break"));
  variables.erase("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = endpoint.url() + "/none";
  EXPECT_THAT(outcome(), HasSubstr("answered 404"));
  variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = endpoint.url() + "/refused";
  EXPECT_THAT(outcome(), HasSubstr("it answered No: not yours"));
}

TEST_F(SearchTest, AContainerIsAskedInPlainTextOnlyNearby) {
  for (const char* url :
       {"http://169.254.170.2/", "http://169.254.170.23/", "http://[fd00:ec2::23]/x",
        "http://127.8.9.1/", "http://[::1]:80/", "http://localhost:1/"}) {
    EXPECT_TRUE(may_be_plain(*parse_url(url))) << url;
  }
  for (const char* url : {"http://example.com/", "http://169.254.169.254/", "http://127.0.0.1.x/",
                          "http://10.0.0.1/", "http://[fd00:ec2::254]/"}) {
    EXPECT_FALSE(may_be_plain(*parse_url(url))) << url;
    variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = url;
    EXPECT_THAT(outcome(), HasSubstr("without TLS")) << url;
  }
  variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] = "no-slash";
  EXPECT_THAT(outcome(), HasSubstr("does not begin with '/'"));
}

/// An instance's metadata service, as it is.
std::optional<Told> instance(const Asked& asked) {
  if (asked.line == "PUT /latest/api/token" &&
      asked.headers.count("x-aws-ec2-metadata-token-ttl-seconds") == 1)
    return Told{200, "TOKEN=="};
  const auto token = asked.headers.find("x-aws-ec2-metadata-token");
  if (token == asked.headers.end() || token->second != "TOKEN==") return Told{401, ""};
  if (asked.line == "GET /latest/meta-data/iam/security-credentials/") return Told{200, "web-role"};
  if (asked.line == "GET /latest/meta-data/iam/security-credentials/web-role")
    return Told{200, answer_of("ASIAINSTANCE")};
  if (asked.line == "GET /latest/meta-data/placement/region") return Told{200, "ap-south-1"};
  return Told{404, ""};
}

TEST_F(SearchTest, AnInstance) {
  FakeEndpoint endpoint(instance);
  variables.erase("AWS_EC2_METADATA_DISABLED");
  variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = endpoint.url() + "/";
  EXPECT_EQ(outcome(), "instance metadata: ASIAINSTANCE");
  EXPECT_THAT(
      endpoint.lines(),
      ElementsAre("PUT /latest/api/token", "GET /latest/meta-data/iam/security-credentials/",
                  "GET /latest/meta-data/iam/security-credentials/web-role"));
  EXPECT_EQ(wait_for(find_region(settings())), "ap-south-1");
  variables["AWS_EC2_METADATA_DISABLED"] = "TRUE";
  EXPECT_THAT(outcome(), HasSubstr("AWS_EC2_METADATA_DISABLED is true"));
  EXPECT_EQ(wait_for(find_region(settings())), "");
}

TEST_F(SearchTest, AnInstanceThatHasNoneOrDoesNotAnswer) {
  variables.erase("AWS_EC2_METADATA_DISABLED");
  variables["AWS_METADATA_SERVICE_TIMEOUT"] = "0.05";
  FakeEndpoint without_role([](const Asked& asked) -> std::optional<Told> {
    if (asked.line.starts_with("PUT")) return Told{200, "TOKEN=="};
    return Told{404, ""};
  });
  variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = without_role.url();
  EXPECT_THAT(outcome(), HasSubstr("has the instance a role?"));
  FakeEndpoint silent([](const Asked&) { return std::nullopt; });
  variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = silent.url();
  variables["AWS_METADATA_SERVICE_NUM_ATTEMPTS"] = "3";
  EXPECT_THAT(outcome(), HasSubstr("read: timed out"));
  EXPECT_EQ(silent.asked().size(), 3U);
  variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = "nonsense";
  EXPECT_THAT(outcome(), HasSubstr("is no URL"));
}

TEST_F(SearchTest, AnInstanceWhoseCredentialsAreOldIsTrustedForAWhile) {
  FakeEndpoint endpoint([](const Asked& asked) -> std::optional<Told> {
    auto told = instance(asked);
    const auto at = told->body.find("2033");
    if (at != std::string::npos) told->body.replace(at, 4, "2003");
    return told;
  });
  variables.erase("AWS_EC2_METADATA_DISABLED");
  variables["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = endpoint.url();
  EXPECT_EQ(look().found->expires, now + std::chrono::minutes(10));
}

TEST(CredentialTimes, AreReadInEveryForm) {
  const UnixMillis expected(2'000'000'000'000);
  for (const char* text : {"2033-05-18T03:33:20Z", "2033-05-18T03:33:20.123456Z",
                           "2033-05-18T05:03:20+01:30", "2033-05-17T23:33:20-04:00"}) {
    EXPECT_EQ(parse_time(text), expected) << text;
  }
  for (const char* text : {"", "soon", "2033-05-18", "2033-05-18T03:33:20", "2033-05-18T03:33:20Zx",
                           "2033-05-18T03:33:20+1:30"}) {
    EXPECT_FALSE(parse_time(text).has_value()) << text;
  }
}

TEST(CredentialUrls, AreTakenApart) {
  const auto url = parse_url("https://[fd00:ec2::23]:8443/a/b?c=d#e");
  ASSERT_TRUE(url.ok());
  EXPECT_TRUE(url->is_https);
  EXPECT_EQ(url->host, "fd00:ec2::23");
  EXPECT_EQ(url->port, "8443");
  EXPECT_EQ(url->target, "/a/b?c=d");
  EXPECT_EQ(url->authority(), "[fd00:ec2::23]:8443");
  EXPECT_EQ(parse_url("http://a")->authority(), "a");
  EXPECT_EQ(parse_url("http://a?b")->target, "/?b");
  for (const char* text :
       {"", "a", "ftp://a/", "http://", "http://:80/", "http://a:b/", "http://a:123456/",
        "http://u@a/", "http://[::1/", "http://a b/", "http://a/\r\nX: y"}) {
    EXPECT_FALSE(parse_url(text).ok()) << text;
  }
}

}  // namespace
}  // namespace isotherm::credentials
