// What a table or index may be asked to bear: units, on-demand maximums, warm throughput.

#include <algorithm>

#include "store/engine/messages.h"
#include "store/engine/table.h"
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

/// At least 1, or what `is_fit` lets be.
template <class Fits>
Result<void> check_range(const std::optional<OnDemandThroughput>& requested, std::string_view what,
                         Fits is_fit) {
  if (!requested) return {};
  const auto check = [&](std::optional<std::int64_t> units, std::string_view name) -> Result<void> {
    if (!units || *units >= 1 || is_fit(*units)) return {};
    return invalid_parameters("Requested " + std::string(name) + " for OnDemandThroughput for " +
                              std::string(what) + " is outside of valid range");
  };
  TRY(check(requested->max_read_units, "MaxReadRequestUnits"));
  return check(requested->max_write_units, "MaxWriteRequestUnits");
}

/// Four decreases in a day of UTC, and then one an hour after the last one.
Result<void> check_decreases(const CapacityChanges& changes, UnixMillis now) {
  constexpr std::int64_t decreases_at_once = 4;
  constexpr std::chrono::hours between{1};
  if (!is_same_day(changes.last_decrease, now) || changes.decreases_today < decreases_at_once) {
    return {};
  }
  const UnixMillis midnight =
      std::chrono::floor<std::chrono::days>(changes.last_decrease) + std::chrono::days(1);
  const UnixMillis next = std::min<UnixMillis>(changes.last_decrease + between, midnight);
  if (now >= next) return {};
  return messages::too_many_decreases(changes.decreases_today, changes.last_decrease, next);
}

}  // namespace

Result<void> check_on_demand(const std::optional<OnDemandThroughput>& requested,
                             std::string_view what) {
  return check_range(requested, what, [](std::int64_t units) { return units == no_maximum; });
}

Result<void> check_no_removal(const std::optional<OnDemandThroughput>& requested,
                              std::string_view what) {
  return check_range(requested, what, [](std::int64_t) { return false; });
}

Result<void> check_no_maximum(const std::optional<OnDemandThroughput>& requested,
                              std::string_view when) {
  if (!requested || (!requested->max_read_units && !requested->max_write_units)) return {};
  return invalid_parameters(
      std::string(requested->max_read_units ? "MaxReadRequestUnits" : "MaxWriteRequestUnits") +
      " for OnDemandThroughput cannot be specified when " + std::string(when));
}

std::optional<OnDemandThroughput> merge_on_demand(
    const std::optional<OnDemandThroughput>& current,
    const std::optional<OnDemandThroughput>& requested) {
  if (!requested) return current;
  const OnDemandThroughput before = current.value_or(OnDemandThroughput{});
  const OnDemandThroughput after{merged(before.max_read_units, requested->max_read_units),
                                 merged(before.max_write_units, requested->max_write_units)};
  if (!after.max_read_units && !after.max_write_units) return std::nullopt;
  return after;
}

Result<void> note_change(const ProvisionedThroughput& from, const ProvisionedThroughput& to,
                         UnixMillis time, CapacityChanges& changes) {
  if (to.read_units > from.read_units || to.write_units > from.write_units) {
    changes.last_increase = time;
  }
  if (to.read_units >= from.read_units && to.write_units >= from.write_units) return {};
  TRY(check_decreases(changes, time));
  changes.decreases_today =
      is_same_day(changes.last_decrease, time) ? changes.decreases_today + 1 : 1;
  changes.last_decrease = time;
  return {};
}

ProvisionedThroughput warm_of(const std::optional<ProvisionedThroughput>& warm, BillingMode mode,
                              const ProvisionedThroughput& provisioned) {
  if (warm) return *warm;
  if (mode == BillingMode::provisioned) return provisioned;
  return {throughput::on_demand_initial_read_units, throughput::on_demand_initial_write_units};
}

Result<void> check_first_warm(const ProvisionedThroughput& requested, BillingMode mode,
                              const ProvisionedThroughput& provisioned, std::string_view what) {
  const bool on_demand = mode == BillingMode::pay_per_request;
  const ProvisionedThroughput least = warm_of({}, mode, provisioned);
  const auto check = [&](std::int64_t units, std::int64_t at_least, std::string_view name,
                         std::string_view capacity) -> Result<void> {
    if (units == 0 || units >= at_least) return {};
    const std::string start = "Requested " + std::string(name) + " for WarmThroughput for " +
                              std::string(what) + " is lower than ";
    if (!on_demand) {
      return invalid_parameters(start + std::string(capacity) + " of ProvisionedThroughput");
    }
    return invalid_parameters(start +
                              "initial throughput for OnDemand. See: "
                              "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
                              "on-demand-capacity-mode.html#on-demand-capacity-mode-initial");
  };
  TRY(check(requested.read_units, least.read_units, "ReadUnitsPerSecond", "ReadCapacityUnits"));
  return check(requested.write_units, least.write_units, "WriteUnitsPerSecond",
               "WriteCapacityUnits");
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
