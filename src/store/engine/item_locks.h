#pragma once

// Striped locks over items: a write holds its item's from reading it until it is in the log. Never
// held across a co_await.

#include <array>
#include <functional>
#include <mutex>
#include <string_view>
#include <vector>

namespace isotherm::engine {

class ItemLocks {
 public:
  static constexpr std::size_t stripe_count = 512;

  static std::size_t stripe_of(std::string_view record_key) {
    return std::hash<std::string_view>()(record_key) % stripe_count;
  }

  [[nodiscard]] std::unique_lock<std::mutex> lock(std::string_view record_key) {
    return std::unique_lock(stripes_[stripe_of(record_key)].mutex);
  }

  /// Locks several stripes; `stripes` is sorted and without duplicates, so that no two callers wait
  /// for each other.
  [[nodiscard]] std::vector<std::unique_lock<std::mutex>> lock(
      const std::vector<std::size_t>& stripes) {
    std::vector<std::unique_lock<std::mutex>> locks;
    locks.reserve(stripes.size());
    for (const std::size_t stripe : stripes) locks.emplace_back(stripes_[stripe].mutex);
    return locks;
  }

  /// Waits until every write that began before has ended. Writes that begin later see what was
  /// published before.
  void barrier() {
    for (Stripe& stripe : stripes_) const std::lock_guard wait(stripe.mutex);
  }

 private:
  struct alignas(64) Stripe {
    std::mutex mutex;
  };
  std::array<Stripe, stripe_count> stripes_;
};

}  // namespace isotherm::engine
