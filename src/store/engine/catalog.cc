#include "store/engine/catalog.h"

#include <charconv>

#include "store/engine/catalog_document.h"
#include "store/engine/change_log_document.h"
#include "store/engine/item_codec.h"

namespace isotherm::engine {
namespace {

constexpr std::string_view format_text = "isotherm engine 1";
constexpr char kind_format = 'F';
constexpr char kind_next_id = 'I';
constexpr char kind_table = 'T';
constexpr char kind_partitions = 'P';
constexpr char kind_counters = 'N';
constexpr char kind_backfill = 'B';
constexpr char kind_dropped = 'D';
constexpr char kind_closed = 'C';
constexpr char kind_change_log = 'L';

std::string record_key(char kind, std::string_view rest = {}) {
  std::string key = resource_prefix(0);
  key.push_back(kind);
  key.append(rest);
  return key;
}

std::string record_key(char kind, ResourceId resource) {
  return record_key(kind, resource_prefix(resource));
}

std::string encoded(const Item& document) {
  std::string bytes;
  encode_item(document, size_bytes(document), bytes);
  return bytes;
}

ResourceId resource_of(std::string_view key) {
  ResourceId id = 0;
  for (const char c : key.substr(key.size() - sizeof(id))) {
    id = id << 8 | static_cast<unsigned char>(c);
  }
  return id;
}

}  // namespace

Result<void> Catalog::check_format() {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, database_.get(record_key(kind_format), value));
  if (found) {
    if (view(value) == format_text) return {};
    return Error::internal("The data folder holds data of another version (" + value.ToString() +
                           "). Choose another folder with --data.");
  }
  const Database::Range any(database_, std::string_view("\0", 1), "\xFF", true);
  if (any.valid()) {
    return Error::internal(
        "The data folder holds a RocksDB database that is not Isotherm's. Choose another folder "
        "with --data.");
  }
  TRY(any.status());
  rocksdb::WriteBatch batch;
  batch.Put(record_key(kind_format), slice(format_text));
  return database_.write(batch);
}

Result<std::optional<Item>> Catalog::document(const std::string& key) {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, database_.get(key, value));
  if (!found) return std::optional<Item>();
  std::optional<Item> item = decode_item(view(value));
  if (!item) return database_.corrupt_record(key);
  return item;
}

Result<std::vector<StoredTable>> Catalog::tables() {
  std::vector<StoredTable> tables;
  const std::string lower = record_key(kind_table);
  const std::string upper = record_key(kind_table + 1);
  Database::Range range(database_, lower, upper, true);
  for (; range.valid(); range.next()) {
    const std::optional<Item> document = decode_item(range.value());
    std::optional<StoredTable> table =
        document ? table_from_document(*document) : std::optional<StoredTable>();
    if (!table) return database_.corrupt_record(range.key());
    tables.push_back(std::move(*table));
  }
  TRY(range.status());
  return tables;
}

void Catalog::put_table(const Table& table, rocksdb::WriteBatch& batch) {
  batch.Put(record_key(kind_table, table.description.name), encoded(table_document(table)));
}

void Catalog::delete_table(const Table& table, rocksdb::WriteBatch& batch) {
  batch.Delete(record_key(kind_table, table.description.name));
}

Result<ResourceId> Catalog::next_id(rocksdb::WriteBatch& batch) {
  if (next_id_ == 0) {
    rocksdb::PinnableSlice value;
    ASSIGN_OR_RETURN(const bool found, database_.get(record_key(kind_next_id), value));
    next_id_ = 1;
    if (found) {
      if (value.size() != sizeof(ResourceId)) {
        return database_.corrupt_record(record_key(kind_next_id));
      }
      next_id_ = resource_of(view(value));
    }
  }
  const ResourceId id = next_id_++;
  batch.Put(record_key(kind_next_id), resource_prefix(next_id_));
  return id;
}

Result<std::optional<throughput::Snapshot>> Catalog::partitions(ResourceId resource) {
  const std::string key = record_key(kind_partitions, resource);
  ASSIGN_OR_RETURN(const std::optional<Item> item, document(key));
  if (!item) return std::optional<throughput::Snapshot>();
  std::optional<throughput::Snapshot> snapshot = partitions_from_document(*item);
  if (!snapshot || !throughput::Resource::is_valid(*snapshot)) {
    return database_.corrupt_record(key);
  }
  return snapshot;
}

void Catalog::put_partitions(ResourceId resource, const throughput::Snapshot& snapshot,
                             rocksdb::WriteBatch& batch) {
  batch.Put(record_key(kind_partitions, resource), encoded(partitions_document(snapshot)));
}

