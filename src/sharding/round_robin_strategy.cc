#include "sharding/round_robin_strategy.h"

#include "base/expects.h"

namespace isotherm::sharding {

RoundRobinStrategy::RoundRobinStrategy(Shard shards, std::uint64_t begin)
    : shards_(shards), next_(begin) {
  expects(shards >= 1 && shards <= shards_max, "1 to 65536 shards");
}

}  // namespace isotherm::sharding
