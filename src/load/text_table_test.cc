#include "load/text_table.h"

#include <gtest/gtest.h>

namespace isotherm::load {
namespace {

TEST(TextTable, LinesUpByCharactersNotBytes) {
  TextTable table({{"NAME", Align::left}, {"P50"}});
  table.add({"get", "12.3 µs"});
  table.add({"batch-get", "4 ms"});
  EXPECT_EQ(table.text(),
            "NAME           P50\n"
            "get        12.3 µs\n"
            "batch-get     4 ms\n");
}

TEST(TextTable, MissingCellsLeaveNoTrailingSpace) {
  TextTable table({{"A", Align::left}, {"B", Align::left}});
  table.add({"x"});
  EXPECT_EQ(table.text(), "A  B\nx\n");
}

TEST(Texts, NumbersAreReadable) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'000), "1,000");
  EXPECT_EQ(count_text(1'234'567), "1,234,567");
  EXPECT_EQ(rate_text(12.34), "12.3");
  EXPECT_EQ(rate_text(999.96), "1,000");
  EXPECT_EQ(rate_text(48'213.2), "48,213");
  EXPECT_EQ(duration_text(Duration(850)), "850 ns");
  EXPECT_EQ(duration_text(Duration(12'340)), "12.3 µs");
  EXPECT_EQ(duration_text(Duration(4'561'000)), "4.56 ms");
  EXPECT_EQ(duration_text(Duration(1'200'000'000)), "1.20 s");
  EXPECT_EQ(percent_text(0.1234), "12.3 %");
}

}  // namespace
}  // namespace isotherm::load
