#include "gateway/placeholder_names.h"

namespace isotherm::gateway {

std::string PlaceholderNames::name(std::string attribute) {
  if (!placeholders_.names) placeholders_.names.emplace();
  for (;; ++next_) {
    std::string placeholder = "#isotherm" + std::to_string(next_);
    if (placeholders_.names->contains(placeholder)) continue;
    placeholders_.names->emplace(placeholder, std::move(attribute));
    return placeholder;
  }
}

std::string PlaceholderNames::value(AttributeValue value) {
  if (!placeholders_.values) placeholders_.values.emplace();
  for (;; ++next_) {
    std::string placeholder = ":isotherm" + std::to_string(next_);
    if (placeholders_.values->contains(placeholder)) continue;
    placeholders_.values->emplace(placeholder, std::move(value));
    return placeholder;
  }
}

}  // namespace isotherm::gateway
