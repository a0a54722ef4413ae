#include "store/fleet/consumed.h"

#include <algorithm>
#include <utility>

namespace isotherm::fleet {

void add_consumed(std::vector<ConsumedCapacity>& all, ConsumedCapacity one) {
  const auto same = std::ranges::find(all, one.table_name, &ConsumedCapacity::table_name);
  if (same == all.end())
    all.push_back(std::move(one));
  else
    *same += one;
}

std::vector<ConsumedCapacity> summed(std::vector<ConsumedCapacity> all) {
  std::vector<ConsumedCapacity> sums;
  for (ConsumedCapacity& one : all) add_consumed(sums, std::move(one));
  return sums;
}

}  // namespace isotherm::fleet
