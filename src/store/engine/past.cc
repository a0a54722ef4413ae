#include "store/engine/past.h"

#include <map>
#include <set>
#include <utility>

#include "store/engine/table_copy.h"

namespace isotherm::engine {
namespace {

constexpr std::size_t step_bytes = 512 * 1024;
constexpr std::size_t step_changes = 1'000;

const Item& item_of(const ChangeRecord& change) {
  return change.before ? change.before->item : change.after->item;
}

class Rewind final : public Past {
 public:
  Rewind(Core& core, LogWalk walk, PastRecords records)
      : core_(core), walk_(std::move(walk)), records_(std::move(records)) {}

  Result<bool> step() override;
  ResourceId log() const override { return walk_.log(); }

 private:
  Core& core_;
  LogWalk walk_;
  PastRecords records_;
};

Result<bool> Rewind::step() {
  ASSIGN_OR_RETURN(const std::vector<ChangeRecord> changes, walk_.next());
  if (changes.empty()) return false;
  rocksdb::WriteBatch batch;
  std::set<std::string> marked;
  for (const ChangeRecord& change : changes) {
    const std::string key = item_key(records_.records, records_.key, item_of(change)).bytes();
    const std::string mark = key_in(records_.marks, key);
    if (!marked.insert(mark).second) continue;
    rocksdb::PinnableSlice value;
    ASSIGN_OR_RETURN(const bool is_marked, core_.database().get(mark, value));
    if (is_marked) continue;
    batch.Put(mark, rocksdb::Slice());
    if (change.before) {
      std::string bytes;
      encode_item(change.before->item, change.before->size, bytes);
      batch.Put(key, bytes);
    } else {
      batch.Delete(key);
    }
  }
  TRY(core_.database().write(batch));
  return true;
}

class Gather final : public Past {
 public:
  Gather(Core& core, LogWalk walk, PastRecords records)
      : core_(core), walk_(std::move(walk)), records_(std::move(records)) {}

  Result<bool> step() override;
  ResourceId log() const override { return walk_.log(); }

 private:
  /// What is known of an item so far; nothing: it was not met.
  Result<std::optional<ChangeRecord>> known(const std::string& key);

  Core& core_;
  LogWalk walk_;
  PastRecords records_;
};

Result<std::optional<ChangeRecord>> Gather::known(const std::string& key) {
  rocksdb::PinnableSlice value;
  ASSIGN_OR_RETURN(const bool found, core_.database().get(key, value));
  if (!found) return std::optional<ChangeRecord>();
  std::optional<ChangeRecord> change = decode_change(view(value));
  if (!change) return core_.database().corrupt_record(key);
  return change;
}

Result<bool> Gather::step() {
  ASSIGN_OR_RETURN(std::vector<ChangeRecord> changes, walk_.next());
  if (changes.empty()) return false;
  std::map<std::string, ChangeRecord> net;
  for (ChangeRecord& change : changes) {
    const std::string key = item_key(records_.records, records_.key, item_of(change)).bytes();
    auto at = net.find(key);
    if (at == net.end()) {
      ASSIGN_OR_RETURN(std::optional<ChangeRecord> before, known(key));
      if (before) at = net.emplace(key, std::move(*before)).first;
    }
    if (at == net.end()) {
      net.emplace(key, std::move(change));
    } else {
      at->second.after = std::move(change.after);
      at->second.time = change.time;
    }
  }
  rocksdb::WriteBatch batch;
  for (const auto& [key, change] : net) {
    // New and gone again: as if it had never been.
    if (!change.before && !change.after) {
      batch.Delete(key);
      continue;
    }
    ChangeToLog written{.time = change.time};
    if (change.before) {
      written.before = &change.before->item;
      written.before_bytes = change.before->size;
    }
    if (change.after) {
      written.after = &change.after->item;
      written.after_bytes = change.after->size;
    }
    batch.Put(key, encode_change(written));
  }
  TRY(core_.database().write(batch));
  return true;
}

}  // namespace

LogWalk::LogWalk(Database& database, std::shared_ptr<ChangeLog> log, UnixMillis from, UnixMillis to)
    : database_(database),
      log_(std::move(log)),
      from_(from),
      to_(to),
      end_(log_->readable_before()),
      shards_(log_->state().shards) {}

Result<std::vector<ChangeRecord>> LogWalk::next() {
  std::vector<ChangeRecord> changes;
  std::size_t bytes = 0;
  for (; shard_ < shards_.size(); ++shard_, sequence_ = 0) {
    const LogShard& shard = shards_[shard_];
    if (shard.created > to_ || (shard.closed && *shard.closed < from_)) continue;
    if (sequence_ == 0) {
      ASSIGN_OR_RETURN(sequence_, log_->first_since(shard, from_));
    }
    ChangeReader reader(database_, log_->id(), shard.number, sequence_, end_);
    for (; reader.valid(); reader.next()) {
      if (changes.size() == step_changes || bytes >= step_bytes) return changes;
      ASSIGN_OR_RETURN(ChangeRecord change, reader.record());
      if (change.time > to_) break;
      sequence_ = change.sequence + 1;
      bytes += (change.before ? change.before->size : 0) + (change.after ? change.after->size : 0);
      changes.push_back(std::move(change));
    }
    if (!reader.valid()) TRY(reader.status());
  }
  return changes;
}

std::unique_ptr<Past> rewind(Core& core, std::shared_ptr<ChangeLog> log, PastRecords records,
                             UnixMillis time) {
  LogWalk walk(core.database(), std::move(log), time + UnixMillis(1), UnixMillis::max());
  return std::make_unique<Rewind>(core, std::move(walk), std::move(records));
}

std::unique_ptr<Past> gather(Core& core, std::shared_ptr<ChangeLog> log, PastRecords records,
                             UnixMillis from, UnixMillis to) {
  LogWalk walk(core.database(), std::move(log), from, to - UnixMillis(1));
  return std::make_unique<Gather>(core, std::move(walk), std::move(records));
}

}  // namespace isotherm::engine
