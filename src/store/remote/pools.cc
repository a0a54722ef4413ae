#include "store/remote/pools.h"

#include <atomic>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/query.hpp>
#include <map>

namespace isotherm::remote {

namespace asio = boost::asio;

namespace {

std::atomic<std::uint64_t> next_id{0};

/// What an I/O context keeps for those who call endpoints from it.
class PoolsOfContext final : public asio::execution_context::service {
 public:
  using key_type = PoolsOfContext;
  static inline asio::execution_context::id id;

  explicit PoolsOfContext(asio::execution_context& context)
      : asio::execution_context::service(context) {}

  std::map<std::uint64_t, std::shared_ptr<Pool>> pools;

 private:
  void shutdown() override { pools.clear(); }
};

}  // namespace

Pools::Pools(PoolOptions options, Opener open)
    : options_(options), open_(std::move(open)), id_(next_id++) {}

std::shared_ptr<Pool> Pools::of(const asio::any_io_executor& executor) {
  asio::execution_context& context = asio::query(executor, asio::execution::context);
  std::shared_ptr<Pool>& pool = asio::use_service<PoolsOfContext>(context).pools[id_];
  if (!pool) pool = std::make_shared<Pool>(executor, options_, open_);
  return pool;
}

}  // namespace isotherm::remote
