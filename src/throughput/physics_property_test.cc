// Properties of the physics under random traffic. Each prints its seed when it fails.

#include <gtest/gtest.h>

#include <random>

#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

struct Step {
  TimePoint at;
  Direction direction;
  KeyPoint table_key;
  KeyPoint index_key;
  double units;
};

std::string sort_text(std::uint64_t number) {
  std::string digits = std::to_string(number % 10'000);
  return std::string(4 - digits.size(), '0') + digits;
}

// Skewed keys, mixed sizes, pauses and rushes; with a scale, enough heat for splits.
std::vector<Step> random_trace(std::uint64_t seed, int steps) {
  std::mt19937_64 random(seed);
  std::vector<Step> trace;
  double now = 0;
  const double mean_gap = 1.0 / static_cast<double>(500 + random() % 6000);
  for (int i = 0; i < steps; ++i) {
    now += mean_gap * 2 * std::uniform_real_distribution<>(0, 1)(random);
    if (random() % 5000 == 0) now += static_cast<double>(random() % 20);
    const std::uint64_t collection = random() % 4 == 0 ? random() % 50 : random() % 3;
    Step step{at(now), random() % 4 == 0 ? Direction::read : Direction::write,
              KeyPoint(hash_of("t" + std::to_string(random() % 200)), sort_text(random())),
              KeyPoint(hash_of("i" + std::to_string(collection)), sort_text(random())),
              random() % 200 == 0 ? static_cast<double>(random() % 400) : 1};
    trace.push_back(std::move(step));
  }
  return trace;
}

Settings settings_for(std::uint64_t seed, Mode mode) {
  Settings settings;
  settings.mode = mode;
  settings.seed = seed;
  // A dwell of a second, a peak that counts after two: traces last for seconds.
  settings.time_scale = 300;
  settings.peak_window = std::chrono::minutes(10);
  return settings;
}

ResourceCapacity capacity_for(std::uint64_t seed) {
  if (seed % 2 == 0) return on_demand();
  return provisioned(static_cast<std::int64_t>(100 + seed * 37 % 3000),
                     static_cast<std::int64_t>(100 + seed * 91 % 3000));
}

// A table with one index under a trace.
struct World {
  World(std::uint64_t seed, Mode mode)
      : table(table_with_sort_key(), capacity_for(seed), settings_for(seed, mode), at(0)),
        index(index_with_sort_key(), capacity_for(seed), settings_for(seed, mode), at(0)) {}

  Admission run(const Step& step) {
    if (step.direction == Direction::read) return read(index, step.index_key, step.units, step.at);
    const Charge charges[] = {{&table, step.table_key, step.units, {}},
                              {&index, step.index_key, step.units, {}}};
    return admit_write(charges, step.at);
  }

  Resource table;
  Resource index;
};

void expect_exact_cover(const Resource& resource) {
  const auto borders = resource.borders();
  ASSERT_EQ(borders->size(), resource.partition_count());
  EXPECT_EQ(borders->begin_of(0), KeyPoint());
  for (std::size_t i = 0; i + 1 < borders->size(); ++i) {
    EXPECT_LT(borders->begin_of(i), borders->begin_of(i + 1));
    EXPECT_EQ(resource.partition_range(i).end, resource.partition_range(i + 1).begin);
  }
  EXPECT_TRUE(Resource::is_valid(resource.snapshot()));
}

constexpr std::uint64_t seeds = 6;

class Physics : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Physics, NeverAdmitsMoreThanRateTimesTimePlusBurst) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  World world(GetParam(), Mode::enforce);
  const auto trace = random_trace(GetParam(), 20'000);
  const Settings settings = world.table.settings();
  for (const Step& step : trace) world.run(step);
  const double seconds = std::chrono::duration<double>(trace.back().at.time_since_epoch()).count();
  for (Resource* resource : {&world.table, &world.index}) {
    const auto statistics = resource->statistics(trace.back().at);
    for (std::size_t d = 0; d < direction_count; ++d) {
      const double limit = d == 0 ? settings.read_limit : settings.write_limit;
      for (const auto& partition : statistics.partitions)
        EXPECT_LE(partition.usage[d].units_total, limit * (seconds + 1) + write_units_max);
      // On demand the rate may have grown meanwhile; the last one bounds all.
      const double burst = statistics.rate[d] * 1;
      EXPECT_LE(statistics.usage[d].units_total,
                statistics.rate[d] * (seconds + 1) + burst + write_units_max);
    }
  }
}

