#pragma once

// isotherm/sharding.hpp: shard keys in C++20, headers only, on top of the C interface (isotherm.h).
//
//   isotherm::keys::HashStrategy strategy(16);
//   isotherm::keys::Format format(16);
//   std::string key = shard_key(format, text("channel-A"), strategy, {text("user-1")});
//
// HashStrategy and IdSuffixStrategy are Deterministic; RandomStrategy and RoundRobinStrategy draw,
// and cannot be given to a function that computes a key again: that does not compile.
//
// Constructors throw std::invalid_argument for arguments that make no sense, functions on values
// throw std::invalid_argument (no number, an id without its part) or std::length_error (a key of
// more than 2,048 bytes). find_key and write_key throw nothing and allocate nothing.

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "isotherm/isotherm.h"

namespace isotherm::keys {

/// An input or a base. Points to what it was made of.
using Value = isotherm_value;

inline Value text(std::string_view utf8) { return {'S', utf8.data(), utf8.size()}; }
/// A decimal number in any spelling: 1, 1.0 and 1e0 are the same value.
inline Value number(std::string_view decimal) { return {'N', decimal.data(), decimal.size()}; }
inline Value binary(std::string_view bytes) { return {'B', bytes.data(), bytes.size()}; }
inline Value absent() { return {'-', nullptr, 0}; }

using Inputs = std::span<const Value>;

namespace detail {

template <class T, void (*free)(T*)>
struct Free {
  void operator()(T* object) const { free(object); }
};

using StrategyPointer =
    std::unique_ptr<isotherm_strategy, Free<isotherm_strategy, isotherm_strategy_free>>;
using DrawerPointer = std::unique_ptr<isotherm_drawer, Free<isotherm_drawer, isotherm_drawer_free>>;
using FormatPointer = std::unique_ptr<isotherm_format, Free<isotherm_format, isotherm_format_free>>;

/// Calls make(message, size); throws the message when it made nothing.
template <class Make>
auto made(Make&& make) {
  std::array<char, 256> message{};
  auto* object = make(message.data(), message.size());
  if (object == nullptr) throw std::invalid_argument(message.data());
  return object;
}

[[noreturn]] inline void fail(isotherm_status status) {
  switch (status) {
    case ISOTHERM_TOO_LONG:
      throw std::length_error("the shard key would have more than 2048 bytes");
    case ISOTHERM_UNREADABLE: throw std::invalid_argument("the id has no such part");
    default: throw std::invalid_argument("a value is of a wrong type, or no number");
  }
}

}  // namespace detail

/// A strategy that gives the same shard for the same inputs, for ever.
template <class S>
concept Deterministic = requires(const S strategy, Inputs inputs) {
  { strategy.handle() } -> std::same_as<const isotherm_strategy*>;
  { strategy.shard_of(inputs) } -> std::same_as<std::uint32_t>;
};

/// A strategy that draws a shard for each write.
template <class S>
concept Drawing = !Deterministic<S> && requires(S strategy) {
  { strategy.handle() } -> std::same_as<isotherm_drawer*>;
};

/// What the deterministic strategies share.
class DeterministicStrategy {
 public:
  std::uint32_t shards() const { return isotherm_strategy_shards(strategy_.get()); }
  std::uint32_t shard_of(Inputs inputs) const {
    std::uint32_t shard = 0;
    const auto status = isotherm_shard_of(strategy_.get(), inputs.data(), inputs.size(), &shard);
    if (status != ISOTHERM_OK) detail::fail(status);
    return shard;
  }
  const isotherm_strategy* handle() const { return strategy_.get(); }

 protected:
  explicit DeterministicStrategy(isotherm_strategy* strategy) : strategy_(strategy) {}

 private:
  detail::StrategyPointer strategy_;
};

/// A hash of the inputs, by the number of shards.
class HashStrategy : public DeterministicStrategy {
 public:
  explicit HashStrategy(std::uint32_t shards, isotherm_hash function = ISOTHERM_MURMUR3_X86_32)
      : DeterministicStrategy(detail::made([&](char* message, std::size_t size) {
          return isotherm_hash_strategy_new(shards, function, message, size);
        })) {}
};

/// A part of an id: modulo `shards`, or without them as it is.
class IdSuffixStrategy : public DeterministicStrategy {
 public:
  explicit IdSuffixStrategy(const isotherm_id_part& part, std::uint32_t shards = 0)
      : DeterministicStrategy(detail::made([&](char* message, std::size_t size) {
          return isotherm_id_strategy_new(&part, shards, message, size);
        })) {}
};

/// Draws shards, all equally likely, out of 64 random bits each.
class RandomStrategy {
 public:
  explicit RandomStrategy(std::uint32_t shards) : drawer_(isotherm_random_new(shards)) {
    if (drawer_ == nullptr) throw std::invalid_argument("the number of shards is from 1 to 65536");
  }
  std::uint32_t draw(std::uint64_t random) { return isotherm_draw(drawer_.get(), random); }
  isotherm_drawer* handle() { return drawer_.get(); }

