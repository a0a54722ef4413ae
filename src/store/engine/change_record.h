#pragma once

// A change of one item, as the change log keeps it.
//
//   key    := log:u32be shard:u32be sequence:u64be
//   record := version:u8 time:u64be flags:u8 (length:u32be before)? after?
//   flags  := bit 0: it has `before` | bit 1: it has `after` | bit 2: made by time to live
//
// `time` is in Unix milliseconds, `length` that of `before`; `before` and `after` are the item in
// the bytes of the item codec. A change has at least one of the two.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "store/engine/item_codec.h"
#include "store/engine/key_codec.h"

namespace isotherm::engine {

/// Who changed an item.
enum class ChangeOrigin {
  /// A request.
  user,
  /// The service itself, since the item's time to live had passed.
  ttl,
};

struct ChangeRecord {
  /// Rises with every change of the table.
  std::uint64_t sequence = 0;
  /// Never falls as `sequence` rises.
  UnixMillis time{0};
  ChangeOrigin origin = ChangeOrigin::user;
  /// Absent: the item was new.
  std::optional<SizedItem> before;
  /// Absent: the item was removed.
  std::optional<SizedItem> after;
};

/// What is to be logged, as views of what the writer has anyway.
struct ChangeToLog {
  UnixMillis time{0};
  ChangeOrigin origin = ChangeOrigin::user;
  const Item* before = nullptr;
  std::size_t before_bytes = 0;
  const Item* after = nullptr;
  std::size_t after_bytes = 0;
};

/// The start of every record of one shard, or with a sequence number the record's key.
std::string change_key(ResourceId log, std::uint32_t shard);
std::string change_key(ResourceId log, std::uint32_t shard, std::uint64_t sequence);
/// The sequence number in a record's key.
std::uint64_t sequence_of_change(std::string_view key);

std::string encode_change(const ChangeToLog& change);
/// Nothing: the bytes are no record. `sequence` is left to the caller.
std::optional<ChangeRecord> decode_change(std::string_view bytes);
/// Only its time.
std::optional<UnixMillis> time_of_change(std::string_view bytes);

}  // namespace isotherm::engine
