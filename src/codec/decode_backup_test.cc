#include "codec/decode_expectations.h"

namespace isotherm::codec {
namespace {

TEST(DecodeBackups, ReadEveryMember) {
  const auto list = decoded<ListBackupsRequest>(
      R"({"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/abc","Limit":7,)"
      R"("TimeRangeLowerBound":1.5,"TimeRangeUpperBound":1700000000,"BackupType":"ALL",)"
      R"("ExclusiveStartBackupArn":"arn:aws:dynamodb:us-east-1:000000000000:table/abc/backup/1"})");
  EXPECT_EQ(list.table_name, "arn:aws:dynamodb:us-east-1:000000000000:table/abc");
  EXPECT_EQ(list.limit, 7);
  EXPECT_EQ(list.from, UnixMillis(1500));
  EXPECT_EQ(list.to, UnixMillis(1'700'000'000'000));
  EXPECT_FALSE(list.type.has_value());
  EXPECT_EQ(decoded<ListBackupsRequest>(R"({"BackupType":"SYSTEM"})").type, BackupType::system);

  const auto restore = decoded<RestoreTableToPointInTimeRequest>(
      R"({"SourceTableName":"abc","TargetTableName":"def","UseLatestRestorableTime":true,)"
      R"("RestoreDateTime":1.7e9,"BillingModeOverride":"PROVISIONED",)"
      R"("ProvisionedThroughputOverride":{"ReadCapacityUnits":1,"WriteCapacityUnits":2},)"
      R"("OnDemandThroughputOverride":{"MaxReadRequestUnits":3},"LocalSecondaryIndexOverride":[],)"
      R"("GlobalSecondaryIndexOverride":[{"IndexName":"glob","KeySchema":)"
      R"([{"AttributeName":"a","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],)"
      R"("SSESpecificationOverride":{"Enabled":true}})");
  EXPECT_EQ(restore.source_table, "abc");
  EXPECT_TRUE(restore.use_latest_restorable_time);
  EXPECT_EQ(restore.restore_date_time, UnixMillis(1'700'000'000'000));
  EXPECT_EQ(restore.overrides.billing_mode, BillingMode::provisioned);
  EXPECT_EQ(restore.overrides.provisioned, (ProvisionedThroughput{1, 2}));
  EXPECT_EQ(restore.overrides.on_demand->max_read_units, 3);
  EXPECT_TRUE(restore.overrides.local_indexes->empty());
  EXPECT_EQ(restore.overrides.global_indexes->at(0).index_name, "glob");

  const auto recovery = decoded<UpdateContinuousBackupsRequest>(
      R"({"TableName":"abc","PointInTimeRecoverySpecification":)"
      R"({"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":9}})");
  EXPECT_TRUE(recovery.enabled);
  EXPECT_EQ(recovery.recovery_period_days, 9);
}

TEST(DecodeBackups, RefuseTimesThatAreNone) {
  using List = ListBackupsRequest;
  for (const char* time : {R"("2020-01-01")", "true", "1e300", "18446744073709551615"}) {
    const auto request = decode<List>(std::string(R"({"TimeRangeLowerBound":)") + time + "}");
    ASSERT_FALSE(request.ok()) << time;
    EXPECT_EQ(request.error().code(), ErrorCode::serialization) << time;
  }
  EXPECT_FALSE(decoded<List>(R"({"TimeRangeLowerBound":null})").from.has_value());
  EXPECT_EQ(decoded<List>(R"({"TimeRangeLowerBound":-1})").from, UnixMillis(-1000));
}

TEST(DecodeExports, ReadEveryMember) {
  const auto request = decoded<ExportTableRequest>(
      R"({"TableArn":"abc","S3Bucket":"bucket","S3Prefix":"p","S3BucketOwner":"000000000000",)"
      R"("S3SseAlgorithm":"KMS","S3SseKmsKeyId":"k","ClientToken":"t","ExportTime":2,)"
      R"("ExportFormat":"ION","ExportType":"INCREMENTAL_EXPORT","IncrementalExportSpecification":)"
      R"({"ExportFromTime":1,"ExportToTime":2.25,"ExportViewType":"NEW_IMAGE"}})");
  ExportTableRequest expected;
  expected.table = "abc";
  expected.bucket = "bucket";
  expected.prefix = "p";
  expected.bucket_owner = "000000000000";
  expected.sse_algorithm = "KMS";
  expected.sse_kms_key_id = "k";
  expected.client_token = "t";
  expected.export_time = UnixMillis(2000);
  expected.format = ExportFormat::ion;
  expected.type = ExportType::incremental;
  expected.incremental =
      IncrementalExport{UnixMillis(1000), UnixMillis(2250), ExportView::new_image};
  EXPECT_EQ(request, expected);
}

TEST(DecodeExports, CheckBucketsOwnersAndTokens) {
  const auto body = [](const std::string& more) {
    return R"({"TableArn":"abc","S3Bucket":"bucket",)" + more + "}";
  };
  using Export = ExportTableRequest;
  for (const char* bucket : {"", "a", "-ab", "ab-", "a/b", "a b", ".."}) {
    EXPECT_FALSE(
        decode<Export>(R"({"TableArn":"abc","S3Bucket":")" + std::string(bucket) + "\"}").ok())
        << bucket;
  }
  EXPECT_FALSE(decode<Export>(body(R"("S3BucketOwner":"1")")).ok());
  EXPECT_FALSE(decode<Export>(body(R"("ClientToken":"a$b")")).ok());
  EXPECT_FALSE(decode<Export>(body(R"("ClientToken":"")")).ok());
  expect_invalid<Export>(R"({"S3Bucket":"bucket"})", violations({null_at("tableArn")}));
}

TEST(DecodeImports, ReadEveryMember) {
  const auto request = decoded<ImportTableRequest>(
      R"({"ClientToken":"t","S3BucketSource":{"S3Bucket":"bucket","S3KeyPrefix":"p"},)"
      R"("InputFormat":"CSV","InputFormatOptions":{"Csv":{"Delimiter":"\t","HeaderList":["a","b"]}},)"
      R"("InputCompressionType":"ZSTD","TableCreationParameters":{"TableName":"abc",)"
      R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],)"
      R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",)"
      R"("SSESpecification":{"Enabled":false}}})");
  EXPECT_EQ(request.client_token, "t");
  EXPECT_EQ(request.source, (ImportSource{std::nullopt, "bucket", "p"}));
  EXPECT_EQ(request.format, ImportFormat::csv);
  EXPECT_EQ(request.csv, (CsvImport{"\t", std::vector<std::string>{"a", "b"}}));
  EXPECT_EQ(request.compression, ImportCompression::zstd);
  EXPECT_EQ(request.table.table_name, "abc");
  EXPECT_EQ(request.table.key_schema.size(), 1u);
}

}  // namespace
}  // namespace isotherm::codec
