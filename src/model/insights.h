#pragma once

// Contributor Insights of one table or global index: which hot keys are told.

#include <string_view>

#include "base/clock.h"

namespace isotherm {

enum class InsightsMode {
  /// The most accessed and the most throttled keys.
  accessed_and_throttled,
  throttled
};

enum class InsightsStatus { enabling, enabled, disabling, disabled };

std::string_view status_name(InsightsStatus status);

/// As it was last set.
struct InsightsSetting {
  bool enabled = false;
  InsightsMode mode = InsightsMode::accessed_and_throttled;
  UnixMillis changed{0};
  friend bool operator==(const InsightsSetting&, const InsightsSetting&) = default;
};

}  // namespace isotherm
