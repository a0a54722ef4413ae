// Records: bytes from the disk are an item or nothing; an item survives being written again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/expects.h"
#include "store/engine/item_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto item = isotherm::engine::decode_item(bytes);
  if (!item) return 0;
  std::string again;
  isotherm::engine::encode_item(*item, isotherm::size_bytes(*item), again);
  const auto decoded = isotherm::engine::decode_item(again);
  isotherm::expects(decoded && *decoded == *item, "an item survives being written again");
  return 0;
}
