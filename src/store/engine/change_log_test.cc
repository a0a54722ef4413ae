#include <gmock/gmock.h>

#include "store/engine/change_logs.h"
#include "store/engine/core.h"
#include "store/engine/item_change.h"
#include "store/engine/operations.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

/// A core on a clock of its own, with one table that has a stream.
class Logged {
 public:
  explicit Logged(EngineOptions options = {}) : options_(std::move(options)) {
    options_.clock = &clock;
    options_.background = false;
    open();
  }
  void open() {
    core_.reset();
    core_ = Core::open(options_).value();
  }
  Core& core() { return *core_; }
  ChangeLog& log(std::string_view table = "T") { return *core_->tables().find(table)->log; }

  void create(bool with_stream) {
    CreateTableRequest request = table_request("T", true);
    if (with_stream) {
      request.stream = StreamSpecification{true, StreamViewType::new_and_old_images};
    }
    ASSERT_TRUE(create_table(core(), request).ok());
  }
  void put(std::string pk, std::string sk, std::string value) {
    PutItemRequest request;
    request.table_name = "T";
    request.item = {{"pk", std::move(pk)}, {"sk", std::move(sk)}, {"v", std::move(value)}};
    ASSERT_TRUE(put_item(core(), std::move(request)).ok());
  }
  void erase(std::string pk, std::string sk) {
    DeleteItemRequest request;
    request.table_name = "T";
    request.key = {{"pk", std::move(pk)}, {"sk", std::move(sk)}};
    ASSERT_TRUE(delete_item(core(), request).ok());
  }
  /// Changes the settings of the table as its operations do.
  void change(const std::function<void(TableDescription&)>& edit) {
    const std::lock_guard lock(core().table_mutex());
    auto next = std::make_shared<Table>(*core().tables().find("T"));
    edit(next->description);
    rocksdb::WriteBatch batch;
    ChangeLogFit fit(core(), *next);
    ASSERT_TRUE(fit.prepare(batch).ok());
    core().catalog().put_table(*next, batch);
    ASSERT_TRUE(core().database().write(batch).ok());
    fit.commit();
    core().tables().publish(std::move(next));
  }

  std::vector<ChangeRecord> changes(const ChangeLog& log, UnixMillis from = UnixMillis(0),
                                    UnixMillis to = UnixMillis::max()) {
    std::vector<ChangeRecord> all;
    EXPECT_TRUE(walk_changes(core().database(), log, from, to, [&](ChangeRecord record) {
                  all.push_back(std::move(record));
                  return Result<bool>(true);
                }).ok());
    return all;
  }

  ManualClock clock;

 private:
  EngineOptions options_;
  std::unique_ptr<Core> core_;
};

std::string text(const std::optional<SizedItem>& item) {
  return item ? *find(item->item, "v")->get_if<std::string>() : "-";
}

TEST(ChangeLog, KeepsBothImagesOfEachChangeInOrder) {
  Logged logged;
  logged.create(true);
  logged.put("a", "1", "x");
  logged.put("a", "1", "y");
  logged.erase("a", "1");
  const auto changes = logged.changes(logged.log());
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(text(changes[0].before) + text(changes[0].after), "-x");
  EXPECT_EQ(text(changes[1].before) + text(changes[1].after), "xy");
  EXPECT_EQ(text(changes[2].before) + text(changes[2].after), "y-");
  EXPECT_LT(changes[0].sequence, changes[1].sequence);
  EXPECT_LT(changes[1].sequence, changes[2].sequence);
  EXPECT_EQ(changes[0].origin, ChangeOrigin::user);
  EXPECT_EQ(changes[0].time, logged.clock.unix_time());
}

TEST(ChangeLog, AWriteThatChangesNothingIsNoChange) {
  Logged logged;
  logged.create(true);
  logged.put("a", "1", "x");
  logged.put("a", "1", "x");
  logged.erase("b", "1");
  EXPECT_EQ(logged.changes(logged.log()).size(), 1u);
}

