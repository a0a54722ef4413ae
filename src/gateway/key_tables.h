#pragma once

// CreateTable and UpdateTable of a table whose own key is sharded, made physical.

#include "gateway/key_layout.h"
#include "store/table_operations.h"

namespace isotherm::gateway {

/// What the store would refuse is left as it is, so that it says so itself.
Result<CreateTableRequest> physical_create(const schema::TableRule& rule,
                                           CreateTableRequest request);
Result<UpdateTableRequest> physical_update_table(const schema::TableRule& rule,
                                                 UpdateTableRequest request);

}  // namespace isotherm::gateway
