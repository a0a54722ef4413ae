// Every operation of a Store can be asked for and answered in JSON: a Store that is nothing but the
// two halves of the codec is whole.

#include <gtest/gtest.h>

#include <type_traits>

#include "codec/decode.h"
#include "codec/decode_response.h"
#include "codec/encode.h"
#include "codec/encode_request.h"
#include "store/run.h"
#include "store/store.h"

namespace isotherm::codec {
namespace {

void encode_any(const TableDescription& table, std::string& out) {
  encode_table(table, "Table", out);
}
template <class Response>
void encode_any(const Response& response, std::string& out) {
  encode(response, Shown{}, out);
}

// The request as the server reads it, and the server's empty answer as the client does.
template <class Response, class Request>
Task<Result<Response>> over_json(Request request) {
  std::string body;
  encode_request(request, body);
  const auto read = decode<Request>(body);
  if (!read.ok()) {
    std::string refusal;
    encode_error(read.error(), refusal);
    co_return decode_error(http_status(read.error().code()), refusal);
  }
  std::string answer;
  encode_any(Response{}, answer);
  co_return decode_response<Response>(answer);
}

#define OVER_JSON(Response, operation, Request)                \
  Task<Result<Response>> operation(Request request) override { \
    return over_json<Response, Request>(std::move(request));   \
  }

class StoreOverJson final : public Store {
 public:
  OVER_JSON(GetItemResponse, get_item, GetItemRequest)
  OVER_JSON(WriteItemResponse, put_item, PutItemRequest)
  OVER_JSON(WriteItemResponse, update_item, UpdateItemRequest)
  OVER_JSON(WriteItemResponse, delete_item, DeleteItemRequest)
  OVER_JSON(BatchGetItemResponse, batch_get_item, BatchGetItemRequest)
  OVER_JSON(BatchWriteItemResponse, batch_write_item, BatchWriteItemRequest)
  OVER_JSON(TransactGetItemsResponse, transact_get_items, TransactGetItemsRequest)
  OVER_JSON(TransactWriteItemsResponse, transact_write_items, TransactWriteItemsRequest)
  OVER_JSON(ReadManyResponse, query, QueryRequest)
  OVER_JSON(ReadManyResponse, scan, ScanRequest)
  OVER_JSON(TableDescription, create_table, CreateTableRequest)
  OVER_JSON(TableDescription, describe_table, DescribeTableRequest)
  OVER_JSON(TableDescription, update_table, UpdateTableRequest)
  OVER_JSON(TableDescription, delete_table, DeleteTableRequest)
  OVER_JSON(ListTablesResponse, list_tables, ListTablesRequest)
  OVER_JSON(ContributorInsights, describe_contributor_insights, DescribeContributorInsightsRequest)
  OVER_JSON(ContributorInsights, update_contributor_insights, UpdateContributorInsightsRequest)
  OVER_JSON(ListContributorInsightsResponse, list_contributor_insights,
            ListContributorInsightsRequest)
  OVER_JSON(UpdateTimeToLiveResponse, update_time_to_live, UpdateTimeToLiveRequest)
  OVER_JSON(DescribeTimeToLiveResponse, describe_time_to_live, DescribeTimeToLiveRequest)
  OVER_JSON(Done, tag_resource, TagResourceRequest)
  OVER_JSON(Done, untag_resource, UntagResourceRequest)
  OVER_JSON(ListTagsOfResourceResponse, list_tags_of_resource, ListTagsOfResourceRequest)
  OVER_JSON(ResourcePolicyRevision, put_resource_policy, PutResourcePolicyRequest)
  OVER_JSON(GetResourcePolicyResponse, get_resource_policy, GetResourcePolicyRequest)
  OVER_JSON(ResourcePolicyRevision, delete_resource_policy, DeleteResourcePolicyRequest)
  OVER_JSON(ListStreamsResponse, list_streams, ListStreamsRequest)
  OVER_JSON(DescribeStreamResponse, describe_stream, DescribeStreamRequest)
  OVER_JSON(GetShardIteratorResponse, get_shard_iterator, GetShardIteratorRequest)
  OVER_JSON(GetRecordsResponse, get_records, GetRecordsRequest)
  OVER_JSON(BackupDetails, create_backup, CreateBackupRequest)
  OVER_JSON(BackupDescription, delete_backup, DeleteBackupRequest)
  OVER_JSON(BackupDescription, describe_backup, DescribeBackupRequest)
  OVER_JSON(ListBackupsResponse, list_backups, ListBackupsRequest)
  OVER_JSON(TableDescription, restore_table_from_backup, RestoreTableFromBackupRequest)
  OVER_JSON(TableDescription, restore_table_to_point_in_time, RestoreTableToPointInTimeRequest)
  OVER_JSON(ContinuousBackupsDescription, update_continuous_backups, UpdateContinuousBackupsRequest)
  OVER_JSON(ContinuousBackupsDescription, describe_continuous_backups,
            DescribeContinuousBackupsRequest)
  OVER_JSON(ExportDescription, describe_export, DescribeExportRequest)
  OVER_JSON(ImportDescription, describe_import, DescribeImportRequest)
  OVER_JSON(ExportDescription, export_table, ExportTableRequest)
  OVER_JSON(ImportDescription, import_table, ImportTableRequest)
  OVER_JSON(ListExportsResponse, list_exports, ListExportsRequest)
  OVER_JSON(ListImportsResponse, list_imports, ListImportsRequest)

  Task<Result<DescribeLimitsResponse>> describe_limits() override {
    if (const auto nothing = decode_nothing(empty_request); !nothing.ok()) {
      co_return nothing.error();
    }
    std::string answer;
    encode_any(DescribeLimitsResponse{}, answer);
    co_return decode_response<DescribeLimitsResponse>(answer);
  }
};

#undef OVER_JSON

static_assert(!std::is_abstract_v<StoreOverJson>);

TEST(Codec, AsksAndAnswersForAWholeStore) {
  StoreOverJson store;
  PutItemRequest put;
  put.table_name = "abc";
  EXPECT_TRUE(run(store.put_item(put)).ok());
  EXPECT_TRUE(run(store.describe_limits()).ok());
  const auto refused = run(store.describe_table({"a"}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::validation);
}

}  // namespace
}  // namespace isotherm::codec
