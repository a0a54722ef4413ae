#include "credentials/settings.h"

#include "credentials/fake_endpoint.h"
#include "credentials/region.h"

namespace isotherm::credentials {
namespace {

class SettingsTest : public Home {
 protected:
  std::string value(std::string_view profile, std::string_view property) const {
    const auto read = settings().read_profile(profile);
    if (!read.ok()) return "error: " + read.error();
    if (!*read) return "no profile";
    const std::string* found = (*read)->find(property);
    return found != nullptr ? *found : "none";
  }
};

TEST_F(SettingsTest, CredentialsFileBeatsConfigFile) {
  write(".aws/config",
        "[default]\nregion = eu-west-1\n[profile dev]\nregion = us-west-2\n"
        "aws_access_key_id = CONFIG\n[dev]\nregion = not-a-profile\n");
  write(".aws/credentials", "[dev]\naws_access_key_id = CREDENTIALS\n");
  EXPECT_EQ(value("default", "region"), "eu-west-1");
  EXPECT_EQ(value("dev", "region"), "us-west-2");
  EXPECT_EQ(value("dev", "aws_access_key_id"), "CREDENTIALS");
  EXPECT_EQ(value("dev", "nothing"), "none");
  EXPECT_EQ(value("other", "region"), "no profile");
}

TEST_F(SettingsTest, FilesThatAreNotThereHaveNoProfiles) {
  EXPECT_EQ(value("default", "region"), "no profile");
}

TEST_F(SettingsTest, FilesThatCannotBeReadAreErrors) {
  const std::string path = write(".aws/config", "[default]\nnonsense\n");
  EXPECT_EQ(value("default", "region"), "error: " + path + ", line 2: expected name = value");
  variables["AWS_CONFIG_FILE"] = "/";
  EXPECT_EQ(value("default", "region"), "error: / cannot be read: Is a directory");
}

TEST_F(SettingsTest, FilesCanLieElsewhere) {
  variables["AWS_CONFIG_FILE"] = write("elsewhere", "[profile a]\nregion = sa-east-1\n");
  variables["AWS_PROFILE"] = "a";
  EXPECT_EQ(value("a", "region"), "sa-east-1");
  EXPECT_EQ(configured_region(settings()), "sa-east-1");
}

TEST_F(SettingsTest, RegionsHaveAnOrder) {
  EXPECT_EQ(configured_region(settings()), "");
  EXPECT_EQ(wait_for(find_region(settings())), "");
  write(".aws/config", "[default]\nregion = eu-west-1\n");
  EXPECT_EQ(configured_region(settings()), "eu-west-1");
  variables["AWS_DEFAULT_REGION"] = "eu-west-2";
  EXPECT_EQ(configured_region(settings()), "eu-west-2");
  variables["AWS_REGION"] = "eu-west-3";
  EXPECT_EQ(wait_for(find_region(settings())), "eu-west-3");
}

}  // namespace
}  // namespace isotherm::credentials
