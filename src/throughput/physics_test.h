#pragma once

// What the tests of this room share: times, keys, resources.

#include <cmath>
#include <string>

#include "base/hash.h"
#include "throughput/resource.h"

namespace isotherm::throughput {

inline TimePoint at(double seconds) {
  return TimePoint(Duration(static_cast<Duration::rep>(std::llround(seconds * 1e9))));
}

inline std::uint64_t hash_of(std::string_view key) { return xxh64(key, 0); }

inline Settings enforcing() {
  Settings settings;
  settings.mode = Mode::enforce;
  return settings;
}

inline ResourceIdentity table_with_sort_key() { return {ResourceKind::table, "", true, false}; }
inline ResourceIdentity index_with_sort_key() {
  return {ResourceKind::index, "member", true, false};
}

inline ResourceCapacity provisioned(std::int64_t reads, std::int64_t writes) {
  return {BillingMode::provisioned, {reads, writes}, {}, {}};
}
inline ResourceCapacity on_demand() { return {BillingMode::pay_per_request, {}, {}, {}}; }

inline Admission write(Resource& resource, KeyPosition key, double units, TimePoint now) {
  const Charge charge{&resource, key, units, {}};
  return admit_write({&charge, 1}, now);
}
inline Admission read(Resource& resource, KeyPosition key, double units, TimePoint now) {
  const Charge charge{&resource, key, units, {}};
  return admit_read({&charge, 1}, now);
}

/// Writes of one unit to `key(i)`, `rate` a second from `from` to `to`; tells how many passed.
template <class Key>
std::int64_t drive(Resource& resource, double from, double to, double rate, Key key) {
  std::int64_t passed = 0;
  const auto n = static_cast<std::int64_t>(std::llround((to - from) * rate));
  for (std::int64_t i = 0; i < n; ++i) {
    const KeyPoint point = key(i);
    if (write(resource, point, 1, at(from + static_cast<double>(i) / rate)).admitted) ++passed;
  }
  return passed;
}

}  // namespace isotherm::throughput
