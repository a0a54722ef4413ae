#pragma once

// Twins: the same table twice, each on an engine of its own: one plain, and one behind a gateway
// that shards its global index. For tests that send both the same requests.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "gateway/gateway.h"
#include "store/engine/engine.h"
#include "store/run.h"

namespace isotherm::gateway::testing {

inline std::unique_ptr<engine::Engine> open_engine() {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(std::move(options));
  expects(opened.ok(), "an engine in memory opens");
  return std::move(opened).value();
}

/// Where the gateway's twin has its index.
enum class Place {
  sharded_index,  ///< in a sharded index of the store
  table,          ///< in an index table
  sharded_table   ///< in an index table, by shard keys
};

/// What the twins' table looks like. The index has partition key `p`, and `s` unless it has none.
struct Shape {
  KeyType partition = KeyType::S;
  std::optional<KeyType> sort = KeyType::S;
  sharding::Shard shards = 4;
  std::vector<std::string> inputs = {"s"};
  Projection projection = {};
  bool table_has_sort_key = false;
  /// Instead of `hash` over `shards`.
  std::optional<sharding::AnyStrategy> strategy = std::nullopt;
  sharding::FormatFields fields = {};
  Place place = Place::sharded_index;
};

inline constexpr const char* table_name = "Things";
inline constexpr const char* index_name = "by-p";
inline constexpr const char* physical_name = "by-p-sharded";
inline constexpr const char* hidden_name = "p_shard";
inline constexpr const char* index_table_name = "Things-by-p";

inline schema::TableRule rule_of(const Shape& shape) {
  schema::IndexRule index;
  index.name = index_name;
  index.type = schema::IndexType::sharded_gsi;
  index.partition_key = {"p", shape.partition};
  if (shape.sort) index.sort_key = "s";
  index.physical = physical_name;
  index.shard =
      schema::ShardRule{hidden_name, shape.strategy.value_or(sharding::HashStrategy(shape.shards)),
                        shape.inputs, shape.fields};
  if (shape.place != Place::sharded_index) {
    index.type = schema::IndexType::table;
    index.table = schema::IndexTableRule{index_table_name, shape.sort.value_or(KeyType::S),
                                         shape.projection, schema::Maintain::transaction};
    if (shape.place == Place::table) index.shard.reset();
  }
  return {table_name, {index}, 1};
}

inline std::shared_ptr<const schema::Schema> schema_of(const Shape& shape) {
  schema::Schema schema;
  schema.tables.emplace(table_name, rule_of(shape));
  return std::make_shared<const schema::Schema>(std::move(schema));
}

inline CreateTableRequest create_request(const Shape& shape) {
  CreateTableRequest request;
  request.table_name = table_name;
  request.billing_mode = BillingMode::pay_per_request;
  request.attribute_definitions = {{"id", KeyType::S}, {"p", shape.partition}};
  request.key_schema = {{"id", true}};
  if (shape.table_has_sort_key) {
    request.attribute_definitions.push_back({"sub", KeyType::N});
    request.key_schema.push_back({"sub", false});
  }
  SecondaryIndexRequest index;
  index.index_name = index_name;
  index.key_schema = {{"p", true}};
  if (shape.sort) {
    request.attribute_definitions.push_back({"s", *shape.sort});
    index.key_schema.push_back({"s", false});
  }
  ProjectionRequest projection;
  projection.type = shape.projection.type;
  if (!shape.projection.non_key_attributes.empty())
    projection.non_key_attributes = shape.projection.non_key_attributes;
  index.projection = projection;
  request.global_indexes = {{index}};
  return request;
}

struct Twins {
  explicit Twins(const Shape& shape_of_both = {})
      : shape(shape_of_both),
        plain(open_engine()),
        below(open_engine()),
        gateway(*below, schema_of(shape)) {
    for (Store* store : {static_cast<Store*>(plain.get()), static_cast<Store*>(&gateway)}) {
      const auto created = run(store->create_table(create_request(shape)));
      expects(created.ok(), created.ok() ? "" : created.error().message().c_str());
    }
  }

  Shape shape;
  std::unique_ptr<engine::Engine> plain;
  /// The store behind the gateway.
  std::unique_ptr<engine::Engine> below;
  Gateway gateway;
};

inline AttributeValue number(std::int64_t value) { return Number(value); }

inline QueryRequest query_of(AttributeValue partition) {
  QueryRequest request;
  request.table_name = table_name;
  request.index_name = index_name;
  request.key_condition_expression = "p = :p";
  request.placeholders.values = ExpressionValues{{":p", std::move(partition)}};
  return request;
}

inline PutItemRequest put_of(Item item) {
  PutItemRequest request;
  request.table_name = table_name;
  request.item = std::move(item);
  return request;
}

inline GetItemRequest get_of(Item key) {
  GetItemRequest request;
  request.table_name = table_name;
  request.key = std::move(key);
  request.consistent_read = true;
  return request;
}

inline UpdateItemRequest update_of(Item key, std::string expression, ExpressionValues values = {}) {
  UpdateItemRequest request;
  request.table_name = table_name;
  request.key = std::move(key);
  request.update_expression = std::move(expression);
  if (!values.empty()) request.placeholders.values = std::move(values);
  return request;
}

}  // namespace isotherm::gateway::testing
