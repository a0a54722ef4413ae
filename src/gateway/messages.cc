#include "gateway/messages.h"

namespace isotherm::gateway::messages {
namespace {

std::string concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

template <class Words>
std::string joined(const Words& words) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text.append(", ");
    text.append(word);
  }
  return text;
}

Error invalid(std::initializer_list<std::string_view> parts) {
  return Error::validation("One or more parameter values were invalid: " + concat(parts));
}

Error ours(std::initializer_list<std::string_view> parts) {
  return Error::validation("Isotherm: " + concat(parts));
}

std::string_view empty_kind(const AttributeDefinition& key) {
  return key.type == KeyType::B ? "binary" : "string";
}

}  // namespace

Error index_key_type_mismatch(const AttributeDefinition& key, const AttributeValue& value,
                              std::string_view index) {
  return invalid({"Type mismatch for Index Key ", key.name, " Expected: ", type_name(key.type),
                  " Actual: ", type_name(value.type()), " IndexName: ", index});
}
Error empty_index_key(const AttributeDefinition& key, std::string_view index) {
  return Error::validation(concat(
      {"One or more parameter values are not valid. A value specified for a secondary index key is "
       "not supported. The AttributeValue for a key attribute cannot contain an empty ",
       empty_kind(key), " value. IndexName: ", index, ", IndexKey: ", key.name}));
}
Error partition_key_too_long() {
  return invalid({"Size of hashkey has exceeded the maximum size limit of2048 bytes"});
}
Error updated_index_key_type() {
  return Error::validation(
      "The update expression attempted to update the secondary index key to unsupported type");
}
Error updated_index_key_empty(const AttributeDefinition& key) {
  return Error::validation(concat(
      {"The update expression attempted to update the secondary index key to a value that is not "
       "supported. The AttributeValue for a key attribute cannot contain an empty ",
       empty_kind(key), " value."}));
}
Error key_is_not_scalar(std::string_view attribute, bool of_index) {
  return Error::validation(
      concat({"Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
              "allowed: ",
              of_index ? "IndexKey: " : "Key: ", attribute}));
}
Error no_such_index(std::string_view index) {
  return Error::validation(concat({"The table does not have the specified index: ", index}));
}
Error consistent_global_read() {
  return Error::validation("Consistent reads are not supported on global secondary indexes");
}
Error all_attributes_of_partial_index(std::string_view index) {
  return invalid({"Select type ALL_ATTRIBUTES is not supported for global secondary index ", index,
                  " because its projection type is not ALL"});
}
Error not_projected(std::string_view index, const std::vector<std::string>& attributes) {
  return invalid(
      {"Global secondary index ", index, " does not project [", joined(attributes), "]"});
}
Error filter_on_key(bool legacy, std::string_view attribute) {
  return Error::validation(concat({legacy ? "QueryFilter" : "Filter Expression",
                                   " can only contain non-primary key attributes: Primary key "
                                   "attribute: ",
                                   attribute}));
}
Error bad_start_key() { return Error::validation("The provided starting key is invalid"); }
Error bad_start_key(const Error& why) {
  return Error::validation("The provided starting key is invalid: " + why.message());
}
Error key_does_not_match() {
  return Error::validation("The provided key element does not match the schema");
}
Error empty_key(const AttributeDefinition& key) {
  return Error::validation(
      concat({"One or more parameter values are not valid. The AttributeValue for a key attribute "
              "cannot contain an empty ",
              empty_kind(key), " value. Key: ", key.name}));
}
Error sort_key_too_long() {
  return invalid({"Aggregated size of all range keys has exceeded the size limit of 1024 bytes"});
}
Error start_key_of_one_row() {
  return Error::validation("The query can return at most one row and cannot be restarted");
}
Error start_key_outside() {
  return Error::validation(
      "The provided starting key is outside query boundaries based on provided conditions");
}
Error start_key_against_sort_condition() {
  return Error::validation("The provided starting key does not match the range key predicate");
}

