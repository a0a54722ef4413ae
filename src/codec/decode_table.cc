// The operations on tables out of JSON.
//
// SSESpecification is checked and then left out: tools send it to every table, and nothing that a
// client can see here depends on it.

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/decode_schema.h"
#include "codec/decode_settings.h"
#include "codec/name.h"
#include "codec/refusal.h"

namespace isotherm::codec {
namespace {

// Members of the model that are checked but mean nothing to the store.
struct Ignored {};

constexpr Members<StreamSpecification, 2> stream_members{{
    {"StreamEnabled",
     [](Reader& reader, const Place&, const Json& json, StreamSpecification& out) {
       reader.read(json, out.enabled);
     },
     true},
    {"StreamViewType",
     [](Reader& reader, const Place& place, const Json& json, StreamSpecification& out) {
       reader.read_enum(place, json, stream_view_type_names, out.view);
     }},
}};

template <class T>
void encryption(Reader& reader, const Place& place, const Json& json, T& out) {
  read_encryption(reader, place, json, out.encryption);
}

template <class T>
void stream(Reader& reader, const Place& place, const Json& json, T& out) {
  read_structure(reader, place, json, "StreamSpecification", Position::field, stream_members,
                 out.stream.emplace());
}

template <class T>
void global_tables(Reader& reader, const Place& place, const Json&, T&) {
  reader.objection(place, not_supported(refusal::global_tables));
}

template <class T>
void vector_indexes(Reader& reader, const Place& place, const Json&, T&) {
  reader.objection(place, not_supported(refusal::vector_indexes));
}

template <class T>
void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
  read_name_of_table(reader, place, json, out.table_name);
}

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
constexpr Members<Create, 18> create_table_members{{
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
    {"SSESpecification", encryption<Create>},
    {"Tags", [](Reader& reader, const Place& place, const Json& json,
                Create& out) { read_tags(reader, place, json, out.tags.emplace()); }},
    {"ResourcePolicy", [](Reader& reader, const Place&, const Json& json,
                          Create& out) { reader.read(json, out.resource_policy); }},
    {"GlobalTableSourceArn", global_tables<Create>},
    {"GlobalTableSettingsReplicationMode", global_tables<Create>},
    {"VectorIndexes", vector_indexes<Create>},
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
constexpr Members<Change, 17> update_table_members{{
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
    {"SSESpecification", encryption<Change>},
    {"ReplicaUpdates", global_tables<Change>},
    {"MultiRegionConsistency", global_tables<Change>},
    {"GlobalTableWitnessUpdates", global_tables<Change>},
    {"GlobalTableSettingsReplicationMode", global_tables<Change>},
    {"VectorIndexUpdates", vector_indexes<Change>},
    {"DisassociationProtectionEnabled",
     [](Reader& reader, const Place& place, const Json& json, Change&) {
       bool wanted = false;
       if (reader.read(json, wanted) && wanted)
         reader.objection(place, not_supported(refusal::disassociation_protection));
     }},
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
  return decode_body(body, "CreateTableInput", create_table_members,
                     [](Reader& reader, const Create& request) {
                       require_table_name(reader, request);
                       if (request.resource_policy) check_policy(reader, *request.resource_policy);
                     });
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

}  // namespace isotherm::codec
