#pragma once

// ConsumedCapacity and ItemCollectionMetrics, which most responses have.

#include "base/json_writer.h"
#include "store/parameters.h"

namespace isotherm::codec {

/// Whether the units of reads and of writes are shown beside their sum: only transactions do it.
enum class Units { together, apart };

/// One object: TableName and CapacityUnits, and with INDEXES where they were consumed.
void append_capacity(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                     JsonWriter& json, Units units = Units::together);

/// The member ConsumedCapacity of one table or of several, unless NONE was asked for.
void append_capacity_member(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                            JsonWriter& json);
void append_capacity_member(const std::vector<ConsumedCapacity>& consumed,
                            ReturnConsumedCapacity wanted, JsonWriter& json,
                            Units units = Units::together);

void append_metrics(const ItemCollectionMetrics& metrics, JsonWriter& json);

}  // namespace isotherm::codec
