#pragma once

// The published questions about ids.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ids/snowflake_layout.h"

namespace isotherm::vectors {

struct SnowflakeCase {
  std::string id;
  /// The layout's name.
  std::string_view layout;
  ids::SnowflakeParts parts;
};
std::vector<SnowflakeCase> snowflake_cases();

struct UuidCase {
  std::string id;
  std::string_view uuid;
};
std::vector<UuidCase> uuid_cases();

struct SequenceCase {
  std::string id;
  /// 0: bit-reversed-positive; otherwise hash-prefixed with so many digits.
  std::uint32_t digits;
  std::uint64_t counter;
};
std::vector<SequenceCase> sequence_cases();
std::string answer(const SequenceCase& question);

}  // namespace isotherm::vectors
