#include "control/worker_ids.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "store/engine/engine.h"
#include "store/forwarding_store.h"
#include "store/run.h"

namespace isotherm::control {
namespace {

using ::testing::HasSubstr;

constexpr UnixMillis start_time{1'767'225'600'000};

std::unique_ptr<engine::Engine> open_engine() {
  engine::EngineOptions options;
  options.durability = engine::Durability::os;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(std::move(options));
  expects(opened.ok(), "an engine in memory opens");
  return std::move(opened).value();
}

WorkerPool pool_of(std::uint32_t worker_bits) {
  WorkerPool pool;
  pool.layout =
      ids::SnowflakeLayout::make({.datacentre_bits = 0, .worker_bits = worker_bits}).value();
  pool.terms = {UnixMillis(1000), UnixMillis(100)};
  return pool;
}

class LeasedWorkers : public ::testing::Test {
 protected:
  LeasedWorkers() { EXPECT_TRUE(run(workers.make_table()).ok()); }

  std::unique_ptr<engine::Engine> store = open_engine();
  WorkerIds workers{*store, pool_of(2)};
};

TEST_F(LeasedWorkers, AreListedByPool) {
  EXPECT_TRUE(run(workers.leases())->empty());
  const auto first = *run(workers.take("first", 1, start_time));
  const auto second = *run(workers.take("second", 0, start_time));
  WorkerPool other = pool_of(2);
  other.name = "default#2";
  WorkerIds others(*store, other);
  EXPECT_TRUE(run(others.take("other", 3, start_time)).ok());
  EXPECT_EQ(*run(workers.leases()), (std::vector{second, first}));
  EXPECT_EQ(run(others.leases())->size(), 1U);
  WorkerPool wide = pool_of(3);
  EXPECT_EQ(run(WorkerIds(*store, wide).leases()).error().code(), ErrorCode::validation);
}

TEST_F(LeasedWorkers, AreAsManyAsTheLayoutHas) {
  std::set<std::uint32_t> nodes;
  for (int i = 0; i < 4; ++i)
    nodes.insert(run(workers.take("p" + std::to_string(i), 2, start_time))->node);
  EXPECT_EQ(nodes.size(), 4U);
  const auto refused = run(workers.take("late", 0, start_time));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::limit_exceeded);
  EXPECT_THAT(refused.error().message(), HasSubstr("all 4 worker ids"));
  EXPECT_TRUE(run(workers.make_table()).ok()) << "a table that is there is good";
}

TEST_F(LeasedWorkers, AThousandAndTwentyFourAndNotOneMore) {
  WorkerPool pool = pool_of(10);
  pool.name = "many";
  WorkerIds many(*store, pool);
  std::set<std::uint32_t> nodes;
  for (std::uint32_t i = 0; i < 1024; ++i)
    nodes.insert(run(many.take("p" + std::to_string(i), i, start_time))->node);
  EXPECT_EQ(nodes.size(), 1024U);
  EXPECT_FALSE(run(many.take("late", 500, start_time)).ok());
}

TEST_F(LeasedWorkers, AreTakenOverOnlyAfterTheirEndAndTheSkew) {
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(run(workers.take("old", 0, start_time)).ok());
  EXPECT_FALSE(run(workers.take("new", 0, start_time + UnixMillis(1099))).ok());
  const auto lease = run(workers.take("new", 0, start_time + UnixMillis(1100)));
  ASSERT_TRUE(lease.ok());
  EXPECT_EQ(lease->version, 2U);
  EXPECT_EQ(lease->window.begin, start_time + UnixMillis(1000));
}

TEST_F(LeasedWorkers, APausedProcessThatLostItsLeaseIssuesNothing) {
  const auto paused = run(LeasedSnowflake::take(workers, "a", 1, start_time)).value();
  ASSERT_TRUE(paused->generator().issue(start_time).ok());
  const UnixMillis later = start_time + UnixMillis(5000);
  const auto successor = run(LeasedSnowflake::take(workers, "b", 1, later)).value();
  EXPECT_EQ(successor->lease().node, paused->lease().node);
  EXPECT_TRUE(successor->generator().issue(later).ok());
  EXPECT_EQ(paused->generator().issue(later).stall, ids::Stall::window_over);
  const auto kept = run(paused->keep(later));
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(kept.error().code(), ErrorCode::conditional_check_failed);
  EXPECT_EQ(paused->generator().issue(start_time + UnixMillis(1)).stall, ids::Stall::window_over);
}

TEST_F(LeasedWorkers, KeptLeasesGoOn) {
  const auto holder = run(LeasedSnowflake::take(workers, "a", 1, start_time)).value();
  for (int i = 1; i <= 20; ++i) {
    const UnixMillis now = start_time + UnixMillis(300 * i);
    ASSERT_TRUE(run(holder->keep(now)).ok());
    ASSERT_TRUE(holder->generator().issue(now).ok());
  }
  EXPECT_EQ(holder->lease().version, 1U);
}

TEST_F(LeasedWorkers, GivenBackAreFreeAtOnceAndRepeatNothing) {
  const auto first = run(LeasedSnowflake::take(workers, "a", 3, start_time)).value();
  const ids::Issue last = first->generator().issue(start_time);
  ASSERT_TRUE(run(first->give_back()).ok());
  EXPECT_FALSE(first->generator().issue(start_time).ok());
  const auto second = run(LeasedSnowflake::take(workers, "b", 3, start_time)).value();
  EXPECT_EQ(second->lease().node, 3U);
  EXPECT_EQ(second->generator().issue(start_time).stall, ids::Stall::sequence);
  EXPECT_GT(second->generator().issue(start_time + UnixMillis(1)).first, last.first);
}

TEST_F(LeasedWorkers, APoolKeepsItsLayout) {
  ASSERT_TRUE(run(workers.take("a", 0, start_time)).ok());
  WorkerPool other = pool_of(2);
  other.layout =
      ids::SnowflakeLayout::make(
          {.epoch = UnixMillis(1'750'000'000'000), .datacentre_bits = 0, .worker_bits = 2})
          .value();
  WorkerIds changed(*store, other);
  const auto refused = run(changed.take("b", 0, start_time));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message(), HasSubstr("neither unique nor in order"));
}

