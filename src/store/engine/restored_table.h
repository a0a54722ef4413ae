#pragma once

// What a restored table is: its source as that was, under a new name, with what the request
// overrides. Tags, streams, time to live, protection and recovery settings are not restored.

#include "store/backup_operations.h"
#include "store/engine/core.h"

namespace isotherm::engine {

/// TableAlreadyExistsException, or TableInUseException while it is being made or deleted.
Result<void> check_target(Core& core, const std::string& name);

/// `source.restore` says where it comes from.
Result<TableDescription> restored_description(const Core& core, TableDescription source,
                                              const std::string& name,
                                              const RestoreOverrides& overrides);

}  // namespace isotherm::engine
