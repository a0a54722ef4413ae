#pragma once

// A benchmark's result, for people and for machines.
//
// The JSON only grows: `schema_version` changes when a member changes its meaning.

#include <optional>
#include <string>

#include "load/generator.h"
#include "load/workload.h"

namespace isotherm::load {

struct Report {
  Workload workload;
  GeneratorOptions options;
  Outcome outcome;
  /// RFC 3339, UTC.
  std::string started;

  /// Failed and throttled actions, and arrivals not sent, as a share of all.
  double rejected_share() const;
  /// Failed actions alone as a share of all.
  double failed_share() const;
};

/// One JSON object, on several lines.
std::string json_text(const Report& report);

/// A table for each kind, then what was throttled, by whom, and what failed.
std::string people_text(const Report& report);

/// One line about an interval: `progress: 5.0 s, 48,213/s, p50 310 µs, p99 1.2 ms, throttled 0`.
std::string progress_line(const Progress& progress);

/// The time as RFC 3339 in UTC, to the second.
std::string time_text(UnixMillis time);

}  // namespace isotherm::load
