// Contributor Insights: which tables and indexes tell their hottest keys. What they tell is kept by
// the throughput of each (Engine::statistics): partition keys always, items while it is enabled.

#include <algorithm>

#include "store/engine/messages.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
namespace {

constexpr std::size_t page_max = 100;

/// A table or one of its global indexes, and what is set for it.
struct Subject {
  const Table& table;
  /// nullptr: the table itself.
  const GlobalSecondaryIndex* index = nullptr;

  const std::optional<InsightsSetting>& setting() const {
    return index == nullptr ? table.description.insights : index->insights;
  }
  const KeySchema& key() const { return index == nullptr ? table.description.key : index->key; }
  /// Sorts as the tables do, each before its indexes: '#' comes before all that a name can have.
  std::string place() const {
    return table.description.name + (index == nullptr ? "" : "#" + index->name);
  }
};

Error no_such_index(const std::string& table, const std::string& index) {
  return Error::resource_not_found("Index: " + index + " not found for table: " + table);
}

Error not_active(std::string_view what) {
  return Error::validation(
      "Table or Index is not in a valid state to update Key Access Insights: " + std::string(what) +
      "Status must be ACTIVE to enable ContributorInsights.");
}

InsightsStatus status_of(const Core& core, const InsightsSetting& setting) {
  const Duration since = core.clock().unix_time() - setting.changed;
  if (since >= core.options().state_change_delay) {
    return setting.enabled ? InsightsStatus::enabled : InsightsStatus::disabled;
  }
  return setting.enabled ? InsightsStatus::enabling : InsightsStatus::disabling;
}

// PKC, PKT: partition keys accessed and throttled; SKC, SKT: partition and sort keys.
std::vector<std::string> rules_of(const Subject& subject, const InsightsSetting& setting) {
  std::vector<std::string> rules;
  if (!setting.enabled) return rules;
  std::string resource = subject.table.description.name;
  if (subject.index != nullptr) resource += "-" + subject.index->name;
  const auto add = [&](const char* kind) {
    rules.push_back("DynamoDBContributorInsights-" + std::string(kind) + "-" + resource + "-" +
                    std::to_string(setting.changed.count()));
  };
  const bool accessed = setting.mode == InsightsMode::accessed_and_throttled;
  if (accessed) add("PKC");
  add("PKT");
  if (!subject.key().sort) return rules;
  if (accessed) add("SKC");
  add("SKT");
  return rules;
}

ContributorInsights show(const Core& core, const Subject& subject) {
  ContributorInsights shown;
  shown.table_name = subject.table.description.name;
  if (subject.index != nullptr) shown.index_name = subject.index->name;
  if (const auto& setting = subject.setting()) {
    shown.status = status_of(core, *setting);
    shown.mode = setting->mode;
    shown.rules = rules_of(subject, *setting);
    shown.last_update = setting->changed;
  }
  return shown;
}

Result<TablePtr> find_table(Core& core, const std::string& name) {
  TablePtr table = core.tables().find(name);
  if (table == nullptr) return messages::table_not_found(table_name_of(name));
  return table;
}

// An index that is being made, and a table that is, have none yet; one that is being changed has.
Result<void> check_state(const Core& core, const Table& table, const GlobalSecondaryIndex* index) {
  const TableStatus status = status_at(table, core.clock().now());
  if (status == TableStatus::deleting) return messages::table_not_found(table.description.name);
  if (status == TableStatus::creating) return not_active("Table");
  if (index == nullptr) return {};
  const TableDescription now = describe(table, core.clock().now());
  const IndexStatus shown = now.find_global_index(index->name)->status;
  if (shown == IndexStatus::creating || shown == IndexStatus::deleting) return not_active("Index");
  return {};
}

}  // namespace

void watch_items(const Table& table) {
  const auto is_on = [](const std::optional<InsightsSetting>& setting) {
    return setting && setting->enabled;
  };
  const TableDescription& d = table.description;
  const std::lock_guard lock(table.load->mutex);
  table.load->table.resource.watch_items(is_on(d.insights));
  for (const Index& index : table.indexes) {
    const GlobalSecondaryIndex* described = d.find_global_index(index.name);
    if (!index.load || described == nullptr) continue;
    index.load->resource.watch_items(is_on(described->insights));
  }
}

Result<ContributorInsights> describe_contributor_insights(
    Core& core, const DescribeContributorInsightsRequest& request) {
  ASSIGN_OR_RETURN(const TablePtr table, find_table(core, request.table_name));
  Subject subject{*table};
  if (request.index_name) {
    subject.index = table->description.find_global_index(*request.index_name);
    if (subject.index == nullptr) {
      return no_such_index(table->description.name, *request.index_name);
    }
  }
  return show(core, subject);
}

Result<ContributorInsights> update_contributor_insights(
    Core& core, const UpdateContributorInsightsRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const TablePtr table, find_table(core, request.table_name));
  auto next = std::make_shared<Table>(*table);
  TableDescription& d = next->description;
  GlobalSecondaryIndex* index = nullptr;
  if (request.index_name) {
    index = d.find_global_index(*request.index_name);
    if (index == nullptr) return no_such_index(d.name, *request.index_name);
  }
  TRY(check_state(core, *table, index));
  std::optional<InsightsSetting>& setting = index == nullptr ? d.insights : index->insights;
  const InsightsSetting before = setting.value_or(InsightsSetting{});
  // A mode that is not given is the default, whatever it was.
  const InsightsMode mode =
      request.enable ? request.mode.value_or(InsightsMode::accessed_and_throttled) : before.mode;
  if (request.enable == before.enabled && mode == before.mode) return show(core, {*next, index});
  setting = InsightsSetting{request.enable, mode, core.clock().unix_time()};

  rocksdb::WriteBatch batch;
  core.catalog().put_table(*next, batch);
  TRY(core.database().write(batch));
  ContributorInsights answer = show(core, {*next, index});
  answer.status = request.enable ? InsightsStatus::enabling : InsightsStatus::disabling;
  watch_items(*core.tables().publish(std::move(next)));
  return answer;
}

Result<ListContributorInsightsResponse> list_contributor_insights(
    Core& core, const ListContributorInsightsRequest& request) {
  std::vector<TablePtr> tables;
  if (request.table_name) {
    ASSIGN_OR_RETURN(TablePtr table, find_table(core, *request.table_name));
    tables.push_back(std::move(table));
  } else {
    tables = core.tables().all();
  }
  const auto wanted = static_cast<std::size_t>(
      std::clamp<std::int64_t>(request.max_results.value_or(page_max), 1, page_max));
  ListContributorInsightsResponse response;
  std::string last;
  // Tables come by name; a table goes before its indexes, and those by name. Nothing more is needed
  // to go on than the place of the last one.
  const auto add = [&](const Subject& subject) {
    const auto& setting = subject.setting();
    if (response.next_token || !setting) return;
    if (status_of(core, *setting) == InsightsStatus::disabled) return;
    const std::string place = subject.place();
    if (request.next_token && place <= *request.next_token) return;
    if (response.summaries.size() == wanted) {
      response.next_token = last;
      return;
    }
    last = place;
    response.summaries.push_back(show(core, subject));
  };
  for (const TablePtr& table : tables) {
    add({*table});
    std::vector<const GlobalSecondaryIndex*> indexes;
    for (const auto& index : table->description.global_indexes) indexes.push_back(&index);
    std::sort(indexes.begin(), indexes.end(),
              [](const auto* a, const auto* b) { return a->name < b->name; });
    for (const GlobalSecondaryIndex* index : indexes) add({*table, index});
  }
  return response;
}

}  // namespace isotherm::engine