TEST(ChangeLog, ATableThatNeedsNoneHasNone) {
  Logged logged;
  logged.create(false);
  logged.put("a", "1", "x");
  EXPECT_EQ(logged.core().tables().find("T")->log, nullptr);
  EXPECT_TRUE(logged.core().change_logs().all().empty());
}

TEST(ChangeLog, IsReadByTime) {
  Logged logged;
  logged.create(true);
  const UnixMillis start = logged.clock.unix_time();
  for (int i = 0; i < 50; ++i) {
    logged.put("k" + std::to_string(i % 7), std::to_string(i), std::to_string(i));
    logged.clock.advance(std::chrono::seconds(1));
  }
  const auto middle = logged.changes(logged.log(), start + std::chrono::seconds(10),
                                     start + std::chrono::seconds(20));
  std::set<std::string> values;
  for (const ChangeRecord& change : middle) values.insert(text(change.after));
  EXPECT_THAT(values,
              testing::ElementsAre("10", "11", "12", "13", "14", "15", "16", "17", "18", "19"));
}

TEST(ChangeLog, ReadersDoNotPassAWriteThatIsUnderWay) {
  Logged logged;
  logged.create(true);
  const TablePtr table = logged.core().tables().find("T");
  const Item item{{"pk", "a"}, {"sk", "1"}, {"v", "slow"}};
  const RecordKey key = item_key(table->id, table->description.key, item);
  rocksdb::WriteBatch slow;
  {
    const ItemChange change{.key = &key, .after = &item, .after_bytes = size_bytes(item)};
    const ChangeLog::Entry entry = table->log->append(change, logged.clock.unix_time(), slow);
    logged.put("b", "1", "fast");
    EXPECT_TRUE(logged.changes(*table->log).empty());
    ASSERT_TRUE(logged.core().database().write(slow).ok());
  }
  EXPECT_EQ(logged.changes(*table->log).size(), 2u);
}

TEST(ChangeLog, GoesOnAfterARestartWithHigherNumbers) {
  const ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Logged logged(options);
  logged.create(true);
  logged.put("a", "1", "x");
  const std::uint64_t last = logged.changes(logged.log()).back().sequence;
  logged.open();
  logged.put("a", "1", "y");
  const auto changes = logged.changes(logged.log());
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_GT(changes[1].sequence, last);
  EXPECT_EQ(text(changes[1].before) + text(changes[1].after), "xy");
}

TEST(ChangeLog, ShardsFollowPartitionsAndKeepTheOrderOfEachItem) {
  Logged logged;
  logged.create(true);
  for (int i = 0; i < 40; ++i) logged.put("k" + std::to_string(i), "1", "before");
  const ChangeLogState before = logged.log().state();
  const LogShard parent = before.shards.front();
  ASSERT_TRUE(parent.is_open());
  ASSERT_TRUE(parent.range.end.has_value());

  std::vector<throughput::KeyPoint> begins;
  for (const LogShard& shard : before.shards) begins.push_back(shard.range.begin);
  begins.insert(begins.begin() + 1, *parent.range.midpoint());
  const auto halved = std::make_shared<const throughput::Borders>(begins);
  ASSERT_TRUE(logged.log().follow(halved, logged.clock.unix_time(), logged.core().catalog()).ok());
  for (int i = 0; i < 40; ++i) logged.put("k" + std::to_string(i), "1", "after");

  const ChangeLogState after = logged.log().state();
  ASSERT_EQ(after.shards.size(), before.shards.size() + 2);
  const LogShard& closed = *after.find_shard(parent.number);
  ASSERT_FALSE(closed.is_open());
  std::vector<LogShard> children;
  for (const LogShard& shard : after.shards) {
    if (shard.parent == parent.number) children.push_back(shard);
  }
  ASSERT_EQ(children.size(), 2u);
  EXPECT_EQ(children[0].range.begin, parent.range.begin);
  EXPECT_EQ(children[0].range.end, children[1].range.begin);
  EXPECT_EQ(children[1].range.end, parent.range.end);
  for (const LogShard& child : children) EXPECT_GT(child.first, *closed.last);

  std::map<std::string, std::vector<std::string>> seen;
  for (const ChangeRecord& change : logged.changes(logged.log())) {
    seen[*find(change.after->item, "pk")->get_if<std::string>()].push_back(text(change.after));
  }
  EXPECT_EQ(seen.size(), 40u);
  for (const auto& [key, values] : seen) {
    EXPECT_THAT(values, testing::ElementsAre("before", "after")) << key;
  }
}

