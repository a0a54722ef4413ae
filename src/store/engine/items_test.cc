// PutItem, GetItem, UpdateItem, DeleteItem: conditions, return values, keys, sizes, texts.

#include <gtest/gtest.h>

#include "model/error_detail.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

class Items : public testing::Test {
 protected:
  Items() {
    run(scratch->create_table(table_request("hash", false))).value();
    run(scratch->create_table(table_request("range", true))).value();
  }

  static std::string message(const Result<WriteItemResponse>& result) {
    return result.ok() ? "ok" : result.error().message();
  }

  Scratch scratch;
};

TEST_F(Items, ArePutReadAndReplaced) {
  EXPECT_FALSE(get(scratch, "hash", {{"pk", "a"}}));
  ASSERT_TRUE(put(scratch, "hash", {{"pk", "a"}, {"x", "1"}, {"y", "2"}}).ok());
  EXPECT_EQ(get(scratch, "hash", {{"pk", "a"}}), (Item{{"pk", "a"}, {"x", "1"}, {"y", "2"}}));
  ASSERT_TRUE(put(scratch, "hash", {{"pk", "a"}, {"z", "3"}}).ok());
  EXPECT_EQ(get(scratch, "hash", {{"pk", "a"}}), (Item{{"pk", "a"}, {"z", "3"}}));
  ASSERT_TRUE(erase(scratch, "hash", {{"pk", "a"}}).ok());
  EXPECT_FALSE(get(scratch, "hash", {{"pk", "a"}}));
  ASSERT_TRUE(erase(scratch, "hash", {{"pk", "a"}}).ok());
}

TEST_F(Items, AConditionOnAMissingItemMakesNoGhost) {
  UpdateItemRequest request;
  request.table_name = "hash";
  request.key = {{"pk", "a"}};
  request.update_expression = "SET x = :x";
  request.condition_expression = "attribute_exists(pk)";
  request.placeholders.values = ExpressionValues{{":x", "1"}};
  const auto result = run(scratch->update_item(request));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code(), ErrorCode::conditional_check_failed);
  EXPECT_FALSE(get(scratch, "hash", {{"pk", "a"}}));
}

TEST_F(Items, AFailedConditionShowsTheItemWhenAsked) {
  ASSERT_TRUE(put(scratch, "hash", {{"pk", "a"}, {"x", "old"}}).ok());
  PutItemRequest request;
  request.table_name = "hash";
  request.item = {{"pk", "a"}, {"x", "new"}};
  request.condition_expression = "attribute_not_exists(pk)";
  request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  const auto result = run(scratch->put_item(request));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(), "The conditional request failed");
  EXPECT_EQ(result.error().detail().item, (Item{{"pk", "a"}, {"x", "old"}}));
}

TEST_F(Items, ReturnValuesInAllModes) {
  ASSERT_TRUE(put(scratch, "hash", {{"pk", "a"}, {"x", "1"}, {"y", "2"}}).ok());
  const auto updated = [&](ReturnValues mode, const char* value) {
    UpdateItemRequest request;
    request.table_name = "hash";
    request.key = {{"pk", "a"}};
    request.update_expression = "SET x = :x";
    request.placeholders.values = ExpressionValues{{":x", value}};
    request.return_values = mode;
    return run(scratch->update_item(request)).value().attributes;
  };
  EXPECT_EQ(updated(ReturnValues::none, "2"), std::nullopt);
  EXPECT_EQ(updated(ReturnValues::all_old, "3"), (Item{{"pk", "a"}, {"x", "2"}, {"y", "2"}}));
  EXPECT_EQ(updated(ReturnValues::updated_old, "4"), (Item{{"x", "3"}}));
  EXPECT_EQ(updated(ReturnValues::all_new, "5"), (Item{{"pk", "a"}, {"x", "5"}, {"y", "2"}}));
  EXPECT_EQ(updated(ReturnValues::updated_new, "6"), (Item{{"x", "6"}}));

  PutItemRequest request;
  request.table_name = "hash";
  request.item = {{"pk", "a"}};
  request.return_values = ReturnValues::all_old;
  EXPECT_EQ(run(scratch->put_item(request)).value().attributes,
            (Item{{"pk", "a"}, {"x", "6"}, {"y", "2"}}));
  request.return_values = ReturnValues::updated_new;
  EXPECT_EQ(message(run(scratch->put_item(request))), "ReturnValues can only be ALL_OLD or NONE");
}

TEST_F(Items, UpdateMakesAnItemWithItsKey) {
  UpdateItemRequest request;
  request.table_name = "range";
  request.key = {{"pk", "a"}, {"sk", "b"}};
  ASSERT_TRUE(run(scratch->update_item(request)).ok());
  EXPECT_EQ(get(scratch, "range", {{"pk", "a"}, {"sk", "b"}}), (Item{{"pk", "a"}, {"sk", "b"}}));
}

