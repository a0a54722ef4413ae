// Every write path keeps the hidden attribute right, and shows none of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

class Writes : public ::testing::Test {
 protected:
  /// The hidden attribute of an item in the store; "" when it has none.
  std::string hidden(const Item& key) {
    const auto got = run(twins_.below->get_item(get_of(key)));
    if (!got.ok() || !got->item) return "<no item>";
    const AttributeValue* value = find(*got->item, hidden_name);
    return value == nullptr ? "" : *value->get_if<std::string>();
  }
  std::string hidden(const char* id) { return hidden(Item{{"id", id}}); }

  Result<WriteItemResponse> put(Item item) {
    return run(twins_.gateway.put_item(put_of(std::move(item))));
  }
  Result<WriteItemResponse> update(const char* id, std::string text, ExpressionValues values = {}) {
    return run(
        twins_.gateway.update_item(update_of({{"id", id}}, std::move(text), std::move(values))));
  }
  Gateway& gateway() { return twins_.gateway; }

  Twins twins_{Shape{.shards = 16}};
};

TEST_F(Writes, APutComputesTheShard) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  EXPECT_EQ(hidden("1"), "channel-A-3");
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-2"}}).ok());
  EXPECT_EQ(hidden("1"), "channel-A-b");
}

TEST_F(Writes, AnItemOutsideTheIndexHasNoShard) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}}).ok());
  EXPECT_EQ(hidden("1"), "");
  ASSERT_TRUE(put({{"id", "1"}, {"s", "user-1"}}).ok());
  EXPECT_EQ(hidden("1"), "");
}

TEST_F(Writes, TheHiddenAttributeIsNobodyElses) {
  const auto expect_refused = [](const auto& result, const char* place) {
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code(), ErrorCode::validation);
    EXPECT_THAT(result.error().message(), HasSubstr("Isotherm: the attribute 'p_shard' in "));
    EXPECT_THAT(result.error().message(), HasSubstr(place));
  };
  expect_refused(put({{"id", "1"}, {hidden_name, "x"}}), "the item");
  expect_refused(update("1", "SET p_shard = :x", {{":x", "x"}}), "UpdateExpression");
  expect_refused(update("1", "SET a = p_shard"), "UpdateExpression");
  expect_refused(update("1", "REMOVE p_shard[0]"), "UpdateExpression");
  PutItemRequest conditional = put_of({{"id", "1"}});
  conditional.condition_expression = "attribute_not_exists(#h)";
  conditional.placeholders.names = ExpressionNames{{"#h", hidden_name}};
  expect_refused(run(gateway().put_item(conditional)), "ConditionExpression");
  UpdateItemRequest legacy = update_of({{"id", "1"}}, "");
  legacy.update_expression.reset();
  legacy.attribute_updates = AttributeUpdates{{hidden_name, {AttributeValue("x"), std::nullopt}}};
  expect_refused(run(gateway().update_item(legacy)), "AttributeUpdates");
  GetItemRequest get = get_of({{"id", "1"}});
  get.projection_expression = "id, p_shard";
  expect_refused(run(gateway().get_item(get)), "ProjectionExpression");
  BatchWriteItemRequest batch;
  batch.request_items[table_name] = {PutRequest{{{"id", "1"}, {hidden_name, "x"}}}};
  expect_refused(run(gateway().batch_write_item(batch)), "the item");
}

TEST_F(Writes, RefusesAnIndexKeyAsTheServiceDoes) {
  const auto mismatch = put({{"id", "1"}, {"p", number(5)}, {"s", "a"}});
  EXPECT_EQ(mismatch.error().message(),
            "One or more parameter values were invalid: Type mismatch for Index Key p Expected: S "
            "Actual: N IndexName: by-p");
  const auto empty = put({{"id", "1"}, {"p", ""}, {"s", "a"}});
  EXPECT_THAT(empty.error().message(),
              HasSubstr("empty string value. IndexName: by-p, IndexKey: p"));
  const auto sort = put({{"id", "1"}, {"p", "a"}, {"s", number(5)}});
  EXPECT_EQ(sort.error().message(),
            "One or more parameter values were invalid: Type mismatch for Index Key s Expected: S "
            "Actual: N IndexName: by-p");
  EXPECT_EQ(put({{"p", number(5)}}).error().message(),
            run(twins_.plain->put_item(put_of({{"p", number(5)}}))).error().message());
}

