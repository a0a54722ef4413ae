#include "sharding/growth.h"

#include <algorithm>
#include <numeric>

#include "base/expects.h"

namespace isotherm::sharding {
namespace {

std::vector<Shard> alike(Shard shard, Shard step, Shard count) {
  std::vector<Shard> all;
  all.reserve(count / step);
  for (Shard each = shard % step; each < count; each += step) all.push_back(each);
  return all;
}

}  // namespace

Growth::Growth(Shard from, Shard to) : from_(from), to_(to), step_(std::gcd(from, to)) {
  expects(from >= 1 && from <= shards_max && to >= 1 && to <= shards_max, "1 to 65536 shards");
}

std::vector<Shard> Growth::fed_by(Shard old_shard) const {
  expects(old_shard < from_, "an old shard");
  return alike(old_shard, step_, to_);
}

std::vector<Shard> Growth::sources_of(Shard new_shard) const {
  expects(new_shard < to_, "a new shard");
  return alike(new_shard, step_, from_);
}

Growth::Share Growth::moved() const {
  const std::uint64_t all = std::uint64_t{from_} / step_ * to_;
  return {all - std::min(from_, to_), all};
}

}  // namespace isotherm::sharding