TEST_F(Items, KeysMustFitTheSchema) {
  EXPECT_EQ(message(put(scratch, "range", {{"pk", "a"}})),
            "One or more parameter values were invalid: Missing the key sk in the item");
  EXPECT_EQ(message(put(scratch, "hash", {{"pk", Number(1)}})),
            "One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: N");
  EXPECT_EQ(message(put(scratch, "hash", {{"pk", ""}})),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
  EXPECT_EQ(message(erase(scratch, "range", {{"pk", "a"}})),
            "The provided key element does not match the schema");
  EXPECT_EQ(message(erase(scratch, "hash", {{"pk", "a"}, {"x", "b"}})),
            "The provided key element does not match the schema");
  EXPECT_EQ(message(put(scratch, "none", {{"pk", "a"}})), "Requested resource not found");
}

TEST_F(Items, KeyLengthsHaveLimits) {
  EXPECT_TRUE(put(scratch, "range", {{"pk", std::string(2048, 'x')}, {"sk", "a"}}).ok());
  EXPECT_EQ(message(put(scratch, "range", {{"pk", std::string(2049, 'x')}, {"sk", "a"}})),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_TRUE(put(scratch, "range", {{"pk", "a"}, {"sk", std::string(1024, 'x')}}).ok());
  EXPECT_EQ(message(put(scratch, "range", {{"pk", "a"}, {"sk", std::string(1025, 'x')}})),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

TEST_F(Items, ItemSizeHasALimit) {
  // "pk" + "a" + "d" + text = 400 KB.
  const std::size_t text = 400 * 1024 - 4;
  EXPECT_TRUE(put(scratch, "hash", {{"pk", "a"}, {"d", std::string(text, 'x')}}).ok());
  EXPECT_EQ(message(put(scratch, "hash", {{"pk", "a"}, {"d", std::string(text + 1, 'x')}})),
            "Item size has exceeded the maximum allowed size");
  EXPECT_EQ(message(update(scratch, "hash", {{"pk", "a"}}, "SET e = :e", {{":e", "xx"}})),
            "Item size to update has exceeded the maximum allowed size");
}

TEST_F(Items, EntriesInLocalIndexesCountTowardsTheLimit) {
  CreateTableRequest request = table_request("local", true);
  define(request, {{"l", KeyType::S}});
  request.local_indexes = {index_request("li", "pk", "l")};
  run(scratch->create_table(request)).value();
  const Item key{{"pk", "a"}, {"sk", "b"}};
  Item item = key;
  item.emplace("d", std::string(250'000, 'x'));
  EXPECT_TRUE(put(scratch, "local", item).ok());
  EXPECT_EQ(message(update(scratch, "local", key, "SET l = :l", {{":l", "x"}})),
            "Item size to update has exceeded the maximum allowed size");
  item.emplace("l", "x");
  EXPECT_EQ(message(put(scratch, "local", item)),
            "Item size has exceeded the maximum allowed size");
}

TEST_F(Items, KeysAreNotUpdated) {
  EXPECT_EQ(
      message(update(scratch, "range", {{"pk", "a"}, {"sk", "b"}}, "SET sk = :v", {{":v", "c"}})),
      "One or more parameter values were invalid: Cannot update attribute sk. This attribute "
      "is part of the key");
}

TEST_F(Items, ExpressionAndLegacyParametersDoNotMix) {
  PutItemRequest request;
  request.table_name = "hash";
  request.item = {{"pk", "a"}};
  request.condition_expression = "attribute_exists(pk)";
  request.expected = ExpectedAttributes{{"pk", {.exists = false}}};
  EXPECT_EQ(message(run(scratch->put_item(request))),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}");
  request.condition_expression.reset();
  request.expected.reset();
  request.placeholders.values = ExpressionValues{{":v", "x"}};
  EXPECT_EQ(message(run(scratch->put_item(request))),
            "ExpressionAttributeValues can only be specified when using expressions: "
            "ConditionExpression is null");
}

TEST_F(Items, LegacyExpectedIsACondition) {
  PutItemRequest request;
  request.table_name = "hash";
  request.item = {{"pk", "a"}};
  request.expected = ExpectedAttributes{{"pk", {.exists = false}}};
  EXPECT_TRUE(run(scratch->put_item(request)).ok());
  EXPECT_EQ(run(scratch->put_item(request)).error().code(), ErrorCode::conditional_check_failed);
}

TEST_F(Items, NumbersOfOneValueAreOneKey) {
  CreateTableRequest request = table_request("numbers", false);
  request.attribute_definitions[0].type = KeyType::N;
  run(scratch->create_table(request)).value();
  ASSERT_TRUE(put(scratch, "numbers", {{"pk", Number::parse("1.0").value()}, {"x", "y"}}).ok());
  EXPECT_TRUE(get(scratch, "numbers", {{"pk", Number::parse("1e0").value()}}));
  ASSERT_TRUE(erase(scratch, "numbers", {{"pk", Number::parse("10e-1").value()}}).ok());
  EXPECT_FALSE(get(scratch, "numbers", {{"pk", Number(1)}}));
}

}  // namespace
}  // namespace isotherm::engine
