#include "partiql/read_plan.h"

#include <algorithm>

#include "base/md5.h"
#include "partiql/key_terms.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

using Op = ConditionOperator;

Error refuse(std::string_view text) { return Error::validation(std::string(text)); }

ConditionNode equals(const std::string& attribute, const AttributeValue& value) {
  return {Op::eq, {}, {expression::Path{attribute, {}}, value}};
}

ConditionNode node_of(const SortCondition& condition, const std::string& attribute) {
  ConditionNode node{condition.op, {}, {expression::Path{attribute, {}}, condition.value}};
  if (condition.op == Op::between) node.operands.emplace_back(condition.upper);
  return node;
}

/// All that a term asks for beside its partition.
ConditionNode whole(const KeyTerm& term, const KeySchema& key) {
  std::vector<ConditionNode> all;
  for (const SortCondition& sort : term.sorts) all.push_back(node_of(sort, key.sort->name));
  all.insert(all.end(), term.rest.begin(), term.rest.end());
  return {Op::all_of, std::move(all), {}};
}

Result<void> check_types_of(const KeyTerm& term, const KeySchema& key) {
  for (const AttributeValue& value : term.partitions) {
    if (!has_type(value, key.partition.type)) {
      return refuse(message::key_type(key.partition.name));
    }
  }
  for (const SortCondition& sort : term.sorts) {
    const bool fits = has_type(sort.value, key.sort->type) &&
                      (sort.op != Op::between || has_type(sort.upper, key.sort->type));
    if (!fits) return refuse(message::key_type(key.sort->name));
  }
  return {};
}

Read read_of(KeyTerm term, const AccessPath& path, bool is_index) {
  Read read;
  read.partition = term.partitions.front();
  std::vector<ConditionNode> rest;
  for (std::size_t i = 1; i < term.partitions.size(); ++i) {
    rest.push_back(equals(path.key.partition.name, term.partitions[i]));
  }
  SortRange range = sort_range(term.sorts);
  for (const SortCondition& sort : range.remaining) {
    // Twice the same is said once.
    const bool repeats = range.condition && sort.op == range.condition->op &&
                         sort.value == range.condition->value && sort.op != Op::between;
    if (!repeats) rest.push_back(node_of(sort, path.key.sort->name));
  }
  std::ranges::move(term.rest, std::back_inserter(rest));
  read.sort = std::move(range.condition);
  read.interval = std::move(range.interval);
  read.filter = all_of(std::move(rest));
  const bool whole_key = !path.key.sort || (read.sort && read.sort->op == Op::eq);
  read.kind = whole_key && !is_index ? Read::Kind::get : Read::Kind::query;
  return read;
}

/// One read of a partition whose alternatives cannot be told apart by their sort keys.
Read merged_read(const std::vector<KeyTerm>& terms, const AccessPath& path) {
  Read read;
  read.kind = Read::Kind::query;
  read.partition = terms.front().partitions.front();
  ConditionNode any{Op::any_of, {}, {}};
  for (const KeyTerm& term : terms) {
    ConditionNode node = whole(term, path.key);
    if (node.children.empty()) return read;
    any.children.push_back(std::move(node));
  }
  read.filter = std::move(any);
  return read;
}

Result<void> check_overlap(const std::vector<Read>& reads) {
  for (std::size_t j = 1; j < reads.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (reads[i].interval.overlaps(reads[j].interval)) return refuse(message::overlapping);
    }
  }
  return {};
}

/// The alternatives by partition, in the order in which those are first named.
std::vector<std::vector<KeyTerm>> by_partition(std::vector<KeyTerm> terms) {
  std::vector<std::vector<KeyTerm>> groups;
  for (KeyTerm& term : terms) {
    const auto group = std::ranges::find_if(groups, [&](const std::vector<KeyTerm>& known) {
      return known.front().partitions.front() == term.partitions.front();
    });
    if (group != groups.end()) {
      group->push_back(std::move(term));
    } else {
      groups.emplace_back().push_back(std::move(term));
    }
  }
  return groups;
}

