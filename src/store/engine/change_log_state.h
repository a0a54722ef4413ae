#pragma once

// What a change log knows of itself beside its records: its streams and shards. Stored as one
// document.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/table.h"
#include "store/engine/key_codec.h"
#include "throughput/key_range.h"

namespace isotherm::engine {

/// A stream: what clients see of the log from one enabling to the next disabling.
struct StreamState {
  /// `2015-05-11T21:21:33.291`; no two streams of one table name share it.
  std::string label;
  StreamViewType view = StreamViewType::new_and_old_images;
  UnixMillis created{0};
  /// Absent: it is enabled.
  std::optional<UnixMillis> disabled;
};

/// The changes of one range of keys, one after the other.
struct LogShard {
  /// In order of creation, so that a parent comes before its children.
  std::uint32_t number = 0;
  /// 0: none.
  std::uint32_t parent = 0;
  /// Label of the stream that it belongs to; empty: it is kept for recovery only.
  std::string stream;
  throughput::KeyRange range;
  /// No two shards of a log share it: it may be some milliseconds late.
  UnixMillis created{0};
  /// Sequence numbers: from `first` to `last`, which are marks and no records; absent: open.
  std::uint64_t first = 0;
  std::optional<std::uint64_t> last;
  std::optional<UnixMillis> closed;
  /// Records up to this one were trimmed.
  std::uint64_t trimmed = 0;

  bool is_open() const { return !last.has_value(); }
};

struct ChangeLogState {
  ResourceId id = 0;
  ResourceId table_id = 0;
  std::string table_name;
  KeySchema key;
  bool table_deleted = false;
  std::uint64_t next_sequence = 1;
  std::uint32_t next_shard = 1;
  /// Of the newest record: times never go back.
  UnixMillis last_time{0};
  /// `created` of the newest shard.
  UnixMillis last_shard_time{0};
  /// How long changes are kept for recovery; absent: they are not.
  std::optional<UnixMillis> recovery;
  /// In order of creation.
  std::vector<StreamState> streams;
  std::vector<LogShard> shards;

  const StreamState* find_stream(std::string_view label) const {
    const auto it = std::find_if(streams.begin(), streams.end(),
                                 [&](const StreamState& one) { return one.label == label; });
    return it == streams.end() ? nullptr : &*it;
  }
  /// The stream that is enabled.
  StreamState* enabled_stream() {
    return streams.empty() || streams.back().disabled ? nullptr : &streams.back();
  }
  const LogShard* find_shard(std::uint32_t number) const {
    const auto it = std::find_if(shards.begin(), shards.end(),
                                 [&](const LogShard& one) { return one.number == number; });
    return it == shards.end() ? nullptr : &*it;
  }
};

}  // namespace isotherm::engine
