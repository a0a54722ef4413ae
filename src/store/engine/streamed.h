#pragma once

// Streamed: a table with a stream in a scratch engine, and what a client of the stream does. For
// tests.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/engine/scratch.h"

namespace isotherm::engine {

/// A table `T` with a stream, and what a client of the stream does.
class Streamed {
 public:
  explicit Streamed(StreamViewType view = StreamViewType::new_and_old_images,
                    EngineOptions options = {})
      : scratch(std::move(options)) {
    CreateTableRequest request = table_request("T", true);
    request.stream = StreamSpecification{true, view};
    const auto created = run(scratch->create_table(request)).value();
    arn = stream_arn(created.arn, created.stream_label);
  }

  void put(std::string pk, std::string value) {
    ASSERT_TRUE(isotherm::engine::put(scratch, "T",
                                      {{"pk", std::move(pk)}, {"sk", "1"}, {"v", std::move(value)}})
                    .ok());
  }
  void erase(std::string pk) {
    ASSERT_TRUE(isotherm::engine::erase(scratch, "T", {{"pk", std::move(pk)}, {"sk", "1"}}).ok());
  }
  Result<TableDescription> set_stream(bool enabled, std::optional<StreamViewType> view = {}) {
    UpdateTableRequest request;
    request.table_name = "T";
    request.stream = StreamSpecification{enabled, view};
    return run(scratch->update_table(request));
  }
  DescribeStreamResponse describe() {
    DescribeStreamRequest request;
    request.stream_arn = arn;
    return run(scratch->describe_stream(request)).value();
  }
  Result<GetShardIteratorResponse> iterator(const std::string& shard, ShardIteratorType type,
                                            std::optional<std::string> sequence = {}) {
    GetShardIteratorRequest request;
    request.stream_arn = arn;
    request.shard_id = shard;
    request.type = type;
    request.sequence_number = std::move(sequence);
    return run(scratch->get_shard_iterator(request));
  }
  Result<GetRecordsResponse> records(std::string iterator, std::optional<std::int64_t> limit = {}) {
    GetRecordsRequest request;
    request.shard_iterator = std::move(iterator);
    request.limit = limit;
    return run(scratch->get_records(request));
  }
  /// All records of all shards, parents first.
  std::vector<StreamRecord> all() {
    std::vector<StreamRecord> found;
    for (const StreamShard& shard : describe().shards) {
      std::optional<std::string> next =
          iterator(shard.id, ShardIteratorType::trim_horizon).value().shard_iterator;
      while (next) {
        GetRecordsResponse page = records(*next).value();
        if (page.records.empty()) break;
        for (StreamRecord& record : page.records) found.push_back(std::move(record));
        next = std::move(page.next_shard_iterator);
      }
    }
    return found;
  }
  /// The shard that holds the only record there is.
  std::string shard_of_the_record() {
    for (const StreamShard& shard : describe().shards) {
      const auto at = iterator(shard.id, ShardIteratorType::trim_horizon).value().shard_iterator;
      if (!records(at).value().records.empty()) return shard.id;
    }
    return {};
  }

  Scratch scratch;
  std::string arn;
};

/// The attribute `v` of an image; "-": there is none.
inline std::string value_of(const std::optional<Item>& image) {
  return image ? *find(*image, "v")->get_if<std::string>() : "-";
}

}  // namespace isotherm::engine
