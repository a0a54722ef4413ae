// Gateway: Contributor Insights of sharded indexes. What is set, is set for the physical index, and
// shown under the application's name.

#include "gateway/gateway.h"
#include "gateway/layouts.h"
#include "gateway/logical_names.h"

namespace isotherm::gateway {
namespace {

/// The rule's layout alone: names are all that is asked of it.
std::optional<Layout> names_of(const Layouts& layouts, std::string_view table) {
  const auto schema = layouts.schema();
  const schema::TableRule* rule = schema->find_table(table_name_in(table));
  if (rule == nullptr) return std::nullopt;
  return Layout(*rule, std::nullopt);
}

void name_physically(const Layout& layout, std::optional<std::string>& index) {
  if (!index) return;
  if (const ShardedIndex* sharded = layout.find_index(*index)) index = sharded->rule.physical;
}

void name_logically(const Layout& layout, ContributorInsights& insights) {
  if (!insights.index_name) return;
  const ShardedIndex* sharded = layout.find_physical(*insights.index_name);
  if (sharded == nullptr) return;
  insights.index_name = sharded->name();
  // "…-<table>-<index>-<time>"
  const std::string physical = "-" + sharded->rule.physical + "-";
  for (std::string& rule : insights.rules) {
    const std::size_t at = rule.rfind(physical);
    if (at != std::string::npos) rule.replace(at, physical.size(), "-" + sharded->name() + "-");
  }
}

Result<ContributorInsights> logical_answer(const Layout& layout,
                                           Result<ContributorInsights> answer) {
  if (!answer.ok()) return logical(layout, std::move(answer).error());
  name_logically(layout, *answer);
  return answer;
}

}  // namespace

Task<Result<ContributorInsights>> Gateway::describe_contributor_insights(
    DescribeContributorInsightsRequest request) {
  const auto layout = names_of(*layouts_, request.table_name);
  if (!layout) co_return co_await below_.describe_contributor_insights(std::move(request));
  name_physically(*layout, request.index_name);
  auto answer = co_await below_.describe_contributor_insights(std::move(request));
  co_return logical_answer(*layout, std::move(answer));
}

Task<Result<ContributorInsights>> Gateway::update_contributor_insights(
    UpdateContributorInsightsRequest request) {
  const auto layout = names_of(*layouts_, request.table_name);
  if (!layout) co_return co_await below_.update_contributor_insights(std::move(request));
  name_physically(*layout, request.index_name);
  auto answer = co_await below_.update_contributor_insights(std::move(request));
  co_return logical_answer(*layout, std::move(answer));
}

Task<Result<ListContributorInsightsResponse>> Gateway::list_contributor_insights(
    ListContributorInsightsRequest request) {
  auto answer = co_await below_.list_contributor_insights(std::move(request));
  if (!answer.ok()) co_return answer;
  for (ContributorInsights& insights : answer->summaries) {
    const auto layout = names_of(*layouts_, insights.table_name);
    if (layout) name_logically(*layout, insights);
  }
  co_return answer;
}

}  // namespace isotherm::gateway
