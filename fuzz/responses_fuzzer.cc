// Responses: any body is decoded or refused, as each operation's answer. The first byte chooses the
// type of the answer, and the status of an error. What an error says can be told as JSON.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "codec/decode_response.h"
#include "codec/encode.h"
#include "codec/json.h"

namespace {

using namespace isotherm;

// What can be shown of `out` is JSON, whatever the upstream said.
void expect_json(const std::string& out) {
  if (!codec::parse_json(out).ok()) std::abort();
}

void expect_told(const Error& error) {
  std::string out;
  codec::encode_error(error, out);
  expect_json(out);
}

template <class Response>
void decode(std::string_view body) {
  const auto response = codec::decode_response<Response>(body);
  if (!response.ok()) return expect_told(response.error());
  std::string out;
  if constexpr (std::is_same_v<Response, TableDescription>) {
    codec::encode_table(*response, "Table", out);
  } else {
    codec::encode(*response, codec::Shown{ReturnConsumedCapacity::indexes}, out);
  }
  expect_json(out);
}

template <int status>
void decode_failure(std::string_view body) {
  expect_told(codec::decode_error(status, body));
  expect_told(codec::decode_error(status, "{}", body));
}

constexpr void (*decoders[])(std::string_view) = {
    decode_failure<400>,
    decode_failure<503>,
    decode<GetItemResponse>,
    decode<WriteItemResponse>,
    decode<BatchGetItemResponse>,
    decode<BatchWriteItemResponse>,
    decode<TransactGetItemsResponse>,
    decode<TransactWriteItemsResponse>,
    decode<ReadManyResponse>,
    decode<TableDescription>,
    decode<ContributorInsights>,
    decode<DescribeTimeToLiveResponse>,
    decode<ListTagsOfResourceResponse>,
    decode<DescribeStreamResponse>,
    decode<GetRecordsResponse>,
    decode<BackupDescription>,
    decode<ExportDescription>,
    decode<ImportDescription>,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  decoders[data[0] % std::size(decoders)](
      std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
