// Requests about time to live, tags and resource policies, and of DynamoDB Streams, into JSON.

#include "codec/append_member.h"
#include "codec/encode_request.h"
#include "codec/encode_table_request.h"

namespace isotherm::codec {

void encode_request(const UpdateTimeToLiveRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  json.key("TimeToLiveSpecification").begin_object();
  json.key("AttributeName").string(request.attribute_name);
  json.key("Enabled").boolean(request.enabled).end_object().end_object();
}

void encode_request(const DescribeTimeToLiveRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("TableName").string(request.table_name).end_object();
}

void encode_request(const TagResourceRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ResourceArn").string(request.resource_arn);
  append_tags(request.tags, json);
  json.end_object();
}

void encode_request(const UntagResourceRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ResourceArn").string(request.resource_arn);
  append_member("TagKeys", request.tag_keys, json);
  json.end_object();
}

void encode_request(const ListTagsOfResourceRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ResourceArn").string(request.resource_arn);
  append_member("NextToken", request.next_token, json);
  json.end_object();
}

void encode_request(const PutResourcePolicyRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ResourceArn").string(request.resource_arn);
  json.key("Policy").string(request.policy);
  append_member("ExpectedRevisionId", request.expected_revision_id, json);
  json.end_object();
}

void encode_request(const GetResourcePolicyRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("ResourceArn").string(request.resource_arn).end_object();
}

void encode_request(const DeleteResourcePolicyRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ResourceArn").string(request.resource_arn);
  append_member("ExpectedRevisionId", request.expected_revision_id, json);
  json.end_object();
}

void encode_request(const ListStreamsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("TableName", request.table_name, json);
  append_member("Limit", request.limit, json);
  append_member("ExclusiveStartStreamArn", request.exclusive_start_stream_arn, json);
  json.end_object();
}

void encode_request(const DescribeStreamRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("StreamArn").string(request.stream_arn);
  append_member("Limit", request.limit, json);
  append_member("ExclusiveStartShardId", request.exclusive_start_shard_id, json);
  if (request.parent_shard_id) {
    json.key("ShardFilter").begin_object();
    json.key("Type").string(enum_name(shard_filter_type_names, true));
    json.key("ShardId").string(*request.parent_shard_id).end_object();
  }
  json.end_object();
}

void encode_request(const GetShardIteratorRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("StreamArn").string(request.stream_arn);
  json.key("ShardId").string(request.shard_id);
  json.key("ShardIteratorType").string(enum_name(shard_iterator_type_names, request.type));
  append_member("SequenceNumber", request.sequence_number, json);
  json.end_object();
}

void encode_request(const GetRecordsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ShardIterator").string(request.shard_iterator);
  append_member("Limit", request.limit, json);
  json.end_object();
}

}  // namespace isotherm::codec