 private:
  detail::DrawerPointer drawer_;
};

/// Takes one shard after the other, from any thread.
class RoundRobinStrategy {
 public:
  explicit RoundRobinStrategy(std::uint32_t shards, std::uint64_t begin = 0)
      : drawer_(isotherm_round_robin_new(shards, begin)) {
    if (drawer_ == nullptr) throw std::invalid_argument("the number of shards is from 1 to 65536");
  }
  std::uint32_t draw() { return isotherm_draw(drawer_.get(), 0); }
  isotherm_drawer* handle() { return drawer_.get(); }

 private:
  detail::DrawerPointer drawer_;
};

static_assert(Deterministic<HashStrategy> && Deterministic<IdSuffixStrategy>);
static_assert(Drawing<RandomStrategy> && Drawing<RoundRobinStrategy>);

/// How a shard is written behind its base.
struct FormatFields {
  std::string_view separator = "-";
  isotherm_digits digits = ISOTHERM_HEX;
  std::uint32_t padding = 0;
  std::uint32_t first = 0;
};

/// A key taken apart; the base points into the key.
struct ParsedKey {
  std::string_view base;
  std::uint32_t shard;
};

class Format {
 public:
  explicit Format(std::uint32_t shards, const FormatFields& fields = {})
      : format_(detail::made([&](char* message, std::size_t size) {
          const isotherm_format_fields c_fields = {fields.separator.data(), fields.separator.size(),
                                                   fields.digits, fields.padding, fields.first};
          return isotherm_format_new(&c_fields, shards, message, size);
        })) {}

  std::uint32_t shards() const { return isotherm_format_shards(format_.get()); }
  const isotherm_format* handle() const { return format_.get(); }

  /// Writes a key; false when there is no such shard, the base is no key, or the key would be too
  /// long or not fit. Allocates nothing.
  bool write_key(const Value& base, std::uint32_t shard, std::span<char> out,
                 std::size_t& size) const {
    return isotherm_shard_key(format_.get(), &base, shard, out.data(), out.size(), &size) ==
           ISOTHERM_OK;
  }

  std::string shard_key(const Value& base, std::uint32_t shard) const {
    std::string key(room_for(base), '\0');
    std::size_t size = 0;
    const auto status =
        isotherm_shard_key(format_.get(), &base, shard, key.data(), key.size(), &size);
    if (status != ISOTHERM_OK) detail::fail(status);
    key.resize(size);
    return key;
  }

  std::string suffix(std::uint32_t shard) const {
    std::array<char, ISOTHERM_ENDING_BYTES_MAX> digits{};
    std::size_t size = 0;
    const auto status = isotherm_suffix(format_.get(), shard, digits.data(), digits.size(), &size);
    if (status != ISOTHERM_OK) detail::fail(status);
    return {digits.data(), size};
  }

  std::vector<std::string> all_suffixes() const {
    std::vector<std::string> all;
    for (std::uint32_t shard = 0; shard < shards(); ++shard) all.push_back(suffix(shard));
    return all;
  }

  std::vector<std::string> all_shard_keys(const Value& base) const {
    std::vector<std::string> all;
    for (std::uint32_t shard = 0; shard < shards(); ++shard) all.push_back(shard_key(base, shard));
    return all;
  }

  /// Nothing when it is no key of this format.
  std::optional<ParsedKey> parse(std::string_view key) const {
    ParsedKey parsed{};
    std::size_t base = 0;
    if (isotherm_parse_key(format_.get(), key.data(), key.size(), &base, &parsed.shard) !=
        ISOTHERM_OK)
      return std::nullopt;
    parsed.base = key.substr(0, base);
    return parsed;
  }

 private:
  static std::size_t room_for(const Value& base) {
    return (base.type == 'N' ? ISOTHERM_NUMBER_BYTES_MAX : base.size) + ISOTHERM_ENDING_BYTES_MAX;
  }

  detail::FormatPointer format_;
};

/// The key that inputs choose, into a buffer: its size, or nothing. Throws and allocates nothing.
template <Deterministic S>
std::optional<std::size_t> find_key(const Format& format, const Value& base, const S& strategy,
                                    Inputs inputs, std::span<char> out) noexcept {
  std::size_t size = 0;
  if (isotherm_key_of(strategy.handle(), format.handle(), &base, inputs.data(), inputs.size(),
                      out.data(), out.size(), &size) != ISOTHERM_OK)
    return std::nullopt;
  return size;
}

/// The key that inputs choose.
template <Deterministic S>
std::string shard_key(const Format& format, const Value& base, const S& strategy, Inputs inputs) {
  return format.shard_key(base, strategy.shard_of(inputs));
}
template <Deterministic S>
std::string shard_key(const Format& format, const Value& base, const S& strategy,
                      std::initializer_list<Value> inputs) {
  return shard_key(format, base, strategy, Inputs(inputs.begin(), inputs.size()));
}

}  // namespace isotherm::keys
