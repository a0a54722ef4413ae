#include "store/engine/key_codec.h"

#include "base/expects.h"
#include "base/hash.h"

namespace isotherm::engine {
namespace {

constexpr char escaped_zero = '\xFF';
constexpr char terminator = '\x01';
constexpr std::size_t hash_offset = sizeof(ResourceId);
constexpr std::size_t length_offset = hash_offset + sizeof(std::uint64_t);
constexpr std::size_t partition_offset = length_offset + sizeof(std::uint16_t);
// Most keys fit, so that they do not grow in steps.
constexpr std::size_t key_bytes_first = 64;

void append_u32(std::uint32_t value, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift));
}

void append_u64(std::uint64_t value, std::string& out) {
  for (int shift = 56; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift));
}

void append_escaped(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    out.push_back(c);
    if (c == '\0') out.push_back(escaped_zero);
  }
}

/// The bytes of a text or binary; empty for a number.
std::string_view raw_bytes(const AttributeValue& value) {
  if (const auto* s = value.get_if<std::string>()) return *s;
  if (const auto* b = value.get_if<Binary>()) return b->bytes;
  return {};
}

const AttributeValue& attribute(const Item& item, const std::string& name) {
  const AttributeValue* value = find(item, name);
  expects(value != nullptr, "a record's key has all key attributes");
  return *value;
}

}  // namespace

void append_key_bytes(const AttributeValue& value, std::string& out) {
  if (const auto* n = value.get_if<Number>()) {
    n->append_ordered(out);
  } else {
    out.append(raw_bytes(value));
  }
}

std::uint64_t partition_hash(const AttributeValue& partition) {
  if (const auto* n = partition.get_if<Number>()) {
    std::string code;
    n->append_ordered(code);
    return xxh64(code, 0);
  }
  return xxh64(raw_bytes(partition), 0);
}

std::string resource_prefix(ResourceId resource) {
  std::string bytes;
  append_u32(resource, bytes);
  return bytes;
}

std::string resource_end(ResourceId resource) { return resource_prefix(resource + 1); }

std::string hash_prefix(ResourceId resource, std::uint64_t hash) {
  std::string bytes = resource_prefix(resource);
  append_u64(hash, bytes);
  return bytes;
}

void RecordKey::start(ResourceId resource, const AttributeValue& partition) {
  const AttributeValue* const only = &partition;
  start(resource, {&only, 1});
}

void RecordKey::start(ResourceId resource, std::span<const AttributeValue* const> partition) {
  bytes_.clear();
  bytes_.reserve(key_bytes_first);
  append_u32(resource, bytes_);
  bytes_.append(partition_offset - hash_offset, '\0');
  if (partition.size() == 1) {
    append_key_bytes(*partition.front(), bytes_);
  } else {
    for (const AttributeValue* value : partition) add_terminated(*value);
  }
  const std::size_t length = bytes_.size() - partition_offset;
  expects(length <= UINT16_MAX, "a partition key is short");
  hash_ = xxh64(std::string_view(bytes_).substr(partition_offset), 0);
  for (std::size_t i = 0; i < sizeof(hash_); ++i) {
    bytes_[hash_offset + i] = static_cast<char>(hash_ >> (56 - 8 * i));
  }
  bytes_[length_offset] = static_cast<char>(length >> 8);
  bytes_[length_offset + 1] = static_cast<char>(length);
}

void RecordKey::add_terminated(const AttributeValue& value) {
  if (const auto* n = value.get_if<Number>()) {
    n->append_ordered(bytes_);
  } else {
    append_escaped(raw_bytes(value), bytes_);
    bytes_.push_back('\0');
    bytes_.push_back(terminator);
  }
}

void RecordKey::add_open(const AttributeValue& prefix) {
  append_escaped(raw_bytes(prefix), bytes_);
}

RecordKey item_key(ResourceId table, const KeySchema& key, const Item& item) {
  RecordKey record;
  record.start(table, attribute(item, key.partition.name));
  if (key.sort) record.add_sort(attribute(item, key.sort->name));
  return record;
}

RecordKey index_partition_key(ResourceId index, const KeySchema& index_key, const Item& entry) {
  RecordKey record;
  if (index_key.more_partition.empty()) {
    record.start(index, attribute(entry, index_key.partition.name));
    return record;
  }
  std::vector<const AttributeValue*> values;
  index_key.for_each_partition(
      [&](const AttributeDefinition& part) { values.push_back(&attribute(entry, part.name)); });
  record.start(index, values);
  return record;
}

RecordKey index_entry_key(ResourceId index, const KeySchema& index_key, const KeySchema& table_key,
                          const Item& entry) {
  RecordKey record = index_partition_key(index, index_key, entry);
  index_key.for_each_sort(
      [&](const AttributeDefinition& part) { record.add_terminated(attribute(entry, part.name)); });
  record.add_terminated(attribute(entry, table_key.partition.name));
  if (table_key.sort) record.add_sort(attribute(entry, table_key.sort->name));
  return record;
}

bool advance_past_prefix(std::string& bytes) {
  while (!bytes.empty()) {
    auto& last = reinterpret_cast<unsigned char&>(bytes.back());
    if (last != 0xFF) {
      ++last;
      return true;
    }
    bytes.pop_back();
  }
  return false;
}

std::uint64_t hash_of_record(std::string_view key) {
  expects(key.size() >= partition_offset, "a record's key has a hash");
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < sizeof(hash); ++i) {
    hash = hash << 8 | static_cast<unsigned char>(key[hash_offset + i]);
  }
  return hash;
}

std::string_view sort_of_record(std::string_view key) {
  expects(key.size() >= partition_offset, "a record's key has a partition key");
  const std::size_t length =
      static_cast<std::size_t>(static_cast<unsigned char>(key[length_offset]) << 8 |
                               static_cast<unsigned char>(key[length_offset + 1]));
  expects(key.size() >= partition_offset + length, "a record's key has a whole partition key");
  return key.substr(partition_offset + length);
}

}  // namespace isotherm::engine
