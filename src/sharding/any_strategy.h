#pragma once

// A deterministic strategy of either kind, as a schema or a command line names it.

#include <string_view>
#include <variant>

#include "sharding/hash_strategy.h"
#include "sharding/id_suffix_strategy.h"

namespace isotherm::sharding {

class AnyStrategy {
 public:
  AnyStrategy(HashStrategy strategy) : strategy_(strategy) {}
  AnyStrategy(IdSuffixStrategy strategy) : strategy_(strategy) {}

  Shard shards() const {
    return std::visit([](const auto& strategy) { return strategy.shards(); }, strategy_);
  }
  Result<Shard> shard_of(Inputs inputs) const {
    return std::visit(
        [&](const auto& strategy) { return Result<Shard>(strategy.shard_of(inputs)); }, strategy_);
  }
  /// "hash", "id-suffix"
  std::string_view name() const {
    return std::holds_alternative<HashStrategy>(strategy_) ? "hash" : "id-suffix";
  }
  const HashStrategy* hash() const { return std::get_if<HashStrategy>(&strategy_); }
  const IdSuffixStrategy* id_suffix() const { return std::get_if<IdSuffixStrategy>(&strategy_); }

  friend bool operator==(const AnyStrategy&, const AnyStrategy&) = default;

 private:
  std::variant<HashStrategy, IdSuffixStrategy> strategy_;
};

static_assert(DeterministicStrategy<AnyStrategy>);

}  // namespace isotherm::sharding
