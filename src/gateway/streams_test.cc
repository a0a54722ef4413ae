// Streams through the gateway: an application sees its items, as on a plain table.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

/// Enables a stream, and gives its ARN.
std::string enable(Store& store, StreamViewType view) {
  UpdateTableRequest request;
  request.table_name = table_name;
  request.stream = StreamSpecification{true, view};
  const TableDescription table = run(store.update_table(request)).value();
  return stream_arn(table.arn, table.stream_label);
}

std::vector<StreamRecord> records_of(Store& store, const std::string& arn) {
  std::vector<StreamRecord> all;
  DescribeStreamRequest stream;
  stream.stream_arn = arn;
  const auto described = run(store.describe_stream(stream)).value();
  for (const StreamShard& shard : described.shards) {
    GetShardIteratorRequest from;
    from.stream_arn = arn;
    from.shard_id = shard.id;
    GetRecordsRequest read;
    read.shard_iterator = run(store.get_shard_iterator(from)).value().shard_iterator;
    const auto page = run(store.get_records(read)).value();
    all.insert(all.end(), page.records.begin(), page.records.end());
  }
  return all;
}

TEST(GatewayStreams, ShowNoHiddenAttributes) {
  Twins twins;
  std::vector<StreamRecord> seen[2];
  Store* stores[2] = {twins.plain.get(), &twins.gateway};
  for (int i = 0; i < 2; ++i) {
    const std::string arn = enable(*stores[i], StreamViewType::new_and_old_images);
    ASSERT_TRUE(run(stores[i]->put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
    ASSERT_TRUE(
        run(stores[i]->update_item(update_of({{"id", "1"}}, "SET s = :s", {{":s", "y"}}))).ok());
    ASSERT_TRUE(run(stores[i]->update_item(update_of({{"id", "1"}}, "REMOVE p"))).ok());
    seen[i] = records_of(*stores[i], arn);
  }
  ASSERT_EQ(seen[0].size(), 3u);
  ASSERT_EQ(seen[1].size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(seen[1][i].event, seen[0][i].event);
    EXPECT_EQ(seen[1][i].new_image, seen[0][i].new_image);
    EXPECT_EQ(seen[1][i].old_image, seen[0][i].old_image);
    EXPECT_EQ(seen[1][i].size_bytes, seen[0][i].size_bytes);
  }
}

TEST(GatewayStreams, AChangeOfHiddenAttributesOnlyIsNoRecord) {
  Twins twins;
  const std::string arn = enable(twins.gateway, StreamViewType::new_and_old_images);
  ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  // As a migration does: behind the gateway.
  ASSERT_TRUE(run(twins.below->update_item(
                      update_of({{"id", "1"}}, "SET p_shard = :h", {{":h", "A#other"}})))
                  .ok());
  EXPECT_EQ(records_of(*twins.below, arn).size(), 2u);
  const auto seen = records_of(twins.gateway, arn);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].event, StreamEvent::insert);
}

TEST(GatewayStreams, OfADeletedTableShowNoHiddenAttributes) {
  Twins twins;
  const std::string arn = enable(twins.gateway, StreamViewType::new_image);
  ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  DeleteTableRequest request;
  request.table_name = table_name;
  ASSERT_TRUE(run(twins.gateway.delete_table(request)).ok());
  const auto seen = records_of(twins.gateway, arn);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].new_image, (Item{{"id", "1"}, {"p", "A"}, {"s", "x"}}));
}

}  // namespace
}  // namespace isotherm::gateway
