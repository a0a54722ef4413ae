#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/error_detail.h"
#include "throughput/admission.h"

namespace isotherm::throughput {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view arn = "arn:aws:dynamodb:eu-west-1:000000000000:table/User";

Admission denied(ResourceKind kind, Limit limit, bool is_provisioned) {
  return {false,
          {{{kind, Direction::write, limit},
            kind == ResourceKind::index ? "member" : "",
            is_provisioned}}};
}

TEST(ThrottlingError, ForAProvisionedTable) {
  const Error error = throttling_error(denied(ResourceKind::table, Limit::provisioned, true), arn);
  EXPECT_EQ(error.code(), ErrorCode::provisioned_throughput_exceeded);
  EXPECT_EQ(error.message(),
            "The level of configured provisioned throughput for the table was exceeded. Consider "
            "increasing your provisioning level with the UpdateTable API.");
  EXPECT_THAT(
      error.detail().throttling_reasons,
      ElementsAre(ThrottlingReason{"TableWriteProvisionedThroughputExceeded", std::string(arn)}));
}

TEST(ThrottlingError, NamesTheIndexThoughTheWriteWasOnTheTable) {
  const Error error = throttling_error(denied(ResourceKind::index, Limit::key_range, false), arn);
  EXPECT_EQ(error.code(), ErrorCode::throttling);
  EXPECT_THAT(error.message(), HasSubstr("one or more global secondary indexes"));
  EXPECT_THAT(error.detail().throttling_reasons,
              ElementsAre(ThrottlingReason{"IndexWriteKeyRangeThroughputExceeded",
                                           std::string(arn) + "/index/member"}));
}

TEST(ThrottlingError, ForTheKeyRangeDependsOnTheBillingMode) {
  EXPECT_EQ(throttling_error(denied(ResourceKind::table, Limit::key_range, true), arn).code(),
            ErrorCode::provisioned_throughput_exceeded);
  const Error error = throttling_error(denied(ResourceKind::table, Limit::key_range, false), arn);
  EXPECT_EQ(error.code(), ErrorCode::throttling);
  EXPECT_THAT(error.message(),
              StartsWith("Throughput exceeds the current capacity of your table or index."));
}

TEST(ThrottlingError, ForMaximaAndAccounts) {
  EXPECT_EQ(throttling_error(denied(ResourceKind::table, Limit::max_on_demand, false), arn).code(),
            ErrorCode::throttling);
  EXPECT_EQ(throttling_error(denied(ResourceKind::table, Limit::account, false), arn).code(),
            ErrorCode::request_limit_exceeded);
}

TEST(ThrottlingError, ListsAllReasonsAndTakesTheFirstOnesException) {
  Admission admission = denied(ResourceKind::table, Limit::provisioned, true);
  admission.denials.push_back(
      {{ResourceKind::index, Direction::write, Limit::key_range}, "member", true});
  const Error error = throttling_error(admission, arn);
  EXPECT_EQ(error.code(), ErrorCode::provisioned_throughput_exceeded);
  EXPECT_EQ(error.detail().throttling_reasons.size(), 2u);
}

}  // namespace
}  // namespace isotherm::throughput
