#pragma once

// What everything that makes a table shares: CreateTable, restores, imports.

#include <rocksdb/write_batch.h>

#include <memory>
#include <string>

#include "store/engine/core.h"
#include "store/table_operations.h"

namespace isotherm::engine {

/// A random UUID, version 4: what TableId shows.
std::string random_uuid();
/// What ends the ARN of a backup, an export or an import: the time, and a random part.
std::string new_job_id(UnixMillis now);

/// Checks the request of a new table, and describes the table that it asks for.
Result<TableDescription> describe_new_table(const Core& core, const CreateTableRequest& request);

/// The table with its ids; not published. `batch` receives the ids that were given.
Result<std::shared_ptr<Table>> make_table(Core& core, TableDescription description,
                                          rocksdb::WriteBatch& batch);

}  // namespace isotherm::engine
