#include "codec/response_round_trip.h"

namespace isotherm::codec {
namespace {

using Random = RandomValues;

enum class Units { reads, writes };

ConsumedCapacity random_consumed(Random& random, Units units) {
  const auto capacity = [&] {
    return units == Units::reads ? Capacity{random.units(), 0} : Capacity{0, random.units()};
  };
  using Indexes = std::map<std::string, Capacity>;
  return {random.name(), capacity(), random.map_of<Indexes>(capacity),
          random.map_of<Indexes>(capacity)};
}
auto several_consumed(Random& random, Units units) {
  return random.several([&] { return random_consumed(random, units); });
}

ItemCollectionMetrics random_metrics(Random& random) {
  return {random.item(0), {random.units(), random.units()}};
}
std::map<std::string, std::vector<ItemCollectionMetrics>> metrics_by_table(Random& random) {
  return random.map_of<std::map<std::string, std::vector<ItemCollectionMetrics>>>(
      [&] { return random.several([&] { return random_metrics(random); }); });
}

std::vector<Item> random_items(Random& random) {
  return random.several([&] { return random.item(); });
}

KeysAndAttributes random_keys(Random& random) {
  KeysAndAttributes asked;
  asked.keys = random.some([&] { return random.item(0); });
  asked.consistent_read = random.chance();
  asked.projection_expression = random.maybe_text();
  asked.names = random.maybe([&] { return ExpressionNames{{"#" + random.text(), random.text()}}; });
  asked.attributes_to_get = random.maybe([&] { return random.texts(); });
  return asked;
}

TEST(DecodeResponse, SingleItemsComeBackTheSame) {
  expect_response_round_trips<GetItemResponse>([](Random& random) {
    return GetItemResponse{random.maybe_item(), random_consumed(random, Units::reads)};
  });
  expect_response_round_trips<WriteItemResponse>([](Random& random) {
    return WriteItemResponse{random.maybe_item(), random_consumed(random, Units::writes),
                             random.maybe([&] { return random_metrics(random); })};
  });
}

TEST(DecodeResponse, BatchesComeBackTheSame) {
  expect_response_round_trips<BatchGetItemResponse>([](Random& random) {
    using Responses = std::map<std::string, std::vector<Item>>;
    using Unprocessed = std::map<std::string, KeysAndAttributes>;
    return BatchGetItemResponse{random.map_of<Responses>([&] { return random_items(random); }),
                                random.map_of<Unprocessed>([&] { return random_keys(random); }),
                                several_consumed(random, Units::reads)};
  });
  expect_response_round_trips<BatchWriteItemResponse>([](Random& random) {
    using Unprocessed = std::map<std::string, std::vector<WriteRequest>>;
    const auto request = [&]() -> WriteRequest {
      if (random.chance()) return PutRequest{random.item()};
      return DeleteRequest{random.item(0)};
    };
    return BatchWriteItemResponse{
        random.map_of<Unprocessed>([&] { return random.several(request); }),
        metrics_by_table(random), several_consumed(random, Units::writes)};
  });
}

TEST(DecodeResponse, TransactionsComeBackTheSame) {
  expect_response_round_trips<TransactGetItemsResponse>([](Random& random) {
    return TransactGetItemsResponse{random.several([&] { return random.maybe_item(); }),
                                    several_consumed(random, Units::reads)};
  });
  expect_response_round_trips<TransactWriteItemsResponse>([](Random& random) {
    // A token that was used before costs reads.
    return TransactWriteItemsResponse{
        several_consumed(random, random.chance() ? Units::reads : Units::writes),
        metrics_by_table(random)};
  });
}

TEST(DecodeResponse, PagesComeBackTheSame) {
  expect_response_round_trips<ReadManyResponse>([](Random& random) {
    ReadManyResponse response;
    response.show_items = random.chance();
    if (response.show_items) response.items = random_items(random);
    response.count = random.count(1000);
    response.scanned_count = random.count(1000);
    response.last_evaluated_key = random.maybe([&] { return random.item(0); });
    response.consumed = random_consumed(random, Units::reads);
    return response;
  });
}

TEST(DecodeResponse, ReadsValuesDownToTheDeepestLevelAndNoFurther) {
  const auto nested = [](int levels) {
    std::string value = R"({"N":"12345678901234567890123456789012345678"})";
    for (int i = 0; i < levels; ++i) value = R"({"L":[)" + value + "]}";
    return R"({"Item":{"a":)" + value + "}}";
  };
  const auto item = decoded_response<GetItemResponse>(nested(31)).item;
  ASSERT_TRUE(item.has_value());
  EXPECT_EQ(nesting_depth(item->at("a")), 31);
  EXPECT_EQ(encoded_response(GetItemResponse{item, {}}, ReturnConsumedCapacity::none), nested(31));
  expect_unusable<GetItemResponse>(nested(32), "Nesting Levels");
  expect_unusable<GetItemResponse>(nested(5000), "no JSON");
}

TEST(DecodeResponse, ReadsCapacityAsASumOrByPlace) {
  const auto get = decoded_response<GetItemResponse>(
      R"({"ConsumedCapacity":{"TableName":"abc","CapacityUnits":2}})");
  EXPECT_EQ(get.consumed.table_name, "abc");
  EXPECT_EQ(get.consumed.table.read_units, 2);
  EXPECT_EQ(get.consumed.table.write_units, 0);

  const auto put = decoded_response<WriteItemResponse>(
      R"({"ConsumedCapacity":{"CapacityUnits":3.5,"Table":{"CapacityUnits":1.0},)"
      R"("LocalSecondaryIndexes":{"l":{"CapacityUnits":1.0}},)"
      R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":15e-1}}}})");
  EXPECT_EQ(put.consumed.table.write_units, 1);
  EXPECT_EQ(put.consumed.local_indexes.at("l").write_units, 1);
  EXPECT_EQ(put.consumed.global_indexes.at("g").write_units, 1.5);
  EXPECT_EQ(put.consumed.total().total(), 3.5);

  const auto transaction = decoded_response<TransactWriteItemsResponse>(
      R"({"ConsumedCapacity":[{"TableName":"abc","CapacityUnits":4,"ReadCapacityUnits":4}]})");
  ASSERT_EQ(transaction.consumed.size(), 1u);
  EXPECT_EQ(transaction.consumed[0].table.read_units, 4);
  EXPECT_EQ(transaction.consumed[0].table.write_units, 0);
}

TEST(DecodeResponse, KnowsTheTableOwnCapacityWhenOnlyIndexesAreTold) {
  const auto put = decoded_response<WriteItemResponse>(
      R"({"ConsumedCapacity":{"CapacityUnits":3,"GlobalSecondaryIndexes":)"
      R"({"g":{"CapacityUnits":1}}}})");
  EXPECT_EQ(put.consumed.table.write_units, 2);
  EXPECT_EQ(put.consumed.total().total(), 3);
}

TEST(DecodeResponse, TakesOneCapacityForAListAndAListForOne) {
  const auto batch = decoded_response<BatchGetItemResponse>(
      R"({"ConsumedCapacity":{"TableName":"abc","CapacityUnits":2}})");
  ASSERT_EQ(batch.consumed.size(), 1u);
  EXPECT_EQ(batch.consumed[0].table.read_units, 2);
  const auto get = decoded_response<GetItemResponse>(
      R"({"ConsumedCapacity":[{"TableName":"abc","CapacityUnits":2},null,{"CapacityUnits":1}]})");
  EXPECT_EQ(get.consumed.table_name, "abc");
  EXPECT_EQ(get.consumed.table.read_units, 3);
}

TEST(DecodeResponse, KeepsThePlacesOfItemsThatAreNotThere) {
  const auto response = decoded_response<TransactGetItemsResponse>(
      R"({"Responses":[null,{"Item":{"a":{"S":"x"}}},{},{"Item":null}]})");
  ASSERT_EQ(response.items.size(), 4u);
  EXPECT_FALSE(response.items[0].has_value());
  EXPECT_TRUE(response.items[1].has_value());
  EXPECT_FALSE(response.items[2].has_value());
  EXPECT_FALSE(response.items[3].has_value());
}

TEST(DecodeResponse, IgnoresWhatItDoesNotKnowAndTakesNullForAbsent) {
  const auto get = decoded_response<GetItemResponse>(
      R"({"Other":{"a":[1,{}]},"Item":null,"ConsumedCapacity":null})");
  EXPECT_FALSE(get.item.has_value());
  EXPECT_FALSE(decoded_response<GetItemResponse>("").item.has_value());
  const auto page = decoded_response<ReadManyResponse>(R"({"Count":2.0,"ScannedCount":3e0})");
  EXPECT_FALSE(page.show_items);
  EXPECT_EQ(page.count, 2);
  EXPECT_EQ(page.scanned_count, 3);
  EXPECT_TRUE(decoded_response<BatchGetItemResponse>("{}").responses.empty());
}

TEST(DecodeResponse, SaysWhatIsWrongWithAnAnswer) {
  expect_unusable<GetItemResponse>("<html>", "(GetItemOutput) cannot be used: it is no JSON");
  expect_unusable<GetItemResponse>("{} {}", "no JSON");
  expect_unusable<GetItemResponse>("[]", "");
  expect_unusable<GetItemResponse>(R"("text")", "");
  expect_unusable<GetItemResponse>(R"({"Item":[]})", "");
  expect_unusable<GetItemResponse>(R"({"Item":{"a":{"X":"y"}}})", "is empty");
  expect_unusable<GetItemResponse>(R"({"Item":{"a":{"B":"!"}}})", "Base64");
  expect_unusable<GetItemResponse>(R"({"ConsumedCapacity":{"CapacityUnits":"1"}})", "number");
  expect_unusable<ReadManyResponse>(R"({"Items":[]})", "'count'");
  expect_unusable<TransactGetItemsResponse>("{}", "'responses'");
  expect_unusable<BatchWriteItemResponse>(R"({"UnprocessedItems":{"abc":[{}]}})", "datatypes");
}

TEST(DecodeResponse, AnAnswerThatIsWrongInManyBytesIsToldInFew) {
  const std::string much(3'000'000, 'x');
  const auto response =
      decode_response<GetItemResponse>(R"({"Item":{"a":{"N":")" + much + "é\"}}}");
  ASSERT_FALSE(response.ok());
  EXPECT_LT(response.error().message().size(), 2000u);
}

}  // namespace
}  // namespace isotherm::codec
