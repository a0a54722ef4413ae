// Requests of the operations on tables and of Contributor Insights into JSON.

#include "codec/append_member.h"
#include "codec/encode_request.h"
#include "codec/encode_schema.h"
#include "codec/encode_table_request.h"

namespace isotherm::codec {
namespace {

void append_action(const CreateIndexAction& create, JsonWriter& json) {
  json.key("Create").begin_object();
  append_index(create.index, json);
  json.end_object();
}

void append_action(const UpdateIndexAction& update, JsonWriter& json) {
  json.key("Update").begin_object().key("IndexName").string(update.index_name);
  append_provisioned("ProvisionedThroughput", update.provisioned, json);
  append_on_demand("OnDemandThroughput", update.on_demand, json);
  append_warm(update.warm, json);
  json.end_object();
}

void append_action(const DeleteIndexAction& remove, JsonWriter& json) {
  json.key("Delete").begin_object().key("IndexName").string(remove.index_name).end_object();
}

void append_index_updates(const std::optional<std::vector<GlobalIndexUpdate>>& updates,
                          JsonWriter& json) {
  if (!updates) return;
  json.key("GlobalSecondaryIndexUpdates").begin_array();
  for (const GlobalIndexUpdate& update : *updates) {
    json.begin_object();
    std::visit([&](const auto& action) { append_action(action, json); }, update);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void encode_request(const CreateTableRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_new_table(request, json);
  append_indexes("LocalSecondaryIndexes", request.local_indexes, json);
  append_warm(request.warm, json);
  append_member("TableClass", request.table_class, json);
  append_member("DeletionProtectionEnabled", request.deletion_protection, json);
  append_stream(request.stream, json);
  if (request.tags) append_tags(*request.tags, json);
  append_member("ResourcePolicy", request.resource_policy, json);
  json.end_object();
}

void encode_request(const UpdateTableRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  if (request.attribute_definitions) append_attributes(*request.attribute_definitions, json);
  append_enum("BillingMode", billing_mode_names, request.billing_mode, json);
  append_provisioned("ProvisionedThroughput", request.provisioned, json);
  append_on_demand("OnDemandThroughput", request.on_demand, json);
  append_warm(request.warm, json);
  append_index_updates(request.global_index_updates, json);
  append_member("TableClass", request.table_class, json);
  append_member("DeletionProtectionEnabled", request.deletion_protection, json);
  append_stream(request.stream, json);
  append_encryption(request.encryption, json);
  json.end_object();
}

void encode_request(const DescribeTableRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("TableName").string(request.table_name).end_object();
}

void encode_request(const DeleteTableRequest& request, std::string& out) {
  JsonWriter(out).begin_object().key("TableName").string(request.table_name).end_object();
}

void encode_request(const ListTablesRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("ExclusiveStartTableName", request.exclusive_start_table_name, json);
  append_member("Limit", request.limit, json);
  json.end_object();
}

void encode_request(const DescribeContributorInsightsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  append_member("IndexName", request.index_name, json);
  json.end_object();
}

void encode_request(const UpdateContributorInsightsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  append_member("IndexName", request.index_name, json);
  json.key("ContributorInsightsAction").string(enum_name(insights_action_names, request.enable));
  append_enum("ContributorInsightsMode", insights_mode_names, request.mode, json);
  json.end_object();
}

void encode_request(const ListContributorInsightsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("TableName", request.table_name, json);
  append_member("NextToken", request.next_token, json);
  append_member("MaxResults", request.max_results, json);
  json.end_object();
}

}  // namespace isotherm::codec
