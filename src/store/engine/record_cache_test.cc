#include "store/engine/record_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

namespace isotherm::engine {
namespace {

constexpr std::size_t cache_bytes = 64 * 1024;

class RecordCaching : public testing::Test {
 protected:
  /// What is found; empty: nothing.
  std::string found(std::string_view key) {
    std::string record;
    return cache.find(key, record, ticket) ? record : std::string();
  }
  void read(std::string_view key, std::string_view record) {
    if (found(key).empty()) cache.keep(key, record, ticket);
  }
  static rocksdb::WriteBatch batch_of(std::string_view key, std::string_view record) {
    rocksdb::WriteBatch batch;
    batch.Put(rocksdb::Slice(key.data(), key.size()), rocksdb::Slice(record.data(), record.size()));
    return batch;
  }

  RecordCache cache{cache_bytes};
  RecordCache::Ticket ticket;
};

TEST_F(RecordCaching, FindsWhatWasRead) {
  EXPECT_EQ(found("a"), "");
  cache.keep("a", "1", ticket);
  EXPECT_EQ(found("a"), "1");
  EXPECT_EQ(found("b"), "");
}

TEST_F(RecordCaching, AWriteHidesTheRecordAndThenShowsTheNewOne) {
  read("a", "1");
  const rocksdb::WriteBatch batch = batch_of("a", "2");
  {
    RecordCache::Writing writing(cache, batch);
    EXPECT_EQ(found("a"), "");
    cache.keep("a", "1", ticket);
    EXPECT_EQ(found("a"), "") << "what is being replaced is not kept";
    writing.succeeded();
  }
  EXPECT_EQ(found("a"), "2");
}

TEST_F(RecordCaching, AWriteThatFailedLeavesNothing) {
  read("a", "1");
  const rocksdb::WriteBatch batch = batch_of("a", "2");
  {
    const RecordCache::Writing writing(cache, batch);
  }
  EXPECT_EQ(found("a"), "");
}

TEST_F(RecordCaching, ARemovedRecordIsGone) {
  read("a", "1");
  rocksdb::WriteBatch batch;
  batch.Delete("a");
  RecordCache::Writing(cache, batch).succeeded();
  EXPECT_EQ(found("a"), "");
}

TEST_F(RecordCaching, ARangeThatIsRemovedIsGone) {
  for (const char* key : {"a", "b1", "b2", "c"}) read(key, "1");
  rocksdb::WriteBatch batch;
  batch.DeleteRange("b", "c");
  {
    RecordCache::Writing writing(cache, batch);
    EXPECT_EQ(found("b2"), "");
    cache.keep("b2", "1", ticket);
    writing.succeeded();
  }
  EXPECT_EQ(found("b1"), "");
  EXPECT_EQ(found("b2"), "") << "it was read while the range was being removed";
  EXPECT_EQ(found("a"), "1");
  EXPECT_EQ(found("c"), "1");
}

TEST_F(RecordCaching, WhatWasReadBeforeAWriteIsNotKeptAfterIt) {
  EXPECT_EQ(found("a"), "");
  const RecordCache::Ticket before = ticket;
  const rocksdb::WriteBatch batch = batch_of("a", "2");
  RecordCache::Writing(cache, batch).succeeded();
  cache.keep("a", "1", before);
  EXPECT_EQ(found("a"), "");
}

TEST_F(RecordCaching, WritesAddNothingThatWasNotRead) {
  const rocksdb::WriteBatch batch = batch_of("a", "1");
  RecordCache::Writing(cache, batch).succeeded();
  EXPECT_EQ(found("a"), "");
}

TEST_F(RecordCaching, OfTwoWritesAtOnceNeitherIsShown) {
  read("a", "1");
  const rocksdb::WriteBatch first = batch_of("a", "2");
  const rocksdb::WriteBatch second = batch_of("a", "3");
  {
    RecordCache::Writing one(cache, first);
    RecordCache::Writing other(cache, second);
    other.succeeded();
    one.succeeded();
  }
  EXPECT_EQ(found("a"), "");
  cache.keep("a", "3", ticket);
  EXPECT_EQ(found("a"), "3") << "the set is usable again";
}

TEST_F(RecordCaching, ABatchThatChangesARecordTwiceShowsNeither) {
  read("a", "1");
  rocksdb::WriteBatch batch = batch_of("a", "2");
  batch.Delete("a");
  RecordCache::Writing(cache, batch).succeeded();
  EXPECT_EQ(found("a"), "");
}

TEST_F(RecordCaching, StaysWithinItsBytes) {
  const std::string record(1000, 'x');
  const int count = 1000;
  for (int i = 0; i < count; ++i) read(std::to_string(i), record);
  std::size_t held = 0;
  for (int i = 0; i < count; ++i) held += found(std::to_string(i)).size();
  EXPECT_LE(held, cache_bytes);
  EXPECT_GE(held, cache_bytes / 2);
}

TEST_F(RecordCaching, LeavesOutWhatIsLarge) {
  const std::string record(100'000, 'x');
  read("a", record);
  EXPECT_EQ(found("a"), "");
  read("b", "1");
  const rocksdb::WriteBatch batch = batch_of("b", record);
  RecordCache::Writing(cache, batch).succeeded();
  EXPECT_EQ(found("b"), "");
}

TEST(RecordCache, WithoutMemoryItKeepsNothing) {
  RecordCache cache(0);
  std::string record;
  RecordCache::Ticket ticket;
  EXPECT_FALSE(cache.find("a", record, ticket));
  cache.keep("a", "1", ticket);
  rocksdb::WriteBatch batch;
  batch.Put("a", "2");
  RecordCache::Writing(cache, batch).succeeded();
  EXPECT_FALSE(cache.find("a", record, ticket));
}

// A store whose writes take effect at some moment between begin and end; each key has one writer at
// a time, as the engine's locks of items see to it. The records count up.
class CountingStore {
 public:
  static constexpr std::size_t key_count = 8;

  void write(std::size_t key) {
    const std::lock_guard lock(locks_[key]);
    rocksdb::WriteBatch batch;
    const int next = values_[key] + 1;
    batch.Put(std::to_string(key), std::to_string(next));
    RecordCache::Writing writing(cache_, batch);
    values_[key] = next;
    writing.succeeded();
  }
  int read(std::size_t key) {
    const std::string name = std::to_string(key);
    std::string record;
    RecordCache::Ticket ticket;
    if (cache_.find(name, record, ticket)) return std::stoi(record);
    const int value = values_[key];
    std::this_thread::yield();
    cache_.keep(name, std::to_string(value), ticket);
    return value;
  }
  int written(std::size_t key) const { return values_[key]; }

 private:
  // One set, so that all keys meet in it.
  RecordCache cache_{4096};
  std::array<std::mutex, key_count> locks_;
  std::array<std::atomic<int>, key_count> values_{};
};

TEST(RecordCache, NoReaderEverGoesBack) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  CountingStore store;
  std::atomic<int> went_back{0};
  const auto work = [&](unsigned thread) {
    std::mt19937 random(seed + thread);
    std::array<int, CountingStore::key_count> seen{};
    for (int i = 0; i < 20'000; ++i) {
      const std::size_t key = random() % CountingStore::key_count;
      if (random() % 4 == 0) store.write(key);
      const int value = store.read(key);
      if (value < seen[key]) ++went_back;
      seen[key] = value;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 4; ++thread) threads.emplace_back(work, thread);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(went_back, 0);
  for (std::size_t key = 0; key < CountingStore::key_count; ++key) {
    EXPECT_EQ(store.read(key), store.written(key));
  }
}

}  // namespace
}  // namespace isotherm::engine
