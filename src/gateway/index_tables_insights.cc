// IndexTables: Contributor Insights. Those of an index are those of the table that it lies in,
// under the index's name.

#include <algorithm>

#include "gateway/index_tables.h"

namespace isotherm::gateway {
namespace {

void rename(ContributorInsights& insights, const std::string& table, const std::string& index) {
  // "…-<table>-<time>" of an index table is "…-<table>-<index>-<time>" of its index.
  const std::string physical = "-" + insights.table_name + "-";
  for (std::string& rule : insights.rules) {
    const std::size_t at = rule.rfind(physical);
    if (at != std::string::npos) rule.replace(at, physical.size(), "-" + table + "-" + index + "-");
  }
  insights.table_name = table;
  insights.index_name = index;
}

/// An index without a sort key has no rules about sort keys; the table that it lies in has.
void drop_sort_rules(ContributorInsights& insights) {
  std::erase_if(insights.rules,
                [](const std::string& rule) { return rule.find("-SK") != std::string::npos; });
}

/// Renames insights of index tables.
void rename_listed(const schema::Schema& schema, std::vector<ContributorInsights>& all) {
  for (ContributorInsights& insights : all)
    for (const auto& [name, rule] : schema.tables)
      for (const schema::IndexRule& index : rule.indexes)
        if (index.table && index.table->table == insights.table_name) {
          if (!index.sort_key) drop_sort_rules(insights);
          rename(insights, name, index.shard ? index.physical : index.name);
          break;
        }
}

}  // namespace

Task<Result<ContributorInsights>> IndexTables::describe_contributor_insights(
    DescribeContributorInsightsRequest request) {
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await tables_.find(request.table_name));
  const IndexTable* index =
      table && request.index_name ? table->find_index(*request.index_name) : nullptr;
  if (index == nullptr) co_return co_await below_.describe_contributor_insights(std::move(request));
  auto answer = co_await below_.describe_contributor_insights({index->table(), std::nullopt});
  if (answer.ok() && !index->key().sort) drop_sort_rules(*answer);
  if (answer.ok()) rename(*answer, table->base.name, index->name());
  co_return answer;
}

Task<Result<ContributorInsights>> IndexTables::update_contributor_insights(
    UpdateContributorInsightsRequest request) {
  CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await tables_.find(request.table_name));
  const IndexTable* index =
      table && request.index_name ? table->find_index(*request.index_name) : nullptr;
  if (index == nullptr) co_return co_await below_.update_contributor_insights(std::move(request));
  request.table_name = index->table();
  request.index_name.reset();
  auto answer = co_await below_.update_contributor_insights(std::move(request));
  if (answer.ok() && !index->key().sort) drop_sort_rules(*answer);
  if (answer.ok()) rename(*answer, table->base.name, index->name());
  co_return answer;
}

Task<Result<ListContributorInsightsResponse>> IndexTables::list_contributor_insights(
    ListContributorInsightsRequest request) {
  const std::optional<std::string> name = request.table_name;
  auto answer = co_await below_.list_contributor_insights(std::move(request));
  if (!answer.ok() || !tables_.any()) co_return answer;
  const auto schema = tables_.schema();
  if (name && !answer->next_token) {
    // The last page of a table's own has those of its index tables as well.
    CO_ASSIGN_OR_RETURN(const IndexedTablePtr table, co_await tables_.find(*name));
    for (std::size_t i = 0; table && i < table->indexes.size(); ++i) {
      if (!table->indexes[i].live) continue;
      auto more = co_await below_.list_contributor_insights(
          {table->indexes[i].table(), std::nullopt, std::nullopt});
      if (!more.ok()) continue;
      for (ContributorInsights& one : more->summaries) answer->summaries.push_back(std::move(one));
    }
  }
  rename_listed(*schema, answer->summaries);
  co_return answer;
}

}  // namespace isotherm::gateway
