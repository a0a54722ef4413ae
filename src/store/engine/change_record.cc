#include "store/engine/change_record.h"

#include <utility>

namespace isotherm::engine {
namespace {

constexpr char version = 1;
constexpr unsigned has_before = 1;
constexpr unsigned has_after = 2;
constexpr unsigned by_ttl = 4;
// version, time, flags
constexpr std::size_t head_bytes = 10;

void append_u32(std::uint32_t value, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift));
}

void append_u64(std::uint64_t value, std::string& out) {
  append_u32(static_cast<std::uint32_t>(value >> 32), out);
  append_u32(static_cast<std::uint32_t>(value), out);
}

std::uint64_t read_unsigned(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

std::optional<SizedItem> decode_sized(std::string_view bytes) {
  std::optional<Item> item = decode_item(bytes);
  const std::optional<std::size_t> size = encoded_item_size(bytes);
  if (!item || !size) return std::nullopt;
  return SizedItem{std::move(*item), *size};
}

}  // namespace

std::string change_key(ResourceId log, std::uint32_t shard) {
  std::string key = resource_prefix(log);
  append_u32(shard, key);
  return key;
}

std::string change_key(ResourceId log, std::uint32_t shard, std::uint64_t sequence) {
  std::string key = change_key(log, shard);
  append_u64(sequence, key);
  return key;
}

std::uint64_t sequence_of_change(std::string_view key) {
  return read_unsigned(key.substr(key.size() - sizeof(std::uint64_t)));
}

std::string encode_change(const ChangeToLog& change) {
  std::string bytes;
  bytes.reserve(head_bytes + change.before_bytes + change.after_bytes + 64);
  bytes.push_back(version);
  append_u64(static_cast<std::uint64_t>(change.time.count()), bytes);
  unsigned flags = change.origin == ChangeOrigin::ttl ? by_ttl : 0;
  if (change.before != nullptr) flags |= has_before;
  if (change.after != nullptr) flags |= has_after;
  bytes.push_back(static_cast<char>(flags));
  if (change.before != nullptr) {
    std::string before;
    encode_item(*change.before, change.before_bytes, before);
    append_u32(static_cast<std::uint32_t>(before.size()), bytes);
    bytes.append(before);
  }
  if (change.after != nullptr) encode_item(*change.after, change.after_bytes, bytes);
  return bytes;
}

std::optional<UnixMillis> time_of_change(std::string_view bytes) {
  if (bytes.size() < head_bytes || bytes[0] != version) return std::nullopt;
  return UnixMillis(static_cast<std::int64_t>(read_unsigned(bytes.substr(1, 8))));
}

std::optional<ChangeRecord> decode_change(std::string_view bytes) {
  const std::optional<UnixMillis> time = time_of_change(bytes);
  if (!time) return std::nullopt;
  const unsigned flags = static_cast<unsigned char>(bytes[head_bytes - 1]);
  if ((flags & (has_before | has_after)) == 0) return std::nullopt;
  ChangeRecord change;
  change.time = *time;
  if ((flags & by_ttl) != 0) change.origin = ChangeOrigin::ttl;
  bytes.remove_prefix(head_bytes);
  if ((flags & has_before) != 0) {
    if (bytes.size() < sizeof(std::uint32_t)) return std::nullopt;
    const std::uint64_t length = read_unsigned(bytes.substr(0, sizeof(std::uint32_t)));
    bytes.remove_prefix(sizeof(std::uint32_t));
    if (bytes.size() < length) return std::nullopt;
    change.before = decode_sized(bytes.substr(0, length));
    if (!change.before) return std::nullopt;
    bytes.remove_prefix(length);
  }
  if ((flags & has_after) != 0) {
    change.after = decode_sized(bytes);
    if (!change.after) return std::nullopt;
  } else if (!bytes.empty()) {
    return std::nullopt;
  }
  return change;
}

}  // namespace isotherm::engine
