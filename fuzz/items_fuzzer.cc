// Items: what is decoded and encoded again decodes to the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "codec/decode.h"
#include "model/item_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isotherm;
  const std::string_view item(reinterpret_cast<const char*>(data), size);
  const std::string head = R"({"TableName":"abc","Item":)";
  const auto first = codec::decode<PutItemRequest>(head + std::string(item) + "}");
  if (!first.ok()) return 0;
  std::string body = head;
  append_item(first->item, body);
  const auto second = codec::decode<PutItemRequest>(body + "}");
  if (!second.ok() || !(second->item == first->item)) std::abort();
  return 0;
}
