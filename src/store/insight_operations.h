#pragma once

// Requests and responses of Contributor Insights.

#include <optional>
#include <string>
#include <vector>

#include "model/insights.h"

namespace isotherm {

struct DescribeContributorInsightsRequest {
  std::string table_name;
  std::optional<std::string> index_name;
};

struct UpdateContributorInsightsRequest {
  std::string table_name;
  std::optional<std::string> index_name;
  bool enable = false;
  std::optional<InsightsMode> mode;
};

/// Of one table or index.
struct ContributorInsights {
  std::string table_name;
  std::optional<std::string> index_name;
  InsightsStatus status = InsightsStatus::disabled;
  /// Absent: it was never enabled.
  std::optional<InsightsMode> mode;
  /// Names of the rules that find its contributors; none while it is disabled.
  std::vector<std::string> rules;
  std::optional<UnixMillis> last_update;
};

struct ListContributorInsightsRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> next_token;
  std::optional<std::int64_t> max_results;
};

struct ListContributorInsightsResponse {
  std::vector<ContributorInsights> summaries;
  std::optional<std::string> next_token;
};

}  // namespace isotherm
