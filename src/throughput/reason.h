#pragma once

// The sixteen throttling reasons: {Table, Index} × {Read, Write} × four limits.

#include <array>
#include <cstddef>
#include <string_view>

namespace isotherm::throughput {

enum class ResourceKind { table, index };
enum class Direction { read, write };
/// What was exceeded, in the order in which limits are asked.
enum class Limit { provisioned, max_on_demand, account, key_range };

inline constexpr std::size_t direction_count = 2;
inline constexpr std::size_t limit_count = 4;
inline constexpr std::size_t reason_count = 16;

/// One of the sixteen.
struct Reason {
  ResourceKind kind = ResourceKind::table;
  Direction direction = Direction::read;
  Limit limit = Limit::provisioned;

  friend bool operator==(const Reason&, const Reason&) = default;
};

/// "TableReadProvisionedThroughputExceeded", …: what ThrottlingReasons says.
std::string_view reason_name(Reason reason);

/// All sixteen, each once.
std::array<Reason, reason_count> all_reasons();

/// "read", "write".
std::string_view direction_name(Direction direction);

}  // namespace isotherm::throughput
