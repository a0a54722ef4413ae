#include "codec/response_round_trip.h"

namespace isotherm::codec {
namespace {

using Random = RandomValues;

constexpr EnumNames<TableStatus, 4> table_statuses{{
    {"", TableStatus::creating},
    {"", TableStatus::updating},
    {"", TableStatus::deleting},
    {"", TableStatus::active},
}};
constexpr EnumNames<IndexStatus, 4> index_statuses{{
    {"", IndexStatus::creating},
    {"", IndexStatus::updating},
    {"", IndexStatus::deleting},
    {"", IndexStatus::active},
}};
constexpr EnumNames<InsightsStatus, 4> insights_statuses{{
    {"", InsightsStatus::enabling},
    {"", InsightsStatus::enabled},
    {"", InsightsStatus::disabling},
    {"", InsightsStatus::disabled},
}};

// Attributes are typed by their definitions, so each is defined as it is used.
AttributeDefinition define(Random& random, TableDescription& table) {
  std::string name = "k" + std::to_string(table.attributes.size());
  return table.attributes.emplace_back(
      AttributeDefinition{std::move(name), random.pick(attribute_type_names)});
}

KeySchema random_key(Random& random, TableDescription& table) {
  KeySchema key;
  key.partition = define(random, table);
  key.sort = random.maybe([&] { return define(random, table); });
  return key;
}

KeySchema random_compound_key(Random& random, TableDescription& table) {
  KeySchema key = random_key(random, table);
  key.more_partition = random.several([&] { return define(random, table); });
  if (key.sort) key.more_sort = random.several([&] { return define(random, table); });
  return key;
}

Projection random_projection(Random& random) {
  Projection projection{random.pick(projection_type_names), {}};
  if (projection.type == ProjectionType::include) projection.non_key_attributes = random.texts();
  return projection;
}

CapacityChanges random_changes(Random& random) {
  return {random.time(), random.chance() ? random.time() : UnixMillis(0), random.count(9)};
}

void add_indexes(Random& random, TableDescription& table) {
  table.local_indexes = random.several([&] {
    LocalSecondaryIndex index;
    index.name = random.name();
    index.key = random_key(random, table);
    index.projection = random_projection(random);
    index.size_bytes = random.count(1000);
    index.item_count = random.count(1000);
    return index;
  });
  table.global_indexes = random.several([&] {
    GlobalSecondaryIndex index;
    index.name = random.name();
    index.key = random_compound_key(random, table);
    index.projection = random_projection(random);
    index.status = random.pick(index_statuses);
    index.backfilling = random.chance();
    index.provisioned = random.throughput();
    index.changes = random_changes(random);
    index.on_demand = random.maybe_on_demand();
    index.warm = random.maybe_throughput();
    index.warm_rises = random.chance();
    index.size_bytes = random.count(1000);
    index.item_count = random.count(1000);
    return index;
  });
}

TableDescription random_table(Random& random) {
  TableDescription table;
  table.name = random.name();
  table.arn = random.arn();
  table.id = random.name();
  table.status = random.pick(table_statuses);
  table.created = random.time();
  table.key = random_key(random, table);
  table.show_billing_mode = random.chance();
  if (table.show_billing_mode) table.billing_mode = random.pick(billing_mode_names);
  table.on_demand_since = random.time();
  table.provisioned = random.throughput();
  table.changes = random_changes(random);
  table.on_demand = random.maybe_on_demand();
  table.warm = random.maybe_throughput();
  table.warm_rises = random.chance();
  table.hides_default_warm = !table.warm && random.chance();
  table.show_table_class = random.chance();
  table.table_class = std::string(random.pick(table_class_names));
  table.deletion_protection = random.chance();
  table.stream_view = random.maybe_pick(stream_view_type_names);
  if (random.chance()) table.stream_label = random.name();
  table.encryption_key = random.maybe_text();
  table.restore = random.maybe([&] {
    return RestoreSummary{random.maybe_text(), random.arn(), random.time(), random.chance()};
  });
  table.size_bytes = random.count(1000);
  table.item_count = random.count(1000);
  add_indexes(random, table);
  return table;
}

TEST(DecodeResponse, TablesComeBackTheSameUnderBothNames) {
  for (const char* member : {"Table", "TableDescription"}) {
    expect_response_round_trips<TableDescription>(random_table, [&](const TableDescription& table) {
      std::string out;
      encode_table(table, member, out);
      return out;
    });
  }
}

TEST(DecodeResponse, ATableKnowsTheTypesOfItsKeys) {
  const auto table = decoded_response<TableDescription>(
      R"({"Table":{"TableName":"abc","KeySchema":[{"AttributeName":"r","KeyType":"RANGE"},)"
      R"({"AttributeName":"h","KeyType":"HASH"}],"AttributeDefinitions":[)"
      R"({"AttributeName":"h","AttributeType":"B"},{"AttributeName":"r","AttributeType":"N"}]}})");
  EXPECT_EQ(table.key.partition, (AttributeDefinition{"h", KeyType::B}));
  EXPECT_EQ(table.key.sort, (AttributeDefinition{"r", KeyType::N}));
}

TEST(DecodeResponse, ATableThatIsDeletedMayBeToldOfWithoutItsKey) {
  const auto table = decoded_response<TableDescription>(
      R"({"TableDescription":{"TableName":"abc","TableStatus":"DELETING","ItemCount":0}})");
  EXPECT_EQ(table.name, "abc");
  EXPECT_EQ(table.status, TableStatus::deleting);
  EXPECT_TRUE(table.key.partition.name.empty());
}

// The service tells so of no maximum: who asked here is told the same.
TEST(DecodeResponse, KeepsMinusOneAsMaximumOnDemand) {
  const auto maximum = [](const std::string& read, const std::string& write) {
    return decoded_response<TableDescription>(
               R"({"Table":{"TableName":"abc","OnDemandThroughput":{"MaxReadRequestUnits":)" +
               read + R"(,"MaxWriteRequestUnits":)" + write + "}}}")
        .on_demand;
  };
  EXPECT_EQ(maximum("5", "-1"), (OnDemandThroughput{5, -1}));
  EXPECT_EQ(maximum("-1", "-1"), (OnDemandThroughput{-1, -1}));
}

TEST(DecodeResponse, ReadsTheDescriptionThatTheServiceGives) {
  const auto table = decoded_response<TableDescription>(
      R"({"Table":{"AttributeDefinitions":[{"AttributeName":"Artist","AttributeType":"S"},)"
      R"({"AttributeName":"Year","AttributeType":"N"}],"TableName":"Music","KeySchema":[)"
      R"({"AttributeName":"Artist","KeyType":"HASH"}],"TableStatus":"ACTIVE",)"
      R"("CreationDateTime":1.421866952062E9,"ProvisionedThroughput":{"NumberOfDecreasesToday":0,)"
      R"("ReadCapacityUnits":0,"WriteCapacityUnits":0},"TableSizeBytes":0,"ItemCount":3,)"
      R"("TableArn":"arn:aws:dynamodb:us-west-2:123456789012:table/Music","TableId":"i",)"
      R"("BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST",)"
      R"("LastUpdateToPayPerRequestDateTime":1.421866952062E9},"GlobalSecondaryIndexes":[)"
      R"({"IndexName":"ByYear","KeySchema":[{"AttributeName":"Year","KeyType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"ALL"},"IndexStatus":"ACTIVE","ProvisionedThroughput":)"
      R"({"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0},)"
      R"("IndexSizeBytes":7,"ItemCount":2,"IndexArn":"a","WarmThroughput":)"
      R"({"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,"Status":"ACTIVE"}}],)"
      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},)"
      R"("LatestStreamLabel":"2015-01-01T00:00:00.000","LatestStreamArn":"s",)"
      R"("GlobalTableVersion":"2019.11.21","Replicas":[{"RegionName":"us-east-1"}],)"
      R"("SSEDescription":{"Status":"ENABLED","SSEType":"KMS","KMSMasterKeyArn":"k"},)"
      R"("ArchivalSummary":{},"DeletionProtectionEnabled":false,"TableClassSummary":)"
      R"({"TableClass":"STANDARD"}}})");
  EXPECT_EQ(table.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(table.created.count(), 1421866952062);
  EXPECT_EQ(table.item_count, 3);
  EXPECT_EQ(table.stream_view, StreamViewType::new_image);
  EXPECT_EQ(table.encryption_key, "k");
  ASSERT_EQ(table.global_indexes.size(), 1u);
  EXPECT_EQ(table.global_indexes[0].key.partition, (AttributeDefinition{"Year", KeyType::N}));
  EXPECT_EQ(table.global_indexes[0].item_count, 2);
}

