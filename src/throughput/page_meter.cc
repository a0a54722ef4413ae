#include "throughput/page_meter.h"

#include <algorithm>
#include <utility>

#include "model/table.h"
#include "throughput/random.h"

namespace isotherm::throughput {

PageMeter::PageMeter(std::shared_ptr<const Borders> borders, KeyPosition first)
    : borders_(std::move(borders)), first_(first), random_(first.hash) {}

void PageMeter::add(KeyPosition position, std::size_t bytes) {
  bytes_ += bytes;
  if (parts_.empty() || !current_.contains(position)) {
    const std::size_t partition = borders_->find(position);
    current_ = borders_->range(partition);
    parts_.push_back({KeyPoint(position), partition, bytes});
    return;
  }
  // One key stands for the part, each with a chance by its bytes: splits look at such keys.
  Part& part = parts_.back();
  part.bytes += bytes;
  Random random(random_);
  random_ = random.next();
  if (random.next() % part.bytes < bytes) part.position = KeyPoint(position);
}

std::vector<Charge> PageMeter::charges(Resource& resource, KeyPosition last, bool consistent,
                                       const KeyName& name) {
  if (bytes_ == 0) {
    // Nothing was found: the minimum for each partition that was searched.
    const std::size_t begin = borders_->find(first_);
    const std::size_t end = borders_->find(last);
    parts_.clear();
    for (std::size_t i = std::min(begin, end); i <= std::max(begin, end); ++i)
      parts_.push_back({i == begin ? first_ : borders_->begin_of(i), i, 0});
  }
  std::vector<Charge> charges;
  const double each = read_units(0, consistent);
  units_ = bytes_ == 0 ? each * static_cast<double>(parts_.size()) : read_units(bytes_, consistent);
  for (const Part& part : parts_) {
    const double units =
        bytes_ == 0 ? each : units_ * static_cast<double>(part.bytes) / static_cast<double>(bytes_);
    charges.push_back({&resource, part.position, units, name});
  }
  return charges;
}

}  // namespace isotherm::throughput
