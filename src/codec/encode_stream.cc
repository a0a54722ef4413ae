// Responses of DynamoDB Streams into JSON.

#include "codec/append_member.h"
#include "codec/encode.h"
#include "codec/encode_schema.h"
#include "codec/enum_names.h"

namespace isotherm::codec {
namespace {

void append_shard(const StreamShard& shard, JsonWriter& json) {
  json.begin_object().key("ShardId").string(shard.id);
  json.key("SequenceNumberRange").begin_object();
  json.key("StartingSequenceNumber").string(shard.starting_sequence_number);
  if (shard.ending_sequence_number) {
    json.key("EndingSequenceNumber").string(*shard.ending_sequence_number);
  }
  json.end_object();
  if (shard.parent_id) json.key("ParentShardId").string(*shard.parent_id);
  json.end_object();
}

void append_record(const StreamRecord& record, JsonWriter& json) {
  // The version of a record's form.
  constexpr std::string_view event_version = "1.1";
  json.begin_object();
  json.key("eventID").string(record.event_id);
  json.key("eventName").string(enum_name(stream_event_names, record.event));
  json.key("eventVersion").string(event_version);
  json.key("eventSource").string("aws:dynamodb");
  json.key("awsRegion").string(record.region);
  json.key("dynamodb").begin_object();
  // Whole seconds, as the service tells them.
  json.key("ApproximateCreationDateTime").integer(record.created.count() / 1000);
  append_member("Keys", record.keys, json);
  append_member("NewImage", record.new_image, json);
  append_member("OldImage", record.old_image, json);
  json.key("SequenceNumber").string(record.sequence_number);
  json.key("SizeBytes").integer(record.size_bytes);
  json.key("StreamViewType").string(enum_name(stream_view_type_names, record.view));
  json.end_object();
  if (record.is_expiry) {
    json.key("userIdentity").begin_object();
    json.key("PrincipalId").string("dynamodb.amazonaws.com");
    json.key("Type").string("Service").end_object();
  }
  json.end_object();
}

}  // namespace

void encode(const ListStreamsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Streams").begin_array();
  for (const StreamSummary& stream : response.streams) {
    json.begin_object().key("StreamArn").string(stream.arn);
    json.key("TableName").string(stream.table_name);
    json.key("StreamLabel").string(stream.label).end_object();
  }
  json.end_array();
  if (response.last_evaluated_stream_arn) {
    json.key("LastEvaluatedStreamArn").string(*response.last_evaluated_stream_arn);
  }
  json.end_object();
}

void encode(const DescribeStreamResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("StreamDescription").begin_object();
  json.key("StreamArn").string(response.arn);
  json.key("StreamLabel").string(response.label);
  json.key("StreamStatus").string(enum_name(stream_status_names, response.status));
  json.key("StreamViewType").string(enum_name(stream_view_type_names, response.view));
  json.key("CreationRequestDateTime").seconds(response.created.count());
  json.key("TableName").string(response.table_name);
  append_key_schema(response.key, json);
  json.key("Shards").begin_array();
  for (const StreamShard& shard : response.shards) append_shard(shard, json);
  json.end_array();
  if (response.last_evaluated_shard_id) {
    json.key("LastEvaluatedShardId").string(*response.last_evaluated_shard_id);
  }
  json.end_object().end_object();
}

void encode(const GetShardIteratorResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ShardIterator").string(response.shard_iterator).end_object();
}

void encode(const GetRecordsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  if (response.next_shard_iterator) {
    json.key("NextShardIterator").string(*response.next_shard_iterator);
  }
  json.key("Records").begin_array();
  for (const StreamRecord& record : response.records) append_record(record, json);
  json.end_array().end_object();
}

}  // namespace isotherm::codec
