#pragma once

// One table whose own key (PK, SK) is sharded, behind a gateway, on an engine where tests can look.

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"

namespace isotherm::gateway::testing {

struct Keyed {
  /// `shard`: the rest of the shard rule, as "shards: 4"; by a hash of SK unless it says otherwise.
  explicit Keyed(const std::string& shard, KeyType type = KeyType::S, std::string more = "")
      : type_(type),
        more_(std::move(more)),
        below(open_engine()),
        between(*below),
        gateway(between, schema_of(shard)) {
    const auto created = run(gateway.create_table(create_request(type)));
    EXPECT_TRUE(created.ok()) << (created.ok() ? "" : created.error().message());
  }

  static CreateTableRequest create_request(KeyType type) {
    CreateTableRequest request;
    request.table_name = "Tbl";
    request.billing_mode = BillingMode::pay_per_request;
    request.attribute_definitions = {{"PK", type}, {"SK", KeyType::S}};
    request.key_schema = {{"PK", true}, {"SK", false}};
    return request;
  }

  std::shared_ptr<const schema::Schema> schema_of(const std::string& shard) const {
    const bool has_strategy = shard.find("strategy:") != std::string::npos;
    const std::string yaml =
        "version: 1\ntables:\n  Tbl:\n    key: {partition: {attribute: PK, type: " +
        std::string(type_name(type_)) + "}, sort: SK}\n    shard: {" +
        (has_strategy ? "" : "strategy: hash, inputs: [SK], ") + shard + "}\n" + more_;
    auto parsed = schema::parse(yaml);
    expects(parsed.ok(), parsed.ok() ? "" : schema::to_string(parsed.error(), yaml).c_str());
    return std::make_shared<const schema::Schema>(std::move(parsed).value());
  }
  void use(const std::string& shard) { gateway.use_schema(schema_of(shard)); }

  PutItemRequest put_of(AttributeValue partition, std::string sort, Item more = {}) const {
    PutItemRequest request;
    request.table_name = "Tbl";
    request.item = std::move(more);
    request.item.emplace("PK", std::move(partition));
    request.item.emplace("SK", std::move(sort));
    return request;
  }
  void put(AttributeValue partition, std::string sort, Item more = {}) {
    const auto answer =
        run(gateway.put_item(put_of(std::move(partition), std::move(sort), std::move(more))));
    EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message());
  }

  static GetItemRequest get_of(AttributeValue partition, std::string sort) {
    GetItemRequest request;
    request.table_name = "Tbl";
    request.key = {{"PK", std::move(partition)}, {"SK", std::move(sort)}};
    request.consistent_read = true;
    return request;
  }
  std::optional<Item> get(AttributeValue partition, std::string sort) {
    const auto answer = run(gateway.get_item(get_of(std::move(partition), std::move(sort))));
    EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message());
    return answer.ok() ? answer->item : std::nullopt;
  }

  static QueryRequest query(AttributeValue partition) {
    QueryRequest request;
    request.table_name = "Tbl";
    request.key_condition_expression = "PK = :p";
    request.placeholders.values = ExpressionValues{{":p", std::move(partition)}};
    return request;
  }
  /// All pages.
  std::vector<Item> all(QueryRequest request) {
    std::vector<Item> items;
    for (int page = 0; page < 1000; ++page) {
      auto answer = run(gateway.query(request));
      EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message());
      if (!answer.ok()) return items;
      for (Item& item : answer->items) items.push_back(std::move(item));
      if (!answer->last_evaluated_key) return items;
      request.exclusive_start_key = answer->last_evaluated_key;
    }
    ADD_FAILURE() << "no end";
    return items;
  }
  std::vector<Item> scan(std::optional<std::int64_t> limit = std::nullopt) {
    std::vector<Item> items;
    ScanRequest request;
    request.table_name = "Tbl";
    request.limit = limit;
    for (int page = 0; page < 1000; ++page) {
      auto answer = run(gateway.scan(request));
      EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message());
      if (!answer.ok()) return items;
      for (Item& item : answer->items) items.push_back(std::move(item));
      if (!answer->last_evaluated_key) return items;
      request.exclusive_start_key = answer->last_evaluated_key;
    }
    ADD_FAILURE() << "no end";
    return items;
  }

  /// What the store has.
  std::vector<Item> stored() {
    ScanRequest request;
    request.table_name = "Tbl";
    return run(below->scan(request))->items;
  }

 private:
  KeyType type_;
  std::string more_;

 public:
  std::unique_ptr<engine::Engine> below;
  Between between;
  Gateway gateway;
};

}  // namespace isotherm::gateway::testing
