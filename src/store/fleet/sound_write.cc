#include "store/fleet/sound_write.h"

#include <algorithm>

#include "model/limits.h"

namespace isotherm::fleet {
namespace {

/// Whether a value is fit for any part of a key: a sort key has the tighter limit.
bool is_fit(const AttributeValue& value, KeyType type) {
  if (!has_type(value, type)) return false;
  const std::size_t bytes = size_bytes(value);
  return bytes > 0 && bytes <= limits::sort_key_bytes_max;
}

bool has_fit_key(const Item& item, const KeySchema& key) {
  bool fit = true;
  key.for_each([&](const AttributeDefinition& part) {
    const AttributeValue* value = find(item, part.name);
    fit = fit && value != nullptr && is_fit(*value, part.type);
  });
  return fit;
}

bool is_sound(const TableDescription& table, const WriteRequest& write) {
  const Item& item = item_of(write);
  if (!has_fit_key(item, table.key)) return false;
  if (std::holds_alternative<DeleteRequest>(write)) return item.size() == table.key.size();
  return size_bytes(item) <= limits::item_bytes_max &&
         std::ranges::all_of(table.attributes, [&](const AttributeDefinition& attribute) {
           const AttributeValue* value = find(item, attribute.name);
           return value == nullptr || is_fit(*value, attribute.type);
         });
}

}  // namespace

const Item& item_of(const WriteRequest& write) {
  if (const auto* put = std::get_if<PutRequest>(&write)) return put->item;
  return std::get<DeleteRequest>(write).key;
}

std::vector<bool> sound_writes(const TableDescription& table,
                               const std::vector<WriteRequest>& writes) {
  std::vector<bool> sound;
  std::vector<Item> keys;
  for (const WriteRequest& write : writes) {
    Item key = key_of(item_of(write), table.key);
    bool is_alone = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (AttributeValue(keys[i]) != AttributeValue(key)) continue;
      is_alone = false;
      sound[i] = false;
    }
    sound.push_back(is_alone && is_sound(table, write));
    keys.push_back(std::move(key));
  }
  return sound;
}

}  // namespace isotherm::fleet
