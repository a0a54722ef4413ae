#pragma once

// The table a benchmark runs on: made unless it is there, filled, dropped.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "load/client.h"
#include "load/workload.h"

namespace isotherm::load {

/// Units a second for a provisioned table.
struct TableCapacity {
  std::int64_t read_units = 0;
  std::int64_t write_units = 0;
};

/// Waits until the table and its indexes are ACTIVE; up to a minute, and until it shall stop.
Expected<void, Refusal> await_active(Client& client, const std::string& table,
                                     const std::stop_token& stop = {});

/// Whether there is such a table.
Expected<bool, Refusal> table_exists(Client& client, const std::string& table);

/// Creates the workload's table: on demand, or with `capacity` provisioned. It need not be ACTIVE
/// yet.
Expected<void, Refusal> create_bench_table(Client& client, const Workload& workload,
                                           const std::optional<TableCapacity>& capacity);

/// Asks for the table's end.
Expected<void, Refusal> delete_table(Client& client, const std::string& table);

struct FillOptions {
  unsigned connections = 16;
  /// Called now and then with the number of items that are stored.
  std::function<void(std::uint64_t stored)> on_progress;
  std::stop_token stop;
};

/// Writes every item of the workload, in batches; what is throttled is tried again, later and
/// later. Refuses when the endpoint answers with any other error.
Expected<void, Refusal> fill_table(const Endpoint& endpoint, const Workload& workload,
                                   const FillOptions& options);

}  // namespace isotherm::load
