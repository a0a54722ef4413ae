#include "placement/bound_map.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/expects.h"

namespace isotherm::placement {
namespace {

constexpr unsigned index_bits_max = 16;

class BoundStretches final : public Stretches {
 public:
  explicit BoundStretches(const std::vector<Bound>& bounds) : bounds_(bounds) {}

  bool next(Stretch& stretch) override {
    if (at_ >= bounds_.size()) return false;
    const auto& bound = bounds_[at_];
    stretch = {{0, bound.first}, bound.owner};
    do ++at_;
    while (at_ < bounds_.size() && bounds_[at_].owner == bound.owner);
    return true;
  }

 private:
  const std::vector<Bound>& bounds_;
  std::size_t at_ = 0;
};

}  // namespace

std::uint64_t first_eight(std::string_view bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min<std::size_t>(bytes.size(), 8));
  if constexpr (std::endian::native == std::endian::little) value = __builtin_bswap64(value);
  return value;
}

BoundMap::BoundMap(std::vector<Bound> bounds) : bounds_(std::move(bounds)) {
  expects(!bounds_.empty() && bounds_[0].first.empty(), "the first bound is the empty string");
  const auto bits = std::clamp<unsigned>(std::bit_width(bounds_.size() * 4), 8, index_bits_max);
  shift_ = 64 - bits;
  starts_.assign((std::size_t{1} << bits) + 1, 0);
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const auto& first = bounds_[i].first;
    expects(i == 0 || bounds_[i - 1].first < first, "bounds ascend");
    is_short_ = is_short_ && first.size() <= 8;
    owners_.push_back(bounds_[i].owner);
    prefixes_.push_back(first_eight(first));
    ++starts_[(prefixes_.back() >> shift_) + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  prefixes_.push_back(~std::uint64_t{0});
  prefixes_.push_back(~std::uint64_t{0});
}

std::size_t BoundMap::place_of(std::string_view bytes) const {
  const auto eight = first_eight(bytes);
  auto place = place_by_prefix(eight);
  // Bounds with the same eight bytes: longer ones, and ones that zeros were added to.
  while (place > 1 && prefixes_[place - 1] == eight && bounds_[place - 1].first > bytes) --place;
  return place - 1;
}

std::vector<NodeIndex> BoundMap::owners_in(const OrderedRange& range) const {
  std::vector<NodeIndex> out;
  if (!range.is_open && range.end <= range.first) return out;
  for (std::size_t i = place_of(range.first); i < bounds_.size(); ++i) {
    if (!range.is_open && i > 0 && bounds_[i].first >= range.end) break;
    if (owners_[i] != no_node) out.push_back(owners_[i]);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::unique_ptr<Stretches> BoundMap::stretches() const {
  return std::make_unique<BoundStretches>(bounds_);
}

}  // namespace isotherm::placement
