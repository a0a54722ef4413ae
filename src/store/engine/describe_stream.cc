// ListStreams and DescribeStream.

#include <algorithm>

#include "store/engine/operations.h"
#include "store/engine/stream_messages.h"
#include "store/engine/stream_names.h"

namespace isotherm::engine {
namespace {

// Streams and shards in one answer [API reference].
constexpr std::int64_t page_max = 100;

StreamStatus status_of(const StreamState& stream, const Core& core) {
  const UnixMillis now = core.clock().unix_time();
  const UnixMillis delay =
      std::chrono::duration_cast<UnixMillis>(core.options().state_change_delay);
  if (stream.disabled) {
    return now < *stream.disabled + delay ? StreamStatus::disabling : StreamStatus::disabled;
  }
  return now < stream.created + delay ? StreamStatus::enabling : StreamStatus::enabled;
}

StreamShard describe(ResourceId log, const ChangeLogState& state, const LogShard& shard) {
  StreamShard described;
  described.id = shard_name(log, shard);
  if (const LogShard* parent = state.find_shard(shard.parent)) {
    described.parent_id = shard_name(log, *parent);
  }
  described.starting_sequence_number = sequence_text(shard.first);
  if (shard.last) described.ending_sequence_number = sequence_text(*shard.last);
  return described;
}

}  // namespace

Result<ListStreamsResponse> list_streams(Core& core, const ListStreamsRequest& request) {
  std::vector<StreamSummary> all;
  for (const auto& log : core.change_logs().all()) {
    const ChangeLogState state = log->state();
    if (request.table_name && state.table_name != table_name_of(*request.table_name)) continue;
    const std::string table =
        table_arn(core.options().region, core.options().account, state.table_name);
    for (const StreamState& stream : state.streams) {
      all.push_back({stream_arn(table, stream.label), state.table_name, stream.label});
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.arn < b.arn; });
  ListStreamsResponse response;
  const auto count_max = static_cast<std::size_t>(request.limit.value_or(page_max));
  for (StreamSummary& stream : all) {
    if (request.exclusive_start_stream_arn && stream.arn <= *request.exclusive_start_stream_arn) {
      continue;
    }
    if (response.streams.size() == count_max) {
      response.last_evaluated_stream_arn = response.streams.back().arn;
      break;
    }
    response.streams.push_back(std::move(stream));
  }
  return response;
}

Result<DescribeStreamResponse> describe_stream(Core& core, const DescribeStreamRequest& request) {
  const auto name = parse_stream_arn(request.stream_arn);
  const auto log = name ? core.change_logs().find_stream(name->table, name->label) : nullptr;
  if (log == nullptr) return messages::stream_not_found(request.stream_arn);
  const ChangeLogState state = log->state();
  const StreamState* stream = state.find_stream(name->label);
  if (stream == nullptr) return messages::stream_not_found(request.stream_arn);

  DescribeStreamResponse response;
  response.arn = request.stream_arn;
  response.label = stream->label;
  response.status = status_of(*stream, core);
  response.view = stream->view;
  response.created = stream->created;
  response.table_name = state.table_name;
  response.key = state.key;

  const UnixMillis horizon = core.clock().unix_time() - stream_retention;
  const auto count_max = static_cast<std::size_t>(request.limit.value_or(page_max));
  for (const LogShard& shard : state.shards) {
    if (shard.stream != stream->label || (shard.closed && *shard.closed < horizon)) continue;
    StreamShard described = describe(log->id(), state, shard);
    if (request.exclusive_start_shard_id && described.id <= *request.exclusive_start_shard_id) {
      continue;
    }
    if (request.parent_shard_id && described.parent_id != request.parent_shard_id) continue;
    if (response.shards.size() == count_max) {
      response.last_evaluated_shard_id = response.shards.back().id;
      break;
    }
    response.shards.push_back(std::move(described));
  }
  return response;
}

}  // namespace isotherm::engine
