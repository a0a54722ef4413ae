#pragma once

// The hottest keys of a stream in bounded memory: the space-saving sketch (Metwally, Agrawal,
// El Abbadi 2005), weighted and decaying.
//
// A key that is not in it takes the place of the lightest one and inherits its count as its error.
// So a count is never too low, by at most its error too high, and every key with more than
// total / capacity units is in it. KeyGauge puts sampling in front, so that a busy resource pays
// for few look-ups, and halves the past each minute.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "throughput/key_name.h"
#include "throughput/random.h"
#include "throughput/statistics.h"

namespace isotherm::throughput {

/// What a key of a sketch is: a partition key, or a whole primary key.
enum class KeyLevel { partition, item };

class KeySketch {
 public:
  static constexpr std::size_t capacity = 64;

  explicit KeySketch(KeyLevel level = KeyLevel::partition) : level_(level) {}

  void add(std::uint64_t hash, double units, const KeyName& name);
  /// Halves every count.
  void halve();
  /// Heaviest first.
  std::vector<KeyHeat> top(std::size_t limit) const;
  double total() const { return total_; }

 private:
  struct Names {
    std::string partition;
    std::optional<std::string> sort;
  };
  Names names_of(const KeyName& name) const;

  KeyLevel level_;
  double total_ = 0;
  // Columns of one table; they grow with the keys, so that an idle resource costs little.
  std::vector<std::uint64_t> hashes_;
  std::vector<double> units_;
  std::vector<double> errors_;
  std::vector<Names> names_;
};

/// A sketch that looks at a bounded number of charges a second, chosen by units.
class KeyGauge {
 public:
  explicit KeyGauge(std::uint64_t seed, KeyLevel level = KeyLevel::partition)
      : level_(level), sketch_(level), random_(seed) {}

  /// `hash` is that of the partition key, whatever the level.
  void add(std::uint64_t hash, double units, const KeyName& name) {
    pending_ += units;
    if (pending_ >= next_) [[unlikely]]
      sample(hash, name);
  }
  /// To be told each second how many units there were: sets how often to look.
  void end_seconds(double units_last_second, std::int64_t seconds);

  std::vector<KeyHeat> top(std::size_t limit) const { return sketch_.top(limit); }

 private:
  void sample(std::uint64_t hash, const KeyName& name);

  static constexpr double samples_per_second = 500;
  static constexpr std::int64_t half_life_seconds = 60;

  KeyLevel level_;
  KeySketch sketch_;
  Random random_;
  double pending_ = 0;
  double next_ = 0;
  double stride_ = 0;
  std::int64_t seconds_ = 0;
};

}  // namespace isotherm::throughput
