// Whoever follows a stream has the table: random writes, splits of partitions and restarts of the
// reader, against a copy that knows only the stream.

#include <gmock/gmock.h>

#include <cstdlib>
#include <random>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using Copy = std::map<std::string, Item>;

std::string key_text_of(const Item& item) {
  return *find(item, "pk")->get_if<std::string>() + "/" + *find(item, "sk")->get_if<std::string>();
}

/// Follows a stream as its clients do: a shard's children only after the shard.
class Follower {
 public:
  Follower(Scratch& scratch, std::string arn) : scratch_(scratch), arn_(std::move(arn)) {}

  /// Reads a page or two of each shard whose parent is done.
  void follow(std::int64_t limit) {
    for (const StreamShard& shard : shards()) {
      if (done_.contains(shard.id)) continue;
      if (shard.parent_id && !done_.contains(*shard.parent_id)) continue;
      read(shard.id, limit);
    }
  }

  /// Reads until nothing is left.
  void catch_up() {
    std::size_t before = SIZE_MAX;
    while (before != applied_ + done_.size()) {
      before = applied_ + done_.size();
      follow(1000);
    }
  }

  /// Forgets its iterators, as a reader that died: it goes on from what it has applied.
  void restart() { next_.clear(); }

  const Copy& copy() const { return copy_; }
  std::size_t applied() const { return applied_; }

 private:
  std::vector<StreamShard> shards() {
    DescribeStreamRequest request;
    request.stream_arn = arn_;
    std::vector<StreamShard> shards;
    do {
      const DescribeStreamResponse page = run(scratch_->describe_stream(request)).value();
      shards.insert(shards.end(), page.shards.begin(), page.shards.end());
      request.exclusive_start_shard_id = page.last_evaluated_shard_id;
    } while (request.exclusive_start_shard_id);
    return shards;
  }

  std::string begin(const std::string& shard) {
    GetShardIteratorRequest request;
    request.stream_arn = arn_;
    request.shard_id = shard;
    if (const auto last = last_.find(shard); last != last_.end()) {
      request.type = ShardIteratorType::after_sequence_number;
      request.sequence_number = last->second;
    }
    return run(scratch_->get_shard_iterator(request)).value().shard_iterator;
  }

  void read(const std::string& shard, std::int64_t limit) {
    if (!next_.contains(shard)) next_[shard] = begin(shard);
    GetRecordsRequest request;
    request.shard_iterator = next_[shard];
    request.limit = limit;
    const GetRecordsResponse page = run(scratch_->get_records(request)).value();
    for (const StreamRecord& record : page.records) {
      apply(record);
      last_[shard] = record.sequence_number;
    }
    if (page.next_shard_iterator) {
      next_[shard] = *page.next_shard_iterator;
    } else {
      done_.insert(shard);
    }
  }

  /// Each record must fit what was there before: none is lost, none comes twice or too early.
  void apply(const StreamRecord& record) {
    ++applied_;
    const std::string key = key_text_of(record.keys);
    const auto known = copy_.find(key);
    ASSERT_EQ(record.old_image, known == copy_.end() ? std::nullopt : std::optional(known->second))
        << key;
    ASSERT_NE(record.old_image, record.new_image) << key;
    if (record.new_image) {
      copy_[key] = *record.new_image;
    } else {
      copy_.erase(key);
    }
  }

  Scratch& scratch_;
  std::string arn_;
  Copy copy_;
  std::map<std::string, std::string> next_;
  std::map<std::string, std::string> last_;
  std::set<std::string> done_;
  std::size_t applied_ = 0;
};

class Writes {
 public:
  Writes(Scratch& scratch, std::uint64_t seed) : scratch_(scratch), random_(seed) {}

  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  void write() {
    switch (below(5)) {
      case 0:
      case 1: ASSERT_TRUE(put(scratch_, "T", item()).ok()); break;
      case 2: ASSERT_TRUE(erase(scratch_, "T", key()).ok()); break;
      case 3: batch(); break;
      case 4: transaction(); break;
    }
  }

  /// More than the partitions bear: they are split.
  void split() {
    warm_ *= 2;
    UpdateTableRequest request;
    request.table_name = "T";
    request.warm = ProvisionedThroughput{3 * warm_, warm_};
    ASSERT_TRUE(run(scratch_->update_table(request)).ok());
  }

 private:
  Item key() { return {{"pk", "p" + std::to_string(below(12))}, {"sk", std::to_string(below(5))}}; }
  Item item() {
    Item made = key();
    made.emplace("v", Number(static_cast<std::int64_t>(below(4))));
    return made;
  }
  void batch() {
    std::map<std::string, WriteRequest> requests;
    for (std::uint64_t i = 0; i < 5; ++i) {
      Item one = item();
      const std::string name = key_text_of(one);
      if (below(3) == 0) {
        one.erase(one.find("v"));
        requests[name] = DeleteRequest{std::move(one)};
      } else {
        requests[name] = PutRequest{std::move(one)};
      }
    }
    BatchWriteItemRequest request;
    for (auto& [name, one] : requests) request.request_items["T"].push_back(std::move(one));
    ASSERT_TRUE(run(scratch_->batch_write_item(std::move(request))).ok());
  }

  /// One that is cancelled now and then.
  void transaction() {
    TransactWriteItemsRequest request;
    std::set<std::string> names;
    for (std::uint64_t i = 0; i < 3; ++i) {
      Item one = item();
      if (!names.insert(key_text_of(one)).second) continue;
      PutItemRequest put;
      put.table_name = "T";
      put.item = std::move(one);
      if (below(4) == 0) put.condition_expression = "attribute_not_exists(pk)";
      request.actions.emplace_back(std::move(put));
    }
    const auto answer = run(scratch_->transact_write_items(std::move(request)));
    ASSERT_TRUE(answer.ok() || answer.error().code() == ErrorCode::transaction_canceled);
  }

  Scratch& scratch_;
  std::mt19937_64 random_;
  std::int64_t warm_ = 4000;
};

TEST(StreamProperty, AFollowerHasTheTable) {
  const char* given = std::getenv("ISOTHERM_SEED");
  const std::uint64_t seed =
      given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
  SCOPED_TRACE("ISOTHERM_SEED=" + std::to_string(seed));
  const ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  options.durability = Durability::os;
  Scratch scratch(options);
  CreateTableRequest create = table_request("T", true);
  create.stream = StreamSpecification{true, StreamViewType::new_and_old_images};
  const auto table = run(scratch->create_table(create)).value();

  Writes writes(scratch, seed);
  Follower follower(scratch, stream_arn(table.arn, table.stream_label));
  int splits = 0;
  for (int i = 0; i < 1500 && !testing::Test::HasFatalFailure(); ++i) {
    writes.write();
    scratch.clock().advance(std::chrono::milliseconds(20));
    if (writes.below(10) == 0) follower.follow(static_cast<std::int64_t>(1 + writes.below(20)));
    if (writes.below(50) == 0) follower.restart();
    if (writes.below(20) == 0) scratch.maintain();
    if (writes.below(300) == 0 && splits < 4) {
      writes.split();
      ++splits;
    }
    if (writes.below(400) == 0) {
      scratch.close();
      scratch.open();
    }
  }
  follower.catch_up();

  Copy items;
  for (Item& item : scan_all(scratch, "T").items) items[key_text_of(item)] = item;
  EXPECT_EQ(follower.copy(), items);
  EXPECT_GT(follower.applied(), 500u);
}

}  // namespace
}  // namespace isotherm::engine
