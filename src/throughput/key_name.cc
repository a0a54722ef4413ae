#include "throughput/key_name.h"

namespace isotherm::throughput {
namespace {

// Of a key of several attributes: their values, separated by commas.
void append_text(const Item& item, const AttributeDefinition& attribute, std::string& text) {
  const AttributeValue* value = find(item, attribute.name);
  if (value == nullptr) return;
  if (!text.empty()) text += ", ";
  text += text_of(*value);
}

}  // namespace

std::string text_of(const AttributeValue& key) {
  if (const auto* s = key.get_if<std::string>()) return *s;
  if (const auto* n = key.get_if<Number>()) return n->to_string();
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "0x";
  if (const auto* b = key.get_if<Binary>()) {
    for (const char c : b->bytes) {
      text.push_back(digits[static_cast<unsigned char>(c) >> 4]);
      text.push_back(digits[static_cast<unsigned char>(c) & 0xF]);
    }
  }
  return text;
}

std::string KeyName::partition() const {
  if (partition_ != nullptr) return text_of(*partition_);
  if (item_ == nullptr) return std::string(text_);
  std::string text;
  key_->for_each_partition([&](const auto& part) { append_text(*item_, part, text); });
  return text;
}

std::optional<std::string> KeyName::sort() const {
  if (item_ == nullptr || !key_->sort || find(*item_, key_->sort->name) == nullptr) {
    return std::nullopt;
  }
  std::string text;
  key_->for_each_sort([&](const auto& part) { append_text(*item_, part, text); });
  return text;
}

}  // namespace isotherm::throughput
