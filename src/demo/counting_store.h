#pragma once

// A Store that counts the reads of many items which pass through it. It stands between the gateway
// and the engine: what a query of the application really costs is counted, not planned.

#include <atomic>
#include <cstdint>

#include "store/forwarding_store.h"

namespace isotherm::demo {

class CountingStore final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  std::uint64_t queries() const { return queries_.load(std::memory_order_relaxed); }

  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    queries_.fetch_add(1, std::memory_order_relaxed);
    return below_.query(std::move(request));
  }

 private:
  std::atomic<std::uint64_t> queries_ = 0;
};

}  // namespace isotherm::demo
