// The operations of DynamoDB Streams out of JSON.

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/decode_settings.h"

namespace isotherm::codec {
namespace {

// Constraints of the API model.
constexpr std::size_t arn_bytes_min = 37;
constexpr std::size_t arn_bytes_max = 1024;
constexpr std::size_t shard_id_bytes_min = 28;
constexpr std::size_t shard_id_bytes_max = 65;
constexpr std::size_t sequence_bytes_min = 21;
constexpr std::size_t sequence_bytes_max = 40;
constexpr std::size_t iterator_bytes_max = 2048;

void read_limit(Reader& reader, const Place& place, const Json& json, std::int64_t max,
                std::optional<std::int64_t>& out) {
  std::int64_t limit = 0;
  if (!reader.read_integer(json, "Integer", limit)) return;
  out = limit;
  reader.check_at_least(place, limit, 1);
  reader.check_at_most(place, limit, max);
}

// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_sized(Reader& reader, const Place& place, const Json& json, std::size_t min,
                std::size_t max, std::optional<std::string>& out) {
  if (reader.read(json, out)) reader.check_length(place, *out, min, max);
}

template <class T>
void stream_arn(Reader& reader, const Place& place, const Json& json, T& out) {
  if (reader.read(json, out.stream_arn)) {
    reader.check_length(place, out.stream_arn, arn_bytes_min, arn_bytes_max);
  }
}

constexpr Members<ListStreamsRequest, 3> list_streams_members{{
    {"TableName",
     [](Reader& reader, const Place& place, const Json& json, ListStreamsRequest& out) {
       read_name_of_table(reader, place, json, out.table_name.emplace());
     }},
    {"Limit", [](Reader& reader, const Place& place, const Json& json,
                 ListStreamsRequest& out) { read_limit(reader, place, json, 100, out.limit); }},
    {"ExclusiveStartStreamArn",
     [](Reader& reader, const Place& place, const Json& json, ListStreamsRequest& out) {
       read_sized(reader, place, json, arn_bytes_min, arn_bytes_max,
                  out.exclusive_start_stream_arn);
     }},
}};

struct ShardFilter {
  bool has_type = false;
  std::optional<std::string> shard_id;
};

constexpr Members<ShardFilter, 2> shard_filter_members{{
    {"Type",
     [](Reader& reader, const Place& place, const Json& json, ShardFilter& out) {
       reader.read_enum(place, json, shard_filter_type_names, out.has_type);
     }},
    {"ShardId",
     [](Reader& reader, const Place& place, const Json& json, ShardFilter& out) {
       read_sized(reader, place, json, shard_id_bytes_min, shard_id_bytes_max, out.shard_id);
     }},
}};

constexpr Members<DescribeStreamRequest, 4> describe_stream_members{{
    {"StreamArn", stream_arn<DescribeStreamRequest>, true},
    {"Limit", [](Reader& reader, const Place& place, const Json& json,
                 DescribeStreamRequest& out) { read_limit(reader, place, json, 100, out.limit); }},
    {"ExclusiveStartShardId",
     [](Reader& reader, const Place& place, const Json& json, DescribeStreamRequest& out) {
       read_sized(reader, place, json, shard_id_bytes_min, shard_id_bytes_max,
                  out.exclusive_start_shard_id);
     }},
    {"ShardFilter",
     [](Reader& reader, const Place& place, const Json& json, DescribeStreamRequest& out) {
       ShardFilter filter;
       read_structure(reader, place, json, "ShardFilter", Position::field, shard_filter_members,
                      filter);
       if (filter.has_type != filter.shard_id.has_value()) {
         reader.objection(place, Error::validation("One or more parameter values were invalid: "
                                                   "ShardFilter needs both Type and ShardId"));
       }
       out.parent_shard_id = std::move(filter.shard_id);
     }},
}};

using GetIterator = GetShardIteratorRequest;
constexpr Members<GetIterator, 4> get_shard_iterator_members{{
    {"StreamArn", stream_arn<GetIterator>, true},
    {"ShardId",
     [](Reader& reader, const Place& place, const Json& json, GetIterator& out) {
       if (!reader.read(json, out.shard_id)) return;
       reader.check_length(place, out.shard_id, shard_id_bytes_min, shard_id_bytes_max);
     },
     true},
    {"ShardIteratorType",
     [](Reader& reader, const Place& place, const Json& json, GetIterator& out) {
       reader.read_enum(place, json, shard_iterator_type_names, out.type);
     },
     true},
    {"SequenceNumber",
     [](Reader& reader, const Place& place, const Json& json, GetIterator& out) {
       read_sized(reader, place, json, sequence_bytes_min, sequence_bytes_max, out.sequence_number);
     }},
}};

constexpr Members<GetRecordsRequest, 2> get_records_members{{
    {"ShardIterator",
     [](Reader& reader, const Place& place, const Json& json, GetRecordsRequest& out) {
       if (!reader.read(json, out.shard_iterator)) return;
       reader.check_length(place, out.shard_iterator, 1, iterator_bytes_max);
     },
     true},
    {"Limit", [](Reader& reader, const Place& place, const Json& json,
                 GetRecordsRequest& out) { read_limit(reader, place, json, 1000, out.limit); }},
}};

}  // namespace

template <>
Result<ListStreamsRequest> decode(std::string_view body) {
  return decode_body(body, "ListStreamsInput", list_streams_members);
}
template <>
Result<DescribeStreamRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeStreamInput", describe_stream_members);
}
template <>
Result<GetShardIteratorRequest> decode(std::string_view body) {
  return decode_body(body, "GetShardIteratorInput", get_shard_iterator_members);
}
template <>
Result<GetRecordsRequest> decode(std::string_view body) {
  return decode_body(body, "GetRecordsInput", get_records_members);
}

}  // namespace isotherm::codec