TEST(DecodeResponse, ReadsTimesInAnyFormOfNumber) {
  const auto created = [](const std::string& number) {
    return decoded_response<TableDescription>(R"({"Table":{"TableName":"abc","CreationDateTime":)" +
                                              number + "}}")
        .created.count();
  };
  EXPECT_EQ(created("1363729002"), 1363729002000);
  EXPECT_EQ(created("1363729002.358"), 1363729002358);
  EXPECT_EQ(created("1.363729002358E9"), 1363729002358);
  EXPECT_EQ(created("-0.5"), -500);
}

TEST(DecodeResponse, AStatusThatIsNotKnownIsNotTakenForAnother) {
  expect_unusable<TableDescription>(R"({"Table":{"TableName":"abc","TableStatus":"ARCHIVED"}})",
                                    "'ARCHIVED' at 'table.tableStatus'");
  expect_unusable<TableDescription>("{}", "'tableDescription'");
  expect_unusable<TableDescription>(R"({"Table":{}})", "'table.tableName'");
}

TEST(DecodeResponse, ListsAndLimitsComeBackTheSame) {
  expect_response_round_trips<ListTablesResponse>([](Random& random) {
    return ListTablesResponse{random.several([&] { return random.name(); }), random.maybe_name()};
  });
  expect_response_round_trips<DescribeLimitsResponse>([](Random& random) {
    return DescribeLimitsResponse{random.throughput(), random.throughput()};
  });
}

