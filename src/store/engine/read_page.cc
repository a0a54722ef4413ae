// Walks one page: evaluates records up to Limit or 1 MB, filters, projects, and charges it.

#include <utility>

#include "model/limits.h"
#include "store/engine/item_change.h"
#include "store/engine/page_plan.h"
#include "throughput/page_meter.h"

namespace isotherm::engine {
namespace {

class PageWalk {
 public:
  PageWalk(Core& core, const PagePlan& plan)
      : core_(core),
        plan_(plan),
        own_(plan.fetch_items && !plan.state ? core.database().rocks().GetSnapshot() : nullptr),
        snapshot_(own_ != nullptr ? own_ : plan.state.get()),
        meter_(borders(), plan.first) {}
  ~PageWalk() {
    if (own_ != nullptr) core_.database().rocks().ReleaseSnapshot(own_);
  }
  PageWalk(const PageWalk&) = delete;
  PageWalk& operator=(const PageWalk&) = delete;

  Result<ReadManyResponse> run();

 private:
  throughput::Resource& resource() {
    return plan_.on_global_index() ? plan_.index->load->resource
                                   : plan_.table->load->table.resource;
  }
  std::shared_ptr<const throughput::Borders> borders() {
    const std::lock_guard lock(plan_.table->load->mutex);
    return resource().borders();
  }

  bool is_full() const {
    return response_.scanned_count == plan_.limit || bytes_ >= limits::page_bytes_max;
  }
  Result<void> evaluate(std::string_view key, std::string_view value);
  Result<Item> fetch(const Item& entry);
  Result<void> set_last_key(std::string_view value);
  Result<void> charge();

  Core& core_;
  const PagePlan& plan_;
  /// Entries and items of one moment.
  const rocksdb::Snapshot* own_;
  const rocksdb::Snapshot* snapshot_;
  throughput::PageMeter meter_;
  ReadManyResponse response_;
  std::size_t bytes_ = 0;
  /// Bytes of fetched items are charged to the table, each rounded.
  double fetched_units_ = 0;
};

Result<Item> PageWalk::fetch(const Item& entry) {
  const Table& table = *plan_.table;
  const RecordKey key = item_key(table.id, table.description.key, entry);
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, core_.database().get(key.bytes(), value, snapshot_));
  if (!found) {
    return core_.database().fail("an index entry has no item");
  }
  std::optional<Item> item = decode_item(view(value));
  if (!item) return core_.database().corrupt_record(key.bytes());
  const std::size_t item_bytes = encoded_item_size(view(value)).value_or(0);
  fetched_units_ += read_units(item_bytes, plan_.consistent);
  // Small entries may stand for large items: what is fetched counts towards the page.
  bytes_ += item_bytes;
  return std::move(*item);
}

Result<void> PageWalk::evaluate(std::string_view key, std::string_view value) {
  const std::optional<std::size_t> item_bytes = encoded_item_size(value);
  if (!item_bytes) return core_.database().corrupt_record(key);
  meter_.add(position_of(key), *item_bytes);
  bytes_ += *item_bytes;
  ++response_.scanned_count;
  if (plan_.count_only && !plan_.filter && !plan_.fetch_items) {
    ++response_.count;
    return {};
  }

  std::optional<Item> item = decode_item(value);
  if (!item) return core_.database().corrupt_record(key);
  if (plan_.fetch_items) {
    ASSIGN_OR_RETURN(item, fetch(*item));
  }
  if (plan_.filter && !plan_.filter->holds(*item)) return {};
  ++response_.count;
  if (plan_.count_only) return {};
  response_.items.push_back(plan_.projection ? plan_.projection->project(*item) : std::move(*item));
  return {};
}

Result<void> PageWalk::set_last_key(std::string_view value) {
  const std::optional<Item> item = decode_item(value);
  if (!item) return core_.database().corrupt_record({});
  const KeySchema& table_key = plan_.table->description.key;
  response_.last_evaluated_key =
      plan_.index == nullptr
          ? key_of(*item, table_key)
          : index_entry(*item, table_key, plan_.index->key, {ProjectionType::keys_only, {}});
  return {};
}

Result<void> PageWalk::charge() {
  std::vector<throughput::Charge> charges =
      meter_.charges(resource(), plan_.last, plan_.consistent, plan_.key_text);
  if (fetched_units_ > 0) {
    charges.push_back({&plan_.table->load->table.resource, plan_.first, fetched_units_, {}});
  }
  response_.consumed.table_name = plan_.table->description.name;
  response_.consumed.table.read_units = fetched_units_;
  if (plan_.index == nullptr) {
    response_.consumed.table.read_units += meter_.units();
  } else if (plan_.index->is_global) {
    response_.consumed.global_indexes[plan_.index->name].read_units = meter_.units();
  } else {
    response_.consumed.local_indexes[plan_.index->name].read_units = meter_.units();
  }
  return core_.admit_read(*plan_.table, charges);
}

Result<ReadManyResponse> PageWalk::run() {
  response_.show_items = !plan_.count_only;
  if (plan_.lower < plan_.upper) {
    Database::Range range(core_.database(), plan_.lower, plan_.upper, plan_.forward, snapshot_);
    for (; range.valid(); range.next()) {
      TRY(evaluate(range.key(), range.value()));
      if (is_full()) {
        TRY(set_last_key(range.value()));
        break;
      }
    }
    TRY(range.status());
  }
  TRY(charge());
  return std::move(response_);
}

}  // namespace

Result<ReadManyResponse> read_page(Core& core, const PagePlan& plan) {
  return PageWalk(core, plan).run();
}

}  // namespace isotherm::engine
