#include "partiql/write.h"

#include <algorithm>

#include "partiql/expression_text.h"
#include "partiql/messages.h"
#include "partiql/select.h"
#include "partiql/update.h"

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;
using Verb = PreparedWrite::Verb;

struct ReturnedValues {
  Returning returning;
  ReturnValues values;
  std::string_view words;
};
constexpr ReturnedValues returned_values[] = {
    {Returning::none, ReturnValues::none, ""},
    {Returning::all_old, ReturnValues::all_old, "ALL OLD"},
    {Returning::modified_old, ReturnValues::updated_old, "MODIFIED OLD"},
    {Returning::all_new, ReturnValues::all_new, "ALL NEW"},
    {Returning::modified_new, ReturnValues::updated_new, "MODIFIED NEW"},
};

const ReturnedValues& returned(Returning returning) {
  return *std::ranges::find(returned_values, returning, &ReturnedValues::returning);
}

Result<void> set_where(PreparedWrite& write, const std::optional<Expression>& where,
                       const Context& context) {
  if (!where) return {};
  ASSIGN_OR_RETURN(ConditionNode condition, condition_of(*where, context));
  TRY(check_condition(condition));
  write.where = conjuncts(std::move(condition));
  return {};
}

Result<void> set_table(PreparedWrite& write, const TableReference& reference) {
  ASSIGN_OR_RETURN(TableName name, table_name_of(reference));
  if (name.index) return Error::validation(std::string(message::write_on_index));
  write.table = std::move(name.table);
  return {};
}

ConditionNode exists(const KeySchema& schema, bool should) {
  return {should ? ConditionOperator::attribute_exists : ConditionOperator::attribute_not_exists,
          {},
          {expression::Path{schema.partition.name, {}}}};
}

ConditionNode combine(ConditionOperator op, ConditionNode first, ConditionNode second) {
  ConditionNode node{op, {}, {}};
  node.children.push_back(std::move(first));
  node.children.push_back(std::move(second));
  return node;
}

/// That there is an item, and that the conditions hold for it.
ConditionNode exists_with(std::vector<ConditionNode> conditions, const KeySchema& schema) {
  ConditionNode condition = exists(schema, true);
  auto rest = all_of(std::move(conditions));
  if (!rest) return condition;
  return combine(ConditionOperator::all_of, std::move(condition), std::move(*rest));
}

/// The key attribute that the node equals to a value, or nullptr.
const AttributeDefinition* equated_key(const ConditionNode& node, const KeySchema& schema,
                                       const AttributeValue*& value) {
  if (node.op != ConditionOperator::eq) return nullptr;
  const expression::Path* path = nullptr;
  value = nullptr;
  for (const expression::Operand& operand : node.operands) {
    if (const auto* p = std::get_if<expression::Path>(&operand)) path = p;
    if (const auto* v = std::get_if<AttributeValue>(&operand)) value = v;
  }
  if (path == nullptr || value == nullptr || !path->steps.empty()) return nullptr;
  if (path->attribute == schema.partition.name) return &schema.partition;
  if (schema.sort && path->attribute == schema.sort->name) return &*schema.sort;
  return nullptr;
}

}  // namespace

Result<PreparedWrite> prepare_insert(const Insert& insert, const Context& context) {
  PreparedWrite write;
  if (!insert.single) return Error::validation(std::string(message::several_items));
  if (insert.into.kind == Kind::path) {
    return Error::validation(std::string(message::insert_into_path));
  }
  TRY(set_table(write, insert.into));
  const Expression& value = insert.value;
  if (value.kind != Kind::tuple) {
    const bool can_be_map = value.kind == Kind::parameter;
    ASSIGN_OR_RETURN(AttributeValue item,
                     can_be_map ? value_of(value, context) : Result<AttributeValue>(Null{}));
    if (item.type() != AttributeType::M) {
      return Error::validation(message::at("The value of INSERT must be a map of attributes",
                                           context.statement, value.source));
    }
    write.item = std::move(*item.get_if<Map>());
    return write;
  }
  for (std::size_t i = 0; i + 1 < value.children.size(); i += 2) {
    const Expression& name = value.children[i];
    if (name.kind != Kind::string) {
      return Error::validation(
          message::at("The name of an attribute must be a string", context.statement, name.source));
    }
    if (name.text.empty()) {
      return Error::validation("One or more parameter values were invalid: Empty attribute name");
    }
    ASSIGN_OR_RETURN(AttributeValue attribute, value_of(value.children[i + 1], context));
    if (!write.item.emplace(name.text, std::move(attribute)).second) {
      return Error::validation("Duplicate key " + name.text + " under root");
    }
  }
  return write;
}

