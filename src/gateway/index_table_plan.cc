#include "gateway/index_table_plan.h"

#include <algorithm>
#include <set>

#include "gateway/messages.h"

namespace isotherm::gateway {
namespace {

using Definitions = std::vector<AttributeDefinition>;
using Names = std::set<std::string, std::less<>>;

void add_names(const std::vector<KeySchemaElement>& key, Names& names) {
  for (const KeySchemaElement& element : key) names.insert(element.attribute_name);
}

Names key_attributes(const CreateTableRequest& request) {
  Names names;
  add_names(request.key_schema, names);
  for (const auto* indexes : {&request.local_indexes, &request.global_indexes})
    if (*indexes)
      for (const SecondaryIndexRequest& index : **indexes) add_names(index.key_schema, names);
  return names;
}

bool is_good_projection(const std::optional<ProjectionRequest>& projection) {
  if (!projection || !projection->type) return false;
  const bool has_names = projection->non_key_attributes && !projection->non_key_attributes->empty();
  return (*projection->type == ProjectionType::include) == has_names;
}

bool is_good_key(const std::vector<KeySchemaElement>& key) {
  return !key.empty() && key[0].is_partition_key;
}

const IndexTable* find(const std::vector<IndexTable>& indexes, std::string_view name) {
  const auto at =
      std::ranges::find_if(indexes, [&](const auto& one) { return one.name() == name; });
  return at == indexes.end() ? nullptr : &*at;
}

/// Whether the store refuses the request for what taking an index out would hide.
bool is_invalid(const std::vector<IndexTable>& indexes, const CreateTableRequest& request) {
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
    if (find(indexes, index.index_name) == nullptr) continue;
    if (!is_good_key(index.key_schema) || !is_good_projection(index.projection)) return true;
  }
  return false;
}

Result<void> check_type(const schema::IndexRule& rule, const AttributeDefinition& wanted,
                        const Definitions& definitions) {
  const auto at = std::ranges::find(definitions, wanted.name, &AttributeDefinition::name);
  if (at == definitions.end() || at->type == wanted.type) return {};
  return messages::index_differs_from_rule(
      rule, "'" + wanted.name + "' is of type " + std::string(type_name(wanted.type)) + " there");
}

std::string projection_text(const Projection& projection) {
  if (projection.type == ProjectionType::all) return "ALL";
  if (projection.type == ProjectionType::keys_only) return "KEYS_ONLY";
  std::string text = "[";
  for (const std::string& name : projection.non_key_attributes)
    text += (text.size() > 1 ? ", " : "") + name;
  return text + "]";
}

/// Whether the request says what the rule says.
Result<void> check_against_rule(const IndexTable& index, const SecondaryIndexRequest& request,
                                const Definitions& definitions) {
  const schema::IndexRule& rule = index.index.rule;
  std::vector<std::string> wanted = {index.key().partition.name};
  if (index.key().sort) wanted.push_back(index.key().sort->name);
  std::vector<std::string> given;
  for (const KeySchemaElement& element : request.key_schema)
    given.push_back(element.attribute_name);
  if (given != wanted)
    return messages::index_differs_from_rule(
        rule, "its key is (" + wanted[0] + (wanted.size() > 1 ? ", " + wanted[1] : "") + ") there");
  TRY(check_type(rule, index.key().partition, definitions));
  if (index.key().sort) TRY(check_type(rule, *index.key().sort, definitions));
  Projection projection{*request.projection->type, request.projection->non_key_attributes.value_or(
                                                       std::vector<std::string>())};
  Projection there = index.projection();
  std::ranges::sort(projection.non_key_attributes);
  std::ranges::sort(there.non_key_attributes);
  if (projection == there) return {};
  return messages::index_differs_from_rule(
      rule, "its projection is " + projection_text(index.projection()) + " there");
}

}  // namespace

