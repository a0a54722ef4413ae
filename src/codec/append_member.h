#pragma once

// Members of JSON objects by their types: an absent optional is left out, a present one is written
// also when it is empty.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json_writer.h"
#include "codec/enum_names.h"
#include "model/attribute_value.h"

namespace isotherm::codec {

void append_member(std::string_view name, const Item& item, JsonWriter& json);
void append_member(std::string_view name, const std::vector<std::string>& texts, JsonWriter& json);

void append_member(std::string_view name, const std::optional<std::string>& text, JsonWriter& json);
void append_member(std::string_view name, const std::optional<std::int64_t>& count,
                   JsonWriter& json);
void append_member(std::string_view name, const std::optional<bool>& flag, JsonWriter& json);
void append_member(std::string_view name, const std::optional<UnixMillis>& time, JsonWriter& json);
void append_member(std::string_view name, const std::optional<Item>& item, JsonWriter& json);
void append_member(std::string_view name, const std::optional<std::vector<std::string>>& texts,
                   JsonWriter& json);

/// The value's name.
template <class E, std::size_t N>
void append_enum(std::string_view name, const EnumNames<E, N>& names, const std::optional<E>& value,
                 JsonWriter& json) {
  if (value) json.key(name).string(enum_name(names, *value));
}

/// The value's name, unless it is what the API assumes when the member is left out.
template <class E, std::size_t N>
void append_enum_unless(E assumed, std::string_view name, const EnumNames<E, N>& names, E value,
                        JsonWriter& json) {
  if (value != assumed) json.key(name).string(enum_name(names, value));
}

/// `[{"id":{"S":"a"}},…]` without a name.
void append_items(const std::vector<Item>& items, JsonWriter& json);

}  // namespace isotherm::codec
