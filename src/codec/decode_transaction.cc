// TransactGetItems and TransactWriteItems out of JSON.

#include <utility>

#include "codec/decode.h"
#include "codec/decode_write.h"
#include "codec/java_text.h"
#include "model/limits.h"

namespace isotherm::codec {
namespace {

constexpr std::string_view no_action =
    "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request";
constexpr std::string_view several_actions =
    "TransactItems can only contain one of Check, Put, Update or Delete";

// TransactItems of both: 1 to 100 elements.
template <class T, class Each>
void read_transact_items(Reader& reader, const Place& place, const Json& json, std::vector<T>& out,
                         Each each) {
  read_list(reader, place, json, Position::field, out, each);
  if (reader.failed()) return;
  const std::size_t max = limits::transaction_actions_max;
  if (!out.empty() && out.size() <= max) return;
  reader.violation(
      place, Reader::quoted(java_text(json)),
      "Member must have length " + (out.empty() ? "greater than or equal to 1"
                                                : "less than or equal to " + std::to_string(max)));
}

constexpr Members<TransactGet, 4> get_members{{
    {"Key",
     [](Reader& reader, const Place& place, const Json& json, TransactGet& out) {
       read_item(reader, place, json, out.key);
     },
     true},
    {"TableName",
     [](Reader& reader, const Place& place, const Json& json, TransactGet& out) {
       read_table_name(reader, place, json, out.table_name);
     },
     true},
    {"ProjectionExpression",
     [](Reader& reader, const Place&, const Json& json, TransactGet& out) {
       reader.read(json, out.projection_expression);
     }},
    {"ExpressionAttributeNames",
     [](Reader& reader, const Place& place, const Json& json, TransactGet& out) {
       read_expression_names(reader, place, json, out.names);
     }},
}};

constexpr Members<TransactGet, 1> transact_get_item_members{{
    {"Get",
     [](Reader& reader, const Place& place, const Json& json, TransactGet& out) {
       read_structure(reader, place, json, "Get", Position::field, get_members, out);
     },
     true},
}};

constexpr Members<TransactGetItemsRequest, 2> transact_get_items_members{{
    {"TransactItems",
     [](Reader& reader, const Place& place, const Json& json, TransactGetItemsRequest& out) {
       read_transact_items(reader, place, json, out.gets,
                           [&](const Place& at, const Json& get, TransactGet& into) {
                             read_structure(reader, at, get, "TransactGetItem", Position::element,
                                            transact_get_item_members, into);
                           });
     },
     true},
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, TransactGetItemsRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
}};

using Check = WriteMembers<ConditionCheckRequest>;
constexpr Members<ConditionCheckRequest, 6> check_members{{
    {"Key", Check::key, true},
    {"TableName", Check::table_name, true},
    {"ConditionExpression", Check::condition, true},
    {"ExpressionAttributeNames", Check::names},
    {"ExpressionAttributeValues", Check::values},
    {"ReturnValuesOnConditionCheckFailure", Check::on_failure},
}};

using Put = WriteMembers<PutItemRequest>;
constexpr Members<PutItemRequest, 6> put_members{{
    {"Item", Put::item, true},
    {"TableName", Put::table_name, true},
    {"ConditionExpression", Put::condition},
    {"ExpressionAttributeNames", Put::names},
    {"ExpressionAttributeValues", Put::values},
    {"ReturnValuesOnConditionCheckFailure", Put::on_failure},
}};

using Delete = WriteMembers<DeleteItemRequest>;
constexpr Members<DeleteItemRequest, 6> delete_members{{
    {"Key", Delete::key, true},
    {"TableName", Delete::table_name, true},
    {"ConditionExpression", Delete::condition},
    {"ExpressionAttributeNames", Delete::names},
    {"ExpressionAttributeValues", Delete::values},
    {"ReturnValuesOnConditionCheckFailure", Delete::on_failure},
}};

using Update = WriteMembers<UpdateItemRequest>;
constexpr Members<UpdateItemRequest, 7> update_members{{
    {"Key", Update::key, true},
    {"UpdateExpression", Update::update, true},
    {"TableName", Update::table_name, true},
    {"ConditionExpression", Update::condition},
    {"ExpressionAttributeNames", Update::names},
    {"ExpressionAttributeValues", Update::values},
    {"ReturnValuesOnConditionCheckFailure", Update::on_failure},
}};

// A TransactWriteItem as it comes: with any number of its members.
struct Actions {
  std::vector<TransactWriteAction> given;

  template <class T>
  T& add() {
    return std::get<T>(given.emplace_back(T{}));
  }
};

constexpr Members<Actions, 4> transact_write_item_members{{
    {"ConditionCheck",
     [](Reader& reader, const Place& place, const Json& json, Actions& out) {
       read_structure(reader, place, json, "ConditionCheck", Position::field, check_members,
                      out.add<ConditionCheckRequest>());
     }},
    {"Put",
     [](Reader& reader, const Place& place, const Json& json, Actions& out) {
       read_structure(reader, place, json, "Put", Position::field, put_members,
                      out.add<PutItemRequest>());
     }},
    {"Delete",
     [](Reader& reader, const Place& place, const Json& json, Actions& out) {
       read_structure(reader, place, json, "Delete", Position::field, delete_members,
                      out.add<DeleteItemRequest>());
     }},
    {"Update",
     [](Reader& reader, const Place& place, const Json& json, Actions& out) {
       read_structure(reader, place, json, "Update", Position::field, update_members,
                      out.add<UpdateItemRequest>());
     }},
}};

void read_action(Reader& reader, const Place& place, const Json& json, TransactWriteAction& out) {
  Actions actions;
  read_structure(reader, place, json, "TransactWriteItem", Position::element,
                 transact_write_item_members, actions);
  if (actions.given.size() == 1) {
    out = std::move(actions.given.front());
  } else {
    reader.objection(
        place, Error::validation(std::string(actions.given.empty() ? no_action : several_actions)));
  }
}

constexpr Members<TransactWriteItemsRequest, 4> transact_write_items_members{{
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, TransactWriteItemsRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
    {"ReturnItemCollectionMetrics",
     [](Reader& reader, const Place& place, const Json& json, TransactWriteItemsRequest& out) {
       reader.read_enum(place, json, return_item_collection_metrics_names,
                        out.return_item_collection_metrics);
     }},
    {"ClientRequestToken",
     [](Reader& reader, const Place& place, const Json& json, TransactWriteItemsRequest& out) {
       if (!reader.read(json, out.client_request_token)) return;
       reader.check_length(place, *out.client_request_token, 1, limits::request_token_length_max);
     }},
    {"TransactItems",
     [](Reader& reader, const Place& place, const Json& json, TransactWriteItemsRequest& out) {
       read_transact_items(reader, place, json, out.actions,
                           [&](const Place& at, const Json& action, TransactWriteAction& into) {
                             read_action(reader, at, action, into);
                           });
     },
     true},
}};

}  // namespace

template <>
Result<TransactGetItemsRequest> decode(std::string_view body) {
  return decode_body(body, "TransactGetItemsInput", transact_get_items_members);
}

template <>
Result<TransactWriteItemsRequest> decode(std::string_view body) {
  return decode_body(body, "TransactWriteItemsInput", transact_write_items_members);
}

}  // namespace isotherm::codec
