// BatchWriteItem: up to 25 puts and deletes in several tables, each for itself. What is throttled
// is given back to be asked again. All that are admitted go to the log together.

#include <algorithm>
#include <utility>

#include "model/limits.h"
#include "store/engine/item_change.h"
#include "store/engine/item_write.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
namespace {

/// One put or delete.
struct Write {
  const std::string* table_name = nullptr;
  WriteRequest* request = nullptr;
  TablePtr table;
  RecordKey record;

  const Item* put() const {
    const auto* put = std::get_if<PutRequest>(request);
    return put == nullptr ? nullptr : &put->item;
  }
  const Item& key() const {
    const Item* item = put();
    return item != nullptr ? *item : std::get<DeleteRequest>(*request).key;
  }
};

/// What can be said without a table.
Result<std::vector<Write>> list_writes(BatchWriteItemRequest& request) {
  std::vector<Write> writes;
  for (auto& [name, requests] : request.request_items) {
    for (WriteRequest& one : requests) {
      Write write;
      write.table_name = &name;
      write.request = &one;
      if (write.put() != nullptr && size_bytes(*write.put()) > limits::item_bytes_max) {
        return messages::item_too_large();
      }
      writes.push_back(std::move(write));
    }
  }
  if (writes.size() > limits::batch_write_requests_max) {
    return Error::validation("Too many items requested for the BatchWriteItem call");
  }
  return writes;
}

/// A put in a batch has no texts of its own for a key that is missing or of the wrong type.
Result<void> check_put_key(const Item& item, const KeySchema& schema) {
  const auto fits = [&](const AttributeDefinition& attribute) {
    const AttributeValue* value = find(item, attribute.name);
    return value != nullptr && has_type(*value, attribute.type);
  };
  if (!fits(schema.partition) || (schema.sort && !fits(*schema.sort))) {
    return messages::key_does_not_match();
  }
  return check_item_key(item, schema);
}

Result<void> check_writes(Core& core, std::vector<Write>& writes) {
  std::vector<std::string_view> seen;
  for (Write& write : writes) {
    ASSIGN_OR_RETURN(write.table, core.tables().open(*write.table_name));
    const KeySchema& schema = write.table->description.key;
    if (const Item* item = write.put()) {
      TRY(check_put_key(*item, schema));
      TRY(check_index_keys(*item, *write.table));
    } else {
      TRY(check_key(write.key(), schema));
    }
    write.record = item_key(write.table->id, schema, write.key());
  }
  seen.reserve(writes.size());
  for (const Write& write : writes) seen.push_back(write.record.bytes());
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
    return messages::duplicate_keys();
  }
  return {};
}

std::vector<std::size_t> stripes_of(const std::vector<Write>& writes) {
  std::vector<std::size_t> stripes;
  stripes.reserve(writes.size());
  for (const Write& write : writes) {
    stripes.push_back(ItemLocks::stripe_of(write.record.bytes()));
  }
  std::sort(stripes.begin(), stripes.end());
  stripes.erase(std::unique(stripes.begin(), stripes.end()), stripes.end());
  return stripes;
}

/// A batch whose items are locked.
class BatchWrite {
 public:
  BatchWrite(Core& core, const BatchWriteItemRequest& request) : core_(core), request_(request) {}

  Result<void> add(const Write& write);
  Result<BatchWriteItemResponse> finish() &&;

 private:
  struct Planned {
    const Write* write = nullptr;
    ChangePlan plan;
  };

  Core& core_;
  const BatchWriteItemRequest& request_;
  rocksdb::WriteBatch batch_;
  std::vector<Planned> planned_;
  BatchWriteItemResponse response_;
  std::optional<Error> throttled_;
};

Result<void> BatchWrite::add(const Write& write) {
  const Table& table = *write.table;
  std::optional<SizedItem> before;
  ItemChange change{.key = &write.record, .after = write.put()};
  if (!table.needs_before_image()) {
    ASSIGN_OR_RETURN(const auto bytes, core_.read_item_size(write.record.bytes()));
    change.existed = bytes.has_value();
    change.before_bytes = bytes.value_or(0);
  } else {
    ASSIGN_OR_RETURN(before, core_.read_item(write.record.bytes()));
    change.existed = before.has_value();
    change.before = before ? &before->item : nullptr;
    change.before_bytes = before ? before->size : 0;
  }
  if (change.after != nullptr) change.after_bytes = size_bytes(*change.after);
  change.partition = find(write.key(), table.description.key.partition.name);

  // Records of a write that is throttled must not stay in the batch.
  batch_.SetSavePoint();
  ASSIGN_OR_RETURN(ChangePlan plan, ChangePlan::make(core_, table, change, batch_));
  if (plan.stored_bytes() > limits::item_bytes_max) return messages::item_too_large();
  if (Result<void> admitted = plan.admit(core_, table); !admitted.ok()) {
    (void)batch_.RollbackToSavePoint();
    if (!throttled_) throttled_ = std::move(admitted).error();
    response_.unprocessed_items[*write.table_name].push_back(*write.request);
    return {};
  }
  (void)batch_.PopSavePoint();
  planned_.push_back({&write, std::move(plan)});
  return {};
}

Result<BatchWriteItemResponse> BatchWrite::finish() && {
  if (planned_.empty()) {
    if (throttled_) return std::move(*throttled_);
    return std::move(response_);
  }
  TRY(core_.database().write(batch_));
  std::map<std::string, ConsumedCapacity> consumed;
  for (const Planned& planned : planned_) {
    const Table& table = *planned.write->table;
    planned.plan.apply(core_, table);
    consumed[table.description.name] += planned.plan.consumed();
    if (request_.return_item_collection_metrics == ReturnItemCollectionMetrics::size) {
      auto metrics = collection_metrics(core_, table, planned.write->key());
      if (metrics) {
        response_.item_collection_metrics[*planned.write->table_name].push_back(
            std::move(*metrics));
      }
    }
  }
  for (auto& [name, capacity] : consumed) {
    capacity.table_name = name;
    response_.consumed.push_back(std::move(capacity));
  }
  return std::move(response_);
}

}  // namespace

Result<BatchWriteItemResponse> batch_write_item(Core& core, BatchWriteItemRequest request) {
  ASSIGN_OR_RETURN(std::vector<Write> writes, list_writes(request));
  while (true) {
    TRY(check_writes(core, writes));
    const auto locks = core.item_locks().lock(stripes_of(writes));
    const bool current = std::all_of(writes.begin(), writes.end(),
                                     [](const Write& write) { return write.table->is_current(); });
    if (!current) continue;
    BatchWrite batch(core, request);
    for (const Write& write : writes) TRY(batch.add(write));
    return std::move(batch).finish();
  }
}

}  // namespace isotherm::engine
