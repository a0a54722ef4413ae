// Partitions as documents.

#include <charconv>

#include "store/engine/catalog_document.h"

namespace isotherm::engine {
namespace {

AttributeValue number(std::int64_t value) { return AttributeValue(Number(value)); }
AttributeValue unsigned_number(std::uint64_t value) {
  return AttributeValue(std::to_string(value));
}

}  // namespace

Item partitions_document(const throughput::Snapshot& snapshot) {
  List parts;
  for (const throughput::Snapshot::Part& part : snapshot.partitions) {
    parts.emplace_back(Map{{"id", unsigned_number(part.id)},
                           {"parent", unsigned_number(part.parent)},
                           {"hash", unsigned_number(part.begin.hash)},
                           {"sort", Binary{part.begin.sort}},
                           {"bytes", number(part.bytes)}});
  }
  return Item{{"partitions", std::move(parts)},
              {"next_id", unsigned_number(snapshot.next_id)},
              {"warm", Map{{"read", number(snapshot.warm.read_units)},
                           {"write", number(snapshot.warm.write_units)}}},
              {"peak_read", number(static_cast<std::int64_t>(snapshot.peak_read))},
              {"peak_write", number(static_cast<std::int64_t>(snapshot.peak_write))}};
}

namespace {

std::uint64_t read_unsigned(DocumentReader& reader, std::string_view name) {
  const std::string digits = reader.text(name);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) reader.fail();
  return value;
}

}  // namespace

std::optional<throughput::Snapshot> partitions_from_document(const Item& document) {
  DocumentReader reader(document);
  throughput::Snapshot snapshot;
  for (const AttributeValue& element : reader.list("partitions")) {
    const auto* map = element.get_if<Map>();
    if (map == nullptr) return std::nullopt;
    DocumentReader members(*map);
    throughput::Snapshot::Part part;
    part.id = read_unsigned(members, "id");
    part.parent = read_unsigned(members, "parent");
    part.begin.hash = read_unsigned(members, "hash");
    part.begin.sort = members.bytes("sort");
    part.bytes = members.integer("bytes");
    if (!members.ok()) return std::nullopt;
    snapshot.partitions.push_back(std::move(part));
  }
  snapshot.next_id = read_unsigned(reader, "next_id");
  DocumentReader warm(reader.map("warm"));
  snapshot.warm = {warm.integer("read"), warm.integer("write")};
  snapshot.peak_read = static_cast<double>(reader.integer("peak_read"));
  snapshot.peak_write = static_cast<double>(reader.integer("peak_write"));
  if (!reader.ok()) return std::nullopt;
  return snapshot;
}

}  // namespace isotherm::engine