TEST_P(Physics, HoldsEachWindowOfOnePartitionToItsLimit) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  std::mt19937_64 random(GetParam());
  Settings settings = settings_for(GetParam(), Mode::enforce);
  settings.split_dwell = std::chrono::hours(1000);
  Resource table(table_with_sort_key(), provisioned(1, 1000), settings, at(0));
  std::vector<std::pair<double, double>> admitted;
  double now = 0;
  for (int i = 0; i < 20'000; ++i) {
    now += std::exponential_distribution<>(3000)(random);
    const double units = 1 + static_cast<double>(random() % 3);
    if (write(table, KeyPoint(random()), units, at(now)).admitted) admitted.push_back({now, units});
  }
  // Any window: at most rate × length + a second of burst + what one request can overdraw.
  for (int check = 0; check < 200; ++check) {
    const double from = now * static_cast<double>(random() % 1000) / 1000;
    const double length = static_cast<double>(1 + random() % 300) / 100;
    double units = 0;
    for (const auto& [when, cost] : admitted)
      if (when >= from && when < from + length) units += cost;
    EXPECT_LE(units, 1000 * length + 1000 + 3) << from << " + " << length;
  }
}

TEST_P(Physics, ObserveCountsExactlyWhatEnforceRejects) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  World enforce(GetParam(), Mode::enforce);
  World observe(GetParam(), Mode::observe);
  for (const Step& step : random_trace(GetParam(), 15'000)) {
    const Admission strict = enforce.run(step);
    const Admission lenient = observe.run(step);
    ASSERT_TRUE(lenient.admitted);
    ASSERT_EQ(strict.admitted, !lenient.over_limit());
    ASSERT_EQ(strict.denials, lenient.denials);
  }
  EXPECT_EQ(enforce.table.snapshot(), observe.table.snapshot());
  EXPECT_EQ(enforce.index.snapshot(), observe.index.snapshot());
  const TimePoint end = at(1e5);
  EXPECT_EQ(enforce.index.statistics(end).throttled, observe.index.statistics(end).throttled);
}

TEST_P(Physics, SplitsDivideRangesExactly) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  World world(GetParam(), Mode::enforce);
  std::uint64_t version = 0;
  for (const Step& step : random_trace(GetParam(), 20'000)) {
    world.run(step);
    if (world.index.version() == version) continue;
    version = world.index.version();
    expect_exact_cover(world.index);
  }
  expect_exact_cover(world.table);
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 1000; ++i) {
    const KeyPoint key(random(), sort_text(random()));
    std::size_t holders = 0;
    for (std::size_t p = 0; p < world.index.partition_count(); ++p)
      holders += world.index.partition_range(p).contains(key) ? 1 : 0;
    ASSERT_EQ(holders, 1u);
    ASSERT_TRUE(world.index.partition_range(world.index.partition_at(key)).contains(key));
  }
}

TEST_P(Physics, RepeatsItselfFromASeed) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  World first(GetParam(), Mode::enforce);
  World second(GetParam(), Mode::enforce);
  const auto trace = random_trace(GetParam(), 20'000);
  for (const Step& step : trace) ASSERT_EQ(first.run(step).admitted, second.run(step).admitted);
  EXPECT_EQ(first.index.snapshot(), second.index.snapshot());
  const auto a = first.index.statistics(trace.back().at);
  const auto b = second.index.statistics(trace.back().at);
  ASSERT_EQ(a.top_keys[1].size(), b.top_keys[1].size());
  for (std::size_t i = 0; i < a.top_keys[1].size(); ++i)
    EXPECT_EQ(a.top_keys[1][i].hash, b.top_keys[1][i].hash);
}

TEST_P(Physics, ARestoredResourceGoesOnWithTheSameBorders) {
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  World world(GetParam(), Mode::enforce);
  for (const Step& step : random_trace(GetParam(), 15'000)) world.run(step);
  Resource again(index_with_sort_key(), capacity_for(GetParam()),
                 settings_for(GetParam(), Mode::enforce), at(0), world.index.snapshot());
  EXPECT_EQ(again.snapshot(), world.index.snapshot());
}

// Without this the properties could hold on traces in which nothing happens.
TEST(PhysicsTraces, ReachSplitsGrowthAndTheCommonLimits) {
  std::size_t heat_splits = 0;
  std::size_t capacity_splits = 0;
  std::uint64_t by_limit[limit_count] = {};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    World world(seed, Mode::enforce);
    TimePoint end;
    for (const Step& step : random_trace(seed, 40'000)) {
      world.run(step);
      end = step.at;
    }
    const auto statistics = world.index.statistics(end);
    for (const SplitEvent& split : statistics.splits)
      ++(split.cause == SplitCause::heat ? heat_splits : capacity_splits);
    for (std::size_t limit = 0; limit < limit_count; ++limit)
      by_limit[limit] += statistics.throttled[1][limit];
  }
  EXPECT_GT(heat_splits, 0u);
  EXPECT_GT(by_limit[static_cast<std::size_t>(Limit::provisioned)], 0u);
  EXPECT_GT(by_limit[static_cast<std::size_t>(Limit::key_range)], 0u);
  EXPECT_GT(capacity_splits, 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Physics, testing::Range<std::uint64_t>(1, 1 + seeds));

}  // namespace
}  // namespace isotherm::throughput
