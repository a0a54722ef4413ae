#pragma once

// What the C interface's opaque types are, and how its arguments become ours.

#include <isotherm/isotherm.h>

#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "ids/snowflake.h"
#include "ids/uuid7.h"
#include "placement/placement.h"
#include "placement/vindex.h"
#include "sharding/any_strategy.h"
#include "sharding/random_strategy.h"
#include "sharding/round_robin_strategy.h"
#include "sharding/shard_format.h"

struct isotherm_strategy {
  isotherm::sharding::AnyStrategy strategy;
};

struct isotherm_drawer {
  /// Absent: it takes turns.
  std::optional<isotherm::sharding::RandomStrategy> random;
  isotherm::sharding::RoundRobinStrategy turns;
};

struct isotherm_format {
  isotherm::sharding::ShardFormat format;
};

struct isotherm_placement {
  std::unique_ptr<const isotherm::placement::Placement> placement;
};

struct isotherm_vindex {
  std::shared_ptr<const isotherm::placement::Vindex> vindex;
};

struct isotherm_snowflake {
  isotherm::ids::Snowflake generator;
};

struct isotherm_uuid7 {
  isotherm::ids::Uuid7 generator;
};

namespace isotherm::c_abi {

inline std::string_view view(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

/// Tells what is wrong, as much as there is room for.
inline void tell(std::string_view what, char* message, std::size_t room) {
  if (message == nullptr || room == 0) return;
  const std::size_t bytes = what.copy(message, room - 1);
  message[bytes] = '\0';
}

/// A value as a part of a key. The number, if it is one, is kept in `number`, which the part points
/// to.
inline isotherm_status part_of(const isotherm_value& value, Number& number,
                               sharding::KeyPart& part) {
  using Type = sharding::KeyPart::Type;
  switch (value.type) {
    case 'S': part = {Type::text, view(value.data, value.size)}; return ISOTHERM_OK;
    case 'B': part = {Type::binary, view(value.data, value.size)}; return ISOTHERM_OK;
    case '-': part = {}; return ISOTHERM_OK;
    case 'N': break;
    default: return ISOTHERM_INVALID;
  }
  const auto parsed = Number::parse(view(value.data, value.size));
  if (!parsed.ok()) return ISOTHERM_INVALID;
  number = *parsed;
  part = {Type::number, {}, &number};
  return ISOTHERM_OK;
}

/// Copies a text out, or says how much room it needs.
inline isotherm_status put(std::string_view text, char* out, std::size_t room, std::size_t* size) {
  *size = text.size();
  if (text.size() > room) return ISOTHERM_NO_ROOM;
  std::memcpy(out, text.data(), text.size());
  return ISOTHERM_OK;
}

/// Makes an object, or tells that memory is short. No exception leaves the library.
template <class Make>
auto made(Make&& make, char* message, std::size_t room) noexcept -> decltype(make()) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    tell("memory is short", message, room);
    return nullptr;
  }
}

}  // namespace isotherm::c_abi
