#pragma once

// Worker ids for Snowflakes, handed out from a table in any Store by conditional writes.
//
//   item := pk "worker-id#<pool>#<node>", owner S, version N, windowBegin N, windowEnd N, layout S
//         | pk "worker-pool#<pool>", layout S        of the first taker: others are refused
//
// ids/worker_lease.h says what a lease is. Every write names all that it was decided on, so a write
// that arrives late, or twice, changes nothing:
//
//   take     the record is as it was read: owner, version and end, or it is not there
//   renew    owner and version are the holder's, and the end does not move back
//   return   owner and version are the holder's

#include <memory>
#include <string>

#include "ids/worker_lease.h"
#include "store/store.h"

namespace isotherm::control {

/// Workers that share one layout.
struct WorkerPool {
  std::string table = "isotherm-control";
  std::string name = "default";
  ids::SnowflakeLayout layout = *ids::SnowflakeLayout::find("isotherm");
  ids::LeaseTerms terms = {};
};

class WorkerIds {
 public:
  /// `store` must outlive it.
  WorkerIds(Store& store, WorkerPool pool) : store_(store), pool_(std::move(pool)) {}

  const WorkerPool& pool() const { return pool_; }

  /// Creates the table, unless it is there.
  Task<Result<void>> make_table();

  /// Every record of the pool, by worker id. ValidationException when the pool has another layout.
  Task<Result<std::vector<ids::WorkerLease>>> leases();

  /// Takes a free worker id. `owner` is a name that no other process has, `start` (random, or the
  /// one that the process had before) is where the search begins. LimitExceededException when all
  /// are held, ValidationException when the pool has another layout.
  Task<Result<ids::WorkerLease>> take(std::string owner, std::uint32_t start, UnixMillis now);

  /// Renews a lease. ConditionalCheckFailedException: another has it. After any other error it is
  /// unknown whether the lease was renewed; it holds to its end, and can be renewed again.
  Task<Result<ids::WorkerLease>> renew(ids::WorkerLease lease, UnixMillis now);

  /// Gives a lease back, from a time on when nothing was issued.
  Task<Result<void>> give_back(ids::WorkerLease lease, UnixMillis unused_from);

 private:
  using Records = std::map<std::uint32_t, ids::WorkerLease>;

  std::string key_of(std::uint32_t node) const;
  std::string key_of_pool() const;
  Error other_layout(const std::string& layout) const;
  Task<Result<void>> claim_layout();
  Item item_of(const ids::WorkerLease& lease) const;
  Result<ids::WorkerLease> lease_of(const Item& item) const;
  /// The records of some nodes; `unknown` has those that the store did not read.
  Task<Result<Records>> read(std::vector<std::uint32_t> nodes, std::vector<std::uint32_t>& unknown);
  Task<Result<void>> write(const ids::WorkerLease& lease, std::string condition,
                           ExpressionValues values);
  Task<Result<void>> write_taken(const ids::WorkerLease& lease,
                                 const std::optional<ids::WorkerLease>& before);

  Store& store_;
  WorkerPool pool_;
};

/// A generator whose worker id is leased. `keep` is to be called well before the lease's end, say
/// every third of its length; between calls it issues without the store.
class LeasedSnowflake {
 public:
  static Task<Result<std::unique_ptr<LeasedSnowflake>>> take(WorkerIds& workers, std::string owner,
                                                             std::uint32_t start, UnixMillis now);

  LeasedSnowflake(WorkerIds& workers, const ids::WorkerLease& lease);

  ids::Snowflake& generator() { return generator_; }
  const ids::WorkerLease& lease() const { return lease_; }

  /// Renews the lease. When another has it, nothing is issued any more, for good.
  Task<Result<void>> keep(UnixMillis now);
  /// Stops issuing and gives the worker id back.
  Task<Result<void>> give_back();

 private:
  WorkerIds& workers_;
  ids::WorkerLease lease_;
  ids::Snowflake generator_;
};

}  // namespace isotherm::control
