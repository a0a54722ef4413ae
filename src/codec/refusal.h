#pragma once

// Members of the API model that this version does not serve. They are refused rather than dropped:
// a client must not believe that its replica is there.

#include <string>
#include <string_view>

#include "model/error.h"

namespace isotherm::codec {

namespace refusal {
inline constexpr std::string_view global_tables =
    "global tables: leave ReplicaUpdates, GlobalTableWitnessUpdates, MultiRegionConsistency, "
    "GlobalTableSourceArn and GlobalTableSettingsReplicationMode out";
inline constexpr std::string_view vector_indexes =
    "vector indexes: leave VectorIndexes and VectorIndexUpdates out";
inline constexpr std::string_view disassociation_protection =
    "global tables: leave DisassociationProtectionEnabled out";
}  // namespace refusal

inline Error not_supported(std::string_view what) {
  return Error::validation("Isotherm does not support " + std::string(what));
}

}  // namespace isotherm::codec