ReadPlan scan_plan(std::optional<ConditionNode> where) {
  ReadPlan plan;
  plan.reads.emplace_back().filter = std::move(where);
  return plan;
}

Md5Digest hash_of(const AttributeValue& partition) {
  if (const auto* text = partition.get_if<std::string>()) return md5(*text);
  if (const auto* binary = partition.get_if<Binary>()) return md5(binary->bytes);
  const auto* number = partition.get_if<Number>();
  return md5(number ? number->to_string() : std::string());
}

}  // namespace

std::optional<Item> ReadPlan::single_key(const KeySchema& schema) const {
  if (reads.size() != 1 || reads[0].kind != Read::Kind::get || reads[0].filter) return {};
  Item key;
  key.emplace(schema.partition.name, reads[0].partition);
  if (schema.sort) key.emplace(schema.sort->name, reads[0].sort->value);
  return key;
}

Result<ReadPlan> plan_reads(std::optional<ConditionNode> where, const AccessPath& path,
                            bool is_index, bool check_types) {
  if (!where || !fixes_partition(*where, path.key)) return scan_plan(std::move(where));
  const std::size_t count = count_terms(*where, path.key, decomposed_reads_max + 1);
  if (count > decomposed_reads_max) return refuse(message::too_many_reads);
  std::vector<KeyTerm> terms = key_terms(*where, path.key);
  for (const KeyTerm& term : terms) {
    if (check_types) TRY(check_types_of(term, path.key));
    // An alternative that fixes two keys at once selects nothing.
    if (term.partitions.size() > 1 && terms.size() > 1) return scan_plan(std::move(where));
  }
  ReadPlan plan;
  for (std::vector<KeyTerm>& group : by_partition(std::move(terms))) {
    if (group.size() > 1 && std::ranges::any_of(group, &KeyTerm::negates_sort)) {
      plan.reads.push_back(merged_read(group, path));
      continue;
    }
    std::vector<Read> reads;
    for (KeyTerm& term : group) reads.push_back(read_of(std::move(term), path, is_index));
    TRY(check_overlap(reads));
    std::ranges::move(reads, std::back_inserter(plan.reads));
  }
  return plan;
}

Result<void> order_reads(ReadPlan& plan, const AccessPath& path, bool has_where,
                         const std::vector<OrderedAttribute>& order) {
  const std::string& partition = path.key.partition.name;
  const auto by_partition = std::ranges::find(order, partition, &OrderedAttribute::name);
  if (!order.empty()) {
    if (!has_where) return refuse(message::order_without_where);
    for (const OrderedAttribute& attribute : order) {
      if (!path.is_key(attribute.name)) return refuse(message::order_by_other(attribute.name));
    }
    if (!plan.is_keyed()) return refuse(message::order_without_key);
    const bool several = std::ranges::any_of(
        plan.reads, [&](const Read& read) { return !(read.partition == plan.reads[0].partition); });
    if (several && by_partition == order.end()) return refuse(message::order_of_several);
    // Without a word about the sort key its order is descending: so the service was seen to do.
    const auto by_sort = std::ranges::find_if(
        order, [&](const OrderedAttribute& attribute) { return attribute.name != partition; });
    plan.forward = by_sort != order.end() && !by_sort->descending;
  }
  if (!plan.is_keyed()) return {};
  const bool by_value = by_partition != order.end();
  const bool descending = by_value && by_partition->descending;
  std::ranges::sort(plan.reads, [&](const Read& a, const Read& b) {
    if (!(a.partition == b.partition)) {
      if (!by_value) return hash_of(a.partition) < hash_of(b.partition);
      const auto value_order = compare(a.partition, b.partition);
      return descending ? value_order > 0 : value_order < 0;
    }
    return plan.forward ? a.interval.is_before(b.interval) : b.interval.is_before(a.interval);
  });
  return {};
}

}  // namespace isotherm::partiql
