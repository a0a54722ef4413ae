#include "exports/bucket.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "exports/byte_source.h"
#include "exports/data_file.h"
#include "exports/manifest.h"

namespace isotherm::exports {
namespace {

namespace fs = std::filesystem;

class BucketTest : public testing::Test {
 protected:
  BucketTest() {
    std::string name = fs::temp_directory_path() / "isotherm-bucket-XXXXXX";
    root_ = mkdtemp(name.data());
    fs::create_directories(root_ / "buckets" / "one");
    fs::create_directories(root_ / "elsewhere");
  }
  ~BucketTest() override { fs::remove_all(root_); }

  std::string buckets() const { return root_ / "buckets"; }
  void touch(const fs::path& path) const {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "x";
  }
  static std::vector<std::string> keys(const Result<std::vector<Object>>& objects) {
    std::vector<std::string> keys;
    for (const Object& object : objects.value()) keys.push_back(object.key);
    return keys;
  }

  fs::path root_;
};

TEST_F(BucketTest, IsAFolderBelowTheRoot) {
  EXPECT_TRUE(Bucket::open(buckets(), "one"));
  fs::create_directory_symlink(root_ / "elsewhere", root_ / "buckets" / "link");
  touch(root_ / "buckets" / "file");
  for (const char* name :
       {"none", "", ".", "..", "../elsewhere", "one/..", "/", "link", "file", "one/", ".one"}) {
    EXPECT_FALSE(Bucket::open(buckets(), name)) << name;
  }
}

TEST_F(BucketTest, LetsNoKeyLeadOut) {
  const Bucket bucket = *Bucket::open(buckets(), "one");
  EXPECT_EQ(bucket.path_of("a/b.json").value(), (root_ / "buckets/one/a/b.json").string());
  EXPECT_TRUE(bucket.path_of("a/..b").ok());
  fs::create_directory_symlink(root_ / "elsewhere", root_ / "buckets" / "one" / "link");
  for (const char* key :
       {"", "..", "../x", "a/../../x", "/etc/passwd", "a//b", "a/", "./a", "link/x"}) {
    EXPECT_FALSE(bucket.path_of(key).ok()) << key;
  }
  EXPECT_FALSE(bucket.path_of(std::string_view("a\0b", 3)).ok());
}

TEST_F(BucketTest, ListsKeysByPrefix) {
  const fs::path one = root_ / "buckets" / "one";
  for (const char* key : {"b/2", "b/1", "b/c/3", "bb", "a/1", "b/.hidden"}) touch(one / key);
  fs::create_directory_symlink(root_ / "elsewhere", one / "link");
  touch(root_ / "elsewhere" / "secret");
  const Bucket bucket = *Bucket::open(buckets(), "one");
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keys(bucket.list("", 100)), (Keys{"a/1", "b/1", "b/2", "b/c/3", "bb"}));
  EXPECT_EQ(keys(bucket.list("b", 100)), (Keys{"b/1", "b/2", "b/c/3", "bb"}));
  EXPECT_EQ(keys(bucket.list("b/", 100)), (Keys{"b/1", "b/2", "b/c/3"}));
  EXPECT_EQ(keys(bucket.list("b/c/3", 100)), (Keys{"b/c/3"}));
  EXPECT_EQ(keys(bucket.list("none", 100)), Keys{});
  EXPECT_EQ(bucket.list("", 2).value().size(), 3u);
}

TEST_F(BucketTest, ADataFileIsSeenOnlyWhenItIsWhole) {
  const std::string path = root_ / "buckets" / "one" / "x" / "data.gz";
  {
    auto file = DataFile::create(path).value();
    ASSERT_TRUE(file->add("abc").ok());
    EXPECT_FALSE(fs::exists(path));
    ASSERT_TRUE(file->add("def").ok());
    EXPECT_EQ(file->bytes(), 6u);
    const Checksums sums = file->finish().value();
    std::ifstream in(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(checksums_of(bytes).md5, sums.md5);
    EXPECT_EQ(checksums_of(bytes).etag, sums.etag);
  }
  {
    auto unfinished = DataFile::create(path + "2").value();
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "buckets/one/x"), {}), 1);
  auto source = open_file(path, Compression::gzip).value();
  char text[10];
  EXPECT_EQ(std::string(text, source->read(text, 10).value()), "abcdef");
}

TEST(Manifest, HasTheServicesFields) {
  Summary summary;
  summary.export_arn = "arn";
  summary.start = UnixMillis(1'604'474'914'028);
  summary.bucket = "bucket";
  summary.format = "DYNAMODB_JSON";
  const std::string full = summary_text(summary);
  EXPECT_NE(full.find("\"version\":\"2020-06-30\""), std::string::npos);
  EXPECT_NE(full.find("\"startTime\":\"2020-11-04T07:28:34.028Z\""), std::string::npos);
  EXPECT_NE(full.find("\"s3Prefix\":null"), std::string::npos);
  EXPECT_EQ(full.find("exportType"), std::string::npos);
  summary.span = Summary::Span{UnixMillis(0), UnixMillis(1000), false};
  summary.prefix = "p";
  const std::string incremental = summary_text(summary);
  EXPECT_NE(incremental.find("\"version\":\"2023-08-01\""), std::string::npos);
  EXPECT_NE(incremental.find("\"exportToTime\":\"1970-01-01T00:00:01.000Z\""), std::string::npos);
  EXPECT_NE(incremental.find("\"outputView\":\"NEW_IMAGE\""), std::string::npos);
  EXPECT_EQ(incremental.find("exportTime"), std::string::npos);
  // RFC 1321's own example.
  EXPECT_EQ(checksums_of("abc").md5, "kAFQmDzST7DWlj99KOF/cg==");
}

}  // namespace
}  // namespace isotherm::exports
