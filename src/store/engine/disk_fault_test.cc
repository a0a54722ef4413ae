// A disk that fills up, turns read-only, fails to sync or loses power: acknowledgements stop with
// the reason, reads go on, and nothing that was acknowledged is lost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <random>
#include <set>

#include "store/engine/faulty_disk.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using testing::HasSubstr;

class DiskFaults : public testing::Test {
 protected:
  DiskFaults() : scratch(options()) {}
  EngineOptions options() {
    EngineOptions options;
    options.data_dir = folder.path();
    options.durability = Durability::fsync;
    options.environment = disk.env();
    return options;
  }
  std::set<std::string> stored() {
    std::set<std::string> keys;
    for (const Item& item : scan_all(scratch, "t").items)
      keys.insert(*find(item, "pk")->get_if<std::string>());
    return keys;
  }
  void expect_refusals(const char* reason) {
    for (int i = 0; i < 2; ++i) {
      const auto refused = put(scratch, "t", {{"pk", "refused"}});
      ASSERT_FALSE(refused.ok());
      EXPECT_EQ(refused.error().code(), ErrorCode::internal);
      EXPECT_THAT(refused.error().message(), HasSubstr("has stopped accepting writes"));
      EXPECT_THAT(refused.error().message(), HasSubstr(reason));
    }
    EXPECT_THAT(scratch->statistics().failure, HasSubstr(reason));
    EXPECT_FALSE(run(scratch->create_table(table_request("another", false))).ok());
    EXPECT_TRUE(get(scratch, "t", {{"pk", "acknowledged"}}));
  }

  FaultyDisk disk;
  ScratchFolder folder;
  Scratch scratch;
};

class EachFault : public DiskFaults,
                  public testing::WithParamInterface<std::pair<DiskFault, const char*>> {};

TEST_P(EachFault, StopsAcknowledgementsAndLosesNothing) {
  const auto [fault, reason] = GetParam();
  run(scratch->create_table(table_request("t", false))).value();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "acknowledged"}}).ok());
  disk.fail(fault);
  expect_refusals(reason);
  // The disk is well again, but what it lost is not known: only a new start trusts it.
  disk.fail(DiskFault::none);
  expect_refusals(reason);
  scratch.close();
  disk.come_back();
  scratch.open();
  EXPECT_TRUE(stored().contains("acknowledged"));
  EXPECT_TRUE(put(scratch, "t", {{"pk", "after"}}).ok());
  EXPECT_EQ(scratch->statistics().failure, "");
}

INSTANTIATE_TEST_SUITE_P(Disk, EachFault,
                         testing::Values(std::pair(DiskFault::full, "no space left on device"),
                                         std::pair(DiskFault::read_only, "read-only file system"),
                                         std::pair(DiskFault::sync_fails, "fsync failed")));

TEST_F(DiskFaults, AFullDiskAtTheStartIsTold) {
  scratch.close();
  disk.fail(DiskFault::full);
  const auto opened = Engine::open(options());
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message(), HasSubstr("no space left on device"));
  EXPECT_THAT(opened.error().message(), HasSubstr("--data"));
  disk.fail(DiskFault::none);
  scratch.open();
}

Task<void> write(Engine& engine, std::string key, std::set<std::string>& acknowledged) {
  PutItemRequest request;
  request.table_name = "t";
  request.item = {{"pk", key}, {"index_key", "all"}, {"filling", std::string(300, 'x')}};
  if ((co_await engine.put_item(std::move(request))).ok()) acknowledged.insert(std::move(key));
}

TEST_F(DiskFaults, AcknowledgedWritesOutliveThePower) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  constexpr int rounds = 12;
  CreateTableRequest table = table_request("t", false);
  define(table, {{"index_key", KeyType::S}});
  table.global_indexes = {index_request("by", "index_key")};
  run(scratch->create_table(table)).value();
  std::set<std::string> acknowledged;
  std::size_t begun = 0;
  for (int round = 0; round < rounds; ++round) {
    boost::asio::io_context context;
    const int writes = 50 + static_cast<int>(random() % 400);
    const int last_with_power = static_cast<int>(random() % static_cast<unsigned>(writes));
    for (int i = 0; i < writes; ++i) {
      if (i == last_with_power) disk.lose_power();
      boost::asio::co_spawn(context, write(scratch.engine(), std::to_string(begun++), acknowledged),
                            boost::asio::detached);
      if (random() % 8 == 0) context.poll();
    }
    context.run();
    scratch.close();
    disk.come_back();
    scratch.open();
    const std::set<std::string> now = stored();
    EXPECT_THAT(now, testing::IsSupersetOf(acknowledged)) << "round " << round;
    EXPECT_EQ(scan_all(scratch, "t", "by").count, static_cast<std::int64_t>(now.size()));
  }
  EXPECT_FALSE(acknowledged.empty());
  EXPECT_LT(acknowledged.size(), begun);
}

}  // namespace
}  // namespace isotherm::engine