TEST_F(Writes, SaysWhenAKeyIsTooLongForItsSuffix) {
  EXPECT_TRUE(put({{"id", "1"}, {"p", std::string(2046, 'p')}, {"s", "a"}}).ok());
  const auto refused = put({{"id", "1"}, {"p", std::string(2047, 'p')}, {"s", "a"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(), HasSubstr("more than the 2048 of a partition key"));
}

TEST_F(Writes, AnUpdateOfOneInputFindsTheOthers) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  ASSERT_TRUE(update("1", "SET s = :s", {{":s", "user-2"}}).ok());
  EXPECT_EQ(hidden("1"), "channel-A-b");
  ASSERT_TRUE(update("1", "SET p = :p", {{":p", "channel-B"}}).ok());
  EXPECT_EQ(hidden("1"), "channel-B-b");
  ASSERT_TRUE(update("1", "SET p = :p, s = :s", {{":p", "channel-A"}, {":s", "user-1"}}).ok());
  EXPECT_EQ(hidden("1"), "channel-A-3");
}

TEST_F(Writes, AnUpdateThatRemovesAKeyRemovesTheShard) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  ASSERT_TRUE(update("1", "REMOVE s").ok());
  EXPECT_EQ(hidden("1"), "");
  ASSERT_TRUE(update("1", "SET s = :s", {{":s", "user-1"}}).ok());
  EXPECT_EQ(hidden("1"), "channel-A-3");
}

TEST_F(Writes, AnUpdateFromOtherAttributesIsComputed) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"former", "user-2"}}).ok());
  ASSERT_TRUE(update("1", "SET s = former").ok());
  EXPECT_EQ(hidden("1"), "channel-A-b");
  ASSERT_TRUE(
      update("1", "SET s = if_not_exists(s, :s), former = :x", {{":s", "user-1"}, {":x", "x"}})
          .ok());
  EXPECT_EQ(hidden("1"), "channel-A-b");
  // Right-hand sides read the item as it was: the two swap.
  ASSERT_TRUE(update("1", "SET s = p, p = s").ok());
  const auto swapped = run(gateway().get_item(get_of({{"id", "1"}})));
  EXPECT_EQ(*find(*swapped->item, "p"), AttributeValue("user-2"));
  EXPECT_THAT(hidden("1"), ::testing::StartsWith("user-2-"));
}

TEST_F(Writes, AnUpdateThatTouchesNothingRelevantLeavesTheShard) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  UpdateItemRequest request = update_of({{"id", "1"}}, "SET note = :n", {{":n", "x"}});
  request.return_values = ReturnValues::updated_new;
  const auto answer = run(gateway().update_item(request));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(*answer->attributes, (Item{{"note", "x"}}));
  EXPECT_EQ(hidden("1"), "channel-A-3");
}

TEST_F(Writes, AnUpdateThatCreatesTheItemComputesTheShard) {
  ASSERT_TRUE(update("new", "SET p = :p, s = :s", {{":p", "channel-A"}, {":s", "user-1"}}).ok());
  EXPECT_EQ(hidden("new"), "channel-A-3");
  ASSERT_TRUE(update("half", "SET p = :p", {{":p", "channel-A"}}).ok());
  EXPECT_EQ(hidden("half"), "");
}

TEST_F(Writes, ReturnValuesShowNothingHidden) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  for (const ReturnValues values : {ReturnValues::all_old, ReturnValues::updated_old,
                                    ReturnValues::all_new, ReturnValues::updated_new}) {
    UpdateItemRequest request = update_of({{"id", "1"}}, "SET s = :s", {{":s", "user-2"}});
    request.return_values = values;
    const auto answer = run(gateway().update_item(request));
    ASSERT_TRUE(answer.ok() && answer->attributes);
    EXPECT_EQ(find(*answer->attributes, hidden_name), nullptr);
    EXPECT_NE(find(*answer->attributes, "s"), nullptr);
  }
  PutItemRequest again = put_of({{"id", "1"}});
  again.return_values = ReturnValues::all_old;
  EXPECT_EQ(find(*run(gateway().put_item(again))->attributes, hidden_name), nullptr);
}

TEST_F(Writes, AFailedConditionAnswersAsTheClientAsked) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  UpdateItemRequest request = update_of({{"id", "1"}}, "SET s = :s", {{":s", "user-2"}});
  request.condition_expression = "attribute_exists(nothing) OR p = :s";
  auto answer = run(gateway().update_item(request));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code(), ErrorCode::conditional_check_failed);
  EXPECT_FALSE(answer.error().detail().item.has_value());
  request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  answer = run(gateway().update_item(request));
  EXPECT_EQ(*answer.error().detail().item,
            (Item{{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}));
  EXPECT_EQ(hidden("1"), "channel-A-3");
}

