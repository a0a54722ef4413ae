#include "gateway/stored_keys.h"

#include <algorithm>

#include "gateway/placeholder_names.h"
#include "gateway/shard_attribute.h"

namespace isotherm::gateway {
namespace {

/// What a sample showed.
struct Sample {
  int looked_at = 0;
  int differ = 0;
  /// Of the first that differs.
  std::string stored;
  std::string expected;
};

/// A key as a person reads it: what is no printable ASCII in hex, and not too much of it.
std::string key_text(const AttributeValue& key) {
  constexpr std::size_t shown_max = 60;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string_view text;
  if (const auto* string = key.get_if<std::string>()) text = *string;
  if (const auto* binary = key.get_if<Binary>()) text = binary->bytes;
  // The suffix is what tells, so the end is shown.
  const bool is_cut = text.size() > shown_max;
  if (is_cut) text = text.substr(text.size() - shown_max);
  std::string shown = is_cut ? "'..." : "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      shown += c;
      continue;
    }
    shown += "\\x";
    shown += digits[byte >> 4];
    shown += digits[byte & 0xF];
  }
  return shown + "'";
}

/// Holds one version of an item against the rule.
void look_at(const ShardedIndex& index, Item item, Sample& sample) {
  const auto at = item.find(index.attribute());
  if (at == item.end()) return;
  const AttributeValue stored = std::move(at->second);
  item.erase(at);
  ++sample.looked_at;
  const auto expected = shard_attribute(index, item);
  if (expected.ok() && *expected && **expected == stored) return;
  if (sample.differ++ > 0) return;
  sample.stored = key_text(stored);
  sample.expected = expected.ok() && *expected ? key_text(**expected) : "none";
}

/// Whether an entry has all that the rule computes from.
bool entries_tell(const Layout& layout, const ShardedIndex& index) {
  const Projection& projection = index.live->projection;
  if (projection.type == ProjectionType::all) return true;
  const auto is_key_of = [](const KeySchema& key, const std::string& name) {
    return key.partition.name == name || (key.sort && key.sort->name == name);
  };
  const auto& included = projection.non_key_attributes;
  const auto relevant = index.relevant_attributes();
  return std::all_of(relevant.begin(), relevant.end(), [&](const std::string& name) {
    return is_key_of(index.live->key, name) || is_key_of(layout.physical()->key, name) ||
           std::find(included.begin(), included.end(), name) != included.end();
  });
}

/// The items of entries, as far as the rule looks at them. An item is held against its own shard
/// key, so it does not matter when it has changed since its entry was read.
Task<Result<std::vector<Item>>> base_items(Store& below, const Layout& layout,
                                           const ShardedIndex& index,
                                           const std::vector<Item>& entries) {
  BatchGetItemRequest request;
  KeysAndAttributes& wanted = request.request_items[layout.physical()->name];
  wanted.consistent_read = true;
  for (const Item& entry : entries) wanted.keys.push_back(key_of(entry, layout.physical()->key));
  ExpressionPlaceholders placeholders;
  PlaceholderNames names(placeholders);
  std::string projection = names.name(index.attribute());
  for (const std::string& name : index.relevant_attributes()) projection += ", " + names.name(name);
  wanted.projection_expression = std::move(projection);
  wanted.names = std::move(placeholders.names);
  CO_ASSIGN_OR_RETURN(BatchGetItemResponse answer,
                      co_await below.batch_get_item(std::move(request)));
  std::vector<Item> items;
  for (auto& [table, found] : answer.responses)
    for (Item& item : found) items.push_back(std::move(item));
  co_return items;
}

schema::Problem problem_of(const Layout& layout, const ShardedIndex& index, const Sample& sample) {
  std::string inputs;
  for (const std::string& input : index.rule.shard->inputs)
    inputs += (inputs.empty() ? "" : ", ") + input;
  return {
      index.rule.line,
      "tables." + layout.physical()->name + ".indexes." + index.name() + ": index '" +
          index.rule.physical + "' was written with another rule: of " +
          std::to_string(sample.looked_at) + " entries looked at " + std::to_string(sample.differ) +
          " have another shard key, such as " + sample.stored + " where inputs [" + inputs +
          "] and " + std::to_string(index.shards()) + " shards give " + sample.expected,
      "restore the old 'inputs' and 'shards': to change them over existing data is a migration, "
      "which this version does not have"};
}

}  // namespace

Task<Result<std::optional<schema::Problem>>> find_foreign_keys(Store& below, const Layout& layout,
                                                               const ShardedIndex& index) {
  const bool tell = entries_tell(layout, index);
  Sample sample;
  for (std::int64_t segment = 0; segment < sample_segments; ++segment) {
    ScanRequest scan;
    scan.table_name = layout.physical()->name;
    scan.index_name = index.rule.physical;
    scan.segment = segment;
    scan.total_segments = sample_segments;
    scan.limit = sample_segment_entries;
    CO_ASSIGN_OR_RETURN(ReadManyResponse page, co_await below.scan(std::move(scan)));
    std::vector<Item> items = std::move(page.items);
    if (!tell && !items.empty()) {
      CO_ASSIGN_OR_RETURN(items, co_await base_items(below, layout, index, items));
    }
    for (Item& item : items) look_at(index, std::move(item), sample);
  }
  if (sample.differ == 0) co_return std::optional<schema::Problem>();
  co_return problem_of(layout, index, sample);
}

}  // namespace isotherm::gateway
