#pragma once

// KeyName: what a key is called among the hottest. It only points to the key; the text is made for
// the few charges that are sampled.

#include <optional>
#include <string>
#include <string_view>

#include "model/table.h"

namespace isotherm::throughput {

/// A key value in a form that a person can read: text as it is, numbers in digits, bytes in
/// hexadecimal digits behind "0x".
std::string text_of(const AttributeValue& key);

class KeyName {
 public:
  /// Not known.
  KeyName() = default;
  /// A partition key in words. The text must outlive this.
  KeyName(std::string_view partition) : text_(partition) {}
  KeyName(const char* partition) : text_(partition) {}
  KeyName(const std::string& partition) : text_(partition) {}
  /// A partition key's value. It must outlive this.
  KeyName(const AttributeValue& partition) : partition_(&partition) {}
  /// The key attributes of an item, for which `key` is the schema of the table or index. Both must
  /// outlive this.
  KeyName(const Item& item, const KeySchema& key) : item_(&item), key_(&key) {}

  /// Empty: not known.
  std::string partition() const;
  /// Nothing: the key has none, or it is not known.
  std::optional<std::string> sort() const;

 private:
  std::string_view text_;
  const AttributeValue* partition_ = nullptr;
  const Item* item_ = nullptr;
  const KeySchema* key_ = nullptr;
};

}  // namespace isotherm::throughput
