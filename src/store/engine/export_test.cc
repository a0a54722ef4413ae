// Exports: what comes out, of which instant, in which order.

#include <gtest/gtest.h>

#include <sstream>

#include "exports/random_item.h"
#include "exports/row_reader.h"
#include "store/engine/bucket_scratch.h"

namespace isotherm::engine {
namespace {

namespace fs = std::filesystem;

using ExportTest = BucketTest;

TEST_F(ExportTest, HasTheServicesFiles) {
  create("abc");
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "a"}}).ok());
  const ExportDescription done = exported({.table = "abc", .prefix = "some/prefix"});
  EXPECT_EQ(done.status, ExportStatus::completed);
  EXPECT_EQ(done.item_count, 1);
  const std::string id = done.arn.substr(done.arn.rfind('/') + 1);
  const std::string folder = "some/prefix/AWSDynamoDB/" + id + "/";
  EXPECT_EQ(done.manifest, folder + "manifest-summary.json");
  std::set<std::string> data;
  std::set<std::string> others;
  for (const std::string& key : keys())
    (key.find("/data/") == std::string::npos ? others : data).insert(key);
  EXPECT_EQ(others,
            (std::set<std::string>{
                folder + "_started", folder + "manifest-files.json", folder + "manifest-files.md5",
                folder + "manifest-files.checksum", folder + "manifest-summary.json",
                folder + "manifest-summary.md5", folder + "manifest-summary.checksum"}));
  // A file for each of the four partitions of a new on-demand table.
  EXPECT_EQ(data.size(), 4u);
  const std::string manifest = read(bucket() / (folder + "manifest-files.json"));
  EXPECT_EQ(std::count(manifest.begin(), manifest.end(), '\n'), 4);
  for (const std::string& key : data) EXPECT_NE(manifest.find(key), std::string::npos);
  EXPECT_NE(read(bucket() / (folder + "manifest-summary.json")).find("\"itemCount\":1"),
            std::string::npos);
}

TEST_F(ExportTest, ComesBackByAnImportTheSameInEveryFormat) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  exports::RandomItems random(seed);
  create("abc");
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(put(scratch_, "abc", random.item()).ok());
  const auto items = items_of("abc");
  for (const ExportFormat format : {ExportFormat::dynamodb_json, ExportFormat::ion}) {
    const bool ion = format == ExportFormat::ion;
    const ExportDescription done =
        exported({.table = "abc", .prefix = ion ? "ion" : "json", .format = format});
    ASSERT_EQ(done.item_count, static_cast<std::int64_t>(items.size()));
    ImportTableRequest request;
    request.source.bucket = "b";
    request.source.prefix = done.manifest->substr(0, done.manifest->rfind('/')) + "/data/";
    request.format = ion ? ImportFormat::ion : ImportFormat::dynamodb_json;
    request.compression = ImportCompression::gzip;
    request.table = table_request(ion ? "ion" : "json", false);
    const ImportDescription back = imported(request);
    EXPECT_EQ(back.status, ImportStatus::completed) << back.failure_message.value_or("");
    EXPECT_EQ(back.imported_items, static_cast<std::int64_t>(items.size()));
    EXPECT_EQ(items_of(ion ? "ion" : "json"), items);
    EXPECT_EQ(run(scratch_->describe_table({ion ? "ion" : "json"})).value().item_count,
              static_cast<std::int64_t>(items.size()));
  }
}