Result<StoredCounters> Catalog::counters(ResourceId resource) {
  const std::string key = record_key(kind_counters, resource);
  ASSIGN_OR_RETURN(const std::optional<Item> item, document(key));
  if (!item) return StoredCounters();
  DocumentReader reader(*item);
  const StoredCounters counters{reader.integer("items"), reader.integer("bytes")};
  if (!reader.ok()) return database_.corrupt_record(key);
  return counters;
}

void Catalog::put_counters(ResourceId resource, const Counters& counters,
                           rocksdb::WriteBatch& batch) {
  const Item document{{"items", Number(counters.items.load())},
                      {"bytes", Number(counters.bytes.load())}};
  batch.Put(record_key(kind_counters, resource), encoded(document));
}

Result<std::string> Catalog::backfill(ResourceId index) {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, database_.get(record_key(kind_backfill, index), value));
  return found ? value.ToString() : std::string();
}

void Catalog::put_backfill(ResourceId index, std::string_view item_key,
                           rocksdb::WriteBatch& batch) {
  batch.Put(record_key(kind_backfill, index), slice(item_key));
}

Result<std::vector<ChangeLogState>> Catalog::change_logs() {
  std::vector<ChangeLogState> logs;
  const std::string lower = record_key(kind_change_log);
  const std::string upper = record_key(kind_change_log + 1);
  Database::Range range(database_, lower, upper, true);
  for (; range.valid(); range.next()) {
    const std::optional<Item> document = decode_item(range.value());
    std::optional<ChangeLogState> state =
        document ? change_log_from_document(*document) : std::optional<ChangeLogState>();
    if (!state) return database_.corrupt_record(range.key());
    logs.push_back(std::move(*state));
  }
  TRY(range.status());
  return logs;
}

void Catalog::put_change_log(const ChangeLogState& state, rocksdb::WriteBatch& batch) {
  batch.Put(record_key(kind_change_log, state.id), encoded(change_log_document(state)));
}

Result<std::optional<Item>> Catalog::shelved(Shelf shelf, std::string_view id) {
  return document(record_key(static_cast<char>(shelf), id));
}

Result<std::vector<std::pair<std::string, Item>>> Catalog::shelf(Shelf shelf) {
  std::vector<std::pair<std::string, Item>> documents;
  const std::string lower = record_key(static_cast<char>(shelf));
  std::string upper = lower;
  ++upper.back();
  Database::Range range(database_, lower, upper, true);
  for (; range.valid(); range.next()) {
    std::optional<Item> document = decode_item(range.value());
    if (!document) return database_.corrupt_record(range.key());
    documents.emplace_back(range.key().substr(lower.size()), std::move(*document));
  }
  TRY(range.status());
  return documents;
}

void Catalog::put_shelved(Shelf shelf, std::string_view id, const Item& document,
                          rocksdb::WriteBatch& batch) {
  batch.Put(record_key(static_cast<char>(shelf), id), encoded(document));
}

void Catalog::drop_shelved(Shelf shelf, std::string_view id, rocksdb::WriteBatch& batch) {
  batch.Delete(record_key(static_cast<char>(shelf), id));
}

Result<std::vector<ResourceId>> Catalog::dropped() {
  std::vector<ResourceId> resources;
  const std::string lower = record_key(kind_dropped);
  const std::string upper = record_key(kind_dropped + 1);
  Database::Range range(database_, lower, upper, true);
  for (; range.valid(); range.next()) resources.push_back(resource_of(range.key()));
  TRY(range.status());
  return resources;
}

void Catalog::put_dropped(ResourceId resource, rocksdb::WriteBatch& batch) {
  batch.Put(record_key(kind_dropped, resource), rocksdb::Slice());
}

void Catalog::forget(ResourceId resource, rocksdb::WriteBatch& batch) {
  for (const char kind :
       {kind_partitions, kind_counters, kind_backfill, kind_change_log, kind_dropped}) {
    batch.Delete(record_key(kind, resource));
  }
}

Result<bool> Catalog::take_closed_in_order() {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, database_.get(record_key(kind_closed), value));
  if (!found) return false;
  rocksdb::WriteBatch batch;
  batch.Delete(record_key(kind_closed));
  TRY(database_.write(batch));
  TRY(database_.sync());
  return true;
}

void Catalog::put_closed_in_order(rocksdb::WriteBatch& batch) {
  batch.Put(record_key(kind_closed), rocksdb::Slice());
}

}  // namespace isotherm::engine
