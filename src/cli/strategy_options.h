#pragma once

// Options that say how keys are sharded: strategy, number of shards, and how a shard is written.

#include <optional>
#include <string>

#include "cli/options.h"
#include "sharding/any_strategy.h"
#include "sharding/shard_format.h"

namespace isotherm::cli {

enum class StrategyName { hash, id_suffix, random, round_robin };

class StrategyOptions {
 public:
  void declare(Options& options);

  StrategyName name() const { return name_; }
  std::string_view name_text() const;
  /// Whether a shard is drawn rather than computed.
  bool draws() const { return name_ == StrategyName::random || name_ == StrategyName::round_robin; }
  /// The strategy, or what is wrong. Of one that draws: nothing to be had here.
  Expected<sharding::AnyStrategy, UsageError> strategy() const;
  /// The number of shards of one that draws.
  sharding::Shard drawn_shards() const { return shards_ == 0 ? shards_default : shards_; }
  /// The format of so many shards, with the fields that were given over `otherwise`.
  Expected<sharding::ShardFormat, UsageError> format(sharding::Shard shards,
                                                     sharding::FormatFields otherwise) const;
  /// The format that belongs to the strategy.
  Expected<sharding::ShardFormat, UsageError> format() const;

 private:
  static constexpr sharding::Shard shards_default = 16;

  StrategyName name_ = StrategyName::hash;
  HashFunction hash_ = HashFunction::murmur3_x86_32;
  /// 0: not given.
  sharding::Shard shards_ = 0;
  sharding::IdPart part_ = {.count = 2};
  std::optional<std::string> separator_;
  std::optional<sharding::Digits> digits_;
  std::optional<std::uint32_t> padding_;
  std::optional<std::uint32_t> first_;
};

}  // namespace isotherm::cli
