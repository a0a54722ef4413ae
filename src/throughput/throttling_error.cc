// The exceptions and messages of a denied request. All texts of this room's errors stand here.

#include "model/error_detail.h"
#include "model/table.h"
#include "throughput/admission.h"

namespace isotherm::throughput {

namespace {

constexpr std::string_view provisioned_table =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API.";
constexpr std::string_view provisioned_index =
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the table was exceeded. Consider increasing your provisioning level for the under-provisioned "
    "global secondary indexes with the UpdateTable API.";
constexpr std::string_view on_demand_table =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically "
    "scaling your table or index so please try again shortly. If exceptions persist, check if you "
    "have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
    "bp-partition-key-design.html";
constexpr std::string_view on_demand_index =
    "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is "
    "automatically scaling your index so please try again shortly.";
constexpr std::string_view on_demand_maximum =
    "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
constexpr std::string_view account_limit =
    "Throughput exceeds the current throughput limit for your account. To request a limit "
    "increase, contact AWS Support at https://aws.amazon.com/support.";

}  // namespace

ErrorCode error_code(const Denial& denial) {
  switch (denial.reason.limit) {
    case Limit::provisioned: return ErrorCode::provisioned_throughput_exceeded;
    case Limit::max_on_demand: return ErrorCode::throttling;
    case Limit::account: return ErrorCode::request_limit_exceeded;
    case Limit::key_range:
      return denial.provisioned ? ErrorCode::provisioned_throughput_exceeded
                                : ErrorCode::throttling;
  }
  return ErrorCode::throttling;
}

std::string_view error_message(const Denial& denial) {
  const bool table = denial.reason.kind == ResourceKind::table;
  switch (denial.reason.limit) {
    case Limit::max_on_demand: return on_demand_maximum;
    case Limit::account: return account_limit;
    case Limit::provisioned: return table ? provisioned_table : provisioned_index;
    case Limit::key_range:
      if (denial.provisioned) return table ? provisioned_table : provisioned_index;
      return table ? on_demand_table : on_demand_index;
  }
  return {};
}

Error throttling_error(const Admission& admission, std::string_view table_arn) {
  if (admission.denials.empty()) return Error::internal("a request was throttled by no limit");
  const Denial& first = admission.denials.front();
  Error error(error_code(first), std::string(error_message(first)));
  for (const Denial& denial : admission.denials)
    error.mutable_detail().throttling_reasons.push_back(
        {std::string(reason_name(denial.reason)),
         denial.index.empty() ? std::string(table_arn) : index_arn(table_arn, denial.index)});
  return error;
}

}  // namespace isotherm::throughput
