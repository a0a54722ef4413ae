#include "ids/snowflake_layout.h"

#include <algorithm>
#include <array>

#include "base/expects.h"

namespace isotherm::ids {
namespace {

// A year has 2^34.9 milliseconds; a layout that ends within one is a mistake.
constexpr std::uint32_t time_bits_min = 35;
constexpr std::uint32_t bits_max = 63;
constexpr std::uint32_t node_bits_max = 22;
constexpr std::uint32_t sequence_bits_max = 22;
// Year 10000: a clock that says more is broken.
constexpr UnixMillis epoch_max{253'402'300'800'000};

struct Named {
  std::string_view name;
  SnowflakeFields fields;
};

constexpr std::array<Named, 4> named = {{
    {"isotherm", {}},
    // 2010-11-04T01:42:54.657Z [twitter-archive/snowflake, IdWorker.scala]
    {"twitter", {UnixMillis(1'288'834'974'657), 41, 5, 5, 12}},
    // 2015-01-01 [Discord API reference: worker, process, increment]. Its 42nd bit of time is first
    // set in 2084.
    {"discord", {UnixMillis(1'420'070'400'000), 41, 5, 5, 12}},
    {"javascript", {UnixMillis(1'704'067'200'000), 41, 0, 5, 7}},
}};

std::uint32_t low_bits(std::uint64_t value, std::uint32_t bits) {
  return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
}

Error out_of_bounds(std::string_view what, std::uint64_t value, std::uint64_t most) {
  return Error::validation(std::string(what) + " " + std::to_string(value) +
                           " does not fit: the layout's highest is " + std::to_string(most));
}

}  // namespace

Result<SnowflakeLayout> SnowflakeLayout::make(const SnowflakeFields& fields) {
  if (fields.epoch < UnixMillis(0) || fields.epoch > epoch_max)
    return Error::validation("an epoch is in milliseconds since 1970, up to the year 9999");
  if (fields.time_bits < time_bits_min || fields.time_bits > 45)
    return Error::validation("a layout has 35 to 45 bits of time: 35 are a year, 41 are 69 years");
  if (fields.datacentre_bits + fields.worker_bits > node_bits_max)
    return Error::validation("a layout has at most 22 bits of datacentre and worker");
  if (fields.sequence_bits < 1 || fields.sequence_bits > sequence_bits_max)
    return Error::validation("a layout has 1 to 22 bits of sequence");
  const SnowflakeLayout layout(fields);
  if (layout.bits() > bits_max)
    return Error::validation("a layout has at most 63 bits, so that no id is negative; this one " +
                             std::to_string(layout.bits()));
  return layout;
}

std::optional<SnowflakeLayout> SnowflakeLayout::find(std::string_view name) {
  const auto* at = std::find_if(named.begin(), named.end(),
                                [&](const Named& layout) { return layout.name == name; });
  if (at == named.end()) return std::nullopt;
  return SnowflakeLayout(at->fields);
}

Result<std::uint32_t> SnowflakeLayout::node_of(std::uint32_t datacentre,
                                               std::uint32_t worker) const {
  if (datacentre >> fields_.datacentre_bits != 0)
    return out_of_bounds("datacentre", datacentre, (1U << fields_.datacentre_bits) - 1);
  if (worker >> fields_.worker_bits != 0)
    return out_of_bounds("worker", worker, (1U << fields_.worker_bits) - 1);
  return datacentre << fields_.worker_bits | worker;
}

Result<SnowflakeParts> SnowflakeLayout::parse(std::uint64_t id) const {
  if (id >> bits() != 0)
    return Error::validation("the id " + std::to_string(id) + " has more than the layout's " +
                             std::to_string(bits()) + " bits");
  SnowflakeParts parts;
  parts.sequence = low_bits(id, fields_.sequence_bits);
  parts.worker = low_bits(id >> fields_.sequence_bits, fields_.worker_bits);
  parts.datacentre =
      low_bits(id >> (fields_.sequence_bits + fields_.worker_bits), fields_.datacentre_bits);
  parts.time = fields_.epoch + UnixMillis(static_cast<std::int64_t>(id >> time_shift()));
  return parts;
}

Result<std::uint64_t> SnowflakeLayout::compose(const SnowflakeParts& parts) const {
  ASSIGN_OR_RETURN(const std::uint32_t node, node_of(parts.datacentre, parts.worker));
  if (parts.sequence > sequence_max())
    return out_of_bounds("sequence", parts.sequence, sequence_max());
  if (parts.time < fields_.epoch || parts.time > last_time())
    return Error::validation("the time " + std::to_string(parts.time.count()) +
                             " is not from the layout's epoch to its end");
  const auto ticks = static_cast<std::uint64_t>((parts.time - fields_.epoch).count());
  return ticks << time_shift() | std::uint64_t{node} << fields_.sequence_bits | parts.sequence;
}

Result<IdRange> SnowflakeLayout::range(UnixMillis from, UnixMillis to) const {
  const UnixMillis first = std::max(from, fields_.epoch);
  const UnixMillis end = std::min(to, last_time() + UnixMillis(1));
  if (first >= end)
    return Error::validation("no id has a time from " + std::to_string(from.count()) +
                             " and before " + std::to_string(to.count()));
  const auto ticks = [&](UnixMillis time) {
    return static_cast<std::uint64_t>((time - fields_.epoch).count());
  };
  return IdRange{ticks(first) << time_shift(), (ticks(end) << time_shift()) - 1};
}

std::string SnowflakeLayout::to_string() const {
  return "epoch " + std::to_string(fields_.epoch.count()) + " bits " +
         std::to_string(fields_.time_bits) + " " + std::to_string(fields_.datacentre_bits) + " " +
         std::to_string(fields_.worker_bits) + " " + std::to_string(fields_.sequence_bits);
}

}  // namespace isotherm::ids
