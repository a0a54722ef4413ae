#pragma once

// The `shard` section of an index: strategy, inputs, number of shards, format.
//
//   shard: {attribute: k, strategy: hash, inputs: [memberId], shards: 16,
//           format: {separator: "-", digits: hex, padding: 0, first: 0, hash: murmur3_x86_32}}
//   shard: {attribute: k, strategy: id-suffix, inputs: [memberId], shards: 16,
//           part: {take: last, count: 2, unit: characters, digits: hex}}
//
// Without `shards`, id-suffix takes the part as it is, and has a shard for each value of it.
//
//           overrides: {tenant-1: 64}       partition keys with a number of shards of their own
//
// That of a table's own key has no `attribute`, may have `original`, and may draw its shards:
//
//   shard: {strategy: hash, inputs: [SK], shards: 10, original: OriginalPK}
//   shard: {strategy: random, shards: 10}

#include <optional>

#include "schema/schema.h"
#include "schema/section.h"

namespace isotherm::schema {

/// What can be made of the section; its problems are added to those of `shard`.
ShardRule parse_shard_rule(const Section& shard);
/// That of the wildcard for indexes: without an attribute, and maybe without inputs.
ShardRule parse_any_shard_rule(const Section& shard);

/// The same of a table's own key, whose partition key and name are there.
void parse_key_shard(const Section& shard, KeyRule& rule, bool needs_inputs = true);

/// Key attributes' names are short; the gateway's own prefix is for nobody else.
void expect_key_attribute(const Section& section, std::string_view key, const std::string& name);

}  // namespace isotherm::schema
