#pragma once

// A shard iterator: a place in a shard of a stream, as the opaque text that clients hand back.
//
//   iterator := stream-arn "|1|" hex(log:u32be shard:u32be position:u64be issued:u64be check:u64be)
//
// `position` is the lowest sequence number that is still to be read, `issued` Unix milliseconds,
// `check` XXH64 of all that stands before it: a text that was cut or changed is refused, not read
// from somewhere else. It guards no secret: whoever has the stream's ARN may read the stream.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "store/engine/key_codec.h"

namespace isotherm::engine {

struct ShardIterator {
  std::string stream_arn;
  ResourceId log = 0;
  std::uint32_t shard = 0;
  std::uint64_t position = 0;
  UnixMillis issued{0};

  std::string text() const;
  /// Nothing: it is none of ours.
  static std::optional<ShardIterator> parse(std::string_view text);
};

}  // namespace isotherm::engine