TEST_F(Writes, AConditionGuardsTheWholeUpdate) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}, {"n", number(1)}}).ok());
  UpdateItemRequest request = update_of({{"id", "1"}}, "SET s = :s", {{":s", "user-2"}});
  // Without parentheses around it, OR would let the guard be ignored.
  request.condition_expression = "n = :s OR n < :s OR attribute_exists(p)";
  EXPECT_TRUE(run(gateway().update_item(request)).ok());
  EXPECT_EQ(hidden("1"), "channel-A-b");
}

TEST_F(Writes, AConditionInParenthesesIsNotWrappedAgain) {
  for (const char* condition :
       {"(attribute_exists(p) OR attribute_exists(s))", " ( attribute_exists(p) AND s <> :s ) ",
        "(attribute_exists(p) OR p = :s) AND (s <> :s OR p = :s)"}) {
    SCOPED_TRACE(condition);
    ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
    UpdateItemRequest request = update_of({{"id", "1"}}, "SET s = :s", {{":s", "user-2"}});
    request.condition_expression = condition;
    const auto answer = run(gateway().update_item(request));
    EXPECT_TRUE(answer.ok()) << answer.error().message();
    EXPECT_EQ(hidden("1"), "channel-A-b");
  }
}

TEST_F(Writes, WhatTheStoreRefusesIsRefusedInItsWords) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  for (const char* text :
       {"SET s =", "SET s = :undefined", "SET nope + 1", "", "SET s = :s :s", "SET id = :s",
        "SET s = s.x", "SET p.x = :s", "SET s = missing", "ADD s :s", "SET a = :s SET b = :s"}) {
    const UpdateItemRequest request = update_of({{"id", "1"}}, text, {{":s", "user-2"}});
    ASSERT_TRUE(
        run(twins_.plain->put_item(put_of({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}})))
            .ok());
    const auto plain = run(twins_.plain->update_item(request));
    const auto sharded = run(gateway().update_item(request));
    ASSERT_FALSE(plain.ok()) << text;
    ASSERT_FALSE(sharded.ok()) << text;
    EXPECT_EQ(sharded.error().message(), plain.error().message()) << text;
    EXPECT_EQ(hidden("1"), "channel-A-3") << text;
  }
}

TEST_F(Writes, LegacyUpdatesKeepTheShardToo) {
  ASSERT_TRUE(put({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}}).ok());
  UpdateItemRequest request = update_of({{"id", "1"}}, "");
  request.update_expression.reset();
  request.attribute_updates = AttributeUpdates{{"s", {AttributeValue("user-2"), std::nullopt}}};
  ASSERT_TRUE(run(gateway().update_item(request)).ok());
  EXPECT_EQ(hidden("1"), "channel-A-b");
  request.attribute_updates = AttributeUpdates{{"s", {std::nullopt, AttributeAction::remove}}};
  ASSERT_TRUE(run(gateway().update_item(request)).ok());
  EXPECT_EQ(hidden("1"), "");
  request.attribute_updates = AttributeUpdates{{"s", {AttributeValue("user-1"), std::nullopt}}};
  request.expected = ExpectedAttributes{{"p", {true, AttributeValue("channel-A"), {}, {}}}};
  const auto refused = run(gateway().update_item(request));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(), HasSubstr("use UpdateExpression"));
  request.expected = ExpectedAttributes{{"id", {true, AttributeValue("1"), {}, {}}}};
  ASSERT_TRUE(run(gateway().update_item(request)).ok());
  EXPECT_EQ(hidden("1"), "channel-A-3");
}

TEST_F(Writes, BatchesComputeTheShard) {
  BatchWriteItemRequest batch;
  for (int i = 0; i < 10; ++i)
    batch.request_items[table_name].push_back(
        PutRequest{{{"id", std::to_string(i)}, {"p", "channel-A"}, {"s", "user-1"}}});
  ASSERT_TRUE(run(gateway().batch_write_item(batch)).ok());
  EXPECT_EQ(hidden("7"), "channel-A-3");
  BatchGetItemRequest get;
  get.request_items[table_name].keys = {{{"id", "1"}}, {{"id", "2"}}};
  const auto answer = run(gateway().batch_get_item(get));
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer->responses.at(table_name).size(), 2U);
  for (const Item& item : answer->responses.at(table_name))
    EXPECT_EQ(find(item, hidden_name), nullptr);
  BatchWriteItemRequest wrong;
  wrong.request_items[table_name] = {PutRequest{{{"id", "x"}, {"p", number(1)}}}};
  EXPECT_THAT(run(gateway().batch_write_item(wrong)).error().message(),
              HasSubstr("Type mismatch for Index Key p"));
}

