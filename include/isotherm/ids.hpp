#pragma once

// isotherm/ids.hpp: Snowflakes and UUIDs of version 7 in C++20, headers only, on top of the C
// interface (isotherm.h). Times are handed in, in milliseconds since 1970; generators may be used
// by threads.

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "isotherm/isotherm.h"

namespace isotherm::keys {

/// A named layout: isotherm, twitter, discord, javascript.
inline isotherm_snowflake_layout snowflake_layout(const char* name) {
  isotherm_snowflake_layout layout{};
  if (isotherm_snowflake_layout_find(name, &layout) != ISOTHERM_OK)
    throw std::invalid_argument("there is no such layout");
  return layout;
}

/// The times that a generator's ids may have: begin <= time < end.
struct Window {
  std::int64_t begin_ms = 0;
  std::int64_t end_ms = std::numeric_limits<std::int64_t>::max();
};

/// Consecutive ids, or why there are none.
struct Issue {
  isotherm_status status = ISOTHERM_OK;
  std::uint64_t first = 0;
  std::uint32_t count = 0;
  /// Of ISOTHERM_WAIT.
  std::int64_t wait_ms = 0;
};

class Snowflake {
 public:
  Snowflake(const isotherm_snowflake_layout& layout, std::uint32_t datacentre, std::uint32_t worker,
            Window window = {}) {
    std::array<char, 256> message{};
    generator_.reset(isotherm_snowflake_new(&layout, datacentre, worker, window.begin_ms,
                                            window.end_ms, message.data(), message.size()));
    if (generator_ == nullptr) throw std::invalid_argument(message.data());
  }

  /// Up to `count` ids of this millisecond.
  Issue issue(std::int64_t now_ms, std::uint32_t count = 1) {
    Issue issue;
    issue.status = isotherm_snowflake_issue(generator_.get(), now_ms, count, &issue.first,
                                            &issue.count, &issue.wait_ms);
    return issue;
  }
  void extend_window(std::int64_t end_ms) {
    isotherm_snowflake_extend_window(generator_.get(), end_ms);
  }
  std::int64_t close_window() { return isotherm_snowflake_close_window(generator_.get()); }

 private:
  struct Free {
    void operator()(isotherm_snowflake* generator) const { isotherm_snowflake_free(generator); }
  };
  std::unique_ptr<isotherm_snowflake, Free> generator_;
};

/// What an id says; nothing when it has bits beyond the layout's.
inline std::optional<isotherm_snowflake_parts> parse_snowflake(
    const isotherm_snowflake_layout& layout, std::uint64_t id) {
  isotherm_snowflake_parts parts{};
  if (isotherm_snowflake_parse(&layout, id, &parts) != ISOTHERM_OK) return std::nullopt;
  return parts;
}

using Uuid = std::array<std::uint8_t, 16>;

inline std::string to_string(const Uuid& uuid) {
  std::string text(36, '-');
  isotherm_uuid_write(uuid.data(), text.data());
  return text;
}

class Uuid7 {
 public:
  explicit Uuid7(std::int64_t ahead_max_ms = 10'000)
      : generator_(isotherm_uuid7_new(ahead_max_ms)) {
    if (generator_ == nullptr) throw std::bad_alloc();
  }

  /// The next, greater than every one before; nothing when the clock is too far behind.
  std::optional<Uuid> issue(std::int64_t now_ms, std::uint64_t high, std::uint64_t low) {
    Uuid uuid{};
    if (isotherm_uuid7_issue(generator_.get(), now_ms, high, low, uuid.data()) != ISOTHERM_OK)
      return std::nullopt;
    return uuid;
  }

 private:
  struct Free {
    void operator()(isotherm_uuid7* generator) const { isotherm_uuid7_free(generator); }
  };
  std::unique_ptr<isotherm_uuid7, Free> generator_;
};

}  // namespace isotherm::keys
