// Responses about time to live, tags and resource policies, and of DynamoDB Streams, out of JSON.

#include "codec/decode_described.h"
#include "codec/decode_response.h"
#include "codec/decode_settings.h"

namespace isotherm::codec {
namespace {

using SetTtl = UpdateTimeToLiveResponse;
constexpr Members<SetTtl, 2> ttl_members{{
    {"AttributeName", field<&SetTtl::attribute_name>},
    {"Enabled", field<&SetTtl::enabled>, true},
}};
constexpr Members<SetTtl, 1> update_ttl_members{{
    {"TimeToLiveSpecification", inside<ttl_members, SetTtl>, true},
}};

struct Ttl {
  std::string status;
  std::optional<std::string> attribute_name;
};
constexpr Members<Ttl, 2> described_ttl_members{{
    {"TimeToLiveStatus", field<&Ttl::status>, true},
    {"AttributeName", field<&Ttl::attribute_name>},
}};
constexpr Members<DescribeTimeToLiveResponse, 1> describe_ttl_members{{
    {"TimeToLiveDescription",
     [](Reader& reader, const Place& place, const Json& json, DescribeTimeToLiveResponse& out) {
       Ttl ttl;
       inside<described_ttl_members>(reader, place, json, ttl);
       if (ttl.status == "ENABLED" || ttl.status == "ENABLING") {
         out.attribute_name = std::move(ttl.attribute_name);
       }
     },
     true},
}};

constexpr Members<ListTagsOfResourceResponse, 2> list_tags_members{{
    {"Tags", [](Reader& reader, const Place& place, const Json& json,
                ListTagsOfResourceResponse& out) { read_tags(reader, place, json, out.tags); }},
    {"NextToken", field<&ListTagsOfResourceResponse::next_token>},
}};

constexpr Members<GetResourcePolicyResponse, 2> get_policy_members{{
    {"Policy", field<&GetResourcePolicyResponse::policy>, true},
    {"RevisionId", field<&GetResourcePolicyResponse::revision_id>},
}};

constexpr Members<ResourcePolicyRevision, 1> revision_members{{
    {"RevisionId", field<&ResourcePolicyRevision::revision_id>},
}};

constexpr Members<StreamSummary, 3> stream_summary_members{{
    {"StreamArn", field<&StreamSummary::arn>, true},
    {"TableName", field<&StreamSummary::table_name>},
    {"StreamLabel", field<&StreamSummary::label>},
}};

constexpr Members<ListStreamsResponse, 2> list_streams_members{{
    {"Streams", list_of<stream_summary_members, &ListStreamsResponse::streams>},
    {"LastEvaluatedStreamArn", field<&ListStreamsResponse::last_evaluated_stream_arn>},
}};

constexpr Members<StreamShard, 2> sequence_range_members{{
    {"StartingSequenceNumber", field<&StreamShard::starting_sequence_number>},
    {"EndingSequenceNumber", field<&StreamShard::ending_sequence_number>},
}};
constexpr Members<StreamShard, 3> shard_members{{
    {"ShardId", field<&StreamShard::id>, true},
    {"SequenceNumberRange", inside<sequence_range_members, StreamShard>},
    {"ParentShardId", field<&StreamShard::parent_id>},
}};

using Stream = DescribeStreamResponse;
constexpr Members<Stream, 9> stream_members{{
    {"StreamArn", field<&Stream::arn>, true},
    {"StreamLabel", field<&Stream::label>},
    {"StreamStatus", named<stream_status_names, &Stream::status>},
    {"StreamViewType", named<stream_view_type_names, &Stream::view>},
    {"CreationRequestDateTime", field<&Stream::created>},
    {"TableName", field<&Stream::table_name>},
    {"KeySchema", field<&Stream::key>},
    {"Shards", list_of<shard_members, &Stream::shards>},
    {"LastEvaluatedShardId", field<&Stream::last_evaluated_shard_id>},
}};
constexpr Members<Stream, 1> describe_stream_members{{
    {"StreamDescription", inside<stream_members, Stream>, true},
}};

constexpr Members<GetShardIteratorResponse, 1> get_shard_iterator_members{{
    {"ShardIterator", field<&GetShardIteratorResponse::shard_iterator>, true},
}};

struct Identity {
  std::string principal;
  std::string type;
};
constexpr Members<Identity, 2> identity_members{{
    {"PrincipalId", field<&Identity::principal>},
    {"Type", field<&Identity::type>},
}};

using Record = StreamRecord;
constexpr Members<Record, 7> change_members{{
    {"ApproximateCreationDateTime", field<&Record::created>},
    {"Keys", field<&Record::keys>, true},
    {"NewImage", field<&Record::new_image>},
    {"OldImage", field<&Record::old_image>},
    {"SequenceNumber", field<&Record::sequence_number>},
    {"SizeBytes", field<&Record::size_bytes>},
    {"StreamViewType", named<stream_view_type_names, &Record::view>},
}};
constexpr Members<Record, 5> record_members{{
    {"eventID", field<&Record::event_id>},
    {"eventName", named<stream_event_names, &Record::event>, true},
    {"awsRegion", field<&Record::region>},
    {"dynamodb", inside<change_members, Record>, true},
    {"userIdentity",
     [](Reader& reader, const Place& place, const Json& json, Record& out) {
       Identity identity;
       inside<identity_members>(reader, place, json, identity);
       out.is_expiry = identity.type == "Service" && identity.principal == "dynamodb.amazonaws.com";
     }},
}};

constexpr Members<GetRecordsResponse, 2> get_records_members{{
    {"NextShardIterator", field<&GetRecordsResponse::next_shard_iterator>},
    {"Records", list_of<record_members, &GetRecordsResponse::records>},
}};

}  // namespace

template <>
Result<Done> decode_response(std::string_view body) {
  return read_answer(body, "Output", Members<Done, 0>{});
}

template <>
Result<UpdateTimeToLiveResponse> decode_response(std::string_view body) {
  return read_answer(body, "UpdateTimeToLiveOutput", update_ttl_members);
}

template <>
Result<DescribeTimeToLiveResponse> decode_response(std::string_view body) {
  return read_answer(body, "DescribeTimeToLiveOutput", describe_ttl_members);
}

template <>
Result<ListTagsOfResourceResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListTagsOfResourceOutput", list_tags_members);
}

template <>
Result<GetResourcePolicyResponse> decode_response(std::string_view body) {
  return read_answer(body, "GetResourcePolicyOutput", get_policy_members);
}

template <>
Result<ResourcePolicyRevision> decode_response(std::string_view body) {
  return read_answer(body, "ResourcePolicyOutput", revision_members);
}

template <>
Result<ListStreamsResponse> decode_response(std::string_view body) {
  return read_answer(body, "ListStreamsOutput", list_streams_members);
}

template <>
Result<DescribeStreamResponse> decode_response(std::string_view body) {
  return read_answer(body, "DescribeStreamOutput", describe_stream_members);
}

template <>
Result<GetShardIteratorResponse> decode_response(std::string_view body) {
  return read_answer(body, "GetShardIteratorOutput", get_shard_iterator_members);
}

template <>
Result<GetRecordsResponse> decode_response(std::string_view body) {
  return read_answer(body, "GetRecordsOutput", get_records_members);
}

}  // namespace isotherm::codec
