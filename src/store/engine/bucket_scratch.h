#pragma once

// BucketTest: an engine in a folder, with a folder of buckets beside it, for the tests of exports
// and imports.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "store/engine/scratch.h"

namespace isotherm::engine {

class BucketTest : public testing::Test {
 protected:
  BucketTest() : scratch_(options()) {
    std::filesystem::create_directories(std::filesystem::path(buckets_.path()) / "b");
  }

  EngineOptions options() {
    EngineOptions options;
    options.data_dir = data_.path();
    options.bucket_root = buckets_.path();
    return options;
  }

  std::filesystem::path bucket() const { return std::filesystem::path(buckets_.path()) / "b"; }
  void write(const std::string& key, const std::string& text) const {
    std::filesystem::create_directories((bucket() / key).parent_path());
    std::ofstream(bucket() / key, std::ios::binary) << text;
  }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Keys below the bucket, without folders.
  std::set<std::string> keys() const {
    std::set<std::string> keys;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(bucket())) {
      if (entry.is_regular_file())
        keys.insert(entry.path().string().substr(bucket().string().size() + 1));
    }
    return keys;
  }

  void create(const std::string& name) {
    ASSERT_TRUE(run(scratch_->create_table(table_request(name, false))).ok());
    ASSERT_TRUE(run(scratch_->update_continuous_backups({name, true, {}})).ok());
  }
  Result<ExportDescription> start_export(ExportTableRequest request) {
    request.bucket = "b";
    return run(scratch_->export_table(std::move(request)));
  }
  ExportDescription exported(ExportTableRequest request) {
    const ExportDescription begun = start_export(std::move(request)).value();
    EXPECT_EQ(begun.status, ExportStatus::in_progress);
    scratch_.maintain();
    return run(scratch_->describe_export({begun.arn})).value();
  }
  Result<ImportDescription> start_import(const std::string& table, const std::string& prefix,
                                         ImportFormat format = ImportFormat::dynamodb_json) {
    ImportTableRequest request;
    request.source.bucket = "b";
    request.source.prefix = prefix;
    request.format = format;
    request.table = table_request(table, false);
    return run(scratch_->import_table(std::move(request)));
  }
  ImportDescription imported(ImportTableRequest request) {
    const ImportDescription begun = run(scratch_->import_table(std::move(request))).value();
    EXPECT_EQ(begun.status, ImportStatus::in_progress);
    scratch_.maintain();
    return run(scratch_->describe_import({begun.arn})).value();
  }

  std::map<std::string, Item> items_of(const std::string& table, const std::string& index = {}) {
    std::map<std::string, Item> items;
    ScanRequest request;
    request.table_name = table;
    if (!index.empty()) request.index_name = index;
    while (true) {
      const ReadManyResponse page = run(scratch_->scan(request)).value();
      for (const Item& item : page.items)
        items.emplace(std::get<std::string>(find(item, "pk")->value), item);
      if (!page.last_evaluated_key) return items;
      request.exclusive_start_key = page.last_evaluated_key;
    }
  }

  ScratchFolder data_;
  ScratchFolder buckets_;
  Scratch scratch_;
};

}  // namespace isotherm::engine
