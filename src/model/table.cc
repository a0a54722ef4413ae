#include "model/table.h"

#include <algorithm>

#include "model/limits.h"

namespace isotherm {
namespace {

template <class Index>
auto find_index(std::vector<Index>& indexes, std::string_view name) -> Index* {
  const auto it = std::find_if(indexes.begin(), indexes.end(),
                               [&](const Index& index) { return index.name == name; });
  return it == indexes.end() ? nullptr : &*it;
}

std::size_t units(std::size_t bytes, std::size_t unit_bytes) {
  return std::max<std::size_t>(1, (bytes + unit_bytes - 1) / unit_bytes);
}

void copy_attribute(const Item& from, const std::string& name, Item& to) {
  if (const AttributeValue* value = find(from, name)) to.emplace(name, *value);
}

void copy_key(const Item& from, const KeySchema& key, Item& to) {
  key.for_each([&](const AttributeDefinition& part) { copy_attribute(from, part.name, to); });
}

}  // namespace

bool KeySchema::has(std::string_view attribute) const {
  bool found = false;
  for_each([&](const AttributeDefinition& part) { found = found || part.name == attribute; });
  return found;
}

std::string_view type_name(KeyType type) {
  switch (type) {
    case KeyType::S: return "S";
    case KeyType::N: return "N";
    case KeyType::B: return "B";
  }
  return "S";
}

bool has_type(const AttributeValue& value, KeyType type) {
  return static_cast<int>(value.type()) == static_cast<int>(type);
}

std::string_view status_name(TableStatus status) {
  switch (status) {
    case TableStatus::creating: return "CREATING";
    case TableStatus::updating: return "UPDATING";
    case TableStatus::deleting: return "DELETING";
    case TableStatus::active: return "ACTIVE";
  }
  return "ACTIVE";
}

std::string_view status_name(InsightsStatus status) {
  switch (status) {
    case InsightsStatus::enabling: return "ENABLING";
    case InsightsStatus::enabled: return "ENABLED";
    case InsightsStatus::disabling: return "DISABLING";
    case InsightsStatus::disabled: return "DISABLED";
  }
  return "";
}

std::string_view status_name(IndexStatus status) {
  return status_name(static_cast<TableStatus>(status));
}

const LocalSecondaryIndex* TableDescription::find_local_index(std::string_view index) const {
  return find_index(const_cast<TableDescription*>(this)->local_indexes, index);
}
const GlobalSecondaryIndex* TableDescription::find_global_index(std::string_view index) const {
  return find_index(const_cast<TableDescription*>(this)->global_indexes, index);
}
GlobalSecondaryIndex* TableDescription::find_global_index(std::string_view index) {
  return find_index(global_indexes, index);
}

std::string table_arn(std::string_view region, std::string_view account, std::string_view table) {
  std::string arn = "arn:aws:dynamodb:";
  arn.append(region).append(":").append(account).append(":table/").append(table);
  return arn;
}

std::string index_arn(std::string_view table_arn, std::string_view index) {
  std::string arn(table_arn);
  arn.append("/index/").append(index);
  return arn;
}

std::string stream_arn(std::string_view table_arn, std::string_view label) {
  std::string arn(table_arn);
  arn.append("/stream/").append(label);
  return arn;
}

Item key_of(const Item& item, const KeySchema& key) {
  Item result;
  copy_key(item, key, result);
  return result;
}

bool is_in_index(const Item& item, const KeySchema& index_key) {
  bool all = true;
  index_key.for_each([&](const AttributeDefinition& attribute) {
    const AttributeValue* value = find(item, attribute.name);
    all = all && value != nullptr && has_type(*value, attribute.type);
  });
  return all;
}

Item index_entry(const Item& item, const KeySchema& table_key, const KeySchema& index_key,
                 const Projection& projection) {
  if (projection.type == ProjectionType::all) return item;
  Item entry;
  copy_key(item, table_key, entry);
  copy_key(item, index_key, entry);
  if (projection.type == ProjectionType::include) {
    for (const std::string& name : projection.non_key_attributes) copy_attribute(item, name, entry);
  }
  return entry;
}

double read_units(std::size_t bytes, bool consistent) {
  return static_cast<double>(units(bytes, limits::read_unit_bytes)) * (consistent ? 1.0 : 0.5);
}

double write_units(std::size_t bytes) {
  return static_cast<double>(units(bytes, limits::write_unit_bytes));
}

}  // namespace isotherm
