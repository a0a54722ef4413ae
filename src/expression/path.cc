#include "expression/path.h"

#include <algorithm>

namespace isotherm::expression {

const AttributeValue* find(const Item& item, const Path& path) {
  const AttributeValue* value = isotherm::find(item, path.attribute);
  for (const PathStep& step : path.steps) {
    if (value == nullptr) return nullptr;
    if (const auto* key = std::get_if<std::string>(&step)) {
      const Map* map = value->get_if<Map>();
      value = map == nullptr ? nullptr : isotherm::find(*map, *key);
    } else {
      const List* list = value->get_if<List>();
      const std::size_t index = std::get<std::size_t>(step);
      value = list == nullptr || index >= list->size() ? nullptr : &(*list)[index];
    }
  }
  return value;
}

std::string to_string(const Path& path) {
  std::string text = "[" + path.attribute;
  for (const PathStep& step : path.steps) {
    text += ", ";
    if (const auto* key = std::get_if<std::string>(&step)) {
      text += *key;
    } else {
      text += "[" + std::to_string(std::get<std::size_t>(step)) + "]";
    }
  }
  return text + "]";
}

bool overlaps(const Path& a, const Path& b) {
  if (a.attribute != b.attribute) return false;
  const std::size_t shared = std::min(a.steps.size(), b.steps.size());
  return std::equal(a.steps.begin(), a.steps.begin() + static_cast<std::ptrdiff_t>(shared),
                    b.steps.begin());
}

bool conflicts(const Path& a, const Path& b) {
  if (a.attribute != b.attribute) return false;
  const std::size_t shared = std::min(a.steps.size(), b.steps.size());
  const auto [in_a, in_b] = std::mismatch(
      a.steps.begin(), a.steps.begin() + static_cast<std::ptrdiff_t>(shared), b.steps.begin());
  return in_b != b.steps.begin() + static_cast<std::ptrdiff_t>(shared) &&
         in_a->index() != in_b->index();
}

}  // namespace isotherm::expression
