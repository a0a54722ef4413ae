#include "throughput/index_write_units.h"

#include <gtest/gtest.h>

namespace isotherm::throughput {
namespace {

// The table of "Provisioned throughput considerations for global secondary indexes".
TEST(IndexWriteUnits, FollowTheDeveloperGuidesTable) {
  EXPECT_EQ(index_write_units(std::nullopt, 500, true, true), 1);  // First defined.
  EXPECT_EQ(index_write_units(500, 500, true, true), 2);           // A → B: delete and put.
  EXPECT_EQ(index_write_units(500, std::nullopt, true, true), 1);  // Removed.
  EXPECT_EQ(index_write_units(std::nullopt, std::nullopt, false, false), 0);
  EXPECT_EQ(index_write_units(500, 500, false, true), 1);   // Projected attribute.
  EXPECT_EQ(index_write_units(500, 500, false, false), 0);  // Not projected.
}

// Measured on the service, by the conformance suite's threads.
TEST(IndexWriteUnits, RoundBothHalvesOfAMove) {
  EXPECT_EQ(index_write_units(1517, 1517, true, true), 4);
}

TEST(IndexWriteUnits, ChargeAnUpdateInPlaceOnceOnTheLargerEntry) {
  EXPECT_EQ(index_write_units(3000, 100, false, true), 3);
  EXPECT_EQ(index_write_units(100, 3000, false, true), 3);
  EXPECT_EQ(index_write_units(1024, 1025, false, true), 2);
}

TEST(IndexWriteUnits, ChargeNothingForAnIdenticalOverwrite) {
  EXPECT_EQ(index_write_units(300'000, 300'000, false, false), 0);
}

}  // namespace
}  // namespace isotherm::throughput
