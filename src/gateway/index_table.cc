#include "gateway/index_table.h"

#include <algorithm>

#include "base/expects.h"
#include "gateway/index_table_text.h"

namespace isotherm::gateway {
namespace {

/// The rule as the store below the sharding sees it: a sharded index is one over its shard keys.
schema::IndexRule physical_rule(const schema::IndexRule& rule, const KeySchema& table_key) {
  schema::IndexRule physical = rule;
  if (rule.shard) {
    physical.name = rule.physical;
    const KeyType type = rule.partition_key.type == KeyType::B ? KeyType::B : KeyType::S;
    physical.partition_key = {rule.shard->attribute, type};
    Projection& projection = physical.table->projection;
    auto& names = projection.non_key_attributes;
    const std::string& logical = rule.partition_key.name;
    if (projection.type != ProjectionType::all && !table_key.has(logical) &&
        std::find(names.begin(), names.end(), logical) == names.end()) {
      projection.type = ProjectionType::include;
      names.push_back(logical);
    }
  }
  // One shard, whose key is the partition key itself.
  physical.shard = schema::ShardRule{{}, sharding::HashStrategy(1), {}, {}};
  return physical;
}

/// Why the live table is not one that this index can lie in; empty: it is.
std::string misfit_of(const schema::IndexRule& rule, const TableDescription& live) {
  const KeySchema wanted{rule.partition_key,
                         AttributeDefinition{std::string(index_table_sort), KeyType::S}};
  if (live.key == wanted) return {};
  return "table '" + live.name + "' has another key than ('" + wanted.partition.name + "' " +
         std::string(type_name(wanted.partition.type)) + ", '" + std::string(index_table_sort) +
         "' S): create it through the gateway, or name another";
}

IndexStatus index_status(TableStatus status) {
  switch (status) {
    case TableStatus::creating: return IndexStatus::creating;
    case TableStatus::updating: return IndexStatus::updating;
    case TableStatus::deleting: return IndexStatus::deleting;
    case TableStatus::active: break;
  }
  return IndexStatus::active;
}

}  // namespace

bool is_reserved_attribute(std::string_view name) {
  return name == item_version || name == index_table_sort || name == tombstone_mark ||
         name == tombstone_expiry;
}

IndexTable make_index_table(const schema::IndexRule& rule, const KeySchema& table_key,
                            std::optional<TableDescription> live) {
  auto format = sharding::ShardFormat::make({}, 1);
  expects(format.ok(), "the default format is one");
  IndexTable made{{physical_rule(rule, table_key), std::move(format).value(), std::nullopt, {}, {}},
                  std::move(live)};
  ShardedIndex& index = made.index;
  index.lies_in_table = true;
  index.logical_key.partition = index.rule.partition_key;
  if (rule.sort_key)
    index.logical_key.sort = AttributeDefinition{*rule.sort_key, rule.table->sort_type};
  if (!made.live) return made;
  index.misfit = misfit_of(index.rule, *made.live);
  index.live = described_index(made);
  return made;
}

GlobalSecondaryIndex described_index(const IndexTable& index) {
  GlobalSecondaryIndex described;
  described.name = index.name();
  described.key = index.key();
  described.projection = index.projection();
  if (!index.live) return described;
  const TableDescription& table = *index.live;
  described.status = index_status(table.status);
  described.provisioned = table.provisioned;
  described.changes = table.changes;
  described.on_demand = table.on_demand;
  described.warm = table.warm;
  described.warm_rises = table.warm_rises;
  described.size_bytes = table.size_bytes;
  described.item_count = table.item_count;
  return described;
}

Item entry_key(const IndexTable& index, const KeySchema& table_key, const Item& item) {
  const std::string& partition = index.key().partition.name;
  Item key;
  key.emplace(partition, *find(item, partition));
  key.emplace(std::string(index_table_sort), index_table_key(item, index.key().sort, table_key));
  return key;
}

Item entry_of(const IndexTable& index, const KeySchema& table_key, const Item& item) {
  Item entry = index_entry(item, table_key, index.key(), index.projection());
  entry.insert_or_assign(std::string(index_table_sort),
                         index_table_key(item, index.key().sort, table_key));
  return entry;
}

CreateTableRequest index_table_request(const IndexTable& index) {
  CreateTableRequest request;
  request.table_name = index.table();
  request.attribute_definitions = {index.key().partition,
                                   {std::string(index_table_sort), KeyType::S}};
  request.key_schema = {{index.key().partition.name, true}, {std::string(index_table_sort), false}};
  return request;
}

}  // namespace isotherm::gateway
