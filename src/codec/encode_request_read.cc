// Requests of Query and Scan into JSON.

#include "codec/append_member.h"
#include "codec/encode_parameters.h"
#include "codec/encode_request.h"

namespace isotherm::codec {
namespace {

void append_read(const ReadManyRequest& read, JsonWriter& json) {
  json.key("TableName").string(read.table_name);
  append_member("IndexName", read.index_name, json);
  if (read.consistent_read) json.key("ConsistentRead").boolean(true);
  append_member("Limit", read.limit, json);
  append_enum("Select", select_names, read.select, json);
  append_member("ExclusiveStartKey", read.exclusive_start_key, json);
  append_member("FilterExpression", read.filter_expression, json);
  append_member("ProjectionExpression", read.projection_expression, json);
  append_placeholders(read.placeholders, json);
  append_member("AttributesToGet", read.attributes_to_get, json);
  append_conditional_operator(read.conditional_operator, json);
  append_wanted(read.return_consumed_capacity, json);
}

}  // namespace

void encode_request(const QueryRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_read(request, json);
  append_member("KeyConditionExpression", request.key_condition_expression, json);
  append_conditions("KeyConditions", request.key_conditions, json);
  append_conditions("QueryFilter", request.query_filter, json);
  if (!request.scan_index_forward) json.key("ScanIndexForward").boolean(false);
  json.end_object();
}

void encode_request(const ScanRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_read(request, json);
  append_conditions("ScanFilter", request.scan_filter, json);
  append_member("Segment", request.segment, json);
  append_member("TotalSegments", request.total_segments, json);
  json.end_object();
}

}  // namespace isotherm::codec
