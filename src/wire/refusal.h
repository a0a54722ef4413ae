#pragma once

// Members of the API model that this version does not serve. They are refused rather than dropped:
// a client must not believe that its stream or its policy is there.

#include <string>
#include <string_view>

#include "model/error.h"

namespace isotherm::wire {

namespace refusal {
inline constexpr std::string_view streams =
    "streams: leave StreamSpecification out, or set StreamEnabled to false";
inline constexpr std::string_view multi_attribute_keys =
    "multi-attribute keys: a KeySchema has one HASH and at most one RANGE element";
inline constexpr std::string_view resource_policies = "resource policies: leave ResourcePolicy out";
inline constexpr std::string_view global_tables =
    "global tables: leave ReplicaUpdates, GlobalTableWitnessUpdates, MultiRegionConsistency, "
    "GlobalTableSourceArn and GlobalTableSettingsReplicationMode out";
}  // namespace refusal

inline Error not_supported(std::string_view what) {
  return Error::validation("Isotherm does not support " + std::string(what));
}

}  // namespace isotherm::wire
