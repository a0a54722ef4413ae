#include "gateway/table_plan.h"

#include <algorithm>
#include <set>

#include "gateway/messages.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

using Definitions = std::vector<AttributeDefinition>;
using Names = std::set<std::string, std::less<>>;

const AttributeDefinition* find_definition(const Definitions& definitions, std::string_view name) {
  const auto at = std::find_if(definitions.begin(), definitions.end(),
                               [&](const AttributeDefinition& d) { return d.name == name; });
  return at == definitions.end() ? nullptr : &*at;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A partition key of one attribute, and at the most a sort key of one: what a rule can shard.
bool is_simple_key(const std::vector<KeySchemaElement>& key) {
  return key.size() == 1 || (key.size() == 2 && !key[1].is_partition_key);
}

/// Key schemas that the store accepts: up to four attributes of a partition key, then of a sort
/// key.
bool is_good_key(const std::vector<KeySchemaElement>& key) {
  const auto is_hash = [](const KeySchemaElement& element) { return element.is_partition_key; };
  const auto hashes = std::count_if(key.begin(), key.end(), is_hash);
  return hashes >= 1 && hashes <= 4 && std::ssize(key) - hashes <= 4 &&
         std::is_partitioned(key.begin(), key.end(), is_hash);
}

bool is_good_projection(const std::optional<ProjectionRequest>& projection) {
  if (!projection || !projection->type) return false;
  const bool has_names = projection->non_key_attributes && !projection->non_key_attributes->empty();
  return (*projection->type == ProjectionType::include) == has_names;
}

/// Whether the request says what a rule says of the index; why not, else.
Result<void> check_against_rule(const ShardedIndex& index, const SecondaryIndexRequest& request,
                                const Definitions& definitions) {
  const auto differs = [&](const std::string& how) {
    return messages::index_differs_from_rule(index.rule, how);
  };
  const AttributeDefinition& partition = index.rule.partition_key;
  if (!is_simple_key(request.key_schema))
    return differs("its partition key and its sort key are one attribute each there");
  if (request.key_schema[0].attribute_name != partition.name)
    return differs("its partition key is '" + partition.name + "' there");
  const bool has_sort = request.key_schema.size() == 2;
  if (has_sort != index.rule.sort_key.has_value() ||
      (has_sort && request.key_schema[1].attribute_name != *index.rule.sort_key))
    return differs(index.rule.sort_key ? "its sort key is '" + *index.rule.sort_key + "' there"
                                       : "it has no sort key there");
  const AttributeDefinition* definition = find_definition(definitions, partition.name);
  if (definition != nullptr && definition->type != partition.type)
    return differs("'" + partition.name + "' is of type " + std::string(type_name(partition.type)) +
                   " there");
  return {};
}

/// Nobody may use the gateway's own names.
Result<void> check_names(const Layout& layout, const SecondaryIndexRequest& index) {
  if (layout.find_physical(index.index_name) != nullptr)
    return messages::physical_index_name(index.index_name);
  for (const KeySchemaElement& element : index.key_schema)
    if (layout.hides(element.attribute_name))
      return messages::hidden_attribute(element.attribute_name, "KeySchema");
  return {};
}

/// Local indexes have neither the gateway's names nor those of the rule's global indexes.
Result<void> check_local_indexes(const Layout& layout, const CreateTableRequest& request) {
  if (!request.local_indexes) return {};
  for (const SecondaryIndexRequest& index : *request.local_indexes) {
    TRY(check_names(layout, index));
    if (const ShardedIndex* rule = layout.find_index(index.index_name))
      return messages::index_differs_from_rule(rule->rule, "it is a global index there");
  }
  return {};
}

Result<void> translate(const ShardedIndex& index, bool partition_is_table_key,
                       SecondaryIndexRequest& request) {
  request.index_name = index.rule.physical;
  request.key_schema[0].attribute_name = index.attribute();
  const std::string& partition = index.rule.partition_key.name;
  ProjectionRequest& projection = *request.projection;
  if (projection.type == ProjectionType::all || partition_is_table_key) return {};
  if (!projection.non_key_attributes) projection.non_key_attributes.emplace();
  auto& projected = *projection.non_key_attributes;
  projection.type = ProjectionType::include;
  if (contains(projected, partition)) return {};
  if (projected.size() == limits::non_key_attributes_per_index_max)
    return messages::too_many_projected(index.rule);
  projected.push_back(partition);
  return {};
}

/// Attribute definitions with each hidden attribute in, and each partition key out that is now no
/// key anywhere. `used`: attributes that are keys in the store.
Definitions physical_definitions(const Definitions& given,
                                 const std::vector<const ShardedIndex*>& indexes,
                                 const Names& used) {
  Definitions physical;
  const auto add_hidden = [&](const ShardedIndex& index) {
    if (find_definition(physical, index.attribute()) == nullptr)
      physical.push_back({index.attribute(), index.attribute_type()});
  };
  for (const AttributeDefinition& definition : given) {
    const bool is_partition = std::any_of(indexes.begin(), indexes.end(), [&](const auto* index) {
      return index->rule.partition_key.name == definition.name;
    });
    if (!is_partition || used.contains(definition.name)) physical.push_back(definition);
    for (const ShardedIndex* index : indexes)
      if (index->rule.partition_key.name == definition.name) add_hidden(*index);
  }
  for (const ShardedIndex* index : indexes) add_hidden(*index);
  return physical;
}

void add_names(const std::vector<KeySchemaElement>& key, Names& names) {
  for (const KeySchemaElement& element : key) names.insert(element.attribute_name);
}

/// Every key attribute of a CreateTable request.
Names key_attributes(const CreateTableRequest& request) {
  Names names;
  add_names(request.key_schema, names);
  for (const auto* indexes : {&request.local_indexes, &request.global_indexes})
    if (*indexes)
      for (const SecondaryIndexRequest& index : **indexes) add_names(index.key_schema, names);
  return names;
}

/// Whether the store refuses the request for what translation would hide: definitions that do not
/// match the keys, malformed sharded indexes, names given twice.
bool is_invalid(const Layout& layout, const CreateTableRequest& request) {
  Names defined;
  for (const AttributeDefinition& definition : request.attribute_definitions)
    if (!defined.insert(definition.name).second) return true;
  if (defined != key_attributes(request)) return true;
  Names names;
  if (request.local_indexes)
    for (const SecondaryIndexRequest& index : *request.local_indexes)
      if (!names.insert(index.index_name).second) return true;
  for (const SecondaryIndexRequest& index : *request.global_indexes) {
    if (!names.insert(index.index_name).second) return true;
    if (layout.find_index(index.index_name) == nullptr) continue;
    if (!is_good_key(index.key_schema) || !is_good_projection(index.projection)) return true;
  }
  return false;
}

bool is_table_key(const std::vector<KeySchemaElement>& key, std::string_view name) {
  return std::any_of(key.begin(), key.end(), [&](const KeySchemaElement& element) {
    return element.attribute_name == name;
  });
}

}  // namespace