TEST_F(ExportTest, AFileHoldsNeighboursOfTheHashOrder) {
  create("abc");
  for (int i = 0; i < 400; ++i)
    ASSERT_TRUE(put(scratch_, "abc", {{"pk", "k" + std::to_string(i)}}).ok());
  const ExportDescription done = exported({.table = "abc"});
  std::vector<std::string> scanned;
  for (const Item& item : scan_all(scratch_, "abc").items)
    scanned.push_back(std::get<std::string>(find(item, "pk")->value));
  // The files in the order of the manifest, one behind the other, are the walk of the table.
  std::vector<std::string> exported;
  std::istringstream manifest(read(
      bucket() / (done.manifest->substr(0, done.manifest->rfind('/')) + "/manifest-files.json")));
  for (std::string line; std::getline(manifest, line);) {
    const std::string marker = "\"dataFileS3Key\":\"";
    const std::size_t begin = line.find(marker) + marker.size();
    const std::string key = line.substr(begin, line.find('"', begin) - begin);
    const auto rows = exports::make_row_reader(
        exports::open_file(bucket() / key, exports::Compression::gzip).value(), {});
    std::size_t count = 0;
    while (const auto row = rows->next().value()) {
      exported.push_back(std::get<std::string>(find(row->item, "pk")->value));
      ++count;
    }
    EXPECT_GT(count, 50u) << "each partition has its share";
  }
  EXPECT_EQ(exported, scanned);
}

TEST_F(ExportTest, IsOfOneInstantAndGoesOnAfterARestart) {
  create("abc");
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(
        put(scratch_, "abc", {{"pk", "k" + std::to_string(i)}, {"filler", std::string(4000, 'x')}})
            .ok());
  }
  const auto items = items_of("abc");
  const ExportDescription begun = start_export({.table = "abc"}).value();
  for (int i = 0;
       run(scratch_->describe_export({begun.arn})).value().status == ExportStatus::in_progress;
       ++i) {
    ASSERT_LT(i, 100);
    ASSERT_TRUE(
        put(scratch_, "abc", {{"pk", "k" + std::to_string(i * 7 % 400)}, {"new", "x"}}).ok());
    ASSERT_TRUE(erase(scratch_, "abc", {{"pk", "k" + std::to_string(i * 11 % 300)}}).ok());
    // The files are written by one life: each has more steps than the one before.
    for (int step = 0; step <= i; ++step) scratch_->maintain();
    scratch_.close();
    scratch_.open();
  }
  const ExportDescription done = run(scratch_->describe_export({begun.arn})).value();
  ASSERT_EQ(done.status, ExportStatus::completed);
  ImportTableRequest request;
  request.source.bucket = "b";
  request.source.prefix = done.manifest->substr(0, done.manifest->rfind('/')) + "/data/";
  request.compression = ImportCompression::gzip;
  request.table = table_request("back", false);
  EXPECT_EQ(imported(request).imported_items, 300);
  EXPECT_EQ(items_of("back"), items);
}

TEST_F(ExportTest, ReachesBackToATime) {
  create("abc");
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "a"}, {"v", "1"}}).ok());
  scratch_.clock().advance(std::chrono::minutes(1));
  const UnixMillis time = scratch_.clock().unix_time();
  scratch_.clock().advance(std::chrono::minutes(1));
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "a"}, {"v", "2"}}).ok());
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "b"}}).ok());
  const ExportDescription done = exported({.table = "abc", .export_time = time});
  EXPECT_EQ(done.item_count, 1);
  ImportTableRequest request;
  request.source.bucket = "b";
  request.source.prefix = "AWSDynamoDB/";
  request.compression = ImportCompression::gzip;
  request.table = table_request("back", false);
  // The manifests have the prefix too: they are no items of the table.
  const ImportDescription back = imported(request);
  EXPECT_EQ(back.status, ImportStatus::failed);
  EXPECT_EQ(items_of("back"), (std::map<std::string, Item>{{"a", Item{{"pk", "a"}, {"v", "1"}}}}));
}

