#include "sharding/hash_strategy.h"

#include "base/expects.h"

namespace isotherm::sharding {
namespace {

Shard in_bounds(Shard shards) {
  expects(shards >= 1 && shards <= shards_max, "1 to 65536 shards");
  return shards;
}

}  // namespace

HashStrategy::HashStrategy(Shard shards, HashFunction function)
    : modulus_(in_bounds(shards)), function_(function) {}

Shard HashStrategy::shard_of(Inputs inputs) const {
  if (inputs.size() == 1 && inputs[0] != nullptr)
    if (const auto* text = inputs[0]->get_if<std::string>()) return shard_of_text(*text);
  SourceHash source(function_);
  for (const AttributeValue* input : inputs) source.add(KeyPart::of(input));
  return shard_of_hash(source.finish());
}

Shard HashStrategy::shard_of_parts(std::span<const KeyPart> inputs) const {
  if (inputs.size() == 1 && inputs[0].type == KeyPart::Type::text)
    return shard_of_text(inputs[0].bytes);
  SourceHash source(function_);
  for (const KeyPart& input : inputs) source.add(input);
  return shard_of_hash(source.finish());
}

Shard HashStrategy::shard_of_escaped(std::string_view text) const {
  SourceHash source(function_);
  source.add({KeyPart::Type::text, text});
  return shard_of_hash(source.finish());
}

Shard shard_of_hash(std::uint32_t hash, Shard shards) {
  return Modulus(shards).floor_of_signed(hash);
}

}  // namespace isotherm::sharding
