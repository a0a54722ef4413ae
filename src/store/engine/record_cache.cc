#include "store/engine/record_cache.h"

#include <algorithm>
#include <bit>

#include "base/expects.h"
#include "base/hash.h"

namespace isotherm::engine {
namespace {

// Keys and records of a set. A record of more than half is not kept: it would push out the rest.
constexpr std::size_t set_bytes_max = 4096;

}  // namespace

struct RecordCache::Entry {
  std::uint32_t tag = 0;
  std::uint32_t key_bytes = 0;
  /// False while a write goes on.
  bool shown = false;
  /// The key, then the record.
  std::string bytes;

  std::string_view key() const { return std::string_view(bytes).substr(0, key_bytes); }
  std::string_view record() const { return std::string_view(bytes).substr(key_bytes); }
  void set(std::string_view key, std::string_view record) {
    key_bytes = static_cast<std::uint32_t>(key.size());
    bytes.assign(key).append(record);
    shown = true;
  }
};

struct alignas(64) RecordCache::Set {
  std::mutex mutex;
  /// Counts up with every begin and end of a write.
  std::uint64_t version = 0;
  std::uint32_t writing = 0;
  /// Of the writes that are under way, two or more were at the same time.
  bool overlapped = false;
  std::size_t bytes = 0;
  std::vector<Entry> entries;

  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

  std::vector<Entry>::iterator find(std::uint64_t hash, std::string_view key) {
    return std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.tag == tag_of(hash) && entry.key() == key;
    });
  }
  void put(std::vector<Entry>::iterator entry, std::string_view key, std::string_view record) {
    bytes -= entry->bytes.size();
    entry->set(key, record);
    bytes += entry->bytes.size();
  }
  void begin_write() {
    ++version;
    if (writing++ > 0) overlapped = true;
  }
  /// Whether no other write was there meanwhile.
  bool end_write() {
    ++version;
    const bool alone = !overlapped;
    if (--writing == 0) overlapped = false;
    return alone;
  }
  void drop(std::string_view first, std::string_view last) {
    std::erase_if(entries, [&](const Entry& entry) {
      const bool drops = entry.key() >= first && entry.key() < last;
      if (drops) bytes -= entry.bytes.size();
      return drops;
    });
  }
  /// Drops those that were used least recently.
  void shrink() {
    for (; bytes > set_bytes_max; entries.pop_back()) bytes -= entries.back().bytes.size();
  }
};

RecordCache::RecordCache(std::size_t bytes) : sets_(std::bit_floor(bytes / set_bytes_max)) {}

RecordCache::~RecordCache() = default;

RecordCache::Set& RecordCache::set_of(std::uint64_t hash) {
  return sets_[hash & (sets_.size() - 1)];
}

bool RecordCache::find(std::string_view key, std::string& record, Ticket& ticket) {
  if (sets_.empty()) return false;
  ticket.hash = xxh64(key, 0);
  Set& set = set_of(ticket.hash);
  const std::lock_guard lock(set.mutex);
  const auto entry = set.find(ticket.hash, key);
  if (entry == set.entries.end() || !entry->shown) {
    ticket.version = set.version;
    return false;
  }
  record.assign(entry->record());
  if (entry != set.entries.begin()) std::iter_swap(entry, entry - 1);
  return true;
}

void RecordCache::keep(std::string_view key, std::string_view record, const Ticket& ticket) {
  if (sets_.empty() || key.size() + record.size() > set_bytes_max / 2) return;
  Set& set = set_of(ticket.hash);
  const std::lock_guard lock(set.mutex);
  if (set.writing > 0 || set.version != ticket.version) return;
  auto entry = set.find(ticket.hash, key);
  if (entry == set.entries.end()) {
    set.entries.emplace_back().tag = Set::tag_of(ticket.hash);
    entry = std::prev(set.entries.end());
  }
  set.put(entry, key, record);
  // What is new is not the next to go.
  std::iter_swap(entry, set.entries.begin());
  set.shrink();
}

void RecordCache::begin(std::uint64_t hash, std::string_view key) {
  Set& set = set_of(hash);
  const std::lock_guard lock(set.mutex);
  set.begin_write();
  const auto entry = set.find(hash, key);
  if (entry != set.entries.end()) entry->shown = false;
}

void RecordCache::end(std::uint64_t hash, std::string_view key,
                      std::optional<std::string_view> record) {
  Set& set = set_of(hash);
  const std::lock_guard lock(set.mutex);
  const bool alone = set.end_write();
  const auto entry = set.find(hash, key);
  if (entry == set.entries.end()) return;
  if (alone && record && key.size() + record->size() <= set_bytes_max / 2) {
    set.put(entry, key, *record);
    set.shrink();
    return;
  }
  set.bytes -= entry->bytes.size();
  std::iter_swap(entry, std::prev(set.entries.end()));
  set.entries.pop_back();
}

void RecordCache::begin_range(std::string_view first, std::string_view last) {
  for (Set& set : sets_) {
    const std::lock_guard lock(set.mutex);
    set.begin_write();
    set.drop(first, last);
  }
}

void RecordCache::end_range() {
  for (Set& set : sets_) {
    const std::lock_guard lock(set.mutex);
    set.end_write();
  }
}

/// Lists what a batch changes.
class RecordCache::Writing::Lister final : public rocksdb::WriteBatch::Handler {
 public:
  explicit Lister(Writing& writing) : writing_(writing) {}

  rocksdb::Status PutCF(std::uint32_t, const rocksdb::Slice& key,
                        const rocksdb::Slice& value) override {
    return add(key, std::string_view(value.data(), value.size()));
  }
  rocksdb::Status DeleteCF(std::uint32_t, const rocksdb::Slice& key) override {
    return add(key, std::nullopt);
  }
  rocksdb::Status DeleteRangeCF(std::uint32_t, const rocksdb::Slice& first,
                                const rocksdb::Slice& last) override {
    writing_.ranges_.push_back({{first.data(), first.size()}, {last.data(), last.size()}});
    return rocksdb::Status::OK();
  }

 private:
  rocksdb::Status add(const rocksdb::Slice& key, std::optional<std::string_view> record) {
    const std::string_view text(key.data(), key.size());
    writing_.changes_.push_back({xxh64(text, 0), text, record});
    return rocksdb::Status::OK();
  }

  Writing& writing_;
};

RecordCache::Writing::Writing(RecordCache& cache, const rocksdb::WriteBatch& batch)
    : cache_(cache) {
  if (cache.sets_.empty()) return;
  changes_.reserve(batch.Count());
  Lister lister(*this);
  const rocksdb::Status listed = batch.Iterate(&lister);
  expects(listed.ok(), "a batch of ours can be read");
  for (const Change& change : changes_) cache_.begin(change.hash, change.key);
  for (const auto& [first, last] : ranges_) cache_.begin_range(first, last);
}

RecordCache::Writing::~Writing() {
  for (const Change& change : changes_) {
    cache_.end(change.hash, change.key, succeeded_ ? change.record : std::nullopt);
  }
  for (std::size_t i = 0; i < ranges_.size(); ++i) cache_.end_range();
}

}  // namespace isotherm::engine
