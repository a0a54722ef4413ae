#pragma once

// The pools of one endpoint, one for each I/O context that calls it. A pool belongs to its context
// and ends with it and with the last call that uses it, however long its owner lives.

#include <boost/asio/any_io_executor.hpp>

#include "store/remote/pool.h"

namespace isotherm::remote {

class Pools {
 public:
  Pools(PoolOptions options, Opener open);

  /// The pool of the context that the executor runs on. Call it from there.
  std::shared_ptr<Pool> of(const boost::asio::any_io_executor& executor);

 private:
  PoolOptions options_;
  Opener open_;
  /// No two ever have the same: a context may outlive the owner of its pools.
  std::uint64_t id_;
};

}  // namespace isotherm::remote
