#include "sharding/random_strategy.h"

#include "base/expects.h"

namespace isotherm::sharding {

RandomStrategy::RandomStrategy(Shard shards) : shards_(shards) {
  expects(shards >= 1 && shards <= shards_max, "1 to 65536 shards");
}

}  // namespace isotherm::sharding
