#pragma once

// Requests and responses of DynamoDB Streams: what changed in a table's items, in order.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"

namespace isotherm {

struct ListStreamsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> exclusive_start_stream_arn;
  std::optional<std::int64_t> limit;
};

struct StreamSummary {
  std::string arn;
  std::string table_name;
  std::string label;
};

struct ListStreamsResponse {
  std::vector<StreamSummary> streams;
  std::optional<std::string> last_evaluated_stream_arn;
};

enum class StreamStatus { enabling, enabled, disabling, disabled };

struct DescribeStreamRequest {
  std::string stream_arn;
  std::optional<std::int64_t> limit;
  std::optional<std::string> exclusive_start_shard_id;
  /// Only the children of this shard.
  std::optional<std::string> parent_shard_id;
};

struct StreamShard {
  std::string id;
  std::optional<std::string> parent_id;
  std::string starting_sequence_number;
  /// Absent: the shard is open.
  std::optional<std::string> ending_sequence_number;
};

struct DescribeStreamResponse {
  std::string arn;
  std::string label;
  StreamStatus status = StreamStatus::enabled;
  StreamViewType view = StreamViewType::new_and_old_images;
  UnixMillis created{0};
  std::string table_name;
  KeySchema key;
  std::vector<StreamShard> shards;
  std::optional<std::string> last_evaluated_shard_id;
};

enum class ShardIteratorType { trim_horizon, latest, at_sequence_number, after_sequence_number };

struct GetShardIteratorRequest {
  std::string stream_arn;
  std::string shard_id;
  ShardIteratorType type = ShardIteratorType::trim_horizon;
  std::optional<std::string> sequence_number;
};

struct GetShardIteratorResponse {
  std::string shard_iterator;
};

struct GetRecordsRequest {
  std::string shard_iterator;
  std::optional<std::int64_t> limit;
};

enum class StreamEvent { insert, modify, remove };

struct StreamRecord {
  std::string event_id;
  StreamEvent event = StreamEvent::insert;
  std::string region;
  /// Removed by the service since its time to live had passed.
  bool is_expiry = false;
  UnixMillis created{0};
  Item keys;
  std::optional<Item> new_image;
  std::optional<Item> old_image;
  std::string sequence_number;
  std::int64_t size_bytes = 0;
  StreamViewType view = StreamViewType::new_and_old_images;
};

struct GetRecordsResponse {
  std::vector<StreamRecord> records;
  /// Absent: the shard is closed and all of it was read.
  std::optional<std::string> next_shard_iterator;
};

}  // namespace isotherm
