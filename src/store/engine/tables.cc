#include "store/engine/tables.h"

#include <mutex>

namespace isotherm::engine {
namespace {

bool is_gone(const Table& table, TimePoint now) {
  return table.description.status == TableStatus::deleting && now >= *table.settles_at;
}
/// Reads the clock only when it matters: look-ups are hot.
bool is_gone(const Table& table, const Clock& clock) {
  return table.description.status == TableStatus::deleting && is_gone(table, clock.now());
}

}  // namespace

std::string_view table_name_of(std::string_view name_or_arn) {
  constexpr std::string_view marker = ":table/";
  if (!name_or_arn.starts_with("arn:")) return name_or_arn;
  const std::size_t at = name_or_arn.find(marker);
  return at == std::string_view::npos ? name_or_arn : name_or_arn.substr(at + marker.size());
}

TablePtr Tables::find(std::string_view name_or_arn) const {
  const std::string_view name = table_name_of(name_or_arn);
  TablePtr table;
  {
    const std::shared_lock lock(mutex_);
    const auto it = tables_.find(name);
    if (it == tables_.end()) return nullptr;
    table = it->second;
  }
  return is_gone(*table, clock_) ? nullptr : table;
}

Result<TablePtr> Tables::open(std::string_view name_or_arn) const {
  TablePtr table = find(name_or_arn);
  if (table == nullptr) return Error::resource_not_found();
  if (table->settles_at || table->is_loading) {
    const TableStatus status = status_at(*table, clock_.now());
    if (status == TableStatus::creating || status == TableStatus::deleting) {
      return Error::resource_not_found();
    }
  }
  return table;
}

TablePtr Tables::publish(std::shared_ptr<Table> table) {
  const std::unique_lock lock(mutex_);
  table->version = table->versions->current.load() + 1;
  TablePtr& current = tables_[table->description.name];
  current = table;
  table->versions->current.store(table->version, std::memory_order_release);
  return table;
}

void Tables::erase_deleted() {
  const std::unique_lock lock(mutex_);
  const TimePoint now = clock_.now();
  std::erase_if(tables_, [&](const auto& entry) { return is_gone(*entry.second, now); });
}

std::vector<TablePtr> Tables::all() const {
  const TimePoint now = clock_.now();
  std::vector<TablePtr> result;
  const std::shared_lock lock(mutex_);
  result.reserve(tables_.size());
  for (const auto& [name, table] : tables_) {
    if (!is_gone(*table, now)) result.push_back(table);
  }
  return result;
}

}  // namespace isotherm::engine
