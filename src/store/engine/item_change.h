#pragma once

// ItemChange: an item before and after a write, and everything that follows from it: the records
// of the item and of its index entries, the units that it costs and where, and what it adds to the
// counters.

#include <rocksdb/write_batch.h>

#include <optional>
#include <string>
#include <vector>

#include "store/engine/change_log.h"
#include "store/engine/core.h"
#include "store/parameters.h"
#include "throughput/admission.h"

namespace isotherm::engine {

struct ItemChange {
  const RecordKey* key = nullptr;
  /// What was stored. `existed` may be true without the item: then only its size is known, and the
  /// table has no index and no change log.
  bool existed = false;
  const Item* before = nullptr;
  std::size_t before_bytes = 0;
  /// nullptr: the item is removed.
  const Item* after = nullptr;
  std::size_t after_bytes = 0;
  /// The partition key's value, for the list of hottest keys.
  const AttributeValue* partition = nullptr;
  ChangeOrigin origin = ChangeOrigin::user;
  /// Of the units of the table itself: in a transaction they are twice as many.
  double unit_factor = 1;
};

/// What follows from a change. Refers to the change's key and items, and to the table.
class ChangePlan {
 public:
  /// Adds the records of the change to `batch`: of the item, of its index entries, of the log.
  static Result<ChangePlan> make(Core& core, const Table& table, const ItemChange& change,
                                 rocksdb::WriteBatch& batch);

  /// Bytes of the item and its entries in local indexes: what the limit of an item's size is about.
  std::size_t stored_bytes() const { return stored_bytes_; }

  /// Charges all that it costs, or gives the error that says what is over its limit.
  Result<void> admit(Core& core, const Table& table);
  const ConsumedCapacity& consumed() const { return consumed_; }
  ConsumedCapacity& mutable_consumed() { return consumed_; }

  /// To be called once the batch is in the log: counters, and bytes of partitions.
  void apply(Core& core, const Table& table) const;

 private:
  struct Count {
    const Index* index = nullptr;
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    /// Where, for the partitions of a global index.
    throughput::KeyPosition position;
  };

  Result<void> add_index(Core& core, const Table& table, const Index& index,
                         const ItemChange& change, rocksdb::WriteBatch& batch);
  Result<void> remove_entry(Core& core, const Table& table, const Index& index,
                            const ItemChange& change, rocksdb::WriteBatch& batch);
  throughput::KeyPosition keep(std::string key);
  void charge(const Index& index, throughput::KeyPosition position, double units,
              const Item& entry);

  /// Keys of index entries that charges point into; its capacity is set once.
  std::vector<std::string> keys_;
  std::vector<throughput::Charge> charges_;
  std::vector<Count> counts_;
  ConsumedCapacity consumed_;
  /// Holds back readers of the log until the batch is written and the plan ends.
  ChangeLog::Entry logged_;
  std::size_t stored_bytes_ = 0;
};

/// Charges the read of one item.
Result<void> admit_read_of(Core& core, const Table& table, const RecordKey& record, const Item& key,
                           double units);

/// Where an item lies in the key space of its table or index.
inline throughput::KeyPosition position_of(std::string_view record_key) {
  return {hash_of_record(record_key), sort_of_record(record_key)};
}

}  // namespace isotherm::engine
