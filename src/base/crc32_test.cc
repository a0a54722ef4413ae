#include "base/crc32.h"

#include <gtest/gtest.h>

namespace isotherm {
namespace {

TEST(Crc32, IsZlibs) { EXPECT_EQ(crc32("123456789"), 0xcbf43926U); }

}  // namespace
}  // namespace isotherm