Error hidden_attribute(std::string_view attribute, std::string_view place) {
  return ours({"the attribute '", attribute, "' in ", place,
               " is reserved: the sharding schema of this table keeps shard keys in it; use "
               "another name"});
}
Error no_shard(const ShardedIndex& index, const Error& why) {
  const bool is_table = index.source == ShardedIndex::Source::table;
  const std::string place = is_table ? std::string("the table") : "index '" + index.name() + "'";
  return ours({"the item cannot be placed in ", place, ", since '",
               index.rule.shard->inputs.front(), "' chooses no shard: ", why.message()});
}
Error physical_index_name(std::string_view index) {
  return ours({"the index name '", index,
               "' is reserved: the sharding schema of this table uses it; use another name"});
}
Error rule_does_not_fit(const ShardedIndex& index) {
  return ours({"index '", index.name(), "' cannot be used, since the sharding schema does not fit ",
               "the table: ", index.misfit});
}
Error scatter_forbidden(const ShardedIndex& index, std::string_view whom, std::string_view cure) {
  return ours({"this query of index '", index.name(), "' would ask all of its ",
               std::to_string(index.shards()), " shards, which ", whom, " forbids; ", cure});
}
Error index_differs_from_rule(const schema::IndexRule& rule, std::string_view how) {
  return ours({"index '", rule.name, "' does not fit its rule in the sharding schema: ", how,
               "; correct the request or the schema"});
}
Error too_many_projected(const schema::IndexRule& rule) {
  return ours({"index '", rule.name,
               "' can have 19 NonKeyAttributes at the most: its partition key '",
               rule.partition_key.name, "' is projected too, and takes one place"});
}
Error existing_items(const ShardedIndex& index, std::string_view found) {
  return ours({"index '", index.name(), "' cannot be added: ", found, ", and items without '",
               index.attribute(),
               "' would be missing from it; write them again through the gateway first"});
}
Error restore_without_shards(std::string_view table, const schema::IndexRule& rule) {
  return ours({"table '", table, "' has the sharded index '", rule.name,
               "', and what is to be restored has no index '", rule.physical, "' on '",
               rule.shard->attribute,
               "'; restore into a table that no rule names, and write the items again through the "
               "gateway"});
}
Error restore_with_overrides(std::string_view table) {
  return ours({"table '", table,
               "' has a sharded index; leave GlobalSecondaryIndexOverride out of its restore"});
}
Error import_into_sharded(std::string_view table) {
  return ours({"table '", table,
               "' has a sharded index, and the items of an import would have no shard attribute; "
               "import into a table that no rule names, and write the items again through the "
               "gateway"});
}
Error too_many_writers() {
  return {ErrorCode::throttling,
          "Isotherm: other writers changed the item during every attempt of this update; try "
          "again"};
}
Error no_such_table(std::string_view table) {
  return Error::resource_not_found(
      concat({"Requested resource not found: Table: ", table, " not found"}));
}
Error index_exists() {
  return Error::validation("Attempting to create an index which already exists");
}
Error stream_beside_indexes() {
  return invalid({"You cannot create or delete index while changing stream status"});
}
Error one_index_at_a_time() {
  return Error::limit_exceeded(
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
      "table");
}
Error index_table_name(std::string_view table) {
  return ours({"the table name '", table,
               "' is reserved: the sharding schema keeps an index in it; use another name"});
}
Error updated_item_too_large() {
  return Error::validation("Item size to update has exceeded the maximum allowed size");
}
Error index_text_too_long(std::string_view index) {
  return ours({"the item cannot be in index '", index,
               "': its sort key and the table's key have more than 1024 bytes as the text that the "
               "index table orders by"});
}
Error index_table_is_there(std::string_view index, std::string_view table) {
  return ours({"index '", index, "' lies in table '", table,
               "', which is there already and may have entries of other items; delete it, or name "
               "another in the sharding schema"});
}
Error items_past_index_table(std::string_view table, std::string_view index) {
  return ours(
      {"table '", table, "' has index '", index,
       "' in a table of its own, and items that come past the gateway would be missing from "
       "it; bring them into a table that no rule names, and write them again through the "
       "gateway"});
}
Error time_to_live_not_projected(std::string_view index, std::string_view attribute) {
  return ours({"index '", index, "' lies in a table of its own, whose entries expire by '",
               attribute, "' only when the index projects it; project it, or ALL"});
}
Error too_many_physical_actions(std::size_t actions, std::size_t physical) {
  return ours({"the ", std::to_string(actions),
               " actions of this transaction and their entries in ", "index tables are ",
               std::to_string(physical),
               " writes, and a transaction has at most 100; send fewer at a time"});
}
Error too_large_to_fill(std::string_view index) {
  return ours({"index '", index,
               "' cannot be added: the table has more than 64 MB of items, which must be filled in "
               "first"});
}
Error legacy_guard(std::string_view attribute) {
  return ours({"this update must first read '", attribute,
               "', which does not go together with Expected on it or with ConditionalOperator OR; "
               "use UpdateExpression and ConditionExpression"});
}
Error contradictory() { return ours({"parameters of this request do not go together"}); }

}  // namespace isotherm::gateway::messages
