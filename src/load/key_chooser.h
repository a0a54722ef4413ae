#pragma once

// Which key the next request is about.
//
// Keys are numbers 0, 1, 2, …; those below `count` exist from the start, and inserts append. Each
// thread has a chooser of its own; inserted keys are dealt out so that no two threads insert the
// same one: thread t of T inserts count + t, count + t + T, ….

#include <cstdint>
#include <optional>
#include <string_view>

#include "load/random.h"

namespace isotherm::load {

enum class KeyOrder {
  uniform,     ///< every key as likely
  zipfian,     ///< few keys get most; the popular ones lie scattered over the key space
  latest,      ///< zipfian, the newest key the most popular
  sequential,  ///< one after the other
  hot          ///< one key gets a share of everything, the rest is uniform
};

/// "uniform", …; nothing for another text.
std::optional<KeyOrder> parse_key_order(std::string_view text);
std::string_view key_order_name(KeyOrder order);

struct KeySpace {
  KeyOrder order = KeyOrder::uniform;
  std::uint64_t count = 1'000;
  /// Skew of the zipfian orders, in (0, 1). YCSB's is 0.99.
  double theta = 0.99;
  /// Share of the requests that goes to key 0 when `hot`.
  double hot_share = 0.9;
};

/// Ranks 0, 1, 2, … below `count`, rank r with a probability proportional to 1 / (r + 1)^theta.
/// Method: Gray et al., "Quickly Generating Billion-Record Synthetic Databases", SIGMOD 1994.
class Zipfian {
 public:
  Zipfian(std::uint64_t count, double theta);
  std::uint64_t rank(Random& random) const;

 private:
  double count_;
  double alpha_;
  double zeta_;
  double eta_;
  double second_;
};

class KeyChooser {
 public:
  KeyChooser(KeySpace space, unsigned thread, unsigned threads);

  /// A key that exists.
  std::uint64_t next(Random& random);
  /// The number of a new key.
  std::uint64_t insert();

 private:
  std::uint64_t newest() const;
  std::uint64_t scattered(std::uint64_t rank) const;

  KeySpace space_;
  std::optional<Zipfian> zipfian_;
  unsigned thread_;
  unsigned threads_;
  std::uint64_t inserted_ = 0;
  std::uint64_t turn_ = 0;
  std::uint64_t stride_ = 1;
};

}  // namespace isotherm::load
