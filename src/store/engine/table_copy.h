#pragma once

// TableCopy: a consistent copy of a table's items as they were at one instant, made in small steps
// while writes go on, and gone on with after a crash.
//
// The copy walks the table in the order of its keys. A write ahead of it first puts the item that
// stood there into the copy, in its own batch, and leaves a mark, so that the walk passes the key
// over:
//
//     table   a  b  c | d  e' f         c: how far the walk has come
//     copy    a  b  c       e            e: kept by the write that made it e'
//     marks                 e
//
//  1. The copy begins with all items locked for an instant: every write is before or after it.
//  2. What is ahead of the walk and has no mark is as it was at the beginning.
//  3. A write and a step of the walk may both put an item into the copy: it is the same one. So
//     steps need no locks, and no write ever waits for them.
//  4. Items, marks and how far the walk has come are records: a restart goes on where it was.

#include <rocksdb/write_batch.h>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "store/engine/key_codec.h"
#include "store/engine/table.h"

namespace isotherm::engine {

class Core;

class TableCopy {
 public:
  /// `target` receives the items, `marks` the marks; `cursor` is the last key of the table that the
  /// walk has passed, empty at the beginning.
  TableCopy(ResourceId source, ResourceId target, ResourceId marks, std::string cursor);

  ResourceId source() const { return source_; }
  ResourceId target() const { return target_; }
  ResourceId marks() const { return marks_; }

  /// Called by every write of the table, with the item locked: keeps what stands at the key.
  Result<void> keep_old(Core& core, const std::string& item_key, rocksdb::WriteBatch& batch);

  /// Copies on for a while. False: it is complete.
  Result<bool> step(Core& core);

 private:
  bool is_ahead(std::string_view item_key) const;

  const ResourceId source_;
  const ResourceId target_;
  const ResourceId marks_;
  mutable std::mutex mutex_;
  /// How far the walk has come, in the log already. Only `step` changes it.
  std::string cursor_;
};

/// The key of a record moved to another resource.
std::string key_in(ResourceId resource, std::string_view record_key);

/// Begins a copy of a table: from the moment of the call every write takes care of it. `batch`
/// holds what must be in the log together with it. To be called with the table mutex held.
Result<TablePtr> begin_copy(Core& core, const TablePtr& table, std::shared_ptr<TableCopy> copy,
                            rocksdb::WriteBatch& batch);
/// Takes up a copy that an engine before this one began.
Result<std::shared_ptr<TableCopy>> resume_copy(Core& core, ResourceId source, ResourceId target,
                                               ResourceId marks);
/// Ends it: writes need not care any more. To be called with the table mutex held.
void end_copy(Core& core, const TableCopy& copy);

/// One step of moving the records of a resource that nobody changes to another one. False: all are
/// there. How far it has come is kept under `target`.
Result<bool> copy_records_step(Core& core, ResourceId source, ResourceId target);

}  // namespace isotherm::engine