Result<CreatePlan> plan_create(const std::vector<IndexTable>& indexes, CreateTableRequest request) {
  CreatePlan plan{std::move(request), {}};
  if (!plan.base.global_indexes || is_invalid(indexes, plan.base)) return plan;
  std::vector<SecondaryIndexRequest> rest;
  for (SecondaryIndexRequest& wanted : *plan.base.global_indexes) {
    const IndexTable* index = find(indexes, wanted.index_name);
    if (index == nullptr) {
      rest.push_back(std::move(wanted));
      continue;
    }
    TRY(check_against_rule(*index, wanted, plan.base.attribute_definitions));
    plan.wanted.push_back({index, std::move(wanted)});
  }
  if (plan.wanted.empty()) {
    plan.base.global_indexes = std::move(rest);
    return plan;
  }
  plan.base.global_indexes.reset();
  if (!rest.empty()) plan.base.global_indexes = std::move(rest);
  const Names used = key_attributes(plan.base);
  std::erase_if(plan.base.attribute_definitions, [&](const AttributeDefinition& definition) {
    return !used.contains(definition.name);
  });
  return plan;
}

namespace {

bool is_empty(const UpdateTableRequest& request) {
  return !request.billing_mode && !request.provisioned && !request.on_demand && !request.warm &&
         !request.global_index_updates && !request.table_class && !request.deletion_protection &&
         !request.stream && !request.encryption;
}

/// Definitions that what is left of the request needs.
void trim_definitions(const TableDescription& table, UpdateTableRequest& request) {
  if (!request.attribute_definitions) return;
  Names used;
  const auto add = [&](const AttributeDefinition& part) { used.insert(part.name); };
  table.key.for_each(add);
  for (const auto& index : table.local_indexes) index.key.for_each(add);
  for (const auto& index : table.global_indexes) index.key.for_each(add);
  if (request.global_index_updates)
    for (const GlobalIndexUpdate& update : *request.global_index_updates)
      if (const auto* create = std::get_if<CreateIndexAction>(&update))
        add_names(create->index.key_schema, used);
  std::erase_if(*request.attribute_definitions, [&](const AttributeDefinition& definition) {
    return !used.contains(definition.name);
  });
  if (!request.global_index_updates) request.attribute_definitions.reset();
}

/// Takes an update of one of our indexes over. False: it is the store's.
Result<bool> take(const IndexedTable& table, const GlobalIndexUpdate& update,
                  const Definitions& definitions, ChangePlan& plan) {
  if (const auto* create = std::get_if<CreateIndexAction>(&update)) {
    const IndexTable* index = find(table.indexes, create->index.index_name);
    if (index == nullptr || !is_good_key(create->index.key_schema) ||
        !is_good_projection(create->index.projection))
      return false;
    if (index->live) return messages::index_exists();
    TRY(check_against_rule(*index, create->index, definitions));
    plan.created.push_back({index, create->index});
    return true;
  }
  if (const auto* change = std::get_if<UpdateIndexAction>(&update)) {
    const IndexTable* index = table.find_index(change->index_name);
    if (index != nullptr) plan.changed.emplace_back(index, *change);
    return index != nullptr;
  }
  const IndexTable* index = table.find_index(std::get<DeleteIndexAction>(update).index_name);
  if (index != nullptr) plan.deleted.push_back(index);
  return index != nullptr;
}

}  // namespace

Result<ChangePlan> plan_change(const IndexedTable& table, UpdateTableRequest request) {
  ChangePlan plan;
  const Definitions definitions = request.attribute_definitions.value_or(Definitions());
  bool took = false;
  if (request.global_index_updates) {
    std::vector<GlobalIndexUpdate> rest;
    for (GlobalIndexUpdate& update : *request.global_index_updates) {
      ASSIGN_OR_RETURN(const bool ours, take(table, update, definitions, plan));
      took = took || ours;
      if (!ours) rest.push_back(std::move(update));
    }
    request.global_index_updates = std::move(rest);
    if (took && request.global_index_updates->empty()) request.global_index_updates.reset();
  }
  const bool makes_or_drops = !plan.created.empty() || !plan.deleted.empty();
  if (makes_or_drops && request.stream) return messages::stream_beside_indexes();
  if (plan.created.size() + plan.deleted.size() > 1) return messages::one_index_at_a_time();
  if (took) trim_definitions(table.base, request);
  if (!took || !is_empty(request)) plan.base = std::move(request);
  return plan;
}

}  // namespace isotherm::gateway
