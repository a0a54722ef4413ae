#include "expression/update.h"

#include <algorithm>
#include <iterator>

#include "expression/edit.h"
#include "expression/messages.h"
#include "expression/projection.h"
#include "expression/update_actions.h"

namespace isotherm::expression {
namespace {

using Kind = ValueExpression::Kind;
using Verb = UpdateAction::Verb;

Error wrong_type() { return Error::validation(std::string(message::update_operand_type)); }

Result<AttributeValue> evaluate(const ValueExpression& value, const Item& before);

Result<AttributeValue> append_lists(const ValueExpression& value, const Item& before) {
  ASSIGN_OR_RETURN(AttributeValue first, evaluate(value.operands[0], before));
  ASSIGN_OR_RETURN(AttributeValue second, evaluate(value.operands[1], before));
  auto* head = first.get_if<List>();
  auto* tail = second.get_if<List>();
  if (head == nullptr || tail == nullptr) return wrong_type();
  head->insert(head->end(), std::make_move_iterator(tail->begin()),
               std::make_move_iterator(tail->end()));
  return first;
}

Result<AttributeValue> calculate(const ValueExpression& value, const Item& before) {
  ASSIGN_OR_RETURN(const AttributeValue first, evaluate(value.operands[0], before));
  ASSIGN_OR_RETURN(const AttributeValue second, evaluate(value.operands[1], before));
  const auto* a = first.get_if<Number>();
  const auto* b = second.get_if<Number>();
  if (a == nullptr || b == nullptr) return wrong_type();
  ASSIGN_OR_RETURN(const Number number,
                   value.kind == Kind::plus ? Number::add(*a, *b) : Number::subtract(*a, *b));
  return AttributeValue(number);
}

Result<AttributeValue> evaluate(const ValueExpression& value, const Item& before) {
  switch (value.kind) {
    case Kind::literal: return value.literal;
    case Kind::list_append: return append_lists(value, before);
    case Kind::plus:
    case Kind::minus: return calculate(value, before);
    case Kind::path:
    case Kind::if_not_exists: break;
  }
  if (const AttributeValue* found = find(before, value.path)) return *found;
  if (value.kind == Kind::if_not_exists) return evaluate(value.operands[0], before);
  return Error::validation(std::string(message::update_operand_missing));
}

template <class Set>
AttributeValue unite(const Set& a, const Set& b) {
  Set united;
  std::set_union(a.elements.begin(), a.elements.end(), b.elements.begin(), b.elements.end(),
                 std::back_inserter(united.elements));
  return united;
}

/// ADD to a value that is there; none: the types do not fit.
Result<std::optional<AttributeValue>> add(const AttributeValue& old, const AttributeValue& more) {
  if (old.type() != more.type()) return std::optional<AttributeValue>();
  if (const auto* n = old.get_if<Number>()) {
    ASSIGN_OR_RETURN(const Number sum, Number::add(*n, *more.get_if<Number>()));
    return std::optional<AttributeValue>(sum);
  }
  std::optional<AttributeValue> answer;
  if (const auto* ss = old.get_if<StringSet>()) answer = unite(*ss, *more.get_if<StringSet>());
  if (const auto* ns = old.get_if<NumberSet>()) answer = unite(*ns, *more.get_if<NumberSet>());
  if (const auto* bs = old.get_if<BinarySet>()) answer = unite(*bs, *more.get_if<BinarySet>());
  if (const auto* list = old.get_if<List>()) {
    List joined = *list;
    const List& tail = *more.get_if<List>();
    joined.insert(joined.end(), tail.begin(), tail.end());
    answer = std::move(joined);
  }
  return answer;
}

template <class Set>
AttributeValue without(const Set& from, const Set& elements) {
  Set left;
  std::set_difference(from.elements.begin(), from.elements.end(), elements.elements.begin(),
                      elements.elements.end(), std::back_inserter(left.elements));
  return left;
}

/// DELETE from a set that is there; none: the types do not fit.
std::optional<AttributeValue> subtract(const AttributeValue& old, const AttributeValue& elements) {
  if (old.type() != elements.type()) return {};
  if (const auto* s = old.get_if<StringSet>()) return without(*s, *elements.get_if<StringSet>());
  if (const auto* n = old.get_if<NumberSet>()) return without(*n, *elements.get_if<NumberSet>());
  if (const auto* b = old.get_if<BinarySet>()) return without(*b, *elements.get_if<BinarySet>());
  return {};
}

bool is_empty_set(const AttributeValue& set) {
  if (const auto* s = set.get_if<StringSet>()) return s->elements.empty();
  if (const auto* n = set.get_if<NumberSet>()) return n->elements.empty();
  const auto* b = set.get_if<BinarySet>();
  return b != nullptr && b->elements.empty();
}

Error type_mismatch(bool is_legacy) {
  return is_legacy ? Error::validation(std::string(message::legacy_type_mismatch)) : wrong_type();
}

Result<Edit> edit_of_set(const UpdateAction& action, const Item& before) {
  ASSIGN_OR_RETURN(AttributeValue value, evaluate(action.value, before));
  return Edit{&action.target, Edit::Kind::write, std::move(value)};
}

Result<Edit> edit_of_add(const UpdateAction& action, const Item& before, bool is_legacy) {
  const AttributeValue& literal = action.value.literal;
  const AttributeValue* old = find(before, action.target);
  if (old == nullptr) return Edit{&action.target, Edit::Kind::write, literal};
  ASSIGN_OR_RETURN(std::optional<AttributeValue> sum, add(*old, literal));
  if (!sum) return type_mismatch(is_legacy);
  return Edit{&action.target, Edit::Kind::write, std::move(*sum)};
}

Result<Edit> edit_of_delete(const UpdateAction& action, const Item& before, bool is_legacy) {
  const AttributeValue* old = find(before, action.target);
  if (old == nullptr) return Edit{&action.target, Edit::Kind::keep, {}};
  std::optional<AttributeValue> rest = subtract(*old, action.value.literal);
  if (!rest) return type_mismatch(is_legacy);
  const Edit::Kind kind = is_empty_set(*rest) ? Edit::Kind::erase : Edit::Kind::write;
  return Edit{&action.target, kind, std::move(*rest)};
}

/// What an action does to the item as it was.
Result<Edit> edit_of(const UpdateAction& action, const Item& before, bool is_legacy) {
  switch (action.verb) {
    case Verb::set: return edit_of_set(action, before);
    case Verb::add: return edit_of_add(action, before, is_legacy);
    case Verb::delete_elements: return edit_of_delete(action, before, is_legacy);
    case Verb::remove: break;
  }
  return Edit{&action.target, Edit::Kind::erase, {}};
}

void collect_paths(const ValueExpression& value, std::vector<Path>& paths) {
  if (value.kind == Kind::path || value.kind == Kind::if_not_exists) paths.push_back(value.path);
  for (const ValueExpression& operand : value.operands) collect_paths(operand, paths);
}

}  // namespace

Result<Item> Update::apply(const Item& before) const {
  std::vector<Edit> edits;
  edits.reserve(actions_->actions.size());
  for (const UpdateAction& action : actions_->actions) {
    ASSIGN_OR_RETURN(Edit edit, edit_of(action, before, actions_->is_legacy));
    edits.push_back(std::move(edit));
  }
  Item after = before;
  TRY(apply_edits(after, std::move(edits)));
  return after;
}

std::vector<Path> Update::targets() const {
  std::vector<Path> paths;
  paths.reserve(actions_->actions.size());
  for (const UpdateAction& action : actions_->actions) paths.push_back(action.target);
  return paths;
}

std::vector<Path> Update::operands() const {
  std::vector<Path> paths;
  for (const UpdateAction& action : actions_->actions) {
    if (action.verb == Verb::set) collect_paths(action.value, paths);
    if (action.verb == Verb::add || action.verb == Verb::delete_elements) {
      paths.push_back(action.target);
    }
  }
  return paths;
}

Item Update::touched(const Item& item) const { return ProjectionPaths{targets()}.project(item); }

}  // namespace isotherm::expression
