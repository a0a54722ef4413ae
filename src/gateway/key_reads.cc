#include "gateway/key_reads.h"

#include "gateway/cursor.h"
#include "gateway/key_checks.h"
#include "gateway/key_names.h"
#include "gateway/key_requests.h"
#include "gateway/messages.h"

namespace isotherm::gateway {
namespace {

using expression::PlaceholderScope;

/// Whether a cursor needs the shard beside the keys.
bool carries_shard(const KeyLayout& layout) { return layout.is_spread(); }

Result<sharding::Shard> take_shard(const KeyLayout& layout, Item& start) {
  const auto at = start.find(cursor_shard_attribute);
  const Number* number = at == start.end() ? nullptr : at->second.get_if<Number>();
  if (number == nullptr) return messages::bad_start_key();
  for (sharding::Shard shard = 0; shard < layout.rule().shard.shards_max(); ++shard) {
    if (*number != Number(static_cast<std::int64_t>(shard))) continue;
    start.erase(at);
    return shard;
  }
  return messages::bad_start_key();
}

/// `index`: the physical global index that is read, if one is.
Result<void> place_start(const KeyLayout& layout, const GlobalSecondaryIndex* index, Item& start) {
  std::optional<sharding::Shard> shard;
  if (carries_shard(layout)) {
    ASSIGN_OR_RETURN(shard, take_shard(layout, start));
  }
  Item key = key_of(start, layout.key());
  const AttributeValue* partition = find(start, layout.partition());
  const std::optional<AttributeValue> logical =
      partition == nullptr ? std::nullopt : std::optional(*partition);
  TRY(place_key(layout, key, shard));
  for (auto& [name, value] : key) start.insert_or_assign(name, std::move(value));
  const auto& original = layout.rule().original;
  if (index != nullptr && original && logical && index->key.has(*original))
    start.insert_or_assign(*original, *logical);
  return {};
}

Result<void> check_text(const KeyLayout& layout, const std::optional<std::string>& text,
                        const ReadManyRequest& request, std::string_view place) {
  if (text && names_hidden(layout, *text, request.placeholders))
    return messages::hidden_attribute(*layout.rule().original, place);
  return {};
}

Result<void> check_conditions(const KeyLayout& layout,
                              const std::optional<LegacyConditions>& conditions,
                              std::string_view place) {
  if (conditions && layout.rule().original && conditions->contains(*layout.rule().original))
    return messages::hidden_attribute(*layout.rule().original, place);
  return {};
}

Result<void> check_shown(const KeyLayout& layout, const ReadManyRequest& request) {
  TRY(check_text(layout, request.filter_expression, request, "FilterExpression"));
  TRY(check_projection(layout, request.projection_expression, request.placeholders));
  return check_names(layout, request.attributes_to_get);
}

/// Whether the store cannot tell what a legacy filter asks.
bool is_about_partition(const KeyLayout& layout, const std::optional<LegacyConditions>& filter) {
  if (!filter) return false;
  const auto at = filter->find(layout.partition());
  return at != filter->end() && at->second.op != ComparisonOperator::null &&
         at->second.op != ComparisonOperator::not_null;
}

/// The filter and projection of a request, parsed; an error is the store's to tell.
Result<ShownHere> parse_shown(const ReadManyRequest& request,
                              const std::optional<LegacyConditions>& filter,
                              PlaceholderScope& scope) {
  ShownHere here;
  here.count_only = request.select == Select::count;
  if (request.filter_expression) {
    ASSIGN_OR_RETURN(here.filter, expression::parse_condition(*request.filter_expression,
                                                              "FilterExpression", scope));
  } else if (filter) {
    ASSIGN_OR_RETURN(
        here.filter,
        expression::condition_from_filter(
            *filter, request.conditional_operator.value_or(ConditionalOperator::all_of)));
  }
  if (request.projection_expression) {
    ASSIGN_OR_RETURN(here.projection,
                     expression::parse_projection(*request.projection_expression, scope));
  }
  if (request.attributes_to_get) {
    ASSIGN_OR_RETURN(here.projection, expression::projection_from(*request.attributes_to_get));
  }
  return here;
}

bool is_contradictory(const ReadManyRequest& request,
                      const std::optional<LegacyConditions>& filter) {
  const bool expressions = request.filter_expression || request.projection_expression;
  const bool legacy = request.attributes_to_get || filter || request.conditional_operator;
  const bool projection = request.projection_expression || request.attributes_to_get;
  return (expressions && legacy) ||
         (request.select && projection != (*request.select == Select::specific_attributes));
}

/// Takes filter and projection out of a request when the store could not apply them. `key`: the
/// other expression, which stays.
std::optional<ShownHere> take_shown(const KeyLayout& layout, ReadManyRequest& request,
                                    std::optional<LegacyConditions>& filter,
                                    const std::optional<std::string>& key, bool always = false) {
  const bool by_expression =
      request.filter_expression &&
      names_partition(layout, *request.filter_expression, request.placeholders);
  if (!always && !by_expression && !is_about_partition(layout, filter)) return std::nullopt;
  if (is_contradictory(request, filter)) return std::nullopt;
  PlaceholderScope scope(request.placeholders);
  Result<ShownHere> here = parse_shown(request, filter, scope);
  if (key) {
    if (!expression::parse_key_condition(*key, scope).ok()) return std::nullopt;
  }
  if (!here.ok() || !scope.check_all_used().ok()) return std::nullopt;
  request.filter_expression.reset();
  request.projection_expression.reset();
  request.attributes_to_get.reset();
  request.conditional_operator.reset();
  filter.reset();
  if (here->count_only || here->projection) request.select.reset();
  drop_unused({&key}, request.placeholders);
  return std::move(here).value();
}

/// The partition key as a key of the index, by the attribute that stands for it there.
Result<void> rename_index_key(const KeyLayout& layout, QueryRequest& request) {
  if (request.key_conditions) TRY(rename_key(layout, *request.key_conditions, "KeyConditions"));
  if (!request.key_condition_expression ||
      !names_partition(layout, *request.key_condition_expression, request.placeholders))
    return {};
  PlaceholderScope scope(request.placeholders);
  if (!expression::parse_key_condition(*request.key_condition_expression, scope).ok()) return {};
  if (request.filter_expression &&
      !expression::parse_condition(*request.filter_expression, "FilterExpression", scope).ok())
    return {};
  if (request.projection_expression &&
      !expression::parse_projection(*request.projection_expression, scope).ok())
    return {};
  if (!scope.check_all_used().ok()) return {};
  KeyNames names(layout, request.placeholders);
  TRY(names.rename(*request.key_condition_expression, "KeyConditionExpression"));
  if (request.filter_expression) TRY(names.rename(*request.filter_expression, "FilterExpression"));
  drop_unused({&request.key_condition_expression, &request.filter_expression,
               &request.projection_expression},
              request.placeholders);
  return {};
}

const GlobalSecondaryIndex* global_index(const KeyLayout& layout, const ReadManyRequest& request) {
  return request.index_name ? layout.physical().find_global_index(*request.index_name) : nullptr;
}

}  // namespace

Result<void> check_hidden(const KeyLayout& layout, const QueryRequest& request) {
  TRY(check_text(layout, request.key_condition_expression, request, "KeyConditionExpression"));
  TRY(check_conditions(layout, request.key_conditions, "KeyConditions"));
  TRY(check_conditions(layout, request.query_filter, "QueryFilter"));
  return check_shown(layout, request);
}

Result<PlacedRead<ScanRequest>> place_scan(const KeyLayout& layout, ScanRequest request) {
  TRY(check_conditions(layout, request.scan_filter, "ScanFilter"));
  TRY(check_shown(layout, request));
  PlacedRead<ScanRequest> placed{std::move(request)};
  placed.here = take_shown(layout, placed.request, placed.request.scan_filter, std::nullopt);
  if (placed.request.exclusive_start_key)
    TRY(place_start(layout, global_index(layout, placed.request),
                    *placed.request.exclusive_start_key));
  return placed;
}

Result<PlacedRead<ScanRequest>> place_scan_of_parts(const KeyLayout& layout, ScanRequest request) {
  TRY(check_conditions(layout, request.scan_filter, "ScanFilter"));
  TRY(check_shown(layout, request));
  PlacedRead<ScanRequest> placed{std::move(request)};
  placed.here = take_shown(layout, placed.request, placed.request.scan_filter, std::nullopt, true);
  if (placed.request.exclusive_start_key)
    TRY(place_start(layout, nullptr, *placed.request.exclusive_start_key));
  return placed;
}

Result<PlacedRead<QueryRequest>> place_index_query(const KeyLayout& layout, QueryRequest request) {
  TRY(check_hidden(layout, request));
  PlacedRead<QueryRequest> placed{std::move(request)};
  const GlobalSecondaryIndex* index = global_index(layout, placed.request);
  if (index == nullptr) return placed;
  const auto& original = layout.rule().original;
  if (original && index->key.has(*original))
    TRY(rename_index_key(layout, placed.request));
  else
    placed.here = take_shown(layout, placed.request, placed.request.query_filter,
                             placed.request.key_condition_expression);
  if (placed.here && placed.here->filter)
    for (const expression::Path& path : placed.here->filter->paths())
      if (index->key.has(path.attribute)) return messages::filter_on_key(false, path.attribute);
  if (placed.request.exclusive_start_key)
    TRY(place_start(layout, index, *placed.request.exclusive_start_key));
  return placed;
}

Result<ReadManyResponse> finish_page(const KeyLayout& layout, const std::optional<ShownHere>& here,
                                     ReadManyResponse page) {
  if (page.last_evaluated_key) {
    const auto shard = layout.shard_of_stored(*page.last_evaluated_key);
    TRY(layout.restore(*page.last_evaluated_key));
    if (carries_shard(layout) && shard)
      page.last_evaluated_key->emplace(std::string(cursor_shard_attribute),
                                       Number(static_cast<std::int64_t>(*shard)));
  }
  for (Item& item : page.items) TRY(layout.restore(item));
  if (here) show(*here, page);
  return page;
}

void show(const ShownHere& here, ReadManyResponse& page) {
  if (here.filter)
    std::erase_if(page.items, [&](const Item& item) { return !here.filter->holds(item); });
  page.count = static_cast<std::int64_t>(page.items.size());
  page.show_items = !here.count_only;
  if (here.count_only) page.items.clear();
  if (here.projection)
    for (Item& item : page.items) item = here.projection->project(item);
}

}  // namespace isotherm::gateway
