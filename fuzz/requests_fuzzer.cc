// Requests: any body is decoded or refused, as each operation's. The first byte chooses the
// operation.

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
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  decoders[data[0] % std::size(decoders)](
      std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