Result<CreateTableRequest> physical_create(const Layout& layout, CreateTableRequest request) {
  if (!request.global_indexes) {
    TRY(check_local_indexes(layout, request));
    return request;
  }
  if (is_invalid(layout, request)) return request;
  TRY(check_local_indexes(layout, request));
  std::vector<const ShardedIndex*> sharded;
  for (SecondaryIndexRequest& index : *request.global_indexes) {
    TRY(check_names(layout, index));
    const ShardedIndex* rule = layout.find_index(index.index_name);
    if (rule == nullptr) continue;
    TRY(check_against_rule(*rule, index, request.attribute_definitions));
    TRY(translate(*rule, is_table_key(request.key_schema, rule->rule.partition_key.name), index));
    sharded.push_back(rule);
  }
  for (const ShardedIndex& index : layout.indexes())
    if (is_table_key(request.key_schema, index.attribute()))
      return messages::hidden_attribute(index.attribute(), "KeySchema");
  request.attribute_definitions =
      physical_definitions(request.attribute_definitions, sharded, key_attributes(request));
  return request;
}

std::vector<const ShardedIndex*> created_indexes(const Layout& layout,
                                                 const UpdateTableRequest& request) {
  std::vector<const ShardedIndex*> created;
  if (!request.global_index_updates) return created;
  for (const GlobalIndexUpdate& update : *request.global_index_updates)
    if (const auto* create = std::get_if<CreateIndexAction>(&update))
      if (const ShardedIndex* index = layout.find_index(create->index.index_name))
        created.push_back(index);
  return created;
}

namespace {

/// Whether the store refuses the creation of a sharded index for what translation would hide.
bool is_invalid(const TableDescription& table, const UpdateTableRequest& request,
                const SecondaryIndexRequest& index) {
  if (!is_good_key(index.key_schema) || !is_good_projection(index.projection)) return true;
  static const Definitions none;
  const Definitions& given = request.attribute_definitions ? *request.attribute_definitions : none;
  return std::any_of(index.key_schema.begin(), index.key_schema.end(), [&](const auto& element) {
    return find_definition(given, element.attribute_name) == nullptr &&
           find_definition(table.attributes, element.attribute_name) == nullptr;
  });
}

/// Attributes that are keys in the store once the (physical) request was served.
Names keys_after(const TableDescription& table, const UpdateTableRequest& request) {
  Names used;
  const auto add = [&](const KeySchema& key) {
    key.for_each([&](const AttributeDefinition& part) { used.insert(part.name); });
  };
  add(table.key);
  for (const auto& index : table.local_indexes) add(index.key);
  for (const auto& index : table.global_indexes) add(index.key);
  for (const GlobalIndexUpdate& update : *request.global_index_updates)
    if (const auto* create = std::get_if<CreateIndexAction>(&update))
      add_names(create->index.key_schema, used);
  return used;
}

}  // namespace

