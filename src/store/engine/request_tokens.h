#pragma once

// RequestTokens: the tokens of transactions that were written, for ten minutes, so that a client
// that asks again does not write again. They are stored in the batch of their transaction, and
// survive with it.
//
//   record := 0:u32be 'Q' window:u32be token -> document {fingerprint, time, units}
//
// A window is the ten minutes of the clock in which the transaction was written: what a token may
// still mean stands in the window of now or in the one before, and older windows are dropped whole.

#include <rocksdb/write_batch.h>

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "store/engine/database.h"

namespace isotherm::engine {

/// What a transaction left behind for those who ask for it again.
struct WrittenTransaction {
  /// Of the request: transaction_fingerprint.h.
  std::string fingerprint;
  /// By table: the units of reading its items, which is what a repetition costs.
  std::map<std::string, double> read_units;
};

class RequestTokens {
 public:
  RequestTokens(Database& database, const Clock& clock) : database_(database), clock_(clock) {}

  /// Held from looking for a token to writing its transaction, so that two requests at the same
  /// time do not both find nothing. Taken before the locks of items.
  [[nodiscard]] std::unique_lock<std::mutex> lock(std::string_view token);

  /// The transaction that was written with the token, less than ten minutes ago.
  Result<std::optional<WrittenTransaction>> find(std::string_view token);
  void put(std::string_view token, const WrittenTransaction& transaction,
           rocksdb::WriteBatch& batch);

  /// Drops windows that have passed. For the background.
  Result<void> drop_old();

 private:
  static constexpr std::size_t stripe_count = 64;

  Database& database_;
  const Clock& clock_;
  std::array<std::mutex, stripe_count> stripes_;
  /// Windows before this one were dropped.
  std::uint32_t first_window_ = 0;
};

}  // namespace isotherm::engine
