#include "base/base64.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm {
namespace {

std::string encoded(std::string_view bytes) {
  std::string out;
  append_base64(bytes, out);
  return out;
}

TEST(Base64, KnowsTheVectorsOfRfc4648) {
  const std::pair<const char*, const char*> vectors[] = {
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foob", "Zm9vYg=="},
      {"fooba", "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"},
  };
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(encoded(bytes), text);
    std::string decoded;
    EXPECT_EQ(decode_base64(text, decoded), Base64Fault::none) << text;
    EXPECT_EQ(decoded, bytes);
  }
}

TEST(Base64, ReturnsWhatWasEncoded) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 500; ++i) {
    std::string bytes(random() % 50, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    std::string decoded;
    ASSERT_EQ(decode_base64(encoded(bytes), decoded), Base64Fault::none);
    ASSERT_EQ(decoded, bytes);
  }
}

TEST(Base64, IsStrict) {
  const std::pair<const char*, Base64Fault> faults[] = {
      {"23456", Base64Fault::length},        {"a", Base64Fault::length},
      {"Zg", Base64Fault::length},           {"Zg=", Base64Fault::length},
      {"=+/=", Base64Fault::padding},        {"+/+=", Base64Fault::padding},
      {"Zh==", Base64Fault::padding},        {"Zg==Zg==", Base64Fault::padding},
      {"Z===", Base64Fault::padding},        {"====", Base64Fault::padding},
      {"Zm=v", Base64Fault::padding},        {"Zm9*", Base64Fault::character},
      {"Zm 9", Base64Fault::character},      {"Zm-_", Base64Fault::character},
      {"Zm9v\n===", Base64Fault::character}, {"Zm9\xC3", Base64Fault::character},
  };
  for (const auto& [text, fault] : faults) {
    std::string out;
    EXPECT_EQ(decode_base64(text, out), fault) << text;
  }
}

}  // namespace
}  // namespace isotherm
