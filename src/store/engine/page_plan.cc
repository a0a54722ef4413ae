#include "store/engine/page_plan.h"

#include <algorithm>
#include <utility>

#include "store/engine/key_checks.h"
#include "store/engine/messages.h"

namespace isotherm::engine {
namespace {

/// Attributes that a start key has: those of the table's key and of the index's.
std::size_t start_key_attribute_count(const PagePlan& plan) {
  const KeySchema& table_key = plan.table->description.key;
  std::size_t count = table_key.size();
  if (plan.index == nullptr) return count;
  plan.index->key.for_each([&](const AttributeDefinition& part) {
    if (!table_key.has(part.name)) ++count;
  });
  return count;
}

/// Attributes that the request names and the index does not hold, in order.
std::vector<std::string> unprojected(const std::vector<expression::Path>& paths,
                                     const PagePlan& plan) {
  std::vector<std::string> names;
  for (const expression::Path& path : paths) {
    if (plan.index->projects(path.attribute, plan.table->description.key)) continue;
    if (std::find(names.begin(), names.end(), path.attribute) == names.end()) {
      names.push_back(path.attribute);
    }
  }
  return names;
}

Result<void> plan_index_projection(const ReadManyRequest& request, PagePlan& plan) {
  const Index& index = *plan.index;
  if (index.projection.type == ProjectionType::all) return {};
  if (request.select == Select::all_attributes) {
    if (index.is_global) return messages::all_attributes_of_partial_index(index.name);
    plan.fetch_items = true;
    return {};
  }
  if (plan.projection) {
    const std::vector<std::string> missing = unprojected(plan.projection->paths, plan);
    if (!missing.empty()) {
      if (index.is_global) return messages::not_projected(index.name, missing);
      plan.fetch_items = true;
    }
  }
  if (plan.filter && !index.is_global && !unprojected(plan.filter->paths(), plan).empty()) {
    plan.fetch_items = true;
  }
  return {};
}

}  // namespace

Result<PagePlan> open_page(Core& core, const ReadManyRequest& request) {
  PagePlan plan;
  ASSIGN_OR_RETURN(plan.table, core.tables().open(request.table_name));
  plan.consistent = request.consistent_read;
  plan.limit = request.limit;
  plan.state = core.state_for(plan.consistent, false);
  if (!request.index_name) return plan;

  plan.index = plan.table->find_index(*request.index_name);
  if (plan.index == nullptr || plan.index->is_deleting) {
    return messages::no_such_index(*request.index_name);
  }
  if (plan.index->is_backfilling) return messages::index_is_backfilling(plan.index->name);
  if (plan.index->is_global && request.consistent_read) return messages::consistent_global_read();
  if (plan.index->is_global) plan.state = core.state_for(false, true);
  return plan;
}

Result<void> check_select(const ReadManyRequest& request) {
  if (!request.select) return {};
  const bool has_projection =
      request.projection_expression.has_value() || request.attributes_to_get.has_value();
  const std::string_view parameter =
      request.projection_expression ? "ProjectionExpression" : "AttributesToGet";
  switch (*request.select) {
    case Select::specific_attributes:
      if (!has_projection) {
        return Error::validation(
            "One or more parameter values were invalid: Must specify the AttributesToGet or "
            "ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
      }
      return {};
    case Select::all_projected_attributes:
      if (!request.index_name) {
        return Error::validation(
            "One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only "
            "when Querying using an IndexName");
      }
      [[fallthrough]];
    case Select::all_attributes:
    case Select::count: break;
  }
  if (!has_projection) return {};
  const std::string_view chosen = *request.select == Select::count ? "only the Count"
                                  : *request.select == Select::all_attributes
                                      ? "ALL_ATTRIBUTES"
                                      : "ALL_PROJECTED_ATTRIBUTES";
  return messages::invalid_parameters("Cannot specify the " + std::string(parameter) +
                                      " when choosing to get " + std::string(chosen));
}

Result<void> plan_projection(const ReadManyRequest& request, PagePlan& plan) {
  plan.count_only = request.select == Select::count;
  if (plan.projection) TRY(check_key_paths(plan.projection->paths, *plan.table));
  if (plan.index != nullptr) TRY(plan_index_projection(request, plan));
  if (plan.filter) TRY(check_key_paths(plan.filter->paths(), *plan.table));
  return {};
}

Result<void> check_start_key(const Item& start_key, const PagePlan& plan, bool is_scan) {
  if (start_key.size() != start_key_attribute_count(plan)) {
    if (is_scan && plan.index == nullptr) {
      return messages::bad_start_key(messages::key_does_not_match().message());
    }
    return messages::bad_start_key();
  }
  if (plan.index != nullptr) {
    const Item index_key = key_of(start_key, plan.index->key);
    if (index_key.size() != plan.index->key.size()) return messages::bad_start_key();
    TRY(check_key(index_key, plan.index->key));
  } else if (!is_scan && key_of(start_key, plan.key()).size() != start_key.size()) {
    return messages::bad_start_key();
  } else if (!is_scan) {
    TRY(check_key(start_key, plan.key()));
  }
  const KeySchema& table_key = plan.table->description.key;
  if (const Result<void> fits = check_key(key_of(start_key, table_key), table_key); !fits.ok()) {
    return messages::bad_start_key(fits.error().message());
  }
  return {};
}

RecordKey start_record(const Item& start_key, const PagePlan& plan) {
  const KeySchema& table_key = plan.table->description.key;
  if (plan.index == nullptr) return item_key(plan.table->id, table_key, start_key);
  return index_entry_key(plan.index->id, plan.index->key, table_key, start_key);
}

void start_after(const RecordKey& record, PagePlan& plan) {
  const throughput::KeyPosition position = {record.hash(), sort_of_record(record.bytes())};
  if (!plan.forward) {
    plan.upper = std::min(plan.upper, record.bytes());
    plan.last = throughput::KeyPoint(position);
    return;
  }
  plan.first = throughput::KeyPoint(position);
  std::string next = record.bytes();
  next.push_back('\0');
  plan.lower = std::max(plan.lower, next);
}

throughput::Charge minimum_charge(const PagePlan& plan) {
  throughput::Resource& resource =
      plan.on_global_index() ? plan.index->load->resource : plan.table->load->table.resource;
  const throughput::KeyPoint& begin = plan.forward ? plan.first : plan.last;
  return {&resource, begin, read_units(0, plan.consistent), plan.key_text};
}

}  // namespace isotherm::engine
