// Responses of Contributor Insights into JSON.

#include "base/json_writer.h"
#include "codec/encode.h"
#include "codec/enum_names.h"

namespace isotherm::codec {
namespace {

// What all answers have; the caller ends the object.
void begin(const ContributorInsights& insights, JsonWriter& json) {
  json.begin_object().key("TableName").string(insights.table_name);
  if (insights.index_name) json.key("IndexName").string(*insights.index_name);
  json.key("ContributorInsightsStatus").string(status_name(insights.status));
  if (insights.mode) {
    json.key("ContributorInsightsMode").string(enum_name(insights_mode_names, *insights.mode));
  }
}

}  // namespace

void encode(const ContributorInsights& insights, Shown, std::string& out) {
  JsonWriter json(out);
  begin(insights, json);
  if (!insights.rules.empty()) {
    json.key("ContributorInsightsRuleList").begin_array();
    for (const std::string& rule : insights.rules) json.string(rule);
    json.end_array();
  }
  if (insights.last_update) json.key("LastUpdateDateTime").seconds(insights.last_update->count());
  json.end_object();
}

void encode_insights_update(const ContributorInsights& insights, std::string& out) {
  JsonWriter json(out);
  begin(insights, json);
  json.end_object();
}

void encode(const ListContributorInsightsResponse& response, Shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("ContributorInsightsSummaries").begin_array();
  for (const ContributorInsights& insights : response.summaries) {
    begin(insights, json);
    json.end_object();
  }
  json.end_array();
  if (response.next_token) json.key("NextToken").string(*response.next_token);
  json.end_object();
}

}  // namespace isotherm::codec
