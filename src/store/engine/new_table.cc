#include "store/engine/new_table.h"

#include <mutex>
#include <random>
#include <utility>

namespace isotherm::engine {
namespace {

std::uint64_t random_bits() {
  static std::mutex mutex;
  static std::mt19937_64 random{std::random_device{}()};
  const std::lock_guard lock(mutex);
  return random();
}

}  // namespace

std::string random_uuid() {
  constexpr char digits[] = "0123456789abcdef";
  std::string uuid = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  for (char& c : uuid) {
    if (c == 'x') c = digits[random_bits() % 16];
    if (c == 'y') c = digits[8 + random_bits() % 4];
  }
  return uuid;
}

std::string new_job_id(UnixMillis now) {
  constexpr std::size_t time_digits = 14;
  std::string id = std::to_string(now.count());
  if (id.size() < time_digits) id.insert(0, time_digits - id.size(), '0');
  return id + '-' + random_uuid().substr(0, 8);
}

Result<std::shared_ptr<Table>> make_table(Core& core, TableDescription description,
                                          rocksdb::WriteBatch& batch) {
  auto table = std::make_shared<Table>();
  ASSIGN_OR_RETURN(table->id, core.catalog().next_id(batch));
  ASSIGN_OR_RETURN(table->load, core.make_load(description, table->id));
  for (const LocalSecondaryIndex& local : description.local_indexes) {
    Index index{.name = local.name, .key = local.key, .projection = local.projection};
    ASSIGN_OR_RETURN(index.id, core.catalog().next_id(batch));
    table->indexes.push_back(std::move(index));
  }
  for (const GlobalSecondaryIndex& global : description.global_indexes) {
    Index index{
        .name = global.name, .key = global.key, .projection = global.projection, .is_global = true};
    ASSIGN_OR_RETURN(index.id, core.catalog().next_id(batch));
    ASSIGN_OR_RETURN(index.load, core.make_index_load(description, global, index.id));
    table->indexes.push_back(std::move(index));
  }
  table->description = std::move(description);
  return table;
}

}  // namespace isotherm::engine
