// Fleet: what is refused for a table that lies in several stores, with the reason. Each member's
// own store does it for that member's table.

#include "store/fleet/fleet.h"

namespace isotherm::fleet {
namespace {

template <class Response>
Task<Result<Response>> refused(const FleetTable& table, std::string_view what) {
  co_return Error::validation("Isotherm: table " + table.name() + " lies in " +
                              std::to_string(table.members().size()) +
                              " places, each of which has " + std::string(what) +
                              " of its own: ask their stores, not the fleet");
}

}  // namespace

Task<Result<ListStreamsResponse>> Fleet::list_streams(ListStreamsRequest request) {
  const FleetTable* table = request.table_name ? find_table(*request.table_name) : nullptr;
  return table == nullptr ? below_.list_streams(std::move(request))
                          : refused<ListStreamsResponse>(*table, "streams");
}

Task<Result<Done>> Fleet::tag_resource(TagResourceRequest request) {
  const FleetTable* table = find_table(request.resource_arn);
  return table == nullptr ? below_.tag_resource(std::move(request)) : refused<Done>(*table, "tags");
}

Task<Result<Done>> Fleet::untag_resource(UntagResourceRequest request) {
  const FleetTable* table = find_table(request.resource_arn);
  return table == nullptr ? below_.untag_resource(std::move(request))
                          : refused<Done>(*table, "tags");
}

Task<Result<ListTagsOfResourceResponse>> Fleet::list_tags_of_resource(
    ListTagsOfResourceRequest request) {
  const FleetTable* table = find_table(request.resource_arn);
  return table == nullptr ? below_.list_tags_of_resource(std::move(request))
                          : refused<ListTagsOfResourceResponse>(*table, "tags");
}

Task<Result<ResourcePolicyRevision>> Fleet::put_resource_policy(PutResourcePolicyRequest request) {
  const FleetTable* table = find_table(request.resource_arn);
  return table == nullptr ? below_.put_resource_policy(std::move(request))
                          : refused<ResourcePolicyRevision>(*table, "a resource policy");
}

Task<Result<GetResourcePolicyResponse>> Fleet::get_resource_policy(
    GetResourcePolicyRequest request) {
  const FleetTable* table = find_table(request.resource_arn);
  return table == nullptr ? below_.get_resource_policy(std::move(request))
                          : refused<GetResourcePolicyResponse>(*table, "a resource policy");
}

Task<Result<ResourcePolicyRevision>> Fleet::delete_resource_policy(
    DeleteResourcePolicyRequest request) {
  const FleetTable* table = find_table(request.resource_arn);
  return table == nullptr ? below_.delete_resource_policy(std::move(request))
                          : refused<ResourcePolicyRevision>(*table, "a resource policy");
}

Task<Result<BackupDetails>> Fleet::create_backup(CreateBackupRequest request) {
  const FleetTable* table = find_table(request.table_name);
  return table == nullptr ? below_.create_backup(std::move(request))
                          : refused<BackupDetails>(*table, "backups");
}

Task<Result<TableDescription>> Fleet::restore_table_from_backup(
    RestoreTableFromBackupRequest request) {
  const FleetTable* table = find_table(request.target_table_name);
  return table == nullptr ? below_.restore_table_from_backup(std::move(request))
                          : refused<TableDescription>(*table, "backups");
}

Task<Result<TableDescription>> Fleet::restore_table_to_point_in_time(
    RestoreTableToPointInTimeRequest request) {
  const FleetTable* source = find_table(request.source_table);
  const FleetTable* table = source != nullptr ? source : find_table(request.target_table_name);
  return table == nullptr ? below_.restore_table_to_point_in_time(std::move(request))
                          : refused<TableDescription>(*table, "backups");
}

Task<Result<ContinuousBackupsDescription>> Fleet::update_continuous_backups(
    UpdateContinuousBackupsRequest request) {
  const FleetTable* table = find_table(request.table_name);
  return table == nullptr ? below_.update_continuous_backups(std::move(request))
                          : refused<ContinuousBackupsDescription>(*table, "backups");
}

Task<Result<ContinuousBackupsDescription>> Fleet::describe_continuous_backups(
    DescribeContinuousBackupsRequest request) {
  const FleetTable* table = find_table(request.table_name);
  return table == nullptr ? below_.describe_continuous_backups(std::move(request))
                          : refused<ContinuousBackupsDescription>(*table, "backups");
}

Task<Result<ExportDescription>> Fleet::export_table(ExportTableRequest request) {
  const FleetTable* table = find_table(request.table);
  return table == nullptr ? below_.export_table(std::move(request))
                          : refused<ExportDescription>(*table, "exports");
}

Task<Result<ImportDescription>> Fleet::import_table(ImportTableRequest request) {
  const FleetTable* table = find_table(request.table.table_name);
  return table == nullptr ? below_.import_table(std::move(request))
                          : refused<ImportDescription>(*table, "imports");
}

Task<Result<ContributorInsights>> Fleet::describe_contributor_insights(
    DescribeContributorInsightsRequest request) {
  const FleetTable* table = find_table(request.table_name);
  return table == nullptr ? below_.describe_contributor_insights(std::move(request))
                          : refused<ContributorInsights>(*table, "insights");
}

Task<Result<ContributorInsights>> Fleet::update_contributor_insights(
    UpdateContributorInsightsRequest request) {
  const FleetTable* table = find_table(request.table_name);
  return table == nullptr ? below_.update_contributor_insights(std::move(request))
                          : refused<ContributorInsights>(*table, "insights");
}

}  // namespace isotherm::fleet
