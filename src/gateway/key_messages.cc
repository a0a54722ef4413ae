#include "gateway/key_messages.h"

#include "gateway/spelled_out.h"

namespace isotherm::gateway::messages {
namespace {

Error ours(std::initializer_list<std::string_view> parts) {
  std::string text = "Isotherm: ";
  for (const std::string_view part : parts) text.append(part);
  return Error::validation(std::move(text));
}

}  // namespace

Error key_rule_does_not_fit(const KeyLayout& layout, std::string_view how) {
  return ours({"table '", layout.physical().name,
               "' cannot be used, since the sharding schema does not fit its key: ", how});
}
Error key_in_condition(const KeyLayout& layout, std::string_view place) {
  return ours({place, " asks for the value of '", layout.partition(),
               "', of which the store keeps only shard keys; name an attribute with 'original:' in "
               "the sharding schema before the table is filled, or ask with attribute_exists"});
}
Error key_in_if_not_exists(const KeyLayout& layout) {
  return ours({"if_not_exists of the sharded key '", layout.partition(),
               "' cannot be served; the key is always there: use it as it is"});
}
Error table_differs_from_rule(const schema::TableRule& rule, std::string_view how) {
  return ours({"table '", rule.name, "' does not fit its rule in the sharding schema: ", how,
               "; correct the request or the schema"});
}
Error index_on_partition(const schema::KeyRule& rule, std::string_view index) {
  return ours({"index '", index, "' has '", rule.partition.name,
               "' in its key, which holds shard keys in the store; name an attribute with "
               "'original:' in the sharding schema"});
}
Error time_to_live_of_key(std::string_view attribute) {
  return ours({"'", attribute,
               "' is the table's sharded key, or holds it, and cannot be a time to "
               "live; use another attribute"});
}
Error restore_by_another_rule(std::string_view source, std::string_view target) {
  return ours({"the items of table '", source, "' lie by another rule than those of '", target,
               "'; give both tables the same 'key' and 'shard' in the sharding schema"});
}
Error restore_with_key_overrides(std::string_view table) {
  return ours(
      {"the key of table '", table, "' is sharded; leave index overrides out of its restore"});
}
Error import_into_sharded_key(std::string_view table) {
  return ours({"the key of table '", table,
               "' is sharded, and the items of an import would have no shard keys; import into a "
               "table that no rule names, and write the items again through the gateway"});
}
Error export_of_sharded_key(std::string_view table) {
  return ours({"the key of table '", table,
               "' is sharded, and an export would show shard keys; export from the store itself, "
               "or read the items through the gateway"});
}

namespace {

constexpr std::string_view drawing =
    "', whose shards are drawn, so that another shard may have the item; use 'strategy: hash' for "
    "this table in the sharding schema";

}  // namespace

Error put_twice(std::string_view table, const Item& key) {
  return ours({"table '", table, "' has several items with the key ", spelled_out(key),
               ", which was put more than once with different contents; its shards are drawn, so "
               "nothing tells which is newer: delete the item and put it again"});
}
Error drawn_condition(const KeyLayout& layout) {
  return ours(
      {"PutItem with a condition cannot be served on table '", layout.physical().name, drawing});
}
Error drawn_old_values(const KeyLayout& layout) {
  return ours({"PutItem cannot return the old item on table '", layout.physical().name, drawing});
}
Error drawn_upsert(const KeyLayout& layout) {
  return ours({"UpdateItem cannot make a new item on table '", layout.physical().name,
               "', whose shards are drawn: put it, or use 'strategy: hash' for this table in the "
               "sharding schema"});
}
Error drawn_in_transaction(const KeyLayout& layout) {
  return ours({"a transaction can only put items without a condition on table '",
               layout.physical().name, drawing});
}
Error shard_not_answered() {
  return {ErrorCode::provisioned_throughput_exceeded,
          "Isotherm: a shard of the item did not answer; try again"};
}
Error one_item_twice() {
  return Error::validation("Transaction request cannot include multiple operations on one item");
}
Error too_many_shards_in_transaction(const KeyLayout& layout) {
  return ours({"this transaction has more than 100 actions, since each of its items of table '",
               layout.physical().name, "' lies in all shards; name fewer items at once"});
}

Error parts_do_not_fit(std::string_view table, std::string_view attribute) {
  return ours({"the parts of the aggregate '", attribute, "' of table '", table,
               "' are of types that do not go together; set it anew"});
}
Error time_to_live_of_parts(std::string_view table) {
  return ours({"table '", table,
               "' has aggregates, whose parts would outlive an item that expires; delete items "
               "instead"});
}
Error index_of_parts(std::string_view table, std::string_view index) {
  return ours({"index '", index, "' would show parts of the aggregates of table '", table,
               "'; a table with aggregates has global indexes only, on a key with an attribute "
               "that is neither of the table's key nor an aggregate, that do not project "
               "aggregates"});
}
Error no_aggregate_value(const KeyLayout& layout, std::string_view attribute) {
  return ours({"the aggregate '", attribute, "' of table '", layout.physical().name,
               "' takes numbers (of a union: sets) only"});
}
Error aggregate_is_read(const KeyLayout& layout, std::string_view place) {
  return ours({place, " would have to read an aggregate of table '", layout.physical().name,
               "', which lies in parts in all shards; read the item with GetItem, and write with "
               "ADD, or with SET to a value"});
}
Error aggregate_is_returned(const KeyLayout& layout, std::string_view place) {
  return ours({place, " would have to return an aggregate of table '", layout.physical().name,
               "', which lies in parts in all shards; read the item with GetItem"});
}
Error add_and_reset(const KeyLayout& layout) {
  return ours({"one update cannot both ADD to an aggregate of table '", layout.physical().name,
               "' and set or remove one; send two"});
}
Error extreme_beside_others(const KeyLayout& layout) {
  return ours({"ADD to a 'min' or 'max' aggregate of table '", layout.physical().name,
               "' stands alone in an update, without a condition"});
}
Error extreme_in_transaction(const KeyLayout& layout) {
  return ours({"a transaction cannot ADD to a 'min' or 'max' aggregate of table '",
               layout.physical().name, "'; use UpdateItem"});
}

}  // namespace isotherm::gateway::messages
