#pragma once

// Tables and partitions as documents: items that the item codec stores.

#include <optional>

#include "store/engine/catalog.h"

namespace isotherm::engine {

Item table_document(const Table& table);
std::optional<StoredTable> table_from_document(const Item& document);

Item partitions_document(const throughput::Snapshot& snapshot);
std::optional<throughput::Snapshot> partitions_from_document(const Item& document);

/// Reads members of a document; after the first that is missing or of another type, `ok` is false.
class DocumentReader {
 public:
  explicit DocumentReader(const Map& map) : map_(map) {}

  bool ok() const { return ok_; }
  void fail() { ok_ = false; }
  bool has(std::string_view name) const { return find(map_, name) != nullptr; }

  std::string text(std::string_view name);
  std::int64_t integer(std::string_view name);
  bool boolean(std::string_view name);
  const List& list(std::string_view name);
  const Map& map(std::string_view name);
  std::string bytes(std::string_view name);

 private:
  template <class T>
  const T* member(std::string_view name);

  const Map& map_;
  bool ok_ = true;
};

AttributeValue key_document(const KeySchema& key);
KeySchema read_key(DocumentReader& reader, std::string_view name);

}  // namespace isotherm::engine
