#include "throughput/key_range.h"

#include <algorithm>

#include "base/expects.h"

namespace isotherm::throughput {

namespace {

// Longer than any sort key of 1,024 bytes whose order-preserving form at most doubles it.
std::string_view highest_sort() {
  static const std::string bytes(2100, '\xff');
  return bytes;
}

}  // namespace

KeyPosition end_of_collection(std::uint64_t hash) { return {hash, highest_sort()}; }

KeyPosition end_of_key_space() { return {UINT64_MAX, highest_sort()}; }

bool KeyRange::contains(KeyPosition position) const {
  return KeyPosition(begin) <= position && (!end || position < KeyPosition(*end));
}

bool KeyRange::is_within_one_hash() const {
  if (!end) return begin.hash == UINT64_MAX;
  return end->hash == begin.hash || (end->hash - begin.hash == 1 && end->sort.empty());
}

std::optional<KeyPoint> KeyRange::midpoint() const {
  // Half of the hashes from begin.hash to the last one that the range holds whole.
  const std::uint64_t last = end ? end->hash : UINT64_MAX;
  const std::uint64_t width = last - begin.hash;
  if (width < 2) return std::nullopt;
  return KeyPoint(begin.hash + width / 2 + width % 2);
}

std::size_t Borders::find(KeyPosition position) const {
  auto after = std::upper_bound(
      begins_.begin(), begins_.end(), position,
      [](const KeyPosition& p, const KeyPoint& begin) { return p < KeyPosition(begin); });
  expects(after != begins_.begin(), "the first partition begins at the start of the key space");
  return static_cast<std::size_t>(after - begins_.begin()) - 1;
}

KeyRange Borders::range(std::size_t i) const {
  KeyRange range{begins_[i], std::nullopt};
  if (i + 1 < begins_.size()) range.end = begins_[i + 1];
  return range;
}

}  // namespace isotherm::throughput
