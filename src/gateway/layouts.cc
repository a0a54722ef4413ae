#include "gateway/layouts.h"

namespace isotherm::gateway {

std::string_view table_name_in(std::string_view name_or_arn) {
  constexpr std::string_view mark = ":table/";
  const auto at = name_or_arn.starts_with("arn:") ? name_or_arn.find(mark) : std::string_view::npos;
  if (at == std::string_view::npos) return name_or_arn;
  const std::string_view name = name_or_arn.substr(at + mark.size());
  return name.substr(0, name.find('/'));
}

Layouts::Layouts(Store& below, std::shared_ptr<const schema::Schema> schema)
    : below_(below), schema_(std::move(schema)) {}

void Layouts::use_schema(std::shared_ptr<const schema::Schema> schema) {
  const std::lock_guard lock(mutex_);
  schema_ = std::move(schema);
  known_.clear();
  ++generation_;
}

std::shared_ptr<const schema::Schema> Layouts::schema() const {
  const std::lock_guard lock(mutex_);
  return schema_;
}

const schema::TableRule* Layouts::rule(std::string_view table) const {
  const schema::TableRule* found = schema_->find_table(table_name_in(table));
  return found != nullptr && found->has_sharded_index() ? found : nullptr;
}

bool Layouts::is_sharded(std::string_view table) const {
  const std::lock_guard lock(mutex_);
  return rule(table) != nullptr;
}

Task<Result<LayoutPtr>> Layouts::find(std::string table) {
  {
    const std::lock_guard lock(mutex_);
    if (rule(table) == nullptr) co_return LayoutPtr();
    if (const auto at = known_.find(table_name_in(table)); at != known_.end()) co_return at->second;
  }
  co_return co_await find_anew(std::move(table));
}

Task<Result<LayoutPtr>> Layouts::find_anew(std::string table) {
  const std::string name(table_name_in(table));
  std::shared_ptr<const schema::Schema> schema;
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    schema = schema_;
    generation = generation_;
  }
  const schema::TableRule* rule = schema->find_table(name);
  if (rule == nullptr || !rule->has_sharded_index()) co_return LayoutPtr();
  Result<TableDescription> physical = co_await below_.describe_table({name});
  if (!physical.ok()) {
    if (physical.error().code() != ErrorCode::resource_not_found)
      co_return std::move(physical).error();
    co_return std::make_shared<const Layout>(*rule, std::nullopt);
  }
  const bool changes = physical->status != TableStatus::active;
  auto layout = std::make_shared<const Layout>(*rule, std::move(physical).value());
  const std::lock_guard lock(mutex_);
  if (!changes && generation == generation_) known_.insert_or_assign(name, layout);
  co_return layout;
}

void Layouts::forget(std::string_view table) {
  const std::lock_guard lock(mutex_);
  if (const auto at = known_.find(table_name_in(table)); at != known_.end()) known_.erase(at);
  ++generation_;
}

}  // namespace isotherm::gateway
