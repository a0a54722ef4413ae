// Query and Scan out of JSON.

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/decode_legacy.h"
#include "codec/read_value.h"
#include "model/limits.h"

namespace isotherm::codec {
namespace {

// Members of ReadManyRequest, for a request T that derives from it.
template <class T>
struct ReadMany {
  static void select(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, select_names, out.select);
  }
  static void index_name(Reader& reader, const Place& place, const Json& json, T& out) {
    if (reader.read(json, out.index_name)) reader.check_name(place, *out.index_name, 3, 255);
  }
  static void capacity(Reader& reader, const Place& place, const Json& json, T& out) {
    read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
  }
  static void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
    read_table_name(reader, place, json, out.table_name);
  }
  static void conditional_operator(Reader& reader, const Place& place, const Json& json, T& out) {
    read_conditional_operator(reader, place, json, out.conditional_operator);
  }
  static void attributes_to_get(Reader& reader, const Place& place, const Json& json, T& out) {
    read_attribute_names(reader, place, json, out.attributes_to_get);
  }
  static void start_key(Reader& reader, const Place& place, const Json& json, T& out) {
    read_start_key(reader, place, json, out.exclusive_start_key.emplace());
  }
  static void consistent(Reader& reader, const Place&, const Json& json, T& out) {
    reader.read(json, out.consistent_read);
  }
  static void filter(Reader& reader, const Place&, const Json& json, T& out) {
    reader.read(json, out.filter_expression);
  }
  static void projection(Reader& reader, const Place&, const Json& json, T& out) {
    reader.read(json, out.projection_expression);
  }
  static void names(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expression_names(reader, place, json, out.placeholders.names);
  }
  static void values(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expression_values(reader, place, json, out.placeholders.values);
  }
};

using Q = ReadMany<QueryRequest>;
constexpr Members<QueryRequest, 17> query_members{{
    {"Select", Q::select},
    {"IndexName", Q::index_name},
    {"ReturnConsumedCapacity", Q::capacity},
    {"QueryFilter",
     [](Reader& reader, const Place& place, const Json& json, QueryRequest& out) {
       read_conditions(reader, place, json, out.query_filter);
     }},
    {"TableName", Q::table_name, true},
    {"ConditionalOperator", Q::conditional_operator},
    {"AttributesToGet", Q::attributes_to_get},
    {"Limit",
     [](Reader& reader, const Place& place, const Json& json, QueryRequest& out) {
       std::int64_t limit = 0;
       if (!reader.read_integer(json, "Integer", limit)) return;
       out.limit = limit;
       // Query's own check, not the model's: alone, after the others, and in other words.
       if (limit >= 1) return;
       reader.objection(place,
                        Error::validation("1 validation error detected: Value at 'Limit' failed "
                                          "to satisfy constraint: Member must have value greater "
                                          "than or equal to 1"));
     }},
    {"KeyConditions",
     [](Reader& reader, const Place& place, const Json& json, QueryRequest& out) {
       read_conditions(reader, place, json, out.key_conditions);
     }},
    {"ExclusiveStartKey", Q::start_key},
    {"ConsistentRead", Q::consistent},
    {"ScanIndexForward", [](Reader& reader, const Place&, const Json& json,
                            QueryRequest& out) { reader.read(json, out.scan_index_forward); }},
    {"KeyConditionExpression",
     [](Reader& reader, const Place&, const Json& json, QueryRequest& out) {
       reader.read(json, out.key_condition_expression);
     }},
    {"FilterExpression", Q::filter},
    {"ProjectionExpression", Q::projection},
    {"ExpressionAttributeValues", Q::values},
    {"ExpressionAttributeNames", Q::names},
}};

using S = ReadMany<ScanRequest>;
constexpr Members<ScanRequest, 16> scan_members{{
    {"Select", S::select},
    {"IndexName", S::index_name},
    {"TotalSegments",
     [](Reader& reader, const Place& place, const Json& json, ScanRequest& out) {
       std::int64_t segments = 0;
       if (!reader.read_integer(json, "Integer", segments)) return;
       out.total_segments = segments;
       reader.check_at_least(place, segments, 1);
       reader.check_at_most(place, segments, limits::scan_segments_max);
     }},
    {"ReturnConsumedCapacity", S::capacity},
    {"TableName", S::table_name, true},
    {"ConditionalOperator", S::conditional_operator},
    {"ScanFilter", [](Reader& reader, const Place& place, const Json& json,
                      ScanRequest& out) { read_conditions(reader, place, json, out.scan_filter); }},
    {"Segment",
     [](Reader& reader, const Place& place, const Json& json, ScanRequest& out) {
       std::int64_t segment = 0;
       if (!reader.read_integer(json, "Integer", segment)) return;
       out.segment = segment;
       reader.check_at_least(place, segment, 0);
       reader.check_at_most(place, segment, limits::scan_segments_max - 1);
     }},
    {"Limit",
     [](Reader& reader, const Place& place, const Json& json, ScanRequest& out) {
       std::int64_t limit = 0;
       if (!reader.read_integer(json, "Integer", limit)) return;
       out.limit = limit;
       reader.check_at_least(place, limit, 1);
     }},
    {"AttributesToGet", S::attributes_to_get},
    {"ExclusiveStartKey", S::start_key},
    {"FilterExpression", S::filter},
    {"ProjectionExpression", S::projection},
    {"ExpressionAttributeValues", S::values},
    {"ExpressionAttributeNames", S::names},
    {"ConsistentRead", S::consistent},
}};

}  // namespace

template <>
Result<QueryRequest> decode(std::string_view body) {
  return decode_body(body, "QueryInput", query_members);
}

template <>
Result<ScanRequest> decode(std::string_view body) {
  return decode_body(body, "ScanInput", scan_members);
}

}  // namespace isotherm::codec
