#include "signing/credentials_file.h"

#include <gtest/gtest.h>

namespace isotherm::signing {
namespace {

TEST(CredentialsFile, HasAProfileForEachKey) {
  const auto profiles = parse_credentials(
      "# people\r\n"
      "[default]\r\n"
      "aws_access_key_id = ALPHA\r\n"
      "aws_secret_access_key=s3cr+t/=\r\n"
      "\r\n"
      "[ reader ]\n"
      "  aws_access_key_id=BETA\n"
      "\taws_secret_access_key =\tother\n"
      "; temporary\n"
      "aws_session_token = tok==\n"
      "isotherm_access = read-only\n"
      "[tables]\n"
      "aws_access_key_id=GAMMA\n"
      "aws_secret_access_key=other\n"
      "isotherm_access = full\n"
      "isotherm_tables = User:rw, *:none\n"
      "region = eu-west-1\n"
      "[profile role]\n"
      "role_arn = arn:aws:iam::1:role/x\n"
      "s3 =\n"
      "  max_concurrent_requests = 20\n");
  ASSERT_TRUE(profiles.ok()) << profiles.error();
  ASSERT_EQ(profiles->size(), 3U);
  const Profile& alpha = profiles->at("ALPHA");
  EXPECT_EQ(alpha.name, "default");
  EXPECT_EQ(alpha.credentials.secret_access_key, "s3cr+t/=");
  EXPECT_EQ(alpha.credentials.session_token, "");
  EXPECT_FALSE(alpha.rights.has_value());
  const Profile& beta = profiles->at("BETA");
  EXPECT_EQ(beta.name, "reader");
  EXPECT_EQ(beta.credentials.secret_access_key, "other");
  EXPECT_EQ(beta.credentials.session_token, "tok==");
  ASSERT_TRUE(beta.rights.has_value());
  EXPECT_EQ(beta.rights->of("any"), (Rights{.read = true}));
  const Profile& gamma = profiles->at("GAMMA");
  ASSERT_TRUE(gamma.rights.has_value());
  EXPECT_EQ(gamma.rights->of("User"), (Rights{.read = true, .write = true}));
  EXPECT_EQ(gamma.rights->of("any"), Rights());
}

TEST(CredentialsFile, SaysWhatIsWrongAndNeverASecret) {
  const std::string key = "[a]\naws_access_key_id = K\naws_secret_access_key = hidden\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "no section of it has aws_access_key_id and aws_secret_access_key"},
      {"[a]\nregion = x\n", "no section of it has aws_access_key_id and aws_secret_access_key"},
      {"[a\n", "line 1: a section's name ends with ']'"},
      {"a = b\n", "line 1: a property stands below a [section]"},
      {"[a]\nhidden\n", "line 2: expected name = value"},
      {"[a]\naws_access_key_id = a b\n", "line 2: an access key id has neither spaces nor '/'"},
      {"[a]\naws_access_key_id = K\n", "section [a] has no aws_secret_access_key"},
      {"[a]\naws_secret_access_key = hidden\n", "section [a] has no aws_access_key_id"},
      {key + "isotherm_access = hidden\n", "line 4: isotherm_access is full or read-only"},
      {key + "isotherm_tables = User\n",
       "line 4: isotherm_tables: 'User' is no pattern:rights, such as User:rw"},
      {key + "isotherm_tables = User:rw\nisotherm_access = read-only\n",
       "line 5: of isotherm_access = read-only and isotherm_tables a section has one, once"},
      {key + "isotherm_access = read-only\nisotherm_tables = *:none\n",
       "line 5: of isotherm_access = read-only and isotherm_tables a section has one, once"},
      {key + "[b]\naws_access_key_id = K\naws_secret_access_key = hidden\n",
       "section [b] has the aws_access_key_id of section [a]"},
  };
  for (const auto& [text, problem] : cases) {
    const auto profiles = parse_credentials(text);
    ASSERT_FALSE(profiles.ok()) << text;
    EXPECT_EQ(profiles.error(), problem) << text;
  }
}

TEST(CredentialsFile, ThatIsNotThereIsSaidToBe) {
  const auto profiles = read_credentials("/nowhere/credentials");
  ASSERT_FALSE(profiles.ok());
  EXPECT_EQ(profiles.error(), "No such file or directory");
}

}  // namespace
}  // namespace isotherm::signing