TEST_F(ExportTest, OfASpanHasTheNetChangeOfEachItem) {
  create("abc");
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "changed"}, {"v", "0"}}).ok());
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "removed"}, {"v", "0"}}).ok());
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "untouched"}, {"v", "0"}}).ok());
  scratch_.clock().advance(std::chrono::minutes(1));
  const UnixMillis from = scratch_.clock().unix_time();
  for (const std::string v : {"1", "2"}) {
    ASSERT_TRUE(put(scratch_, "abc", {{"pk", "changed"}, {"v", v}}).ok());
    ASSERT_TRUE(put(scratch_, "abc", {{"pk", "new"}, {"v", v}}).ok());
    ASSERT_TRUE(put(scratch_, "abc", {{"pk", "passing"}, {"v", v}}).ok());
  }
  ASSERT_TRUE(erase(scratch_, "abc", {{"pk", "removed"}}).ok());
  ASSERT_TRUE(erase(scratch_, "abc", {{"pk", "passing"}}).ok());
  scratch_.clock().advance(std::chrono::minutes(20));
  const UnixMillis to = scratch_.clock().unix_time();
  ASSERT_TRUE(put(scratch_, "abc", {{"pk", "later"}}).ok());
  scratch_.clock().advance(std::chrono::minutes(1));

  const auto lines = [&](ExportView view) {
    const ExportDescription done = exported({.table = "abc",
                                             .type = ExportType::incremental,
                                             .incremental = IncrementalExport{from, to, view}});
    EXPECT_EQ(done.status, ExportStatus::completed);
    EXPECT_EQ(done.item_count, 3);
    std::set<std::string> lines;
    for (const std::string& key : keys()) {
      if (!key.starts_with("AWSDynamoDB/data/")) continue;
      char text[100'000];
      auto file = exports::open_file(bucket() / key, exports::Compression::gzip).value();
      std::string whole;
      while (const std::size_t count = file->read(text, sizeof text).value())
        whole.append(text, count);
      std::istringstream all(whole);
      for (std::string line; std::getline(all, line);) lines.insert(line);
      fs::remove(bucket() / key);
    }
    return lines;
  };
  const std::string head = "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"" +
                           std::to_string(from.count()) + "000\"}},";
  EXPECT_EQ(
      lines(ExportView::new_and_old_images),
      (std::set<std::string>{
          head + R"("Keys":{"pk":{"S":"changed"}},"OldImage":{"pk":{"S":"changed"},"v":{"S":"0"}},)"
                 R"("NewImage":{"pk":{"S":"changed"},"v":{"S":"2"}}})",
          head + R"("Keys":{"pk":{"S":"new"}},"NewImage":{"pk":{"S":"new"},"v":{"S":"2"}}})",
          head + R"("Keys":{"pk":{"S":"removed"}},)"
                 R"("OldImage":{"pk":{"S":"removed"},"v":{"S":"0"}}})"}));
  EXPECT_EQ(
      lines(ExportView::new_image),
      (std::set<std::string>{
          head +
              R"("Keys":{"pk":{"S":"changed"}},"NewImage":{"pk":{"S":"changed"},"v":{"S":"2"}}})",
          head + R"("Keys":{"pk":{"S":"new"}},"NewImage":{"pk":{"S":"new"},"v":{"S":"2"}}})",
          head + R"("Keys":{"pk":{"S":"removed"}}})"}));
}

