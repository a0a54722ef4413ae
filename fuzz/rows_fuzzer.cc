// The readers of import files: whatever the bytes are, reading ends, and an item that was read is
// read the same again from what the writer makes of it.
//
//   input := format:u8 bytes
//   format & 3: JSON, Ion, CSV, Ion · format >> 2 & 3: none, gzip, zstd

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "exports/export_line.h"
#include "exports/row_reader.h"

namespace {

using namespace isotherm;
using namespace isotherm::exports;

void check_again(const Item& item, ItemFormat format) {
  std::string line;
  append_item_line(item, format, line);
  const auto reader = make_row_reader(bytes_in_memory(line, Compression::none), {.format = format});
  const auto row = reader->next();
  if (!row.ok() || !*row || !(*row)->problem.empty() || !((*row)->item == item)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  RowFormat format;
  format.key_types = {{"pk", KeyType::S}, {"n", KeyType::N}, {"b", KeyType::B}};
  constexpr ItemFormat formats[] = {ItemFormat::dynamodb_json, ItemFormat::ion, ItemFormat::csv,
                                    ItemFormat::ion};
  constexpr Compression compressions[] = {Compression::none, Compression::gzip, Compression::zstd,
                                          Compression::none};
  format.format = formats[data[0] & 3];
  std::string bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto reader = make_row_reader(
      bytes_in_memory(std::move(bytes), compressions[data[0] >> 2 & 3]), std::move(format));
  // A few bytes can be decompressed to very many.
  constexpr int rows_max = 1000;
  for (int i = 0; i < rows_max; ++i) {
    const auto row = reader->next();
    if (!row.ok() || !*row) break;
    if (!(*row)->problem.empty()) continue;
    check_again((*row)->item, ItemFormat::dynamodb_json);
    check_again((*row)->item, ItemFormat::ion);
  }
  return 0;
}
