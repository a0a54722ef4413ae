#include "gateway/layouts.h"

#include "gateway/stored_keys.h"

namespace isotherm::gateway {

Layouts::Layouts(Store& below, std::shared_ptr<const schema::Schema> schema)
    : below_(below), schema_(std::move(schema)) {}

void Layouts::extend_schema(std::shared_ptr<const schema::Schema> schema) {
  const std::lock_guard lock(mutex_);
  schema_ = std::move(schema);
}

void Layouts::use_schema(std::shared_ptr<const schema::Schema> schema) {
  const std::lock_guard lock(mutex_);
  schema_ = std::move(schema);
  known_.clear();
  by_the_rule_.clear();
  ++generation_;
  ++schema_number_;
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
  std::uint64_t schema_number = 0;
  {
    const std::lock_guard lock(mutex_);
    schema = schema_;
    generation = generation_;
    schema_number = schema_number_;
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
  const auto layout = std::make_shared<Layout>(*rule, std::move(physical).value());
  CO_TRY(co_await check_stored_keys(*layout, schema_number));
  const std::lock_guard lock(mutex_);
  if (!changes && generation == generation_) known_.insert_or_assign(name, layout);
  co_return layout;
}

Task<Result<void>> Layouts::check_stored_keys(Layout& layout, std::uint64_t schema_number) {
  for (const ShardedIndex& index : layout.indexes()) {
    // One that is being created cannot be read yet: its turn comes when it is asked for again.
    if (!index.live || index.is_being_created() || !index.misfit.empty()) continue;
    const std::pair<std::string, std::string> mark = {layout.physical()->id, index.rule.physical};
    {
      const std::lock_guard lock(mutex_);
      if (schema_number == schema_number_ && by_the_rule_.contains(mark)) continue;
    }
    CO_ASSIGN_OR_RETURN(auto problem, co_await find_foreign_keys(below_, layout, index));
    if (problem) {
      layout.note_foreign_keys(index, *std::move(problem));
      continue;
    }
    const std::lock_guard lock(mutex_);
    if (schema_number == schema_number_) by_the_rule_.insert(mark);
  }
  co_return Result<void>();
}

void Layouts::forget(std::string_view table) {
  const std::lock_guard lock(mutex_);
  if (const auto at = known_.find(table_name_in(table)); at != known_.end()) known_.erase(at);
  ++generation_;
}

}  // namespace isotherm::gateway
