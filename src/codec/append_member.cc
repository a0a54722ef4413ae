#include "codec/append_member.h"

#include "model/item_json.h"

namespace isotherm::codec {

void append_member(std::string_view name, const Item& item, JsonWriter& json) {
  json.key(name);
  append_item(item, json.out());
  json.value_done();
}

void append_member(std::string_view name, const std::vector<std::string>& texts, JsonWriter& json) {
  json.key(name).begin_array();
  for (const std::string& text : texts) json.string(text);
  json.end_array();
}

void append_member(std::string_view name, const std::optional<std::string>& text,
                   JsonWriter& json) {
  if (text) json.key(name).string(*text);
}

void append_member(std::string_view name, const std::optional<std::int64_t>& count,
                   JsonWriter& json) {
  if (count) json.key(name).integer(*count);
}

void append_member(std::string_view name, const std::optional<bool>& flag, JsonWriter& json) {
  if (flag) json.key(name).boolean(*flag);
}

void append_member(std::string_view name, const std::optional<UnixMillis>& time, JsonWriter& json) {
  if (time) json.key(name).seconds(time->count());
}

void append_member(std::string_view name, const std::optional<Item>& item, JsonWriter& json) {
  if (item) append_member(name, *item, json);
}

void append_member(std::string_view name, const std::optional<std::vector<std::string>>& texts,
                   JsonWriter& json) {
  if (texts) append_member(name, *texts, json);
}

void append_items(const std::vector<Item>& items, JsonWriter& json) {
  json.begin_array();
  for (const Item& item : items) {
    json.value_next();
    append_item(item, json.out());
    json.value_done();
  }
  json.end_array();
}

}  // namespace isotherm::codec
