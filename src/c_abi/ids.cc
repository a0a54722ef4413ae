// The C interface: ids.

#include <array>

#include "c_abi/objects.h"
#include "ids/spread_sequence.h"

using namespace isotherm;
using namespace isotherm::c_abi;

namespace {

Result<ids::SnowflakeLayout> layout_of(const isotherm_snowflake_layout& layout) {
  return ids::SnowflakeLayout::make({UnixMillis(layout.epoch_ms), layout.time_bits,
                                     layout.datacentre_bits, layout.worker_bits,
                                     layout.sequence_bits});
}

}  // namespace

isotherm_status isotherm_snowflake_layout_find(const char* name,
                                               isotherm_snowflake_layout* layout) {
  const auto found = ids::SnowflakeLayout::find(name);
  if (!found) return ISOTHERM_INVALID;
  const auto& fields = found->fields();
  *layout = {fields.epoch.count(), fields.time_bits, fields.datacentre_bits, fields.worker_bits,
             fields.sequence_bits};
  return ISOTHERM_OK;
}

// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_snowflake* isotherm_snowflake_new(const isotherm_snowflake_layout* layout,
                                           uint32_t datacentre, uint32_t worker,
                                           int64_t window_begin_ms, int64_t window_end_ms,
                                           char* message, size_t message_size) {
  return made(
      [&]() -> isotherm_snowflake* {
        const auto wanted = layout_of(*layout);
        if (!wanted.ok()) return tell(wanted.error().message(), message, message_size), nullptr;
        const auto node = wanted->node_of(datacentre, worker);
        if (!node.ok()) return tell(node.error().message(), message, message_size), nullptr;
        const ids::Window window{UnixMillis(window_begin_ms), UnixMillis(window_end_ms)};
        return new isotherm_snowflake{ids::Snowflake(*wanted, *node, window)};
      },
      message, message_size);
}

void isotherm_snowflake_free(isotherm_snowflake* generator) { delete generator; }

// NOLINTNEXTLINE(readability-function-size): C has no other way.
isotherm_status isotherm_snowflake_issue(isotherm_snowflake* generator, int64_t now_ms,
                                         uint32_t count, uint64_t* first, uint32_t* issued,
                                         int64_t* wait_ms) {
  if (count == 0) return ISOTHERM_INVALID;
  const ids::Issue issue = generator->generator.issue_batch(UnixMillis(now_ms), count);
  if (issue.ok()) [[likely]] {
    *first = issue.first;
    *issued = issue.count;
    return ISOTHERM_OK;
  }
  *wait_ms = issue.behind.count();
  const bool passes =
      issue.stall == ids::Stall::sequence || issue.stall == ids::Stall::clock_behind;
  return passes ? ISOTHERM_WAIT : ISOTHERM_REFUSED;
}

void isotherm_snowflake_extend_window(isotherm_snowflake* generator, int64_t window_end_ms) {
  generator->generator.extend_window(UnixMillis(window_end_ms));
}

int64_t isotherm_snowflake_close_window(isotherm_snowflake* generator) {
  return generator->generator.close_window().count();
}

isotherm_status isotherm_snowflake_parse(const isotherm_snowflake_layout* layout, uint64_t id,
                                         isotherm_snowflake_parts* parts) {
  const auto wanted = layout_of(*layout);
  if (!wanted.ok()) return ISOTHERM_INVALID;
  const auto parsed = wanted->parse(id);
  if (!parsed.ok()) return ISOTHERM_UNREADABLE;
  *parts = {parsed->time.count(), parsed->datacentre, parsed->worker, parsed->sequence};
  return ISOTHERM_OK;
}

isotherm_status isotherm_snowflake_range(const isotherm_snowflake_layout* layout, int64_t from_ms,
                                         int64_t to_ms, uint64_t* lowest, uint64_t* highest) {
  const auto wanted = layout_of(*layout);
  if (!wanted.ok()) return ISOTHERM_INVALID;
  const auto range = wanted->range(UnixMillis(from_ms), UnixMillis(to_ms));
  if (!range.ok()) return ISOTHERM_INVALID;
  *lowest = range->lowest;
  *highest = range->highest;
  return ISOTHERM_OK;
}

isotherm_uuid7* isotherm_uuid7_new(int64_t ahead_max_ms) {
  return new (std::nothrow) isotherm_uuid7{ids::Uuid7(UnixMillis(ahead_max_ms))};
}

void isotherm_uuid7_free(isotherm_uuid7* generator) { delete generator; }

isotherm_status isotherm_uuid7_issue(isotherm_uuid7* generator, int64_t now_ms, uint64_t high,
                                     uint64_t low, uint8_t uuid[16]) {
  const auto issued = generator->generator.issue(UnixMillis(now_ms), high, low);
  if (!issued) return ISOTHERM_REFUSED;
  std::memcpy(uuid, issued->data(), issued->size());
  return ISOTHERM_OK;
}

void isotherm_uuid_write(const uint8_t uuid[16], char text[36]) {
  ids::UuidBytes bytes;
  std::memcpy(bytes.data(), uuid, bytes.size());
  ids::write_uuid(bytes, text);
}

isotherm_status isotherm_uuid7_read(const char* text, size_t size, uint8_t uuid[16],
                                    int64_t* time_ms) {
  const auto bytes = ids::read_uuid({text, size});
  if (!bytes) return ISOTHERM_UNREADABLE;
  const auto parts = ids::parse_uuid7(*bytes);
  if (!parts.ok()) return ISOTHERM_UNREADABLE;
  std::memcpy(uuid, bytes->data(), bytes->size());
  *time_ms = parts->time.count();
  return ISOTHERM_OK;
}

isotherm_status isotherm_bit_reversed_positive(uint64_t counter, uint64_t* id) {
  const auto reversed = ids::bit_reversed_positive(counter);
  if (!reversed) return ISOTHERM_INVALID;
  *id = *reversed;
  return ISOTHERM_OK;
}

isotherm_status isotherm_hash_prefixed(uint32_t digits, uint64_t counter, char* out, size_t room,
                                       size_t* size) {
  if (digits < 1 || digits > 8) return ISOTHERM_INVALID;
  std::array<char, ids::HashPrefix::key_bytes_max> key;
  const std::size_t bytes = ids::HashPrefix(digits).write_key(counter, key.data());
  return put({key.data(), bytes}, out, room, size);
}

isotherm_status isotherm_hash_prefixed_parse(uint32_t digits, const char* key, size_t size,
                                             uint64_t* counter) {
  if (digits < 1 || digits > 8) return ISOTHERM_INVALID;
  const auto parsed = ids::HashPrefix(digits).parse({key, size});
  if (!parsed) return ISOTHERM_UNREADABLE;
  *counter = *parsed;
  return ISOTHERM_OK;
}
