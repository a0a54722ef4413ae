#pragma once

// PageMeter: what a Query or Scan page costs, and where.
//
// A page is charged for the sum of the bytes it evaluated, rounded up once to 4 KB; the units are
// shared over the partitions that it read by their bytes. A page that found nothing is charged the
// minimum once for each partition that it searched [DG:read-write-operations].

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "throughput/admission.h"
#include "throughput/key_range.h"

namespace isotherm::throughput {

class PageMeter {
 public:
  /// A page that starts at `first` (for an exclusive start key: at that key). Needs no lock:
  /// borders do not change, and a charge is at a key, whichever partition has it by then.
  PageMeter(std::shared_ptr<const Borders> borders, KeyPosition first);

  /// One evaluated item or index entry. Keys come in the order of the key space or against it.
  void add(KeyPosition position, std::size_t bytes);

  /// The charges of the page, whose search went as far as `last`, to be admitted on `resource`.
  /// They refer to the meter and to `name`, the partition key of a Query.
  std::vector<Charge> charges(Resource& resource, KeyPosition last, bool consistent,
                              const KeyName& name = {});

  /// Sum of the charges: what ConsumedCapacity says.
  double units() const { return units_; }

 private:
  struct Part {
    KeyPoint position;
    std::size_t partition = 0;
    std::size_t bytes = 0;
  };

  std::shared_ptr<const Borders> borders_;
  KeyPoint first_;
  KeyRange current_;
  std::vector<Part> parts_;
  std::size_t bytes_ = 0;
  double units_ = 0;
  std::uint64_t random_;
};

}  // namespace isotherm::throughput
