#pragma once

// Checks of what CreateTable and UpdateTable ask for, with the service's texts and in its order.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/table.h"
#include "store/table_operations.h"

namespace isotherm::engine {

/// Capacity against billing mode.
Result<void> check_billing(std::optional<BillingMode> mode,
                           const std::optional<ProvisionedThroughput>& provisioned);
/// Units that no table can have.
Result<void> check_units(const ProvisionedThroughput& units);

/// Maximums of an on-demand table or index; `what` is "table" or "index <name>".
Result<void> check_on_demand(const std::optional<OnDemandThroughput>& requested,
                             std::string_view what);
/// A new table or index has no maximum that could be removed.
Result<void> check_no_removal(const std::optional<OnDemandThroughput>& requested,
                              std::string_view what);
/// Of a provisioned table, which has none; `when` is the end of the message.
Result<void> check_no_maximum(const std::optional<OnDemandThroughput>& requested,
                              std::string_view when);
/// The maximums after such a request: -1 removes one, what is absent stays.
std::optional<OnDemandThroughput> merge_on_demand(
    const std::optional<OnDemandThroughput>& current,
    const std::optional<OnDemandThroughput>& requested);

/// Notes a change of the units of a table or an index: each may be decreased four times a day, and
/// then once an hour.
Result<void> note_change(const ProvisionedThroughput& from, const ProvisionedThroughput& to,
                         UnixMillis time, CapacityChanges& changes);

/// Warm throughput of a table or index as it shows.
ProvisionedThroughput warm_of(const std::optional<ProvisionedThroughput>& warm, BillingMode mode,
                              const ProvisionedThroughput& provisioned);
/// The warm throughput that a request asks for, absent members as they are; it never decreases.
Result<ProvisionedThroughput> raise_warm(const ProvisionedThroughput& current,
                                         const ProvisionedThroughput& requested,
                                         std::string_view what);
/// Of a new table or index: at least what its billing mode gives it anyway. Absent members are 0.
Result<void> check_first_warm(const ProvisionedThroughput& requested, BillingMode mode,
                              const ProvisionedThroughput& provisioned, std::string_view what);
/// Keeps warm what was warm before a change of the capacity.
void keep_warm(const ProvisionedThroughput& before, BillingMode mode,
               const ProvisionedThroughput& provisioned,
               std::optional<ProvisionedThroughput>& warm);

/// The key, from what the client wrote.
Result<KeySchema> make_key_schema(const std::vector<KeySchemaElement>& elements,
                                  const std::vector<AttributeDefinition>& definitions);

Result<std::vector<LocalSecondaryIndex>> make_local_indexes(
    const std::vector<SecondaryIndexRequest>& requests, const KeySchema& table_key,
    const std::vector<AttributeDefinition>& definitions);

Result<GlobalSecondaryIndex> make_global_index(const SecondaryIndexRequest& request,
                                               BillingMode mode,
                                               const std::vector<AttributeDefinition>& definitions);

/// Of all indexes together: names, counts, projected attributes, unused definitions.
Result<void> check_indexes(const TableDescription& description);

/// A stream's view type belongs to a stream that is enabled.
Result<void> check_new_stream(const std::optional<StreamSpecification>& stream);
Result<void> check_changed_stream(const std::optional<StreamSpecification>& stream);

/// Forgets definitions of attributes that are in no key any more.
void drop_unused_definitions(TableDescription& description);

}  // namespace isotherm::engine
