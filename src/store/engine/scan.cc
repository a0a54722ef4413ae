// Scan: items of a table or index in the order of their hashes; a parallel scan divides the hashes.

#include <utility>

#include "store/engine/item_change.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/page_plan.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {
namespace {

struct ParsedScan {
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
};

Result<void> check_segments(const ScanRequest& request) {
  if (request.segment && !request.total_segments) return messages::segment_without_total();
  if (!request.total_segments) return {};
  if (!request.segment) return messages::total_without_segment();
  if (*request.segment >= *request.total_segments) {
    return messages::segment_out_of_range(*request.segment, *request.total_segments);
  }
  return {};
}

Result<ParsedScan> parse(const ScanRequest& request) {
  TRY(check_parameters({{"ProjectionExpression", request.projection_expression.has_value()},
                        {"FilterExpression", request.filter_expression.has_value()}},
                       {{"AttributesToGet", request.attributes_to_get.has_value()},
                        {"ScanFilter", request.scan_filter.has_value()},
                        {"ConditionalOperator", request.conditional_operator.has_value()}},
                       request.placeholders));
  ParsedScan parsed;
  TRY(check_attributes_to_get(request.attributes_to_get));
  if (request.scan_filter) {
    ASSIGN_OR_RETURN(parsed.filter, expression::condition_from_filter(
                                        *request.scan_filter, request.conditional_operator.value_or(
                                                                  ConditionalOperator::all_of)));
  }
  TRY(check_segments(request));
  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.filter_expression || request.projection_expression));
  if (request.filter_expression) {
    ASSIGN_OR_RETURN(parsed.filter, expression::parse_condition(*request.filter_expression,
                                                                "FilterExpression", scope));
  }
  ASSIGN_OR_RETURN(parsed.projection, parse_projection(request.projection_expression,
                                                       request.attributes_to_get, scope));
  TRY(scope.check_all_used());
  TRY(check_select(request));
  return parsed;
}

/// Hashes of one segment; together the segments are all hashes, each once.
struct HashRange {
  std::uint64_t first = 0;
  std::uint64_t last = UINT64_MAX;
};

HashRange segment_hashes(std::int64_t segment, std::int64_t total) {
  __extension__ using Wide = unsigned __int128;
  const auto border = [&](std::int64_t i) {
    return static_cast<Wide>((static_cast<Wide>(i) << 64) / static_cast<Wide>(total));
  };
  return {static_cast<std::uint64_t>(border(segment)),
          static_cast<std::uint64_t>(border(segment + 1) - 1)};
}

void set_bounds(const HashRange& hashes, PagePlan& plan) {
  plan.lower = hash_prefix(plan.resource(), hashes.first);
  plan.upper = hashes.last == UINT64_MAX ? resource_end(plan.resource())
                                         : hash_prefix(plan.resource(), hashes.last + 1);
  plan.first = throughput::KeyPoint(hashes.first);
  plan.last = throughput::KeyPoint(hashes.last, std::string(8, '\xFF'));
}

}  // namespace

Result<ReadManyResponse> scan(Core& core, const ScanRequest& request) {
  ASSIGN_OR_RETURN(ParsedScan parsed, parse(request));
  ASSIGN_OR_RETURN(PagePlan plan, open_page(core, request));
  plan.filter = std::move(parsed.filter);
  plan.projection = std::move(parsed.projection);
  if (request.exclusive_start_key) TRY(check_start_key(*request.exclusive_start_key, plan, true));

  const std::int64_t total = request.total_segments.value_or(1);
  const std::int64_t segment = request.segment.value_or(0);
  const HashRange hashes = segment_hashes(segment, total);
  set_bounds(hashes, plan);
  if (request.exclusive_start_key) {
    const RecordKey record = start_record(*request.exclusive_start_key, plan);
    if (record.hash() < hashes.first || record.hash() > hashes.last) {
      return messages::start_key_of_other_segment(total, segment);
    }
    start_after(record, plan);
  }
  TRY(plan_projection(request, plan));
  TRY(core.check_read(*plan.table, minimum_charge(plan)));
  return read_page(core, plan);
}

}  // namespace isotherm::engine