ContributorInsights random_insights(Random& random) {
  return {random.name(),
          random.maybe_name(),
          random.pick(insights_statuses),
          random.maybe_pick(insights_mode_names),
          random.several([&] { return random.text(); }),
          random.maybe_time()};
}

TEST(DecodeResponse, ContributorInsightsComeBackTheSame) {
  expect_response_round_trips<ContributorInsights>(random_insights);
  expect_response_round_trips<ContributorInsights>(random_insights,
                                                   [](const ContributorInsights& insights) {
                                                     std::string out;
                                                     encode_insights_update(insights, out);
                                                     return out;
                                                   });
  expect_response_round_trips<ListContributorInsightsResponse>([](Random& random) {
    return ListContributorInsightsResponse{random.several([&] { return random_insights(random); }),
                                           random.maybe_text()};
  });
  EXPECT_EQ(
      decoded_response<ContributorInsights>(R"({"ContributorInsightsStatus":"FAILED"})").status,
      InsightsStatus::disabled);
}

TEST(DecodeResponse, SettingsComeBackTheSame) {
  expect_response_round_trips<Done>([](Random&) { return Done{}; });
  expect_response_round_trips<UpdateTimeToLiveResponse>(
      [](Random& random) { return UpdateTimeToLiveResponse{random.chance(), random.text()}; });
  expect_response_round_trips<DescribeTimeToLiveResponse>(
      [](Random& random) { return DescribeTimeToLiveResponse{random.maybe_text()}; });
  expect_response_round_trips<ListTagsOfResourceResponse>([](Random& random) {
    return ListTagsOfResourceResponse{
        random.several([&] { return Tag{random.text(), random.text()}; }), random.maybe_text()};
  });
  expect_response_round_trips<GetResourcePolicyResponse>(
      [](Random& random) { return GetResourcePolicyResponse{random.text(), random.text()}; });
  expect_response_round_trips<ResourcePolicyRevision>(
      [](Random& random) { return ResourcePolicyRevision{random.maybe_text()}; });
}

TEST(DecodeResponse, TimeToLiveIsOnOnlyWhereItIs) {
  const auto attribute = [](const std::string& status) {
    return decoded_response<DescribeTimeToLiveResponse>(
               R"({"TimeToLiveDescription":{"AttributeName":"a","TimeToLiveStatus":")" + status +
               "\"}}")
        .attribute_name;
  };
  EXPECT_EQ(attribute("ENABLED"), "a");
  EXPECT_EQ(attribute("ENABLING"), "a");
  EXPECT_EQ(attribute("DISABLING"), std::nullopt);
}

StreamRecord random_record(Random& random) {
  StreamRecord record;
  record.event_id = random.text();
  record.event = random.pick(stream_event_names);
  record.region = random.name();
  record.is_expiry = random.chance();
  record.created = random.time();
  record.keys = random.item(0);
  record.new_image = random.maybe_item();
  record.old_image = random.maybe_item();
  record.sequence_number = random.text();
  record.size_bytes = random.count(1000);
  record.view = random.pick(stream_view_type_names);
  return record;
}

DescribeStreamResponse random_stream(Random& random) {
  DescribeStreamResponse stream;
  stream.arn = random.arn();
  stream.label = random.text();
  stream.status = random.pick(stream_status_names);
  stream.view = random.pick(stream_view_type_names);
  stream.created = random.time();
  stream.table_name = random.name();
  TableDescription table;
  stream.key = random_key(random, table);
  stream.shards = random.several([&] {
    return StreamShard{random.text(), random.maybe_text(), random.text(), random.maybe_text()};
  });
  stream.last_evaluated_shard_id = random.maybe_text();
  return stream;
}

TEST(DecodeResponse, StreamsComeBackTheSame) {
  expect_response_round_trips<ListStreamsResponse>([](Random& random) {
    return ListStreamsResponse{
        random.several([&] { return StreamSummary{random.arn(), random.name(), random.text()}; }),
        random.maybe_text()};
  });
  expect_response_round_trips<DescribeStreamResponse>(random_stream);
  expect_response_round_trips<GetShardIteratorResponse>(
      [](Random& random) { return GetShardIteratorResponse{random.text()}; });
  expect_response_round_trips<GetRecordsResponse>([](Random& random) {
    return GetRecordsResponse{random.several([&] { return random_record(random); }),
                              random.maybe_text()};
  });
}

}  // namespace
}  // namespace isotherm::codec
