#include "store/engine/table_settings.h"

#include "store/engine/catalog_document.h"

namespace isotherm::engine {

Map settings_document(const TableSettings& settings) {
  List tags;
  for (const auto& [key, value] : settings.tags)
    tags.emplace_back(Map{{"key", key}, {"value", value}});
  List policies;
  for (const auto& [resource, policy] : settings.policies) {
    policies.emplace_back(
        Map{{"resource", resource}, {"document", policy.document}, {"revision", policy.revision}});
  }
  return Map{{"ttl_attribute", settings.ttl_attribute},
             {"ttl_changed", Number(settings.ttl_changed.count())},
             {"tags", std::move(tags)},
             {"policies", std::move(policies)}};
}

std::optional<TableSettings> settings_from_document(const Map& document) {
  DocumentReader reader(document);
  TableSettings settings;
  settings.ttl_attribute = reader.text("ttl_attribute");
  settings.ttl_changed = UnixMillis(reader.integer("ttl_changed"));
  for (const AttributeValue& tag : reader.list("tags")) {
    const auto* map = tag.get_if<Map>();
    if (map == nullptr) return std::nullopt;
    DocumentReader members(*map);
    settings.tags.emplace_back(members.text("key"), members.text("value"));
    if (!members.ok()) return std::nullopt;
  }
  for (const AttributeValue& policy : reader.list("policies")) {
    const auto* map = policy.get_if<Map>();
    if (map == nullptr) return std::nullopt;
    DocumentReader members(*map);
    settings.policies[members.text("resource")] = {members.text("document"),
                                                   members.text("revision")};
    if (!members.ok()) return std::nullopt;
  }
  if (!reader.ok()) return std::nullopt;
  return settings;
}

}  // namespace isotherm::engine
