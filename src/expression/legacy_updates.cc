// AttributeUpdates and AttributesToGet, made into the forms of expressions.

#include <set>

#include "expression/legacy.h"
#include "expression/messages.h"
#include "expression/update_actions.h"

namespace isotherm::expression {
namespace {

bool is_set(AttributeType type) {
  return type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
}

Result<UpdateAction> action_of(const std::string& attribute, const AttributeUpdate& update) {
  const AttributeAction verb = update.action.value_or(AttributeAction::put);
  UpdateAction action;
  action.target.attribute = attribute;
  if (!update.value) {
    if (verb != AttributeAction::remove) return invalid_parameter(message::update_without_value);
    action.verb = UpdateAction::Verb::remove;
    return action;
  }
  const AttributeType type = update.value->type();
  action.value.literal = *update.value;
  if (verb == AttributeAction::remove) {
    if (!is_set(type)) return invalid_parameter(message::legacy_delete_type(type));
    action.verb = UpdateAction::Verb::delete_elements;
  } else if (verb == AttributeAction::add) {
    const bool can_add = is_set(type) || type == AttributeType::N || type == AttributeType::L;
    if (!can_add) return invalid_parameter(message::legacy_add_type(type));
    action.verb = UpdateAction::Verb::add;
  }
  return action;
}

}  // namespace

Result<Update> update_from(const AttributeUpdates& updates) {
  UpdateActions all;
  all.is_legacy = true;
  for (const auto& [attribute, update] : updates) {
    ASSIGN_OR_RETURN(UpdateAction action, action_of(attribute, update));
    all.actions.push_back(std::move(action));
  }
  return Update(std::make_shared<const UpdateActions>(std::move(all)));
}

Result<ProjectionPaths> projection_from(const std::vector<std::string>& attributes_to_get) {
  ProjectionPaths projection;
  std::set<std::string_view> seen;
  for (const std::string& attribute : attributes_to_get) {
    if (!seen.insert(attribute).second) {
      return invalid_parameter(message::duplicate_attribute_name(attribute));
    }
    projection.paths.push_back(Path{attribute, {}});
  }
  return projection;
}

}  // namespace isotherm::expression
