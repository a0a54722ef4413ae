// BatchGetItem and BatchWriteItem out of JSON.

#include "codec/decode_batch.h"

#include <utility>

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/java_text.h"
#include "codec/name.h"
#include "codec/read_value.h"
#include "model/limits.h"

namespace isotherm::codec {
namespace {

constexpr std::string_view several_types =
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
    "supported datatypes";

std::string map_keys_constraint() {
  return "Map keys must satisfy constraint: [Member must have length less than or equal to 255, "
         "Member must have length greater than or equal to 3, " +
         std::string(name_constraint) + "]";
}

std::string map_values_constraint() {
  const std::string max = std::to_string(limits::batch_write_requests_max);
  return "Map value must satisfy constraint: [Member must have length less than or equal to " +
         max + ", Member must have length greater than or equal to 1]";
}

bool is_table_name(std::string_view name) {
  return is_name(name) && name.size() >= 3 && name.size() <= 255;
}

// Reads RequestItems: `each(place, json, value&)` for each table.
template <class Map, class Each>
// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_request_items(Reader& reader, const Place& place, const Json& json,
                        std::string_view java_value, std::string_view operation, Map& out,
                        Each each) {
  const auto tables = reader.map(json, java_value);
  if (!tables) return;
  std::uint32_t rank = 0;
  bool names_fit = true;
  for (const auto& [name_or_arn, value] : *tables) {
    const Place at = place.entry(name_or_arn, rank++);
    if (is_null(value)) continue;
    const std::string_view name = table_name_of(name_or_arn);
    if (!is_table_name(name) && std::exchange(names_fit, false)) {
      reader.violation(place, Reader::quoted(java_text(json)), map_keys_constraint());
    }
    const auto [entry, is_new] = out.try_emplace(std::string(name));
    if (!is_new) {
      reader.objection(at, Error::validation("One or more parameter values were invalid: Table " +
                                             std::string(name) + " is named twice"));
    }
    each(at, value, entry->second);
    if (reader.failed()) return;
  }
  if (tables->size() == 0) {
    reader.objection(place, Error::validation("The requestItems parameter is required for " +
                                              std::string(operation)));
  }
}

// BatchGetItem's own check of the number of keys: after the model's, and in other words.
void check_key_count(Reader& reader, const Place& place, std::string_view table,
                     std::size_t count) {
  const std::size_t max = limits::batch_get_keys_max;
  if (count >= 1 && count <= max) return;
  const std::string bound =
      count == 0 ? "greater than or equal to 1" : "less than or equal to " + std::to_string(max);
  reader.objection(place, Error::validation("1 validation error detected: Value at 'RequestItems." +
                                            std::string(table) +
                                            ".member.Keys' failed to satisfy constraint: Member "
                                            "must have length " +
                                            bound));
}

constexpr Members<KeysAndAttributes, 5> keys_and_attributes_members{{
    {"Keys",
     [](Reader& reader, const Place& place, const Json& json, KeysAndAttributes& out) {
       read_list(reader, place, json, Position::field, out.keys,
                 [&](const Place& at, const Json& key, Item& into) {
                   read_item(reader, at, key, into, Position::element);
                 });
     },
     true},
    {"AttributesToGet",
     [](Reader& reader, const Place& place, const Json& json, KeysAndAttributes& out) {
       read_attribute_names(reader, place, json, out.attributes_to_get);
     }},
    {"ConsistentRead", [](Reader& reader, const Place&, const Json& json,
                          KeysAndAttributes& out) { reader.read(json, out.consistent_read); }},
    {"ProjectionExpression",
     [](Reader& reader, const Place&, const Json& json, KeysAndAttributes& out) {
       reader.read(json, out.projection_expression);
     }},
    {"ExpressionAttributeNames",
     [](Reader& reader, const Place& place, const Json& json, KeysAndAttributes& out) {
       read_expression_names(reader, place, json, out.names);
     }},
}};

constexpr Members<BatchGetItemRequest, 2> batch_get_item_members{{
    {"RequestItems",
     [](Reader& reader, const Place& place, const Json& json, BatchGetItemRequest& out) {
       read_request_items(reader, place, json, "KeysAndAttributes", "BatchGetItem",
                          out.request_items,
                          [&](const Place& at, const Json& value, KeysAndAttributes& into) {
                            read_keys_and_attributes(reader, at, value, into);
                            check_key_count(reader, at, at.name(), into.keys.size());
                          });
     },
     true},
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, BatchGetItemRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
}};

// A WriteRequest as it comes: both, one or none of its members.
struct Write {
  std::optional<PutRequest> put;
  std::optional<DeleteRequest> remove;
};

constexpr Members<PutRequest, 1> put_request_members{{
    {"Item",
     [](Reader& reader, const Place& place, const Json& json, PutRequest& out) {
       read_item(reader, place, json, out.item);
     },
     true},
}};

constexpr Members<DeleteRequest, 1> delete_request_members{{
    {"Key",
     [](Reader& reader, const Place& place, const Json& json, DeleteRequest& out) {
       read_item(reader, place, json, out.key);
     },
     true},
}};

constexpr Members<Write, 2> write_members{{
    {"DeleteRequest",
     [](Reader& reader, const Place& place, const Json& json, Write& out) {
       read_structure(reader, place, json, "DeleteRequest", Position::field, delete_request_members,
                      out.remove.emplace());
     }},
    {"PutRequest",
     [](Reader& reader, const Place& place, const Json& json, Write& out) {
       read_structure(reader, place, json, "PutRequest", Position::field, put_request_members,
                      out.put.emplace());
     }},
}};

constexpr Members<BatchWriteItemRequest, 3> batch_write_item_members{{
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, BatchWriteItemRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
    {"ReturnItemCollectionMetrics",
     [](Reader& reader, const Place& place, const Json& json, BatchWriteItemRequest& out) {
       reader.read_enum(place, json, return_item_collection_metrics_names,
                        out.return_item_collection_metrics);
     }},
    {"RequestItems",
     [](Reader& reader, const Place& place, const Json& json, BatchWriteItemRequest& out) {
       read_request_items(
           reader, place, json, "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>",
           "BatchWriteItem", out.request_items,
           [&](const Place& at, const Json& value, std::vector<WriteRequest>& into) {
             read_list(reader, at, value, Position::element, into,
                       [&](const Place& element, const Json& write, WriteRequest& request) {
                         read_write_request(reader, element, write, request);
                       });
             if (!into.empty() && into.size() <= limits::batch_write_requests_max) return;
             reader.violation(place, Reader::quoted(java_text(json)), map_values_constraint());
           });
     },
     true},
}};

}  // namespace

void read_keys_and_attributes(Reader& reader, const Place& place, const Json& json,
                              KeysAndAttributes& out) {
  read_structure(reader, place, json, "KeysAndAttributes", Position::element,
                 keys_and_attributes_members, out);
}

void read_write_request(Reader& reader, const Place& place, const Json& json, WriteRequest& out) {
  Write write;
  read_structure(reader, place, json, "WriteRequest", Position::element, write_members, write);
  if (write.put.has_value() == write.remove.has_value()) {
    reader.objection(place, Error::validation(std::string(several_types)));
  } else if (write.put) {
    out = std::move(*write.put);
  } else {
    out = std::move(*write.remove);
  }
}

template <>
Result<BatchGetItemRequest> decode(std::string_view body) {
  return decode_body(body, "BatchGetItemInput", batch_get_item_members);
}

template <>
Result<BatchWriteItemRequest> decode(std::string_view body) {
  return decode_body(body, "BatchWriteItemInput", batch_write_item_members);
}

}  // namespace isotherm::codec