TEST(ChangeLog, ForgetsADayAfterForStreamsAndLaterForRecovery) {
  Logged logged;
  logged.create(true);
  logged.put("a", "1", "old");
  logged.clock.advance(std::chrono::hours(23));
  logged.put("a", "1", "young");
  ASSERT_TRUE(change_log_step(logged.core()).ok());
  EXPECT_EQ(logged.changes(logged.log()).size(), 2u);
  logged.clock.advance(std::chrono::hours(2));
  ASSERT_TRUE(change_log_step(logged.core()).ok());
  ASSERT_EQ(logged.changes(logged.log()).size(), 1u);

  logged.change([](TableDescription& d) { d.recovery_days = 2; });
  logged.clock.advance(std::chrono::hours(40));
  ASSERT_TRUE(change_log_step(logged.core()).ok());
  EXPECT_EQ(logged.changes(logged.log()).size(), 1u);
  logged.clock.advance(std::chrono::hours(40));
  ASSERT_TRUE(change_log_step(logged.core()).ok());
  EXPECT_TRUE(logged.changes(logged.log()).empty());
}

TEST(ChangeLog, IsKeptForRecoveryAlone) {
  Logged logged;
  logged.create(false);
  logged.put("a", "1", "before");
  logged.change([](TableDescription& d) { d.recovery_days = 35; });
  logged.put("a", "1", "after");
  const auto changes = logged.changes(logged.log());
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(text(changes[0].before) + text(changes[0].after), "beforeafter");
  EXPECT_TRUE(logged.log().state().streams.empty());

  const auto log = logged.core().tables().find("T")->log;
  logged.change([](TableDescription& d) { d.recovery_days.reset(); });
  EXPECT_EQ(logged.core().tables().find("T")->log, nullptr);
  logged.put("a", "1", "unlogged");
  EXPECT_EQ(logged.changes(*log).size(), 1u);
}

TEST(ChangeLog, OfADeletedTableStaysForADayAndThenGoes) {
  Logged logged;
  logged.create(true);
  logged.put("a", "1", "x");
  const auto log = logged.core().tables().find("T")->log;
  DeleteTableRequest request;
  request.table_name = "T";
  ASSERT_TRUE(delete_table(logged.core(), request).ok());
  logged.clock.advance(std::chrono::hours(23));
  logged.core().maintain();
  EXPECT_EQ(logged.changes(*log).size(), 1u);
  EXPECT_TRUE(log->state().streams.front().disabled.has_value());
  logged.clock.advance(std::chrono::hours(2));
  logged.core().maintain();
  EXPECT_TRUE(logged.core().change_logs().all().empty());
  EXPECT_TRUE(logged.core().catalog().change_logs().value().empty());
}

TEST(ChangeLog, ATableThatIsMadeAgainHasAStreamWithANewLabel) {
  Logged logged;
  logged.create(true);
  const std::string first = logged.core().tables().find("T")->description.stream_label;
  DeleteTableRequest request;
  request.table_name = "T";
  ASSERT_TRUE(delete_table(logged.core(), request).ok());
  logged.create(true);
  const std::string second = logged.core().tables().find("T")->description.stream_label;
  EXPECT_EQ(first, stream_label(logged.clock.unix_time()));
  EXPECT_NE(first, second);
  EXPECT_NE(logged.core().change_logs().find_stream("T", first), nullptr);
  EXPECT_NE(logged.core().change_logs().find_stream("T", second), nullptr);
}

TEST(ChangeLog, LabelsAreTimes) {
  EXPECT_EQ(stream_label(UnixMillis(1'700'000'000'007)), "2023-11-14T22:13:20.007");
}

}  // namespace
}  // namespace isotherm::engine
