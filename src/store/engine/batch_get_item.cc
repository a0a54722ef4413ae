// BatchGetItem: up to 100 items of several tables. What does not fit 16 MB, or is throttled, is
// given back to be asked again.

#include <algorithm>
#include <utility>

#include "model/limits.h"
#include "store/engine/item_change.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {
namespace {

/// What is asked of one table.
struct TableReads {
  TablePtr table;
  const std::string* name = nullptr;
  KeysAndAttributes* asked = nullptr;
  std::optional<expression::ProjectionPaths> projection;
  std::vector<RecordKey> records;
};

ExpressionPlaceholders placeholders_of(const KeysAndAttributes& asked) {
  return {asked.names, std::nullopt};
}

/// Expressions and their predecessors exclude each other in the whole request.
Result<void> check_mixed(const BatchGetItemRequest& request) {
  const auto any = [&](auto member) {
    return std::any_of(request.request_items.begin(), request.request_items.end(),
                       [&](const auto& entry) { return (entry.second.*member).has_value(); });
  };
  if (!any(&KeysAndAttributes::attributes_to_get)) return {};
  if (!any(&KeysAndAttributes::projection_expression)) return {};
  return messages::mixed_parameters({"AttributesToGet"}, {"ProjectionExpression"});
}

/// Of one table's part, before any table is looked at.
Result<std::optional<expression::ProjectionPaths>> parse(const KeysAndAttributes& asked) {
  const ExpressionPlaceholders placeholders = placeholders_of(asked);
  TRY(check_parameters({{"ProjectionExpression", asked.projection_expression.has_value()}},
                       {{"AttributesToGet", asked.attributes_to_get.has_value()}}, placeholders));
  TRY(check_attributes_to_get(asked.attributes_to_get));
  expression::PlaceholderScope scope(placeholders);
  TRY(scope.check_given(asked.projection_expression.has_value()));
  ASSIGN_OR_RETURN(auto projection,
                   parse_projection(asked.projection_expression, asked.attributes_to_get, scope));
  TRY(scope.check_all_used());
  return projection;
}

Result<void> check_keys(TableReads& reads) {
  const KeySchema& schema = reads.table->description.key;
  std::vector<std::string_view> seen;
  reads.records.reserve(reads.asked->keys.size());
  for (const Item& key : reads.asked->keys) {
    TRY(check_key(key, schema));
    reads.records.push_back(item_key(reads.table->id, schema, key));
  }
  for (const RecordKey& record : reads.records) seen.push_back(record.bytes());
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
    return messages::duplicate_keys();
  }
  if (reads.projection) TRY(check_key_paths(reads.projection->paths, *reads.table));
  return {};
}

class BatchGet {
 public:
  explicit BatchGet(Core& core) : core_(core) {}

  Result<void> read(TableReads& reads);
  Result<BatchGetItemResponse> finish() &&;

 private:
  void leave(const TableReads& reads, Item key);

  Core& core_;
  BatchGetItemResponse response_;
  std::size_t bytes_ = 0;
  std::size_t read_count_ = 0;
  std::optional<Error> throttled_;
};

void BatchGet::leave(const TableReads& reads, Item key) {
  auto [it, is_new] = response_.unprocessed_keys.try_emplace(*reads.name);
  if (is_new) {
    it->second.consistent_read = reads.asked->consistent_read;
    it->second.projection_expression = reads.asked->projection_expression;
    it->second.names = reads.asked->names;
    it->second.attributes_to_get = reads.asked->attributes_to_get;
  }
  it->second.keys.push_back(std::move(key));
}

Result<void> BatchGet::read(TableReads& reads) {
  std::vector<Item>& items = response_.responses[*reads.name];
  ConsumedCapacity consumed;
  consumed.table_name = reads.table->description.name;
  const PastState state = core_.state_for(reads.asked->consistent_read, false);
  for (std::size_t i = 0; i < reads.records.size(); ++i) {
    Item& key = reads.asked->keys[i];
    if (bytes_ >= limits::batch_bytes_max) {
      leave(reads, std::move(key));
      continue;
    }
    ASSIGN_OR_RETURN(std::optional<SizedItem> found,
                     core_.read_item(reads.records[i].bytes(), state.get()));
    const std::size_t item_bytes = found ? found->size : 0;
    if (bytes_ + item_bytes > limits::batch_bytes_max) {
      bytes_ = limits::batch_bytes_max;
      leave(reads, std::move(key));
      continue;
    }
    const double units = read_units(item_bytes, reads.asked->consistent_read);
    if (Result<void> admitted = admit_read_of(core_, *reads.table, reads.records[i], key, units);
        !admitted.ok()) {
      if (!throttled_) throttled_ = std::move(admitted).error();
      leave(reads, std::move(key));
      continue;
    }
    ++read_count_;
    bytes_ += item_bytes;
    consumed.table.read_units += units;
    if (!found) continue;
    items.push_back(reads.projection ? reads.projection->project(found->item)
                                     : std::move(found->item));
  }
  response_.consumed.push_back(std::move(consumed));
  return {};
}

Result<BatchGetItemResponse> BatchGet::finish() && {
  if (read_count_ == 0 && throttled_) return std::move(*throttled_);
  return std::move(response_);
}

}  // namespace

Result<BatchGetItemResponse> batch_get_item(Core& core, BatchGetItemRequest request) {
  TRY(check_mixed(request));
  std::vector<TableReads> all;
  std::size_t key_count = 0;
  for (auto& [name, asked] : request.request_items) {
    TableReads reads;
    reads.name = &name;
    reads.asked = &asked;
    ASSIGN_OR_RETURN(reads.projection, parse(asked));
    key_count += asked.keys.size();
    if (key_count > limits::batch_get_keys_max) {
      return Error::validation("Too many items requested for the BatchGetItem call");
    }
    all.push_back(std::move(reads));
  }
  for (TableReads& reads : all) {
    ASSIGN_OR_RETURN(reads.table, core.tables().open(*reads.name));
    TRY(check_keys(reads));
  }
  BatchGet batch(core);
  for (TableReads& reads : all) TRY(batch.read(reads));
  return std::move(batch).finish();
}

}  // namespace isotherm::engine
