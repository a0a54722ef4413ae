#include "codec/encode_batch.h"

#include "codec/append_member.h"
#include "codec/encode_parameters.h"

namespace isotherm::codec {
namespace {

void append_keys_and_attributes(const KeysAndAttributes& asked, JsonWriter& json) {
  json.begin_object().key("Keys");
  append_items(asked.keys, json);
  if (asked.consistent_read) json.key("ConsistentRead").boolean(true);
  append_member("ProjectionExpression", asked.projection_expression, json);
  append_names(asked.names, json);
  append_member("AttributesToGet", asked.attributes_to_get, json);
  json.end_object();
}

void append_write_request(const WriteRequest& request, JsonWriter& json) {
  json.begin_object();
  if (const auto* put = std::get_if<PutRequest>(&request)) {
    json.key("PutRequest").begin_object();
    append_member("Item", put->item, json);
  } else {
    json.key("DeleteRequest").begin_object();
    append_member("Key", std::get<DeleteRequest>(request).key, json);
  }
  json.end_object().end_object();
}

}  // namespace

void append_keys_by_table(std::string_view name,
                          const std::map<std::string, KeysAndAttributes>& by_table,
                          JsonWriter& json) {
  append_by_table(name, by_table, json,
                  [&](const KeysAndAttributes& asked) { append_keys_and_attributes(asked, json); });
}

void append_writes_by_table(std::string_view name,
                            const std::map<std::string, std::vector<WriteRequest>>& by_table,
                            JsonWriter& json) {
  append_by_table(name, by_table, json, [&](const std::vector<WriteRequest>& requests) {
    json.begin_array();
    for (const WriteRequest& request : requests) append_write_request(request, json);
    json.end_array();
  });
}

}  // namespace isotherm::codec
