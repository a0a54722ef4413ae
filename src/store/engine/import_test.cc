// Imports: what goes in, and what is told of the rest.

#include <gtest/gtest.h>

#include "store/engine/bucket_scratch.h"

namespace isotherm::engine {
namespace {

namespace fs = std::filesystem;

using ImportTest = BucketTest;

TEST_F(ImportTest, SkipsRowsThatAreNoItemsAndLogsThem) {
  write("in/1.json", R"({"Item":{"pk":{"S":"a"}}})"
                     "\n"
                     R"({"Item":{"other":{"S":"a"}}})"
                     "\nno\n"
                     R"({"Item":{"pk":{"N":"1"}}})"
                     "\n"
                     R"({"Item":{"pk":{"S":"a"},"v":{"S":"last"}}})");
  write("in/2.json",
        "no\n"
        R"({"Item":{"pk":{"S":""}}})");
  const ImportDescription begun = start_import("abc", "in/").value();
  EXPECT_EQ(begun.table_id, run(scratch_->describe_table({"abc"})).value().id);
  EXPECT_EQ(run(scratch_->describe_table({"abc"})).value().status, TableStatus::creating);
  scratch_.maintain();
  const ImportDescription done = run(scratch_->describe_import({begun.arn})).value();
  EXPECT_EQ(done.status, ImportStatus::failed);
  EXPECT_EQ(done.failure_code, "ItemValidationError");
  EXPECT_EQ(done.processed_items, 7);
  EXPECT_EQ(done.imported_items, 2);
  EXPECT_EQ(done.error_count, 5);
  EXPECT_EQ(done.processed_bytes, static_cast<std::int64_t>(fs::file_size(bucket() / "in/1.json") +
                                                            fs::file_size(bucket() / "in/2.json")));
  EXPECT_EQ(items_of("abc"),
            (std::map<std::string, Item>{{"a", Item{{"pk", "a"}, {"v", "last"}}}}));
  const std::string log = read(fs::path(buckets_.path()) / ".import-errors" /
                               (done.arn.substr(done.arn.rfind('/') + 1) + ".jsonl"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 5);
  EXPECT_TRUE(log.starts_with(
      R"({"itemS3Pointer":{"bucket":"b","key":"in/1.json","itemIndex":1},"importArn":")" +
      done.arn +
      R"(","errorMessages":["One or more parameter values were invalid: )"
      "Missing the key pk in the item\"]}"))
      << log;
}

TEST_F(ImportTest, GoesOnAfterARestart) {
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    text += i % 10 == 0 ? "no\n"
                        : R"({"Item":{"pk":{"S":"k)" + std::to_string(i) + R"("},"f":{"S":")" +
                              std::string(300, 'x') + "\"}}}\n";
  }
  write("in/1.json", text);
  write("in/2.json", text);
  const ImportDescription begun = start_import("abc", "in/").value();
  const auto now = [&] { return run(scratch_->describe_import({begun.arn})).value(); };
  int restarts = 0;
  for (; now().status == ImportStatus::in_progress; ++restarts) {
    ASSERT_LT(restarts, 200);
    // The first step of a life finds the place again, and the indexes are filled by one life.
    for (int step = 0; step < 2 + restarts / 8; ++step) scratch_->maintain();
    scratch_.close();
    scratch_.open();
  }
  EXPECT_GT(restarts, 5);
  EXPECT_EQ(now().processed_items, 10'000);
  EXPECT_EQ(now().imported_items, 9'000);
  EXPECT_EQ(now().error_count, 1'000);
  EXPECT_EQ(items_of("abc").size(), 4'500u);
  EXPECT_EQ(run(scratch_->describe_table({"abc"})).value().item_count, 4'500);
  const std::string log = read(fs::path(buckets_.path()) / ".import-errors" /
                               (begun.arn.substr(begun.arn.rfind('/') + 1) + ".jsonl"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1'000);
}

TEST_F(ImportTest, FillsIndexes) {
  write("in.csv", "pk,n,colour\na,1,red\nb,x,red\nc,3,\n");
  ImportTableRequest request;
  request.source.bucket = "b";
  request.source.prefix = "in.csv";
  request.format = ImportFormat::csv;
  request.table = table_request("abc", false);
  define(request.table, {{"colour", KeyType::S}, {"n", KeyType::N}});
  request.table.global_indexes = {{index_request("by-colour", "colour", "n")}};
  const ImportDescription done = imported(request);
  EXPECT_EQ(done.error_count, 1);
  EXPECT_EQ(items_of("abc").size(), 2u);
  EXPECT_EQ(
      items_of("abc", "by-colour"),
      (std::map<std::string, Item>{{"a", Item{{"pk", "a"}, {"n", Number(1)}, {"colour", "red"}}}}));
}

TEST_F(ImportTest, ThatCannotBegin) {
  ASSERT_TRUE(run(scratch_->create_table(table_request("abc", false))).ok());
  write("in", "{}");
  EXPECT_EQ(start_import("abc", "in").error().message(), "Table already exists: abc");
  EXPECT_EQ(start_import("new", "../in").error().code(), ErrorCode::validation);
  // Nothing is there: the table goes again.
  const ImportDescription nothing = start_import("new", "none").value();
  scratch_.maintain();
  EXPECT_EQ(run(scratch_->describe_import({nothing.arn})).value().failure_code, "S3NoSuchKey");
  EXPECT_FALSE(run(scratch_->describe_table({"new"})).ok());
  ImportTableRequest request;
  request.source.bucket = "none";
  request.table = table_request("new", false);
  EXPECT_EQ(imported(request).failure_code, "S3NoSuchBucket");
  EXPECT_EQ(run(scratch_->list_imports({})).value().imports.size(), 2u);
  EXPECT_EQ(run(scratch_->list_imports({.table = "none"})).value().imports.size(), 0u);
}

TEST_F(ImportTest, ATokenStandsForOne) {
  write("in", "");
  ImportTableRequest request;
  request.client_token = "t";
  request.source.bucket = "b";
  request.source.prefix = "in";
  request.table = table_request("abc", false);
  const std::string arn = run(scratch_->import_table(request)).value().arn;
  EXPECT_EQ(run(scratch_->import_table(request)).value().arn, arn);
  scratch_.maintain();
  EXPECT_EQ(run(scratch_->import_table(request)).value().arn, arn);
  request.table.table_name = "def";
  EXPECT_EQ(run(scratch_->import_table(request)).error().code(), ErrorCode::import_conflict);
}

}  // namespace
}  // namespace isotherm::engine
