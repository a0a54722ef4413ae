#include "codec/response_round_trip.h"

namespace isotherm::codec {
namespace {

using Random = RandomValues;

BackupDetails random_details(Random& random) {
  return {random.arn(),
          random.name(),
          random.count(1000),
          random.pick(backup_status_names),
          random.pick(backup_type_names),
          random.time(),
          random.maybe_time()};
}

KeySchema random_key(Random& random, KeyType type) {
  return {{random.attribute(), type},
          random.maybe([&] { return AttributeDefinition{random.attribute(), type}; })};
}

// A table as the descriptions of backups and imports tell of it.
TableDescription random_table(Random& random) {
  TableDescription table;
  table.name = random.name();
  table.id = random.name();
  table.arn = random.arn();
  table.size_bytes = random.count(1000);
  table.item_count = random.count(1000);
  table.key = random_key(random, KeyType::S);
  table.created = random.time();
  table.provisioned = random.throughput();
  table.on_demand = random.maybe_on_demand();
  table.billing_mode = random.pick(billing_mode_names);
  table.local_indexes = random.several([&] {
    LocalSecondaryIndex index;
    index.name = random.name();
    index.key = random_key(random, KeyType::S);
    return index;
  });
  table.global_indexes = random.several([&] {
    GlobalSecondaryIndex index;
    index.name = random.name();
    index.key = random_key(random, KeyType::S);
    index.projection = {ProjectionType::include, random.texts()};
    index.provisioned = random.throughput();
    index.on_demand = random.maybe_on_demand();
    return index;
  });
  return table;
}

TEST(DecodeResponse, BackupsComeBackTheSame) {
  expect_response_round_trips<BackupDetails>(random_details);
  expect_response_round_trips<BackupDescription>([](Random& random) {
    return BackupDescription{random_details(random), random_table(random)};
  });
  expect_response_round_trips<ListBackupsResponse>([](Random& random) {
    return ListBackupsResponse{random.several([&] {
                                 return BackupSummary{random_details(random), random.name(),
                                                      random.arn(), random.name()};
                               }),
                               random.maybe_text()};
  });
  expect_response_round_trips<ContinuousBackupsDescription>([](Random& random) {
    return ContinuousBackupsDescription{random.chance(), random.count(35), random.time(),
                                        random.time()};
  });
}

TEST(DecodeResponse, ABackupNeedsItsArn) {
  expect_unusable<BackupDetails>("{}", "'backupDetails'");
  expect_unusable<BackupDetails>(R"({"BackupDetails":{"BackupName":"a"}})",
                                 "'backupDetails.backupArn'");
}

ExportDescription random_export(Random& random) {
  ExportDescription one;
  one.arn = random.arn();
  one.status = random.pick(export_status_names);
  one.start = random.time();
  one.end = random.maybe_time();
  one.manifest = random.maybe_text();
  one.table_arn = random.arn();
  one.table_id = random.name();
  one.request.export_time = random.maybe_time();
  one.request.client_token = random.maybe_text();
  one.request.bucket = random.name();
  one.request.bucket_owner = random.maybe_text();
  one.request.prefix = random.maybe_text();
  if (random.chance()) one.request.sse_algorithm = std::string(random.pick(sse_algorithm_names));
  one.request.sse_kms_key_id = random.maybe_text();
  one.request.format = random.maybe_pick(export_format_names);
  one.request.type = random.maybe_pick(export_type_names);
  one.request.incremental = random.maybe([&] {
    return IncrementalExport{random.maybe_time(), random.maybe_time(),
                             random.maybe_pick(export_view_names)};
  });
  one.failure_code = random.maybe_text();
  one.failure_message = random.maybe_text();
  one.billed_bytes = random.maybe_count(1000);
  one.item_count = random.maybe_count(1000);
  return one;
}

TEST(DecodeResponse, ExportsComeBackTheSame) {
  expect_response_round_trips<ExportDescription>(random_export);
  expect_response_round_trips<ListExportsResponse>([](Random& random) {
    return ListExportsResponse{random.several([&] { return random_export(random); }),
                               random.maybe_text()};
  });
}

ImportDescription random_import(Random& random) {
  ImportDescription one;
  one.arn = random.arn();
  one.status = random.pick(import_status_names);
  one.table_arn = random.arn();
  one.table_id = random.name();
  one.client_token = random.maybe_text();
  one.source = {random.maybe_text(), random.name(), random.maybe_text()};
  one.format = random.pick(import_format_names);
  one.csv = random.maybe(
      [&] { return CsvImport{random.maybe_text(), random.maybe([&] { return random.texts(); })}; });
  one.compression = random.pick(import_compression_names);
  one.table = random_table(random);
  one.table.key = random_key(random, KeyType::N);
  one.table.attributes = {one.table.key.partition};
  one.log_group_arn = random.text();
  one.start = random.time();
  one.end = random.maybe_time();
  one.error_count = random.count(9);
  one.processed_bytes = random.count(1000);
  one.processed_items = random.count(1000);
  one.imported_items = random.count(1000);
  one.failure_code = random.maybe_text();
  one.failure_message = random.maybe_text();
  return one;
}

TEST(DecodeResponse, ImportsComeBackTheSame) {
  expect_response_round_trips<ImportDescription>(random_import);
  expect_response_round_trips<ListImportsResponse>([](Random& random) {
    return ListImportsResponse{random.several([&] { return random_import(random); }),
                               random.maybe_text()};
  });
}

}  // namespace
}  // namespace isotherm::codec
