#include "codec/request_round_trip.h"

namespace isotherm::codec {
namespace {

using Random = RandomValues;

const std::string capacity_names = " ReadCapacityUnits WriteCapacityUnits ";
const std::string on_demand_names = " MaxReadRequestUnits MaxWriteRequestUnits ";
const std::string key_names = " KeySchema AttributeName KeyType ";
const std::string index_names = key_names + "IndexName Projection ProjectionType NonKeyAttributes ";
const std::string global_index_names =
    index_names + capacity_names + on_demand_names +
    "ProvisionedThroughput OnDemandThroughput WarmThroughput ReadUnitsPerSecond "
    "WriteUnitsPerSecond ";

std::vector<AttributeDefinition> random_definitions(Random& random) {
  return random.some(
      [&] { return AttributeDefinition{random.attribute(), random.pick(attribute_type_names)}; });
}

std::vector<KeySchemaElement> random_key(Random& random) {
  std::vector<KeySchemaElement> key{{random.attribute(), true}};
  if (random.chance()) key.push_back({random.attribute(), random.chance()});
  return key;
}

SecondaryIndexRequest random_local_index(Random& random) {
  SecondaryIndexRequest index;
  index.index_name = random.name();
  index.key_schema = random_key(random);
  index.projection = ProjectionRequest{random.maybe_pick(projection_type_names),
                                       random.maybe([&] { return random.texts(); })};
  return index;
}

std::optional<ProvisionedThroughput> maybe_warm(Random& random) {
  auto warm = random.maybe_throughput();
  if (warm && random.chance()) (random.chance() ? warm->read_units : warm->write_units) = 0;
  return warm;
}

SecondaryIndexRequest random_global_index(Random& random) {
  SecondaryIndexRequest index = random_local_index(random);
  index.key_schema.push_back({random.attribute(), random.chance()});
  index.provisioned = random.maybe_throughput();
  index.on_demand = random.maybe_on_demand();
  index.warm = maybe_warm(random);
  return index;
}

auto maybe_local_indexes(Random& random) {
  return random.maybe([&] { return random.several([&] { return random_local_index(random); }); });
}
auto maybe_global_indexes(Random& random) {
  return random.maybe([&] { return random.several([&] { return random_global_index(random); }); });
}

std::vector<Tag> random_tags(Random& random) {
  return random.several([&] { return Tag{random.maybe_text(), random.maybe_text()}; });
}

// What CreateTable and UpdateTable share.
template <class Request>
void set_settings(Random& random, Request& request) {
  request.table_name = random.name();
  request.billing_mode = random.maybe_pick(billing_mode_names);
  request.provisioned = random.maybe_throughput();
  request.on_demand = random.maybe_on_demand();
  request.warm = maybe_warm(random);
  if (random.chance()) request.table_class = std::string(random.pick(table_class_names));
  request.deletion_protection = random.maybe_flag();
  request.stream = random.maybe([&] {
    return StreamSpecification{random.chance(), random.maybe_pick(stream_view_type_names)};
  });
  request.encryption = random.maybe([&] {
    return EncryptionRequest{random.maybe_flag(),
                             random.maybe([&] { return std::string(random.pick(sse_type_names)); }),
                             random.maybe_text()};
  });
}

const std::string settings_names =
    " TableName BillingMode TableClass DeletionProtectionEnabled StreamSpecification StreamEnabled "
    "StreamViewType SSESpecification Enabled SSEType KMSMasterKeyId AttributeDefinitions "
    "AttributeType " +
    global_index_names;

TEST(EncodeRequest, CreateTableComesBackTheSame) {
  expect_round_trips<CreateTableRequest>(
      settings_names + "LocalSecondaryIndexes GlobalSecondaryIndexes Tags Key Value ResourcePolicy",
      [](Random& random) {
        CreateTableRequest request;
        set_settings(random, request);
        request.attribute_definitions = random_definitions(random);
        request.key_schema = random_key(random);
        request.local_indexes = maybe_local_indexes(random);
        request.global_indexes = maybe_global_indexes(random);
        request.tags = random.maybe([&] { return random_tags(random); });
        if (random.chance()) request.resource_policy = R"({"Version": "2012-10-17"})";
        return request;
      });
}

TEST(EncodeRequest, UpdateTableComesBackTheSame) {
  expect_round_trips<UpdateTableRequest>(
      settings_names + "GlobalSecondaryIndexUpdates Create Update Delete", [](Random& random) {
        UpdateTableRequest request;
        set_settings(random, request);
        request.attribute_definitions = random.maybe([&] { return random_definitions(random); });
        request.global_index_updates = random.maybe([&] {
          return random.several([&]() -> GlobalIndexUpdate {
            if (random.chance()) return CreateIndexAction{random_global_index(random)};
            if (random.chance()) return DeleteIndexAction{random.name()};
            return UpdateIndexAction{random.name(), random.maybe_throughput(),
                                     random.maybe_on_demand(), maybe_warm(random)};
          });
        });
        return request;
      });
}

template <class Request>
Request random_table_name(Random& random) {
  return Request{random.name()};
}

TEST(EncodeRequest, OtherOperationsOnTablesComeBackTheSame) {
  expect_round_trips<DescribeTableRequest>("TableName", random_table_name<DescribeTableRequest>);
  expect_round_trips<DeleteTableRequest>("TableName", random_table_name<DeleteTableRequest>);
  expect_round_trips<ListTablesRequest>("ExclusiveStartTableName Limit", [](Random& random) {
    return ListTablesRequest{random.maybe_name(), random.maybe_count(100)};
  });
  EXPECT_TRUE(decode_nothing(empty_request).ok());
}

TEST(EncodeRequest, ContributorInsightsComeBackTheSame) {
  expect_round_trips<DescribeContributorInsightsRequest>("TableName IndexName", [](Random& random) {
    return DescribeContributorInsightsRequest{random.name(), random.maybe_name()};
  });
  expect_round_trips<UpdateContributorInsightsRequest>(
      "TableName IndexName ContributorInsightsAction ContributorInsightsMode", [](Random& random) {
        return UpdateContributorInsightsRequest{random.name(), random.maybe_name(), random.chance(),
                                                random.maybe_pick(insights_mode_names)};
      });
  expect_round_trips<ListContributorInsightsRequest>(
      "TableName NextToken MaxResults", [](Random& random) {
        return ListContributorInsightsRequest{random.maybe_name(), random.maybe_text(),
                                              random.maybe_count(100)};
      });
}

TEST(EncodeRequest, SettingsComeBackTheSame) {
  expect_round_trips<UpdateTimeToLiveRequest>(
      "TableName TimeToLiveSpecification AttributeName Enabled", [](Random& random) {
        return UpdateTimeToLiveRequest{random.name(), random.chance(), random.attribute()};
      });
  expect_round_trips<DescribeTimeToLiveRequest>("TableName",
                                                random_table_name<DescribeTimeToLiveRequest>);
  expect_round_trips<TagResourceRequest>("ResourceArn Tags Key Value", [](Random& random) {
    return TagResourceRequest{random.arn(), random_tags(random)};
  });
  expect_round_trips<UntagResourceRequest>("ResourceArn TagKeys", [](Random& random) {
    return UntagResourceRequest{random.arn(), random.several([&] { return random.text(); })};
  });
  expect_round_trips<ListTagsOfResourceRequest>("ResourceArn NextToken", [](Random& random) {
    return ListTagsOfResourceRequest{random.arn(), random.maybe_text()};
  });
  expect_round_trips<PutResourcePolicyRequest>(
      "ResourceArn Policy ExpectedRevisionId", [](Random& random) {
        return PutResourcePolicyRequest{random.arn(), R"({"Id": "a"})", random.maybe_name()};
      });
  expect_round_trips<GetResourcePolicyRequest>(
      "ResourceArn", [](Random& random) { return GetResourcePolicyRequest{random.arn()}; });
  expect_round_trips<DeleteResourcePolicyRequest>(
      "ResourceArn ExpectedRevisionId", [](Random& random) {
        return DeleteResourcePolicyRequest{random.arn(), random.maybe_name()};
      });
}

// As long as the API wants them.
std::string shard_id(Random& random) { return "shardId-00000000000000000000-" + random.name(); }
std::string sequence_number(Random& random) {
  return "1000000000000000000000" + std::to_string(random.below(1000));
}

TEST(EncodeRequest, StreamsComeBackTheSame) {
  expect_round_trips<ListStreamsRequest>(
      "TableName ExclusiveStartStreamArn Limit", [](Random& random) {
        return ListStreamsRequest{random.maybe_name(), random.maybe([&] { return random.arn(); }),
                                  random.maybe_count(100)};
      });
  expect_round_trips<DescribeStreamRequest>(
      "StreamArn Limit ExclusiveStartShardId ShardFilter Type ShardId", [](Random& random) {
        return DescribeStreamRequest{random.arn(), random.maybe_count(100),
                                     random.maybe([&] { return shard_id(random); }),
                                     random.maybe([&] { return shard_id(random); })};
      });
  expect_round_trips<GetShardIteratorRequest>(
      "StreamArn ShardId ShardIteratorType SequenceNumber", [](Random& random) {
        return GetShardIteratorRequest{random.arn(), shard_id(random),
                                       random.pick(shard_iterator_type_names),
                                       random.maybe([&] { return sequence_number(random); })};
      });
  expect_round_trips<GetRecordsRequest>("ShardIterator Limit", [](Random& random) {
    return GetRecordsRequest{random.attribute(), random.maybe_count(1000)};
  });
}

RestoreOverrides random_overrides(Random& random) {
  return {random.maybe_pick(billing_mode_names), random.maybe_throughput(),
          random.maybe_on_demand(), maybe_local_indexes(random), maybe_global_indexes(random)};
}

const std::string override_names =
    "TargetTableName BillingModeOverride ProvisionedThroughputOverride OnDemandThroughputOverride "
    "LocalSecondaryIndexOverride GlobalSecondaryIndexOverride " +
    global_index_names;

TEST(EncodeRequest, BackupsComeBackTheSame) {
  expect_round_trips<CreateBackupRequest>("TableName BackupName", [](Random& random) {
    return CreateBackupRequest{random.name(), random.name()};
  });
  expect_round_trips<DescribeBackupRequest>(
      "BackupArn", [](Random& random) { return DescribeBackupRequest{random.arn()}; });
  expect_round_trips<DeleteBackupRequest>(
      "BackupArn", [](Random& random) { return DeleteBackupRequest{random.arn()}; });
  expect_round_trips<ListBackupsRequest>(
      "TableName Limit TimeRangeLowerBound TimeRangeUpperBound ExclusiveStartBackupArn BackupType",
      [](Random& random) {
        return ListBackupsRequest{random.maybe_name(),
                                  random.maybe_count(100),
                                  random.maybe_time(),
                                  random.maybe_time(),
                                  random.maybe([&] { return random.arn(); }),
                                  random.maybe_pick(backup_type_names)};
      });
  expect_round_trips<UpdateContinuousBackupsRequest>(
      "TableName PointInTimeRecoverySpecification PointInTimeRecoveryEnabled "
      "RecoveryPeriodInDays",
      [](Random& random) {
        return UpdateContinuousBackupsRequest{random.name(), random.chance(),
                                              random.maybe_count(35)};
      });
  expect_round_trips<DescribeContinuousBackupsRequest>(
      "TableName", random_table_name<DescribeContinuousBackupsRequest>);
}

TEST(EncodeRequest, RestoresComeBackTheSame) {
  expect_round_trips<RestoreTableFromBackupRequest>(
      override_names + "BackupArn", [](Random& random) {
        return RestoreTableFromBackupRequest{random.name(), random.arn(), random_overrides(random)};
      });
  expect_round_trips<RestoreTableToPointInTimeRequest>(
      override_names + "SourceTableArn SourceTableName UseLatestRestorableTime RestoreDateTime",
      [](Random& random) {
        return RestoreTableToPointInTimeRequest{random.chance() ? random.arn() : random.name(),
                                                random.name(), random.chance(), random.maybe_time(),
                                                random_overrides(random)};
      });
}

std::optional<std::string> maybe_owner(Random& random) {
  return random.maybe([] { return std::string("123456789012"); });
}

TEST(EncodeRequest, ExportsComeBackTheSame) {
  expect_round_trips<ExportTableRequest>(
      "TableArn ExportTime ClientToken S3Bucket S3BucketOwner S3Prefix S3SseAlgorithm "
      "S3SseKmsKeyId ExportFormat ExportType IncrementalExportSpecification ExportFromTime "
      "ExportToTime ExportViewType",
      [](Random& random) {
        ExportTableRequest request;
        request.table = random.arn();
        request.export_time = random.maybe_time();
        request.client_token = random.maybe_name();
        request.bucket = "bucket";
        request.bucket_owner = maybe_owner(random);
        request.prefix = random.maybe_text();
        if (random.chance()) request.sse_algorithm = std::string(random.pick(sse_algorithm_names));
        request.sse_kms_key_id = random.maybe_name();
        request.format = random.maybe_pick(export_format_names);
        request.type = random.maybe_pick(export_type_names);
        request.incremental = random.maybe([&] {
          return IncrementalExport{random.maybe_time(), random.maybe_time(),
                                   random.maybe_pick(export_view_names)};
        });
        return request;
      });
  expect_round_trips<DescribeExportRequest>(
      "ExportArn", [](Random& random) { return DescribeExportRequest{random.arn()}; });
  expect_round_trips<ListExportsRequest>("TableArn MaxResults NextToken", [](Random& random) {
    return ListExportsRequest{random.maybe([&] { return random.arn(); }), random.maybe_count(25),
                              random.maybe_text()};
  });
}

TEST(EncodeRequest, ImportsComeBackTheSame) {
  expect_round_trips<ImportTableRequest>(
      "ClientToken S3BucketSource S3BucketOwner S3Bucket S3KeyPrefix InputFormat "
      "InputFormatOptions Csv Delimiter HeaderList InputCompressionType TableCreationParameters "
      "TableName AttributeDefinitions AttributeType BillingMode GlobalSecondaryIndexes " +
          global_index_names,
      [](Random& random) {
        ImportTableRequest request;
        request.client_token = random.maybe_name();
        request.source = {maybe_owner(random), "bucket", random.maybe_text()};
        request.format = random.pick(import_format_names);
        request.csv = random.maybe([&] {
          return CsvImport{random.maybe([] { return std::string("|"); }),
                           random.maybe([&] { return random.texts(); })};
        });
        request.compression = random.maybe_pick(import_compression_names);
        request.table.table_name = random.name();
        request.table.attribute_definitions = random_definitions(random);
        request.table.key_schema = random_key(random);
        request.table.billing_mode = random.maybe_pick(billing_mode_names);
        request.table.provisioned = random.maybe_throughput();
        request.table.on_demand = random.maybe_on_demand();
        request.table.global_indexes = maybe_global_indexes(random);
        return request;
      });
  expect_round_trips<DescribeImportRequest>(
      "ImportArn", [](Random& random) { return DescribeImportRequest{random.arn()}; });
  expect_round_trips<ListImportsRequest>("TableArn PageSize NextToken", [](Random& random) {
    return ListImportsRequest{random.maybe([&] { return random.arn(); }), random.maybe_count(25),
                              random.maybe([] { return std::string(112, 'a'); })};
  });
}

}  // namespace
}  // namespace isotherm::codec
