#include "partiql/key_terms.h"

#include <algorithm>

namespace isotherm::partiql {
namespace {

using Op = ConditionOperator;
using expression::Operand;
using expression::Path;

bool is_attribute(const Operand& operand, std::string_view name) {
  const auto* path = std::get_if<Path>(&operand);
  return path != nullptr && path->steps.empty() && path->attribute == name;
}

const AttributeValue* value_of(const Operand& operand) {
  return std::get_if<AttributeValue>(&operand);
}

bool is_comparison(Op op) {
  return op == Op::eq || op == Op::lt || op == Op::le || op == Op::gt || op == Op::ge;
}

Op flipped(Op op) {
  switch (op) {
    case Op::lt: return Op::gt;
    case Op::le: return Op::ge;
    case Op::gt: return Op::lt;
    case Op::ge: return Op::le;
    default: return op;
  }
}

/// What one node selects by an attribute: conditions of which one must hold; none: nothing.
std::vector<SortCondition> selections(const ConditionNode& node, std::string_view attribute) {
  const std::vector<Operand>& operands = node.operands;
  if (is_comparison(node.op)) {
    for (const bool swapped : {false, true}) {
      const AttributeValue* value = value_of(operands[swapped ? 0 : 1]);
      if (value == nullptr || !is_attribute(operands[swapped ? 1 : 0], attribute)) continue;
      return {{swapped ? flipped(node.op) : node.op, *value, {}}};
    }
    return {};
  }
  if (node.op != Op::between && node.op != Op::in && node.op != Op::begins_with) return {};
  if (!is_attribute(operands[0], attribute)) return {};
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (value_of(operands[i]) == nullptr) return {};
  }
  if (node.op == Op::between)
    return {{Op::between, *value_of(operands[1]), *value_of(operands[2])}};
  if (node.op == Op::begins_with) return {{Op::begins_with, *value_of(operands[1]), {}}};
  std::vector<SortCondition> any;
  for (std::size_t i = 1; i < operands.size(); ++i)
    any.push_back({Op::eq, *value_of(operands[i]), {}});
  return any;
}

/// Values of which the partition key must be one; none: the node does not say.
std::vector<SortCondition> partitions(const ConditionNode& node, const KeySchema& key) {
  auto found = selections(node, key.partition.name);
  const bool all_equal = std::ranges::all_of(
      found, [](const SortCondition& condition) { return condition.op == Op::eq; });
  return all_equal ? std::move(found) : std::vector<SortCondition>{};
}

std::vector<SortCondition> sorts(const ConditionNode& node, const KeySchema& key) {
  return key.sort ? selections(node, key.sort->name) : std::vector<SortCondition>{};
}

bool has_key_selection(const ConditionNode& node, const KeySchema& key) {
  if (node.op == Op::negation) return false;
  if (node.op == Op::all_of || node.op == Op::any_of) {
    return std::ranges::any_of(
        node.children, [&](const ConditionNode& child) { return has_key_selection(child, key); });
  }
  return !partitions(node, key).empty() || !sorts(node, key).empty();
}

bool mentions(const ConditionNode& node, std::string_view attribute) {
  bool found = false;
  for_each_path(node, [&](const Path& path) { found = found || path.attribute == attribute; });
  return found;
}

bool negates_sort(const ConditionNode& node, const KeySchema& key) {
  return key.sort && (node.op == Op::negation || node.op == Op::ne) &&
         mentions(node, key.sort->name);
}

void add_partition(KeyTerm& term, const AttributeValue& value) {
  if (std::ranges::find(term.partitions, value) == term.partitions.end()) {
    term.partitions.push_back(value);
  }
}

KeyTerm both(KeyTerm first, const KeyTerm& second) {
  for (const AttributeValue& value : second.partitions) add_partition(first, value);
  first.sorts.insert(first.sorts.end(), second.sorts.begin(), second.sorts.end());
  first.rest.insert(first.rest.end(), second.rest.begin(), second.rest.end());
  first.negates_sort = first.negates_sort || second.negates_sort;
  return first;
}

}  // namespace

bool fixes_partition(const ConditionNode& node, const KeySchema& key) {
  const auto fixes = [&](const ConditionNode& child) { return fixes_partition(child, key); };
  if (node.op == Op::all_of) return std::ranges::any_of(node.children, fixes);
  if (node.op == Op::any_of) return std::ranges::all_of(node.children, fixes);
  return node.op != Op::negation && !partitions(node, key).empty();
}

std::size_t count_terms(const ConditionNode& node, const KeySchema& key, std::size_t limit) {
  if (!has_key_selection(node, key)) return 1;
  if (node.op == Op::all_of) {
    std::size_t count = 1;
    for (const ConditionNode& child : node.children) {
      count = std::min(limit, count * count_terms(child, key, limit));
    }
    return count;
  }
  if (node.op == Op::any_of) {
    std::size_t count = 0;
    for (const ConditionNode& child : node.children) {
      count = std::min(limit, count + count_terms(child, key, limit));
    }
    return count;
  }
  return std::max(partitions(node, key).size(), sorts(node, key).size());
}

std::vector<KeyTerm> key_terms(const ConditionNode& node, const KeySchema& key) {
  std::vector<KeyTerm> terms;
  if (!has_key_selection(node, key)) {
    KeyTerm& term = terms.emplace_back();
    term.negates_sort = negates_sort(node, key);
    term.rest.push_back(node);
    return terms;
  }
  if (node.op == Op::any_of) {
    for (const ConditionNode& child : node.children) {
      for (KeyTerm& term : key_terms(child, key)) terms.push_back(std::move(term));
    }
    return terms;
  }
  if (node.op == Op::all_of) {
    terms.emplace_back();
    for (const ConditionNode& child : node.children) {
      std::vector<KeyTerm> product;
      const std::vector<KeyTerm> others = key_terms(child, key);
      for (const KeyTerm& term : terms) {
        for (const KeyTerm& other : others) product.push_back(both(term, other));
      }
      terms = std::move(product);
    }
    return terms;
  }
  for (const SortCondition& condition : partitions(node, key)) {
    terms.emplace_back().partitions.push_back(condition.value);
  }
  if (!terms.empty()) return terms;
  for (SortCondition& condition : sorts(node, key)) {
    terms.emplace_back().sorts.push_back(std::move(condition));
  }
  return terms;
}

}  // namespace isotherm::partiql