/// A network that delivers some writes again, later, and loses some answers.
class LateStore : public ForwardingStore {
 public:
  LateStore(Store& below, unsigned seed)
      : ForwardingStore(below), below_store_(below), random_(seed) {}

  Task<Result<WriteItemResponse>> put_item(PutItemRequest request) override {
    if (random_() % 3 == 0) late_.push_back(request);
    auto answer = co_await below_store_.put_item(std::move(request));
    if (random_() % 5 == 0) co_return Error::internal("the answer was lost");
    co_return answer;
  }
  Task<Result<void>> deliver_late() {
    if (late_.empty()) co_return Result<void>();
    const std::size_t at = random_() % late_.size();
    PutItemRequest request = late_[at];
    if (random_() % 2 == 0) late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(at));
    (void)co_await below_store_.put_item(std::move(request));
    co_return Result<void>();
  }

 private:
  Store& below_store_;
  std::mt19937 random_;
  std::vector<PutItemRequest> late_;
};

// Processes with wrong clocks, pauses, lost answers and late writes: no id comes twice.
TEST(LeasedWorkersModel, NeverIssueAnIdTwice) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto engine = open_engine();
  LateStore store(*engine, random());
  WorkerIds workers(store, pool_of(1));
  ASSERT_TRUE(run(workers.make_table()).ok());

  struct Process {
    std::unique_ptr<LeasedSnowflake> holder;
    std::int64_t skew = 0;
  };
  std::vector<Process> processes(5);
  std::set<std::uint64_t> issued;
  std::int64_t ticks = 0;
  int owners = 0;
  std::size_t ids = 0;
  for (int step = 0; step < 20'000; ++step) {
    ticks += static_cast<std::int64_t>(random() % 40);
    Process& process = processes[random() % processes.size()];
    if (random() % 200 == 0) process.skew = static_cast<std::int64_t>(random() % 4000) - 2000;
    const UnixMillis now = start_time + UnixMillis(ticks + process.skew);
    const unsigned what = random() % 20;
    if (what == 0) {
      (void)run(store.deliver_late());
    } else if (!process.holder) {
      auto taken =
          run(LeasedSnowflake::take(workers, "p" + std::to_string(owners++), random(), now));
      if (taken.ok()) process.holder = std::move(taken).value();
    } else if (what < 4) {
      const auto kept = run(process.holder->keep(now));
      if (!kept.ok() && kept.error().code() == ErrorCode::conditional_check_failed)
        process.holder.reset();
    } else if (what == 4) {
      (void)run(process.holder->give_back());
      process.holder.reset();
    } else if (what == 5) {
      process.holder.reset();  // killed
    } else {
      const ids::Issue issue = process.holder->generator().issue_batch(now, 3);
      for (std::uint32_t i = 0; i < issue.count; ++i, ++ids)
        ASSERT_TRUE(issued.insert(issue.first + i).second) << "step " << step;
    }
  }
  EXPECT_GT(ids, 1000U);
}

}  // namespace
}  // namespace isotherm::control
