#include "throughput/page_meter.h"

#include <gtest/gtest.h>

#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

class PageMeterTest : public testing::Test {
 protected:
  Resource table_{table_with_sort_key(), on_demand(), enforcing(), at(0)};
};

TEST_F(PageMeterTest, SumsThenRounds) {
  PageMeter meter(table_.borders(), {7, ""});
  // 1,500 items of 64 B: 96,000 B → 96 KB, 24 units [DG].
  for (int i = 0; i < 1500; ++i) meter.add({7, std::to_string(10'000 + i)}, 64);
  const auto charges = meter.charges(table_, end_of_collection(7), true, "seven");
  ASSERT_EQ(charges.size(), 1u);
  EXPECT_EQ(charges[0].units, 24);
  EXPECT_EQ(charges[0].name.partition(), "seven");
  EXPECT_EQ(meter.units(), 24);
}

TEST_F(PageMeterTest, HalvesAnEventuallyConsistentPage) {
  PageMeter meter(table_.borders(), {7, ""});
  for (int i = 0; i < 8; ++i) meter.add({7, std::to_string(i)}, 2000);
  meter.charges(table_, end_of_collection(7), false);
  EXPECT_EQ(meter.units(), 2);
}

TEST_F(PageMeterTest, SharesThePagesUnitsByBytes) {
  PageMeter meter(table_.borders(), {0, ""});
  meter.add({1, ""}, 3 * 4096);
  meter.add({1ULL << 62, ""}, 4096);
  const auto charges = meter.charges(table_, {1ULL << 62, ""}, true);
  ASSERT_EQ(charges.size(), 2u);
  EXPECT_EQ(charges[0].units, 3);
  EXPECT_EQ(charges[1].units, 1);
  EXPECT_TRUE(admit_read(charges, at(0)).admitted);
  const auto statistics = table_.statistics(at(0));
  EXPECT_EQ(statistics.partitions[0].read().units_total, 3);
  EXPECT_EQ(statistics.partitions[1].read().units_total, 1);
}

TEST_F(PageMeterTest, GoesBackwardsToo) {
  PageMeter meter(table_.borders(), end_of_key_space());
  meter.add({1ULL << 62, ""}, 4096);
  meter.add({1, ""}, 4096);
  EXPECT_EQ(meter.charges(table_, {0, ""}, true).size(), 2u);
  EXPECT_EQ(meter.units(), 2);
}

TEST_F(PageMeterTest, ChargesAnEmptyPageForEachPartitionSearched) {
  PageMeter query(table_.borders(), {7, ""});
  EXPECT_EQ(query.charges(table_, end_of_collection(7), true).size(), 1u);
  EXPECT_EQ(query.units(), 1);
  PageMeter scan(table_.borders(), {0, ""});
  const auto charges = scan.charges(table_, end_of_key_space(), false);
  ASSERT_EQ(charges.size(), 4u);
  EXPECT_EQ(scan.units(), 2);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(table_.partition_at(charges[i].position), i);
  PageMeter backwards(table_.borders(), end_of_key_space());
  EXPECT_EQ(backwards.charges(table_, {0, ""}, false).size(), 4u);
}

TEST_F(PageMeterTest, StandsForItsPartWithAKeyOfIt) {
  int late = 0;
  for (std::uint64_t query = 0; query < 200; ++query) {
    PageMeter meter(table_.borders(), {query, ""});
    for (int i = 0; i < 100; ++i) meter.add({query, std::to_string(100 + i)}, 100);
    const auto charges = meter.charges(table_, end_of_collection(query), true);
    EXPECT_EQ(charges[0].position.hash, query);
    late += charges[0].position.sort >= "150" ? 1 : 0;
  }
  EXPECT_NEAR(late, 100, 35);
}

}  // namespace
}  // namespace isotherm::throughput
