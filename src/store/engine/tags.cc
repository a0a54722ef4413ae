// TagResource, UntagResource and ListTagsOfResource.

#include "store/engine/tags.h"

#include <algorithm>
#include <set>

#include "store/engine/operations.h"
#include "store/engine/resource_arn.h"
#include "store/engine/stream_messages.h"

namespace isotherm::engine {
namespace {

// [DG:Constraints; AWS general rules of tags]
constexpr std::size_t tags_max = 50;
constexpr std::size_t key_characters_max = 128;
constexpr std::size_t value_characters_max = 256;
// In one answer of ListTagsOfResource: all that a resource can have.
constexpr std::string_view punctuation = "_.:/=+-@ ";

/// Whether all of its characters may stand in a tag, and it is not too long. Letters beyond ASCII
/// may; characters are counted, not bytes.
bool is_tag_text(std::string_view text, std::size_t characters_max) {
  std::size_t characters = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) ++characters;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80;
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !digit && punctuation.find(c) == std::string_view::npos) return false;
  }
  return characters <= characters_max;
}

Result<void> check_tag_key(const std::optional<std::string>& key) {
  if (!key) return messages::bad_tag_key("null");
  if (key->empty() || !is_tag_text(*key, key_characters_max)) return messages::bad_tag_key(*key);
  if (key->starts_with("aws:")) return messages::reserved_tag_key(*key);
  return {};
}

/// A stream has no tags of its own.
Result<TablePtr> open_tagged(Core& core, const std::string& arn) {
  ASSIGN_OR_RETURN(const ResourceName name, parse_resource_arn(arn));
  if (!name.stream_label.empty()) return messages::arn_of_other_kind(arn);
  return find_resource(core, arn, name);
}

}  // namespace

Result<void> add_tags(TableSettings& settings, const std::vector<Tag>& tags) {
  std::set<std::string_view> seen;
  for (const Tag& tag : tags) {
    TRY(check_tag_key(tag.key));
    if (!tag.value || !is_tag_text(*tag.value, value_characters_max)) {
      return messages::bad_tag_value(tag.value.value_or("null"));
    }
    if (!seen.insert(*tag.key).second) return messages::duplicate_tag_key(*tag.key);
  }
  for (const Tag& tag : tags) {
    const auto known = std::find_if(settings.tags.begin(), settings.tags.end(),
                                    [&](const auto& one) { return one.first == *tag.key; });
    if (known != settings.tags.end()) {
      known->second = *tag.value;
    } else {
      settings.tags.emplace_back(*tag.key, *tag.value);
    }
  }
  if (settings.tags.size() > tags_max) return messages::too_many_tags();
  return {};
}

Result<Done> tag_resource(Core& core, const TagResourceRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const TablePtr table, open_tagged(core, request.resource_arn));
  if (request.tags.empty()) return messages::no_tags();
  TableSettings settings = *table->settings;
  TRY(add_tags(settings, request.tags));
  TRY(change_settings(core, *table, std::move(settings)));
  return Done{};
}

Result<Done> untag_resource(Core& core, const UntagResourceRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const TablePtr table, open_tagged(core, request.resource_arn));
  if (request.tag_keys.empty()) return messages::no_tag_keys();
  for (const std::string& key : request.tag_keys) TRY(check_tag_key(key));
  TableSettings settings = *table->settings;
  std::erase_if(settings.tags, [&](const auto& tag) {
    return std::find(request.tag_keys.begin(), request.tag_keys.end(), tag.first) !=
           request.tag_keys.end();
  });
  TRY(change_settings(core, *table, std::move(settings)));
  return Done{};
}

Result<ListTagsOfResourceResponse> list_tags_of_resource(Core& core,
                                                         const ListTagsOfResourceRequest& request) {
  ASSIGN_OR_RETURN(const ResourceName name, parse_resource_arn(request.resource_arn));
  if (!name.stream_label.empty()) return messages::arn_of_other_kind(request.resource_arn);
  const TablePtr table = core.tables().find(name.table);
  if (table == nullptr) {
    // Nobody's account: to the service, somebody else's table.
    const bool is_foreign = request.resource_arn.find(":000000000000:") != std::string::npos;
    return is_foreign ? messages::tags_denied(request.resource_arn)
                      : messages::arn_not_found(request.resource_arn);
  }
  // All tags of a resource fit in one answer: no token was ever given.
  if (request.next_token) return messages::invalid_next_token();
  ListTagsOfResourceResponse response;
  for (const auto& [key, value] : table->settings->tags) response.tags.push_back({key, value});
  return response;
}

}  // namespace isotherm::engine
