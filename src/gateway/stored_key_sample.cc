#include "gateway/stored_key_sample.h"

#include "gateway/placeholder_names.h"
#include "gateway/spelled_out.h"
#include "gateway/stored_keys.h"

namespace isotherm::gateway {
namespace {

bool is_by_the_rule(const KeyLayout& layout, const Item& stored) {
  const auto shard = layout.shard_of_stored(stored);
  Item item = stored;
  if (!shard || !layout.restore(item).ok()) return false;
  const Result<void> placed =
      layout.is_spread() ? layout.place_item(item, *shard) : layout.place_item(item);
  return placed.ok() && *shard < layout.shards_of(item) && item == stored;
}

ScanRequest sample_of(const KeyLayout& layout, std::int64_t segment) {
  ScanRequest scan;
  scan.table_name = layout.physical().name;
  scan.consistent_read = true;
  scan.segment = segment;
  scan.total_segments = sample_segments;
  scan.limit = sample_segment_entries;
  PlaceholderNames names(scan.placeholders);
  std::string projection = names.name(layout.partition());
  if (layout.rule().sort) projection += ", " + names.name(*layout.rule().sort);
  if (layout.rule().original) projection += ", " + names.name(*layout.rule().original);
  scan.projection_expression = std::move(projection);
  return scan;
}

}  // namespace

Task<Result<std::optional<std::string>>> find_foreign_items(Store& below, const KeyLayout& layout) {
  int looked_at = 0;
  int differ = 0;
  std::string first;
  for (std::int64_t segment = 0; segment < sample_segments; ++segment) {
    CO_ASSIGN_OR_RETURN(const ReadManyResponse page,
                        co_await below.scan(sample_of(layout, segment)));
    for (const Item& item : page.items) {
      ++looked_at;
      if (is_by_the_rule(layout, item)) continue;
      if (differ++ == 0) first = spelled_out(item);
    }
  }
  if (differ == 0) co_return std::optional<std::string>();
  co_return "of " + std::to_string(looked_at) + " items looked at " + std::to_string(differ) +
      " were not written by this rule, such as " + first;
}

}  // namespace isotherm::gateway
