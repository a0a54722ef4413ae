#include "codec/place.h"

#include <algorithm>

namespace isotherm::codec {

std::string Place::text() const {
  if (kind_ == Kind::root) return {};
  std::string text = parent_->text();
  if (!text.empty()) text += '.';
  switch (kind_) {
    case Kind::member: {
      const std::size_t start = text.size();
      text += name_;
      if (text.size() > start && text[start] >= 'A' && text[start] <= 'Z') text[start] += 'a' - 'A';
      return text;
    }
    case Kind::element: return text + std::to_string(rank_ + 1) + ".member";
    case Kind::entry: return text.append(name_) + ".member";
    case Kind::root: break;
  }
  return text;
}

std::vector<std::uint32_t> Place::order() const {
  std::vector<std::uint32_t> ranks;
  for (const Place* place = this; place->kind_ != Kind::root; place = place->parent_) {
    ranks.push_back(place->rank_);
  }
  std::reverse(ranks.begin(), ranks.end());
  return ranks;
}

}  // namespace isotherm::codec
