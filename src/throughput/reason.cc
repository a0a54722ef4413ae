#include "throughput/reason.h"

namespace isotherm::throughput {

namespace {

constexpr std::string_view names[2][direction_count][limit_count] = {
    {{"TableReadProvisionedThroughputExceeded", "TableReadMaxOnDemandThroughputExceeded",
      "TableReadAccountLimitExceeded", "TableReadKeyRangeThroughputExceeded"},
     {"TableWriteProvisionedThroughputExceeded", "TableWriteMaxOnDemandThroughputExceeded",
      "TableWriteAccountLimitExceeded", "TableWriteKeyRangeThroughputExceeded"}},
    {{"IndexReadProvisionedThroughputExceeded", "IndexReadMaxOnDemandThroughputExceeded",
      "IndexReadAccountLimitExceeded", "IndexReadKeyRangeThroughputExceeded"},
     {"IndexWriteProvisionedThroughputExceeded", "IndexWriteMaxOnDemandThroughputExceeded",
      "IndexWriteAccountLimitExceeded", "IndexWriteKeyRangeThroughputExceeded"}},
};

}  // namespace

std::string_view reason_name(Reason reason) {
  return names[static_cast<std::size_t>(reason.kind)][static_cast<std::size_t>(reason.direction)]
              [static_cast<std::size_t>(reason.limit)];
}

std::array<Reason, reason_count> all_reasons() {
  std::array<Reason, reason_count> all;
  std::size_t i = 0;
  for (auto kind : {ResourceKind::table, ResourceKind::index})
    for (auto direction : {Direction::read, Direction::write})
      for (auto limit :
           {Limit::provisioned, Limit::max_on_demand, Limit::account, Limit::key_range})
        all[i++] = Reason{kind, direction, limit};
  return all;
}

std::string_view direction_name(Direction direction) {
  return direction == Direction::read ? "read" : "write";
}

}  // namespace isotherm::throughput
