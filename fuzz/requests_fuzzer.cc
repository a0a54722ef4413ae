// Requests: any body is decoded or refused, as each operation's. The first byte chooses the
// operation: a new one comes last, so that seeds keep theirs.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/decode.h"

namespace {

using namespace isotherm;

template <class Request>
void decode(std::string_view body) {
  (void)codec::decode<Request>(body);
}

constexpr void (*decoders[])(std::string_view) = {
    decode<GetItemRequest>,
    decode<PutItemRequest>,
    decode<UpdateItemRequest>,
    decode<DeleteItemRequest>,
    decode<BatchGetItemRequest>,
    decode<BatchWriteItemRequest>,
    decode<QueryRequest>,
    decode<ScanRequest>,
    decode<CreateTableRequest>,
    decode<DescribeTableRequest>,
    decode<UpdateTableRequest>,
    decode<DeleteTableRequest>,
    decode<ListTablesRequest>,
    decode<partiql::ExecuteStatementRequest>,
    decode<partiql::BatchExecuteStatementRequest>,
    decode<partiql::ExecuteTransactionRequest>,
    decode<TransactGetItemsRequest>,
    decode<TransactWriteItemsRequest>,
    decode<DescribeContributorInsightsRequest>,
    decode<UpdateContributorInsightsRequest>,
    decode<ListContributorInsightsRequest>,
    decode<UpdateTimeToLiveRequest>,
    decode<DescribeTimeToLiveRequest>,
    decode<TagResourceRequest>,
    decode<UntagResourceRequest>,
    decode<ListTagsOfResourceRequest>,
    decode<PutResourcePolicyRequest>,
    decode<GetResourcePolicyRequest>,
    decode<DeleteResourcePolicyRequest>,
    decode<ListStreamsRequest>,
    decode<DescribeStreamRequest>,
    decode<GetShardIteratorRequest>,
    decode<GetRecordsRequest>,
    decode<CreateBackupRequest>,
    decode<DeleteBackupRequest>,
    decode<DescribeBackupRequest>,
    decode<ListBackupsRequest>,
    decode<RestoreTableFromBackupRequest>,
    decode<RestoreTableToPointInTimeRequest>,
    decode<UpdateContinuousBackupsRequest>,
    decode<DescribeContinuousBackupsRequest>,
    decode<DescribeExportRequest>,
    decode<DescribeImportRequest>,
    decode<ExportTableRequest>,
    decode<ImportTableRequest>,
    decode<ListExportsRequest>,
    decode<ListImportsRequest>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  decoders[data[0] % std::size(decoders)](
      std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
