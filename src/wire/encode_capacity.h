#pragma once

// ConsumedCapacity and ItemCollectionMetrics, which most responses have.

#include "store/parameters.h"
#include "wire/json_writer.h"

namespace isotherm::wire {

/// One object: TableName and CapacityUnits, and with INDEXES where they were consumed.
void append_capacity(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                     JsonWriter& json);

/// The member ConsumedCapacity of one table or of several, unless NONE was asked for.
void append_capacity_member(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                            JsonWriter& json);
void append_capacity_member(const std::vector<ConsumedCapacity>& consumed,
                            ReturnConsumedCapacity wanted, JsonWriter& json);

void append_metrics(const ItemCollectionMetrics& metrics, JsonWriter& json);

}  // namespace isotherm::wire
