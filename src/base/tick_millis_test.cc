#include "base/tick_millis.h"

#include <gtest/gtest.h>

namespace isotherm {
namespace {

// Never later than the clock, and not earlier than what the clock said before: but for a step of
// the clock itself, which the test's machine may make.
TEST(TickMillis, TellsTheTimeOfTheClock) {
  const SystemClock clock;
  TickMillis ticks;
  int ahead = 0;
  int behind = 0;
  const UnixMillis begin = clock.unix_time();
  for (int i = 0; i < 300'000 || clock.unix_time() < begin + UnixMillis(20); ++i) {
    const UnixMillis before = clock.unix_time();
    const UnixMillis told = ticks.now();
    if (told > clock.unix_time()) ++ahead;
    if (told + UnixMillis(1) < before) ++behind;
  }
  EXPECT_EQ(ahead, 0);
  EXPECT_LE(behind, 2);
}

}  // namespace
}  // namespace isotherm
