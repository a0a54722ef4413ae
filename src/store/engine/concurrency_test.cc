// Many threads at once: group commit, backfill under writes, one item's counter, tables that come
// and go under writers.

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <latch>
#include <random>
#include <thread>

#include "store/engine/log_syncer.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

Task<void> wait_once(LogSyncer& syncer, std::atomic<int>& done) {
  if (co_await syncer.wait()) ++done;
}

TEST(LogSyncer, OneSyncAnswersAllThatWait) {
  std::latch first_sync_runs(1);
  std::latch all_wait(1);
  std::atomic<int> syncs{0};
  std::atomic<int> done{0};
  LogSyncer syncer([&] {
    if (syncs++ == 0) {
      first_sync_runs.count_down();
      all_wait.wait();
    }
    return true;
  });
  boost::asio::io_context context;
  boost::asio::co_spawn(context, wait_once(syncer, done), boost::asio::detached);
  context.poll();
  first_sync_runs.wait();
  for (int i = 0; i < 100; ++i) {
    boost::asio::co_spawn(context, wait_once(syncer, done), boost::asio::detached);
  }
  context.poll();
  EXPECT_EQ(done, 0);
  all_wait.count_down();
  context.run();
  EXPECT_EQ(done, 101);
  EXPECT_EQ(syncs, 2);
}

TEST(LogSyncer, TellsAFailedSync) {
  std::atomic<int> done{0};
  LogSyncer syncer([] { return false; });
  boost::asio::io_context context;
  boost::asio::co_spawn(context, wait_once(syncer, done), boost::asio::detached);
  context.run();
  EXPECT_EQ(done, 0);
}

TEST(Fsync, AcknowledgedWritesAreInTheFolder) {
  ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  options.durability = Durability::fsync;
  Scratch scratch(options);
  run(scratch->create_table(table_request("t", false))).value();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(put(scratch, "t", {{"pk", std::to_string(i)}}).ok());
  EXPECT_GE(scratch->statistics().syncs, 21);
  scratch.close();
  scratch.open();
  EXPECT_EQ(scan_all(scratch, "t").count, 20);
}

TEST(Writers, CountOneItemTogether) {
  Scratch scratch;
  run(scratch->create_table(table_request("t", false))).value();
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n) {
    threads.emplace_back([&] {
      for (int i = 0; i < 250; ++i) {
        ASSERT_TRUE(update(scratch, "t", {{"pk", "a"}}, "ADD n :one", {{":one", Number(1)}}).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(get(scratch, "t", {{"pk", "a"}})->at("n"), AttributeValue(Number(1000)));
}

UpdateTableRequest add_index() {
  UpdateTableRequest request;
  request.table_name = "t";
  request.attribute_definitions = {{{"g", KeyType::S}}};
  request.global_index_updates = {CreateIndexAction{index_request("gi", "g")}};
  return request;
}

/// The index holds exactly the items that have its key, and is counted right.
void expect_index_is_right(Scratch& scratch) {
  std::int64_t expected = 0;
  for (const Item& item : scan_all(scratch, "t").items) {
    if (!item.contains("g")) continue;
    ++expected;
    bool found = false;
    for (const Item& entry : query_all(scratch, "t", "gi", "g", item.at("g")).items) {
      found |= entry == item;
    }
    ASSERT_TRUE(found);
  }
  EXPECT_EQ(scan_all(scratch, "t", "gi").count, expected);
  const TableDescription described = run(scratch->describe_table({"t"})).value();
  EXPECT_EQ(described.global_indexes[0].item_count, expected);
}

TEST(Backfill, IsRightUnderConcurrentWrites) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Scratch scratch;
  run(scratch->create_table(table_request("t", false))).value();
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(put(scratch, "t", {{"pk", std::to_string(i)}, {"g", "old"}}).ok());
  }
  std::atomic<bool> stop{false};
  std::vector<std::thread> writers;
  for (std::uint64_t n = 0; n < 3; ++n) {
    writers.emplace_back([&, n] {
      std::mt19937_64 random(seed + n);
      while (!stop) {
        const Item key{{"pk", std::to_string(random() % 500)}};
        switch (random() % 4) {
          case 0: (void)erase(scratch, "t", key).ok(); break;
          case 1: (void)update(scratch, "t", key, "REMOVE g").ok(); break;
          case 2:
            (void)update(scratch, "t", key, "SET g = :g", {{":g", std::to_string(random() % 9)}})
                .ok();
            break;
          default: {
            Item item = key;
            item.emplace("g", "new");
            (void)put(scratch, "t", item).ok();
          }
        }
      }
    });
  }
  run(scratch->update_table(add_index())).value();
  scratch.maintain();
  stop = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(run(scratch->describe_table({"t"})).value().global_indexes[0].status,
            IndexStatus::active);
  expect_index_is_right(scratch);
}

TEST(Writers, SeeTablesComeAndGo) {
  Scratch scratch;
  std::atomic<bool> stop{false};
  std::vector<std::thread> writers;
  for (int n = 0; n < 2; ++n) {
    writers.emplace_back([&, n] {
      for (int i = 0; !stop; ++i) {
        const auto result =
            put(scratch, "t", {{"pk", std::to_string(n) + "." + std::to_string(i % 50)}});
        if (!result.ok()) ASSERT_EQ(result.error().code(), ErrorCode::resource_not_found);
      }
    });
  }
  for (int i = 0; i < 30; ++i) {
    run(scratch->create_table(table_request("t", false))).value();
    run(scratch->delete_table({"t"})).value();
    scratch.maintain();
  }
  stop = true;
  for (std::thread& writer : writers) writer.join();
  run(scratch->create_table(table_request("t", false))).value();
  EXPECT_EQ(scan_all(scratch, "t").count, 0);
}

}  // namespace
}  // namespace isotherm::engine
