#include "cli/internal_error.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace isotherm::cli {
namespace {

TEST(InternalErrorDeathTest, AnExceptionIsExitCodeOne) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::_Exit(guarded([]() -> int { throw std::runtime_error("lost"); })),
              ::testing::ExitedWithCode(1), "internal error: lost");
  EXPECT_EXIT(std::_Exit(guarded([]() -> int { throw 5; })), ::testing::ExitedWithCode(1),
              "internal error: an exception of an unknown type");
}

TEST(InternalErrorDeathTest, OneThatLeavesAThreadAsWell) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(guarded([] {
                std::thread([] { throw std::runtime_error("lost in a thread"); }).join();
                return 0;
              }),
              ::testing::ExitedWithCode(1), "internal error: lost in a thread");
}

TEST(InternalError, ACodeGoesThrough) {
  const auto before = std::get_terminate();
  EXPECT_EQ(guarded([] { return 3; }), 3);
  std::set_terminate(before);
}

}  // namespace
}  // namespace isotherm::cli
