// The capacity of tables and indexes: how it changes, what shows meanwhile, and after a restart.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/engine/scratch.h"
#include "store/engine/table_checks.h"

namespace isotherm::engine {
namespace {

class TableCapacity : public testing::Test {
 protected:
  TableDescription described(std::string table) {
    return run(scratch->describe_table({std::move(table)})).value();
  }
  template <class T>
  static std::string message(const Result<T>& result) {
    return result.ok() ? "ok" : result.error().message();
  }

  Scratch scratch;
};

TEST_F(TableCapacity, DecreaseCapacityFourTimesADayAndThenOnceAnHour) {
  CreateTableRequest request = table_request("t", false);
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{10, 10};
  run(scratch->create_table(request)).value();
  const auto decrease_to = [&](std::int64_t read_units) {
    UpdateTableRequest update;
    update.table_name = "t";
    update.provisioned = ProvisionedThroughput{read_units, 10};
    return message(run(scratch->update_table(update)));
  };
  const std::string refusal =
      "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC "
      "day. After the first 4 decreases, each subsequent decrease in the same UTC day can be "
      "performed at most once every 3600 seconds. Number of decreases today: ";
  for (const int units : {9, 8, 7, 6}) EXPECT_EQ(decrease_to(units), "ok");
  EXPECT_EQ(decrease_to(5),
            refusal +
                "4. Last decrease at Tuesday, November 14, 2023 at 10:13:20 PM Coordinated "
                "Universal Time. Next decrease can be made at Tuesday, November 14, 2023 at "
                "11:13:20 PM Coordinated Universal Time");
  scratch.clock().advance(std::chrono::seconds(3599));
  EXPECT_NE(decrease_to(5), "ok");
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(decrease_to(5), "ok");
  EXPECT_EQ(decrease_to(4),
            refusal +
                "5. Last decrease at Tuesday, November 14, 2023 at 11:13:20 PM Coordinated "
                "Universal Time. Next decrease can be made at Wednesday, November 15, 2023 at "
                "12:00:00 AM Coordinated Universal Time");
  scratch.clock().advance(std::chrono::minutes(47));
  for (const int units : {4, 3, 2, 1}) EXPECT_EQ(decrease_to(units), "ok");
  EXPECT_EQ(described("t").changes.decreases_today, 4);
}

TEST_F(TableCapacity, ShowTheOldCapacityUntilAnUpdateIsDone) {
  scratch.options().state_change_delay = std::chrono::seconds(1);
  scratch.open();
  CreateTableRequest request = table_request("t", false);
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{10, 10};
  run(scratch->create_table(request)).value();
  scratch.clock().advance(std::chrono::seconds(1));
  UpdateTableRequest update;
  update.table_name = "t";
  update.provisioned = ProvisionedThroughput{20, 10};
  const TableDescription answer = run(scratch->update_table(update)).value();
  EXPECT_EQ(answer.status, TableStatus::updating);
  EXPECT_EQ(answer.provisioned, *request.provisioned);
  EXPECT_EQ(described("t").provisioned, *request.provisioned);
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(described("t").provisioned, *update.provisioned);
}

TEST_F(TableCapacity, DecreaseAnIndexAsOftenAsATable) {
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{10, 10};
  (*request.global_indexes)[0].provisioned = request.provisioned;
  run(scratch->create_table(request)).value();
  UpdateTableRequest update;
  update.table_name = "t";
  const auto decrease_to = [&](std::int64_t units) {
    UpdateIndexAction action;
    action.index_name = "gi";
    action.provisioned = ProvisionedThroughput{units, units};
    update.global_index_updates = {action};
    return message(run(scratch->update_table(update)));
  };
  for (const int units : {9, 8, 7, 6}) EXPECT_EQ(decrease_to(units), "ok");
  EXPECT_THAT(decrease_to(5), testing::HasSubstr("Number of decreases today: 4."));
  EXPECT_EQ(described("t").global_indexes[0].changes.decreases_today, 4);
  EXPECT_EQ(described("t").changes.decreases_today, 0);
  // A request whose one part is refused does nothing of the other.
  update.provisioned = ProvisionedThroughput{9, 9};
  EXPECT_THAT(decrease_to(5), testing::HasSubstr("Number of decreases today: 4."));
  EXPECT_EQ(described("t").provisioned, *request.provisioned);
  scratch.clock().advance(std::chrono::hours(24));
  EXPECT_EQ(described("t").global_indexes[0].changes.decreases_today, 0);
  EXPECT_EQ(decrease_to(5), "ok");
}

TEST_F(TableCapacity, StayActiveWhileWarmThroughputRises) {
  scratch.options().state_change_delay = std::chrono::seconds(1);
  scratch.open();
  run(scratch->create_table(table_request("t", false))).value();
  scratch.clock().advance(std::chrono::seconds(1));
  UpdateTableRequest update;
  update.table_name = "t";
  update.warm = ProvisionedThroughput{13'000, 0};
  const TableDescription answer = run(scratch->update_table(update)).value();
  EXPECT_EQ(answer.status, TableStatus::active);
  EXPECT_EQ(answer.warm, (ProvisionedThroughput{12'000, 4'000}));
  EXPECT_TRUE(answer.warm_rises);
  // The last one wins, and is held against what there is, not against what is under way.
  update.warm = ProvisionedThroughput{12'500, 0};
  EXPECT_EQ(message(run(scratch->update_table(update))), "ok");
  EXPECT_EQ(described("t").warm, (ProvisionedThroughput{12'000, 4'000}));
  // Protection is there at once, and does not end what is under way.
  UpdateTableRequest protect;
  protect.table_name = "t";
  protect.deletion_protection = true;
  EXPECT_EQ(run(scratch->update_table(protect)).value().status, TableStatus::active);
  EXPECT_TRUE(described("t").warm_rises);
  EXPECT_TRUE(described("t").deletion_protection);
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_FALSE(described("t").warm_rises);
  EXPECT_EQ(described("t").warm, (ProvisionedThroughput{12'500, 4'000}));
}

TEST_F(TableCapacity, AnswerASwitchOfTheBillingModeAsOneUnderWay) {
  scratch.options().state_change_delay = std::chrono::seconds(1);
  scratch.open();
  CreateTableRequest request = table_request("t", false);
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{2, 2};
  run(scratch->create_table(request)).value();
  scratch.clock().advance(std::chrono::seconds(1));
  UpdateTableRequest update;
  update.table_name = "t";
  update.billing_mode = BillingMode::pay_per_request;
  update.on_demand = OnDemandThroughput{100, std::nullopt};
  const TableDescription answer = run(scratch->update_table(update)).value();
  EXPECT_EQ(answer.status, TableStatus::updating);
  EXPECT_EQ(answer.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(answer.on_demand_since, UnixMillis(0));
  EXPECT_EQ(answer.provisioned, ProvisionedThroughput{});
  EXPECT_EQ(answer.warm, (ProvisionedThroughput{2, 2}));
  UpdateTableRequest units;
  units.table_name = "t";
  units.provisioned = ProvisionedThroughput{1, 1};
  EXPECT_EQ(message(run(scratch->update_table(units))),
            "Attempt to change a resource which is still in use: Table IOPS are currently being "
            "updated. Table: t");
  EXPECT_EQ(message(run(scratch->delete_table({"t"}))),
            "Attempt to change a resource which is still in use: Table: t is in the process of "
            "being updated.");
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_GT(described("t").on_demand_since, UnixMillis(0));
  EXPECT_EQ(described("t").on_demand, (OnDemandThroughput{100, std::nullopt}));
  // What every table on demand begins with is not stored.
  const TableDescription switched = described("t");
  EXPECT_EQ(warm_of(switched.warm, switched.billing_mode, switched.provisioned),
            (ProvisionedThroughput{12'000, 4'000}));
  // The mode that it has already is answered, and that is all.
  update.on_demand.reset();
  EXPECT_EQ(run(scratch->update_table(update)).value().status, TableStatus::updating);
  EXPECT_EQ(described("t").status, TableStatus::active);
  // Maximums on demand go with the mode.
  update.billing_mode = BillingMode::provisioned;
  update.provisioned = ProvisionedThroughput{1, 1};
  EXPECT_EQ(message(run(scratch->update_table(update))), "ok");
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(described("t").on_demand, std::nullopt);
}

TEST_F(TableCapacity, KeepAnIndexAsWarmAsItEverWas) {
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  run(scratch->create_table(request)).value();
  UpdateTableRequest update;
  update.table_name = "t";
  const auto warm = [&](std::int64_t read_units) {
    UpdateIndexAction action;
    action.index_name = "gi";
    action.warm = ProvisionedThroughput{read_units, 0};
    update.global_index_updates = {action};
    return message(run(scratch->update_table(update)));
  };
  EXPECT_EQ(warm(15'000), "ok");
  EXPECT_EQ(described("t").global_indexes[0].warm, (ProvisionedThroughput{15'000, 4'000}));
  EXPECT_EQ(warm(14'000),
            "One or more parameter values were invalid: Requested ReadUnitsPerSecond for "
            "WarmThroughput for index gi is lower than current WarmThroughput, decreasing "
            "WarmThroughput is not supported");
}

TEST(TableRestart, GoesOnWithAnUpdateThatWasUnderWay) {
  ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  options.durability = Durability::os;
  options.state_change_delay = std::chrono::seconds(10);
  Scratch scratch(options);
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{10, 10};
  (*request.global_indexes)[0].provisioned = request.provisioned;
  run(scratch->create_table(request)).value();
  const auto described = [&] { return run(scratch->describe_table({"t"})).value(); };
  const auto restart_after = [&](Duration time) {
    scratch.clock().advance(time);
    scratch.close();
    scratch.open();
  };
  restart_after(std::chrono::seconds(4));
  EXPECT_EQ(described().status, TableStatus::creating);
  EXPECT_FALSE(put(scratch, "t", {{"pk", "a"}}).ok());
  restart_after(std::chrono::seconds(6));
  EXPECT_EQ(described().status, TableStatus::active);

  UpdateTableRequest update;
  update.table_name = "t";
  update.provisioned = ProvisionedThroughput{9, 10};
  UpdateIndexAction index;
  index.index_name = "gi";
  index.provisioned = ProvisionedThroughput{20, 20};
  update.global_index_updates = {index};
  run(scratch->update_table(update)).value();
  restart_after(std::chrono::seconds(9));
  EXPECT_EQ(described().status, TableStatus::updating);
  EXPECT_EQ(described().provisioned, *request.provisioned);
  EXPECT_EQ(described().changes.decreases_today, 0);
  EXPECT_EQ(described().global_indexes[0].provisioned, *request.provisioned);
  EXPECT_EQ(described().global_indexes[0].status, IndexStatus::updating);
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(described().status, TableStatus::active);
  EXPECT_EQ(described().provisioned, *update.provisioned);
  EXPECT_EQ(described().changes.decreases_today, 1);
  EXPECT_EQ(described().global_indexes[0].provisioned, *index.provisioned);
}

}  // namespace
}  // namespace isotherm::engine