Result<UpdateTableRequest> physical_update_table(const Layout& layout, UpdateTableRequest request) {
  if (!request.global_index_updates || !layout.physical()) return request;
  const TableDescription& table = *layout.physical();
  const UpdateTableRequest logical = request;
  std::vector<const ShardedIndex*> sharded;
  for (GlobalIndexUpdate& update : *request.global_index_updates) {
    if (auto* create = std::get_if<CreateIndexAction>(&update)) {
      TRY(check_names(layout, create->index));
      const ShardedIndex* index = layout.find_index(create->index.index_name);
      if (index == nullptr) continue;
      if (is_invalid(table, logical, create->index)) return logical;
      if (table.find_local_index(index->name()) != nullptr) return logical;
      TRY(check_against_rule(*index, create->index,
                             logical.attribute_definitions.value_or(Definitions())));
      TRY(translate(*index, table.key.has(index->rule.partition_key.name), create->index));
      sharded.push_back(index);
      continue;
    }
    std::string* name = nullptr;
    if (auto* change = std::get_if<UpdateIndexAction>(&update)) name = &change->index_name;
    if (auto* drop = std::get_if<DeleteIndexAction>(&update)) name = &drop->index_name;
    if (layout.find_physical(*name) != nullptr) return messages::physical_index_name(*name);
    if (const ShardedIndex* index = layout.find_index(*name); index != nullptr && index->live)
      *name = index->rule.physical;
  }
  if (!request.attribute_definitions) {
    if (sharded.empty()) return request;
    request.attribute_definitions.emplace();
  }
  // Definitions of indexes that are there may be repeated.
  for (const ShardedIndex& index : layout.indexes())
    if (index.live && std::find(sharded.begin(), sharded.end(), &index) == sharded.end() &&
        find_definition(*request.attribute_definitions, index.rule.partition_key.name) != nullptr)
      sharded.push_back(&index);
  request.attribute_definitions =
      physical_definitions(*request.attribute_definitions, sharded, keys_after(table, request));
  return request;
}

Projection logical_projection(const ShardedIndex& index, const KeySchema& table_key,
                              Projection physical) {
  if (physical.type != ProjectionType::include || table_key.has(index.rule.partition_key.name))
    return physical;
  // Behind the others it is the gateway's; before them the application put it there.
  auto& projected = physical.non_key_attributes;
  if (!projected.empty() && projected.back() == index.rule.partition_key.name) projected.pop_back();
  if (physical.non_key_attributes.empty()) physical.type = ProjectionType::keys_only;
  return physical;
}

TableDescription logical_table(const Layout& layout, TableDescription physical) {
  Definitions definitions;
  for (const AttributeDefinition& definition : physical.attributes) {
    const auto hidden =
        std::find_if(layout.indexes().begin(), layout.indexes().end(),
                     [&](const auto& index) { return index.attribute() == definition.name; });
    const bool is_hidden = hidden != layout.indexes().end();
    const AttributeDefinition& shown = is_hidden ? hidden->rule.partition_key : definition;
    const bool stands_elsewhere =
        is_hidden && find_definition(physical.attributes, shown.name) != nullptr;
    if (!stands_elsewhere && find_definition(definitions, shown.name) == nullptr)
      definitions.push_back(shown);
  }
  Names names;
  for (const GlobalSecondaryIndex& live : physical.global_indexes) names.insert(live.name);
  std::vector<GlobalSecondaryIndex> indexes;
  for (GlobalSecondaryIndex& live : physical.global_indexes) {
    if (const ShardedIndex* index = layout.find_physical(live.name)) {
      live.name = index->name();
      live.key.partition = index->rule.partition_key;
      live.projection = logical_projection(*index, physical.key, std::move(live.projection));
    } else if (const ShardedIndex* sharded = layout.find_index(live.name)) {
      // A plain index of that name beside the sharded one: the application knows one.
      if (names.contains(sharded->rule.physical)) continue;
    }
    indexes.push_back(std::move(live));
  }
  physical.global_indexes = std::move(indexes);
  physical.attributes = std::move(definitions);
  return physical;
}

}  // namespace isotherm::gateway