Result<PreparedWrite> prepare_update(const Update& update, const Context& context) {
  PreparedWrite write;
  write.verb = Verb::update;
  TRY(set_table(write, update.table));
  ASSIGN_OR_RETURN(write.actions, update_actions(update, context));
  TRY(set_where(write, update.where, context));
  write.returning = update.returning;
  return write;
}

Result<PreparedWrite> prepare_delete(const Delete& remove, const Context& context) {
  PreparedWrite write;
  write.verb = Verb::remove;
  TRY(set_table(write, remove.from));
  TRY(set_where(write, remove.where, context));
  write.returning = remove.returning;
  if (write.returning != Returning::none && write.returning != Returning::all_old) {
    write.problem = message::bad_returning(returned(write.returning).words);
  }
  return write;
}

Result<PreparedWrite> prepare_exists(const Exists& exists, const Context& context) {
  ASSIGN_OR_RETURN(PreparedSelect select, prepare_select(exists.select, context));
  if (select.from.index) return Error::validation(std::string(message::transaction_index));
  if (select.problem) return Error::validation(*select.problem);
  if (!select.where || !select.order.empty()) {
    return Error::validation(std::string(message::exists_form));
  }
  PreparedWrite write;
  write.verb = Verb::check;
  write.table = std::move(select.from.table);
  write.where = conjuncts(std::move(*select.where));
  return write;
}

KeyAndRest take_key(std::vector<ConditionNode> conjuncts, const KeySchema& schema) {
  KeyAndRest taken;
  for (ConditionNode& node : conjuncts) {
    const AttributeValue* value = nullptr;
    const AttributeDefinition* attribute = equated_key(node, schema, value);
    if (attribute == nullptr) {
      taken.rest.push_back(std::move(node));
      continue;
    }
    const auto [entry, is_new] = taken.key.emplace(attribute->name, *value);
    if (is_new || entry->second == *value) continue;
    if (taken.contradicted.empty()) taken.contradicted = attribute->name;
    taken.rest.push_back(std::move(node));
  }
  return taken;
}

PutItemRequest insert_request(PreparedWrite write, const KeySchema& schema) {
  PutItemRequest request;
  request.table_name = std::move(write.table);
  request.item = std::move(write.item);
  ExpressionText text;
  request.condition_expression = text.condition(exists(schema, false));
  request.placeholders = text.take_placeholders();
  return request;
}

UpdateItemRequest update_request(PreparedWrite write, WriteParts parts, const KeySchema& schema) {
  UpdateItemRequest request;
  request.table_name = std::move(write.table);
  request.key = std::move(parts.key);
  request.return_values = returned(write.returning).values;
  ExpressionText text;
  request.update_expression = text.update(write.actions);
  request.condition_expression = text.condition(exists_with(std::move(parts.rest), schema));
  request.placeholders = text.take_placeholders();
  return request;
}

DeleteItemRequest delete_request(PreparedWrite write, WriteParts parts, const KeySchema& schema) {
  DeleteItemRequest request;
  request.table_name = std::move(write.table);
  request.key = std::move(parts.key);
  request.return_values = returned(write.returning).values;
  if (auto rest = all_of(std::move(parts.rest))) {
    ExpressionText text;
    request.condition_expression =
        text.condition(combine(ConditionOperator::any_of, exists(schema, false), std::move(*rest)));
    request.placeholders = text.take_placeholders();
  }
  return request;
}

ConditionCheckRequest check_request(PreparedWrite write, WriteParts parts,
                                    const KeySchema& schema) {
  ConditionCheckRequest request;
  request.table_name = std::move(write.table);
  request.key = std::move(parts.key);
  ExpressionText text;
  request.condition_expression = text.condition(exists_with(std::move(parts.rest), schema));
  request.placeholders = text.take_placeholders();
  return request;
}

}  // namespace isotherm::partiql
