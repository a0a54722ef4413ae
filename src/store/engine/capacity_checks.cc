// What a table or index may be asked to bear: units, on-demand maximums, warm throughput.

#include <algorithm>

#include "store/engine/messages.h"
#include "store/engine/table_checks.h"
#include "throughput/settings.h"

namespace isotherm::engine {
namespace {

using messages::invalid_parameters;

// Asked for as a maximum: there is none.
constexpr std::int64_t no_maximum = -1;

std::optional<std::int64_t> merged(std::optional<std::int64_t> current,
                                   std::optional<std::int64_t> requested) {
  if (!requested) return current;
  if (*requested == no_maximum) return std::nullopt;
  return requested;
}

}  // namespace

Result<void> check_on_demand(const std::optional<OnDemandThroughput>& requested,
                             std::string_view what) {
  if (!requested) return {};
  const auto check = [&](std::optional<std::int64_t> units, std::string_view name) -> Result<void> {
    if (!units || *units >= 1 || *units == no_maximum) return {};
    return invalid_parameters("Requested " + std::string(name) + " for OnDemandThroughput for " +
                              std::string(what) + " is outside of valid range");
  };
  TRY(check(requested->max_read_units, "MaxReadRequestUnits"));
  return check(requested->max_write_units, "MaxWriteRequestUnits");
}

std::optional<OnDemandThroughput> merge_on_demand(
    const std::optional<OnDemandThroughput>& current,
    const std::optional<OnDemandThroughput>& requested) {
  if (!requested) return current;
  const OnDemandThroughput before = current.value_or(OnDemandThroughput{});
  return OnDemandThroughput{merged(before.max_read_units, requested->max_read_units),
                            merged(before.max_write_units, requested->max_write_units)};
}

ProvisionedThroughput warm_of(const std::optional<ProvisionedThroughput>& warm, BillingMode mode,
                              const ProvisionedThroughput& provisioned) {
  if (warm) return *warm;
  if (mode == BillingMode::provisioned) return provisioned;
  return {throughput::on_demand_initial_read_units, throughput::on_demand_initial_write_units};
}

Result<ProvisionedThroughput> raise_warm(const ProvisionedThroughput& current,
                                         const ProvisionedThroughput& requested,
                                         std::string_view what) {
  // Members that were not asked for are 0: the smallest that can be asked for is 1.
  const auto raised = [&](std::int64_t from, std::int64_t to,
                          std::string_view name) -> Result<std::int64_t> {
    if (to == 0) return from;
    if (to >= from) return to;
    return invalid_parameters("Requested " + std::string(name) + " for WarmThroughput for " +
                              std::string(what) +
                              " is lower than current WarmThroughput, decreasing WarmThroughput is "
                              "not supported");
  };
  ProvisionedThroughput result;
  ASSIGN_OR_RETURN(result.read_units,
                   raised(current.read_units, requested.read_units, "ReadUnitsPerSecond"));
  ASSIGN_OR_RETURN(result.write_units,
                   raised(current.write_units, requested.write_units, "WriteUnitsPerSecond"));
  return result;
}

void keep_warm(const ProvisionedThroughput& before, BillingMode mode,
               const ProvisionedThroughput& provisioned,
               std::optional<ProvisionedThroughput>& warm) {
  const ProvisionedThroughput least = warm_of({}, mode, provisioned);
  const ProvisionedThroughput now = warm_of(warm, mode, provisioned);
  const ProvisionedThroughput kept{
      std::max({before.read_units, now.read_units, least.read_units}),
      std::max({before.write_units, now.write_units, least.write_units})};
  if (warm || kept != least) warm = kept;
}

}  // namespace isotherm::engine
