#pragma once

// How streams, shards and records are called outside.
//
//   stream    := table-arn "/stream/" label
//   shard     := "shardId-" created:20-digits "-" 8-hex-digits    (order of text: order of
//   creation) sequence  := "1" number:20-digits                             (order of text: order
//   of changes)

#include <optional>
#include <string>
#include <string_view>

#include "store/engine/change_log_state.h"

namespace isotherm::engine {

struct StreamName {
  std::string_view table;
  std::string_view label;
};
/// Nothing: the text is no ARN of a stream.
std::optional<StreamName> parse_stream_arn(std::string_view arn);

std::string shard_name(ResourceId log, const LogShard& shard);

std::string sequence_text(std::uint64_t sequence);
/// Nothing: the text is no sequence number.
std::optional<std::uint64_t> parse_sequence(std::string_view text);

/// 32 hex digits that no other change has.
std::string event_id(ResourceId log, std::uint64_t sequence);

}  // namespace isotherm::engine
