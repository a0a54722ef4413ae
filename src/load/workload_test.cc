#include "load/workload.h"

#include <gtest/gtest.h>

#include "load/arrivals.h"

namespace isotherm::load {
namespace {

TEST(Mix, ReadsNamesAndPercentages) {
  const auto mix = parse_mix("get=95,update=5");
  ASSERT_TRUE(mix.ok());
  ASSERT_EQ(mix->size(), 2u);
  EXPECT_EQ((*mix)[1].verb, Verb::update);
  EXPECT_EQ((*mix)[1].percent, 5);
  EXPECT_EQ(mix_text(*mix), "get=95,update=5");
  const auto one = parse_mix("batch-get");
  ASSERT_TRUE(one.ok());
  EXPECT_EQ((*one)[0].percent, 100);
}

TEST(Mix, RefusesWhatItCannotMean) {
  EXPECT_NE(parse_mix("get=50,put=40").error().message.find("adds up to 90"), std::string::npos);
  EXPECT_NE(parse_mix("gte=100").error().message.find("Known: get, put"), std::string::npos);
  EXPECT_FALSE(parse_mix("get=many").ok());
  EXPECT_FALSE(parse_mix("").ok());
  EXPECT_FALSE(parse_mix("get=-10,put=110").ok());
  EXPECT_FALSE(parse_mix("get=nan").ok());
}

TEST(Ycsb, PresetsAreTheCoreWorkloads) {
  const auto mix_of = [](std::string_view letter) {
    Workload workload;
    EXPECT_TRUE(apply_ycsb(letter, workload).ok());
    return mix_text(workload.mix) + " " + std::string(key_order_name(workload.keys.order));
  };
  EXPECT_EQ(mix_of("a"), "get=50,update=50 zipfian");
  EXPECT_EQ(mix_of("b"), "get=95,update=5 zipfian");
  EXPECT_EQ(mix_of("c"), "get=100 zipfian");
  EXPECT_EQ(mix_of("d"), "get=95,insert=5 latest");
  EXPECT_EQ(mix_of("e"), "range=95,insert=5 zipfian");
  EXPECT_EQ(mix_of("f"), "get=50,rmw=50 zipfian");
  Workload workload;
  EXPECT_FALSE(apply_ycsb("g", workload).ok());
}

TEST(Arrivals, AreEvenAndInterleaveBetweenLanes) {
  const TimePoint start(Duration(1'000));
  Arrivals first(start, 1'000, Spacing::even, 0, 2, 1);
  Arrivals second(start, 1'000, Spacing::even, 1, 2, 1);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(first.next() - start, std::chrono::milliseconds(2 * i));
    EXPECT_EQ(second.next() - start, std::chrono::milliseconds(2 * i + 1));
  }
}

TEST(Arrivals, AtRandomKeepTheRate) {
  const TimePoint start;
  Arrivals arrivals(start, 500, Spacing::random, 0, 1, 3);
  TimePoint last;
  for (int i = 0; i < 50'000; ++i) {
    const auto next = arrivals.next();
    ASSERT_GE(next, last);
    last = next;
  }
  EXPECT_NEAR(std::chrono::duration<double>(last - start).count(), 100, 3);
}

}  // namespace
}  // namespace isotherm::load
