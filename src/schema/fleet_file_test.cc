#include "schema/fleet_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isotherm::schema {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view good = R"(version: 1
stores:
  old: {endpoint: "https://dynamodb.eu-west-1.amazonaws.com", profile: prod}
  new: {endpoint: "http://127.0.0.1:8000", region: eu-west-1, unsigned: true}
default: old
tables:
  Orders:
    placement: {scheme: jump, hash: murmur3}
    members:
      one: {store: old}
      two: {store: new, table: orders_2, weight: 2}
)";

TEST(FleetFile, IsRead) {
  const auto fleet = parse_fleet(good);
  ASSERT_TRUE(fleet.ok()) << to_string(fleet.error(), "fleet.yaml");
  EXPECT_EQ(fleet->default_store, "old");
  EXPECT_EQ(fleet->stores.at("old").profile, "prod");
  EXPECT_TRUE(fleet->stores.at("new").is_unsigned);
  EXPECT_EQ(fleet->stores.at("new").region, "eu-west-1");
  ASSERT_EQ(fleet->tables.size(), 1U);
  const FleetTable& table = fleet->tables[0];
  EXPECT_EQ(table.placement.scheme, "jump");
  EXPECT_EQ(table.placement.hash, "murmur3");
  ASSERT_EQ(table.members.size(), 2U);
  EXPECT_EQ(table.members[0].table, "Orders");
  EXPECT_EQ(table.members[1].table, "orders_2");
  EXPECT_EQ(table.members[1].weight, "2");
}

/// The problems of the good file with one text in the place of another.
std::string problems(std::string_view from, std::string_view to) {
  std::string text(good);
  text.replace(text.find(from), from.size(), to);
  const auto fleet = parse_fleet(text);
  return fleet.ok() ? "none" : to_string(fleet.error(), "fleet.yaml");
}

TEST(FleetFile, TellsWhatIsWrongByItsLine) {
  EXPECT_THAT(problems("store: new", "store: nwe"),
              HasSubstr("fleet.yaml:11: tables.Orders.members.two: there is no store 'nwe'"));
  EXPECT_THAT(problems("default: old", "default: gold"), HasSubstr("no store 'gold'"));
  EXPECT_THAT(problems("default: old\n", ""), HasSubstr("'default' is missing"));
  EXPECT_THAT(problems("unsigned: true", "unsigned: perhaps"), HasSubstr("fleet.yaml:4"));
  EXPECT_THAT(problems("version: 1", "version: 7"), HasSubstr("'7' is no version"));
  EXPECT_THAT(problems("weight: 2", "wieght: 2"), HasSubstr("did you mean 'weight'"));
  EXPECT_THAT(problems("members:", "membres:"), HasSubstr("'members' is missing"));
  EXPECT_THAT(problems("tables:", "tables: ["), HasSubstr("no YAML"));
}

TEST(FleetFile, AFileThatCannotBeReadIsAProblem) {
  const auto fleet = parse_fleet_file("/nonexistent/fleet.yaml");
  ASSERT_FALSE(fleet.ok());
  EXPECT_THAT(to_string(fleet.error(), "f"), HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace isotherm::schema
