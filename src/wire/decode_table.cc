// The operations on tables out of JSON.
//
// Tags and SSESpecification are checked and then left out: tools send them to every table, and
// nothing that a client can see here depends on them.

#include "wire/decode.h"
#include "wire/decode_body.h"
#include "wire/decode_schema.h"
#include "wire/name.h"
#include "wire/refusal.h"

namespace isotherm::wire {
namespace {

constexpr std::size_t table_name_bytes_min = 3;
constexpr std::size_t table_name_bytes_max = 255;

// Members of the model that are checked but mean nothing to the store.
struct Ignored {};

constexpr Members<Ignored, 3> sse_members{{
    {"Enabled",
     [](Reader& reader, const Place&, const Json& json, Ignored&) {
       bool enabled = false;
       reader.read(json, enabled);
     }},
    {"SSEType",
     [](Reader& reader, const Place& place, const Json& json, Ignored&) {
       bool known = false;
       reader.read_enum(place, json, sse_type_names, known);
     }},
    {"KMSMasterKeyId",
     [](Reader& reader, const Place&, const Json& json, Ignored&) { reader.read_text(json); }},
}};

constexpr Members<Ignored, 2> tag_members{{
    {"Key",
     [](Reader& reader, const Place& place, const Json& json, Ignored&) {
       if (const auto key = reader.read_text(json)) reader.check_length(place, *key, 1, 128);
     },
     true},
    {"Value",
     [](Reader& reader, const Place& place, const Json& json, Ignored&) {
       if (const auto value = reader.read_text(json)) reader.check_length(place, *value, 0, 256);
     },
     true},
}};

struct Stream {
  bool enabled = false;
  bool has_view_type = false;
};

constexpr Members<Stream, 2> stream_members{{
    {"StreamEnabled",
     [](Reader& reader, const Place&, const Json& json, Stream& out) {
       reader.read(json, out.enabled);
     },
     true},
    {"StreamViewType",
     [](Reader& reader, const Place& place, const Json& json, Stream& out) {
       out.has_view_type = true;
       bool known = false;
       reader.read_enum(place, json, stream_view_type_names, known);
     }},
}};

template <class T>
void sse(Reader& reader, const Place& place, const Json& json, T&) {
  Ignored ignored;
  read_structure(reader, place, json, "SSESpecification", Position::field, sse_members, ignored);
}

template <class T>
void stream(Reader& reader, const Place& place, const Json& json, T&) {
  Stream specification;
  read_structure(reader, place, json, "StreamSpecification", Position::field, stream_members,
                 specification);
  if (specification.enabled) {
    reader.objection(place, not_supported(refusal::streams));
  } else if (specification.has_view_type) {
    constexpr std::string_view verb = std::is_same_v<T, CreateTableRequest> ? "created" : "updated";
    reader.objection(place, Error::validation("One or more parameter values were invalid: Table is "
                                              "being " +
                                              std::string(verb) +
                                              " with a stream disabled, UpdateViewType should not "
                                              "be specified"));
  }
}

template <class T>
void global_tables(Reader& reader, const Place& place, const Json&, T&) {
  reader.objection(place, not_supported(refusal::global_tables));
}

template <class T>
void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
  const auto text = reader.read_text(json);
  if (!text) return;
  const std::string_view name = table_name_of(*text);
  out.table_name.assign(name);
  if (name.size() < table_name_bytes_min) {
    reader.bad_table_name(place, name, "Member must have length greater than or equal to 3");
  } else if (!is_name(name)) {
    reader.bad_table_name(place, name, std::string(name_constraint));
  } else if (name.size() > table_name_bytes_max) {
    reader.bad_table_name(place, name, "Member must have length less than or equal to 255");
  }
}

// After the members: operations on tables say in other words that there is no name.
constexpr auto require_table_name = [](Reader& reader, const auto& request) {
  if (request.table_name.empty()) reader.no_table_name();
};

template <class T>
void billing_mode(Reader& reader, const Place& place, const Json& json, T& out) {
  reader.read_enum(place, json, billing_mode_names, out.billing_mode);
}
template <class T>
void provisioned(Reader& reader, const Place& place, const Json& json, T& out) {
  read_throughput(reader, place, json, out.provisioned);
}
template <class T>
void on_demand(Reader& reader, const Place& place, const Json& json, T& out) {
  read_on_demand(reader, place, json, out.on_demand);
}
template <class T>
void warm(Reader& reader, const Place& place, const Json& json, T& out) {
  read_warm(reader, place, json, out.warm);
}
template <class T>
void table_class(Reader& reader, const Place& place, const Json& json, T& out) {
  reader.read_enum(place, json, table_class_names, out.table_class);
}
template <class T>
void deletion_protection(Reader& reader, const Place&, const Json& json, T& out) {
  reader.read(json, out.deletion_protection);
}

using Create = CreateTableRequest;
constexpr Members<Create, 17> create_table_members{{
    {"AttributeDefinitions",
     [](Reader& reader, const Place& place, const Json& json, Create& out) {
       read_attribute_definitions(reader, place, json, out.attribute_definitions);
     },
     true},
    {"TableName", table_name<Create>},
    {"BillingMode", billing_mode<Create>},
    {"ProvisionedThroughput", provisioned<Create>},
    {"KeySchema",
     [](Reader& reader, const Place& place, const Json& json, Create& out) {
       read_key_schema(reader, place, json, out.key_schema);
     },
     true},
    {"GlobalSecondaryIndexes",
     [](Reader& reader, const Place& place, const Json& json, Create& out) {
       read_list(reader, place, json, Position::field, out.global_indexes.emplace(),
                 [&](const Place& at, const Json& element, SecondaryIndexRequest& into) {
                   read_global_index(reader, at, element, "GlobalSecondaryIndex", Position::element,
                                     into);
                 });
     }},
    {"LocalSecondaryIndexes",
     [](Reader& reader, const Place& place, const Json& json, Create& out) {
       read_local_indexes(reader, place, json, out.local_indexes.emplace());
     }},
    {"OnDemandThroughput", on_demand<Create>},
    {"WarmThroughput", warm<Create>},
    {"TableClass", table_class<Create>},
    {"DeletionProtectionEnabled", deletion_protection<Create>},
    {"StreamSpecification", stream<Create>},
    {"SSESpecification", sse<Create>},
    {"Tags",
     [](Reader& reader, const Place& place, const Json& json, Create&) {
       std::vector<Ignored> tags;
       read_list(reader, place, json, Position::field, tags,
                 [&](const Place& at, const Json& element, Ignored& into) {
                   read_structure(reader, at, element, "Tag", Position::element, tag_members, into);
                 });
     }},
    {"ResourcePolicy",
     [](Reader& reader, const Place& place, const Json&, Create&) {
       reader.objection(place, not_supported(refusal::resource_policies));
     }},
    {"GlobalTableSourceArn", global_tables<Create>},
    {"GlobalTableSettingsReplicationMode", global_tables<Create>},
}};

constexpr Members<UpdateIndexAction, 4> update_index_members{{
    {"IndexName",
     [](Reader& reader, const Place& place, const Json& json, UpdateIndexAction& out) {
       read_index_name(reader, place, json, out.index_name);
     },
     true},
    {"ProvisionedThroughput", provisioned<UpdateIndexAction>},
    {"OnDemandThroughput", on_demand<UpdateIndexAction>},
    {"WarmThroughput", warm<UpdateIndexAction>},
}};

constexpr Members<DeleteIndexAction, 1> delete_index_members{{
    {"IndexName",
     [](Reader& reader, const Place& place, const Json& json, DeleteIndexAction& out) {
       read_index_name(reader, place, json, out.index_name);
     },
     true},
}};

// A GlobalSecondaryIndexUpdate as it comes: any number of its members.
using IndexActions = std::vector<GlobalIndexUpdate>;
constexpr Members<IndexActions, 3> index_update_members{{
    {"Update",
     [](Reader& reader, const Place& place, const Json& json, IndexActions& out) {
       UpdateIndexAction action;
       read_structure(reader, place, json, "UpdateGlobalSecondaryIndexAction", Position::field,
                      update_index_members, action);
       out.emplace_back(std::move(action));
     }},
    {"Create",
     [](Reader& reader, const Place& place, const Json& json, IndexActions& out) {
       CreateIndexAction action;
       read_global_index(reader, place, json, "CreateGlobalSecondaryIndexAction", Position::field,
                         action.index);
       out.emplace_back(std::move(action));
     }},
    {"Delete",
     [](Reader& reader, const Place& place, const Json& json, IndexActions& out) {
       DeleteIndexAction action;
       read_structure(reader, place, json, "DeleteGlobalSecondaryIndexAction", Position::field,
                      delete_index_members, action);
       out.emplace_back(std::move(action));
     }},
}};

void read_index_update(Reader& reader, const Place& place, const Json& json,
                       GlobalIndexUpdate& out) {
  IndexActions actions;
  read_structure(reader, place, json, "GlobalSecondaryIndexUpdate", Position::element,
                 index_update_members, actions);
  if (actions.size() == 1) {
    out = std::move(actions.front());
    return;
  }
  reader.objection(
      place,
      Error::validation(actions.empty() ? "One or more parameter values were invalid: One of "
                                          "GlobalSecondaryIndexUpdate.Update, "
                                          "GlobalSecondaryIndexUpdate.Create, "
                                          "GlobalSecondaryIndexUpdate.Delete must not be null"
                                        : "One or more parameter values were invalid: Only one of "
                                          "GlobalSecondaryIndexUpdate.Update, "
                                          "GlobalSecondaryIndexUpdate.Create, "
                                          "GlobalSecondaryIndexUpdate.Delete can be specified"));
}

using Change = UpdateTableRequest;
constexpr Members<Change, 15> update_table_members{{
    {"AttributeDefinitions",
     [](Reader& reader, const Place& place, const Json& json, Change& out) {
       read_attribute_definitions(reader, place, json, out.attribute_definitions.emplace());
     }},
    {"TableName", table_name<Change>},
    {"ProvisionedThroughput", provisioned<Change>},
    {"BillingMode", billing_mode<Change>},
    {"GlobalSecondaryIndexUpdates",
     [](Reader& reader, const Place& place, const Json& json, Change& out) {
       read_list(reader, place, json, Position::field, out.global_index_updates.emplace(),
                 [&](const Place& at, const Json& element, GlobalIndexUpdate& into) {
                   read_index_update(reader, at, element, into);
                 });
     }},
    {"OnDemandThroughput", on_demand<Change>},
    {"WarmThroughput", warm<Change>},
    {"TableClass", table_class<Change>},
    {"DeletionProtectionEnabled", deletion_protection<Change>},
    {"StreamSpecification", stream<Change>},
    {"SSESpecification", sse<Change>},
    {"ReplicaUpdates", global_tables<Change>},
    {"MultiRegionConsistency", global_tables<Change>},
    {"GlobalTableWitnessUpdates", global_tables<Change>},
    {"GlobalTableSettingsReplicationMode", global_tables<Change>},
}};

constexpr Members<DescribeTableRequest, 1> describe_table_members{{
    {"TableName", table_name<DescribeTableRequest>},
}};

constexpr Members<DeleteTableRequest, 1> delete_table_members{{
    {"TableName", table_name<DeleteTableRequest>},
}};

constexpr Members<ListTablesRequest, 2> list_tables_members{{
    {"ExclusiveStartTableName",
     [](Reader& reader, const Place& place, const Json& json, ListTablesRequest& out) {
       if (!reader.read(json, out.exclusive_start_table_name)) return;
       reader.check_name(place, *out.exclusive_start_table_name, table_name_bytes_min,
                         table_name_bytes_max);
     }},
    {"Limit",
     [](Reader& reader, const Place& place, const Json& json, ListTablesRequest& out) {
       std::int64_t limit = 0;
       if (!reader.read_integer(json, "Integer", limit)) return;
       out.limit = limit;
       reader.check_at_least(place, limit, 1);
       reader.check_at_most(place, limit, 100);
     }},
}};

}  // namespace

template <>
Result<CreateTableRequest> decode(std::string_view body) {
  return decode_body(body, "CreateTableInput", create_table_members, require_table_name);
}

template <>
Result<DescribeTableRequest> decode(std::string_view body) {
  return decode_body(body, "DescribeTableInput", describe_table_members, require_table_name);
}

template <>
Result<UpdateTableRequest> decode(std::string_view body) {
  return decode_body(body, "UpdateTableInput", update_table_members, require_table_name);
}

template <>
Result<DeleteTableRequest> decode(std::string_view body) {
  return decode_body(body, "DeleteTableInput", delete_table_members, require_table_name);
}

template <>
Result<ListTablesRequest> decode(std::string_view body) {
  return decode_body(body, "ListTablesInput", list_tables_members);
}

}  // namespace isotherm::wire