TEST_F(Writes, ATableByItsArnIsTheSameTable) {
  PutItemRequest request = put_of({{"id", "1"}, {hidden_name, "x"}});
  request.table_name = "arn:aws:dynamodb:us-east-1:000000000000:table/Things";
  const auto answer = run(gateway().put_item(request));
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.error().message(), HasSubstr("is reserved"));
}

TEST(WritesByIdSuffix, AnIdWithoutItsPartIsRefusedAndSaysWhy) {
  const sharding::IdPart part{.count = 2};
  Twins twins(Shape{.strategy = sharding::IdSuffixStrategy::make(part, std::nullopt).value(),
                    .fields = {.separator = "#", .padding = 2}});
  ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "u-0F"}}))).ok());
  GetItemRequest get = get_of({{"id", "1"}});
  EXPECT_EQ(*find(*run(twins.below->get_item(get))->item, hidden_name), AttributeValue("A#0f"));
  for (const char* id : {"u-0g", "7", ""}) {
    const auto refused = run(twins.gateway.put_item(put_of({{"id", "2"}, {"p", "A"}, {"s", id}})));
    ASSERT_FALSE(refused.ok()) << id;
    EXPECT_EQ(refused.error().code(), ErrorCode::validation);
  }
  const auto refused =
      run(twins.gateway.put_item(put_of({{"id", "2"}, {"p", "A"}, {"s", "u-0g"}})));
  EXPECT_THAT(refused.error().message(), HasSubstr("'s' chooses no shard"));
  const auto update = run(twins.gateway.update_item(update_of({{"id", "1"}}, "SET s = note")));
  EXPECT_FALSE(update.ok());
  // A query for what cannot be there finds nothing, as on the plain index.
  QueryRequest query = query_of("A");
  query.key_condition_expression = "p = :p AND s = :s";
  query.placeholders.values = ExpressionValues{{":p", "A"}, {":s", "u-0g"}};
  EXPECT_EQ(run(twins.gateway.query(query))->count, 0);
  query.placeholders.values = ExpressionValues{{":p", "A"}, {":s", "u-0F"}};
  EXPECT_EQ(run(twins.gateway.query(query))->count, 1);
}

TEST(WritesByTableKey, AnUpsertOfNothingButTheKeyIsInTheIndex) {
  // Partition key and sort key of the index are those of the table, the other way round.
  schema::Schema schema;
  schema::IndexRule index;
  index.name = "reverse";
  index.type = schema::IndexType::sharded_gsi;
  index.partition_key = {"b", KeyType::S};
  index.sort_key = "a";
  index.physical = "reverse-sharded";
  index.shard = schema::ShardRule{"b_shard", sharding::HashStrategy(8), {"a", "c"}};
  schema.tables.emplace("T", schema::TableRule{"T", {index}, 1});
  const auto store = open_engine();
  Gateway gateway(*store, std::make_shared<const schema::Schema>(schema));
  CreateTableRequest create;
  create.table_name = "T";
  create.billing_mode = BillingMode::pay_per_request;
  create.attribute_definitions = {{"a", KeyType::S}, {"b", KeyType::S}};
  create.key_schema = {{"a", true}, {"b", false}};
  SecondaryIndexRequest request{"reverse", {{"b", true}, {"a", false}}, {}, {}, {}, {}};
  request.projection = ProjectionRequest{ProjectionType::keys_only, std::nullopt};
  create.global_indexes = {{request}};
  ASSERT_TRUE(run(gateway.create_table(create)).ok());

  UpdateItemRequest upsert;
  upsert.table_name = "T";
  upsert.key = {{"a", "1"}, {"b", "B"}};
  ASSERT_TRUE(run(gateway.update_item(upsert)).ok());
  upsert.update_expression = "SET note = :n";
  upsert.placeholders.values = ExpressionValues{{":n", "x"}};
  upsert.key = {{"a", "2"}, {"b", "B"}};
  ASSERT_TRUE(run(gateway.update_item(upsert)).ok());
  upsert.update_expression = "SET c = :n";
  ASSERT_TRUE(run(gateway.update_item(upsert)).ok());

  QueryRequest query;
  query.table_name = "T";
  query.index_name = "reverse";
  query.key_condition_expression = "b = :b";
  query.placeholders.values = ExpressionValues{{":b", "B"}};
  const auto answer = run(gateway.query(query));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(answer->items, (std::vector<Item>{{{"a", "1"}, {"b", "B"}}, {{"a", "2"}, {"b", "B"}}}));
}

}  // namespace
}  // namespace isotherm::gateway