TEST_F(ExportTest, IsRefusedWhenItCannotBe) {
  const auto code = [&](ExportTableRequest request) {
    return start_export(std::move(request)).error().code();
  };
  EXPECT_EQ(start_export({.table = "none"}).error().message(), "Table not found: none");
  ASSERT_TRUE(run(scratch_->create_table(table_request("abc", false))).ok());
  EXPECT_EQ(code({.table = "abc"}), ErrorCode::point_in_time_recovery_unavailable);
  ASSERT_TRUE(run(scratch_->update_continuous_backups({"abc", true, {}})).ok());
  const UnixMillis now = scratch_.clock().unix_time();
  const auto at = [&](auto offset) { return now + offset; };
  using std::chrono::minutes;
  EXPECT_EQ(code({.table = "abc", .export_time = at(minutes(1))}), ErrorCode::invalid_export_time);
  EXPECT_EQ(code({.table = "abc", .export_time = at(minutes(-1))}), ErrorCode::invalid_export_time);
  EXPECT_EQ(code({.table = "abc", .prefix = "../x"}), ErrorCode::validation);
  EXPECT_EQ(code({.table = "abc", .type = ExportType::incremental}), ErrorCode::validation);
  scratch_.clock().advance(minutes(60 * 30));
  const auto span = [&](int from, int to) {
    return ExportTableRequest{
        .table = "abc",
        .type = ExportType::incremental,
        .incremental = IncrementalExport{at(minutes(from)), at(minutes(to)), {}}};
  };
  EXPECT_EQ(code(span(10, 24)), ErrorCode::validation);
  EXPECT_EQ(code(span(10, 10 + 24 * 60 + 1)), ErrorCode::validation);
  EXPECT_EQ(code(span(30, 10)), ErrorCode::validation);
  EXPECT_EQ(code(span(-1, 20)), ErrorCode::invalid_export_time);
  EXPECT_TRUE(start_export(span(10, 25)).ok());
  EXPECT_TRUE(start_export(span(10, 10 + 24 * 60)).ok());
  EXPECT_EQ(
      run(scratch_->describe_export({"arn:aws:dynamodb:x:y:table/abc/export/0"})).error().code(),
      ErrorCode::export_not_found);
}

TEST_F(ExportTest, ToNoBucketFails) {
  create("abc");
  ExportTableRequest request{.table = "abc"};
  request.bucket = "none";
  const ExportDescription begun = run(scratch_->export_table(request)).value();
  scratch_.maintain();
  const ExportDescription done = run(scratch_->describe_export({begun.arn})).value();
  EXPECT_EQ(done.status, ExportStatus::failed);
  EXPECT_EQ(done.failure_code, "S3NoSuchBucket");
}

TEST_F(ExportTest, ATokenStandsForOneExport) {
  create("abc");
  const ExportDescription first = start_export({.table = "abc", .client_token = "t"}).value();
  EXPECT_EQ(start_export({.table = "abc", .client_token = "t"}).value().arn, first.arn);
  EXPECT_EQ(start_export({.table = "abc", .client_token = "t", .prefix = "x"}).error().code(),
            ErrorCode::export_conflict);
  EXPECT_NE(start_export({.table = "abc", .client_token = "u"}).value().arn, first.arn);
  scratch_.maintain();
  EXPECT_EQ(start_export({.table = "abc", .client_token = "t"}).value().arn, first.arn);
  scratch_.clock().advance(std::chrono::hours(9));
  EXPECT_NE(start_export({.table = "abc", .client_token = "t"}).value().arn, first.arn);
}

TEST_F(ExportTest, ListsTheNewestFirstInPages) {
  create("abc");
  create("def");
  std::vector<std::string> arns;
  for (int i = 0; i < 5; ++i) {
    arns.insert(arns.begin(), exported({.table = i == 3 ? "def" : "abc"}).arn);
    scratch_.clock().advance(std::chrono::seconds(1));
  }
  std::vector<std::string> listed;
  ListExportsRequest request{.max_results = 2};
  while (true) {
    const ListExportsResponse page = run(scratch_->list_exports(request)).value();
    for (const ExportDescription& one : page.exports) listed.push_back(one.arn);
    if (!page.next_token) break;
    request.next_token = page.next_token;
  }
  EXPECT_EQ(listed, arns);
  EXPECT_EQ(run(scratch_->list_exports({.table = "def"})).value().exports.size(), 1u);
  EXPECT_EQ(run(scratch_->list_exports({.next_token = "x"})).error().code(), ErrorCode::validation);
}

TEST_F(ExportTest, WithoutABucketRootIsRefused) {
  Scratch plain;
  ASSERT_TRUE(run(plain->create_table(table_request("abc", false))).ok());
  EXPECT_EQ(run(plain->export_table({.table = "abc", .bucket = "b"})).error().code(),
            ErrorCode::validation);
  EXPECT_EQ(run(plain->import_table({})).error().code(), ErrorCode::validation);
}

}  // namespace
}  // namespace isotherm::engine
