// Schemas: any text is a schema, or a list of problems that is not empty.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/expects.h"
#include "schema/schema.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto schema =
      isotherm::schema::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  isotherm::expects(schema.ok() || !schema.error().empty(), "a refusal has its reasons");
  return 0;
}
