#include "expression/edit.h"

#include <algorithm>
#include <span>

#include "expression/messages.h"
#include "model/limits.h"

namespace isotherm::expression {
namespace {

using Edits = std::span<Edit>;

Error invalid_path() { return Error::validation(std::string(message::update_path_invalid)); }

Result<void> edit_value(AttributeValue& value, Edits edits, std::size_t depth);

/// The edits at the front that share the first one's step at `depth`.
Edits same_step(Edits edits, std::size_t depth) {
  const PathStep& step = edits[0].target->steps[depth];
  std::size_t count = 1;
  while (count < edits.size() && edits[count].target->steps[depth] == step) ++count;
  return edits.first(count);
}

bool ends_at(const Edit& edit, std::size_t depth) { return edit.target->steps.size() == depth; }

Result<void> edit_map(Map& map, Edits edits, std::size_t depth) {
  while (!edits.empty()) {
    const Edits group = same_step(edits, depth);
    edits = edits.subspan(group.size());
    const auto* key = std::get_if<std::string>(&group[0].target->steps[depth]);
    if (key == nullptr) return invalid_path();
    if (ends_at(group[0], depth + 1)) {
      if (group[0].kind == Edit::Kind::erase) map.erase(*key);
      if (group[0].kind == Edit::Kind::write) {
        map.insert_or_assign(*key, std::move(group[0].value));
      }
      continue;
    }
    const auto it = map.find(*key);
    if (it == map.end()) return invalid_path();
    TRY(edit_value(it->second, group, depth + 1));
  }
  return {};
}

Result<void> edit_list(List& list, Edits edits, std::size_t depth) {
  const std::size_t size_before = list.size();
  std::vector<std::size_t> erased;
  while (!edits.empty()) {
    const Edits group = same_step(edits, depth);
    edits = edits.subspan(group.size());
    const auto* index = std::get_if<std::size_t>(&group[0].target->steps[depth]);
    if (index == nullptr) return invalid_path();
    const bool is_inside = *index < size_before;
    if (!ends_at(group[0], depth + 1)) {
      if (!is_inside) return invalid_path();
      TRY(edit_value(list[*index], group, depth + 1));
    } else if (group[0].kind == Edit::Kind::erase) {
      if (is_inside) erased.push_back(*index);
    } else if (group[0].kind == Edit::Kind::write) {
      if (is_inside) {
        list[*index] = std::move(group[0].value);
      } else {
        list.push_back(std::move(group[0].value));
      }
    }
  }
  for (auto index = erased.rbegin(); index != erased.rend(); ++index) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(*index));
  }
  return {};
}

Result<void> edit_value(AttributeValue& value, Edits edits, std::size_t depth) {
  if (auto* map = value.get_if<Map>()) return edit_map(*map, edits, depth);
  if (auto* list = value.get_if<List>()) return edit_list(*list, edits, depth);
  return invalid_path();
}

Result<void> check_depth(const Edit& edit) {
  if (edit.kind != Edit::Kind::write) return {};
  const auto levels = static_cast<int>(edit.target->steps.size()) + 1 + nesting_depth(edit.value);
  if (levels <= limits::nesting_max) return {};
  return Error::validation(std::string(message::nested_too_deep));
}

}  // namespace

Result<void> apply_edits(Item& item, std::vector<Edit> edits) {
  for (const Edit& edit : edits) TRY(check_depth(edit));
  std::sort(edits.begin(), edits.end(),
            [](const Edit& a, const Edit& b) { return *a.target < *b.target; });
  Edits rest(edits);
  while (!rest.empty()) {
    const std::string& attribute = rest[0].target->attribute;
    std::size_t count = 1;
    while (count < rest.size() && rest[count].target->attribute == attribute) ++count;
    const Edits group = rest.first(count);
    rest = rest.subspan(count);
    if (ends_at(group[0], 0)) {
      if (group[0].kind == Edit::Kind::erase) item.erase(attribute);
      if (group[0].kind == Edit::Kind::write) {
        item.insert_or_assign(attribute, std::move(group[0].value));
      }
      continue;
    }
    const auto it = item.find(attribute);
    if (it == item.end()) return invalid_path();
    TRY(edit_value(it->second, group, 0));
  }
  return {};
}

}  // namespace isotherm::expression
