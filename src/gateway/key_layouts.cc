#include "gateway/key_layouts.h"

#include "gateway/key_messages.h"
#include "gateway/stored_key_sample.h"
#include "store/table_names.h"

namespace isotherm::gateway {

KeyLayouts::KeyLayouts(Store& below, std::shared_ptr<const schema::Schema> schema)
    : below_(below), schema_(std::move(schema)) {}

void KeyLayouts::extend_schema(std::shared_ptr<const schema::Schema> schema) {
  const std::lock_guard lock(mutex_);
  schema_ = std::move(schema);
}

void KeyLayouts::use_schema(std::shared_ptr<const schema::Schema> schema) {
  const std::lock_guard lock(mutex_);
  schema_ = std::move(schema);
  known_.clear();
  by_the_rule_.clear();
  ++generation_;
  schema_generation_ = generation_;
}

std::shared_ptr<const schema::TableRule> KeyLayouts::rule(std::string_view table) const {
  const std::lock_guard lock(mutex_);
  const schema::TableRule* found = schema_->find_table(table_name_in(table));
  if (found == nullptr || !found->key) return nullptr;
  return {schema_, found};
}

Task<Result<KeyLayoutPtr>> KeyLayouts::find(std::string table) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = known_.find(table_name_in(table)); at != known_.end()) co_return at->second;
  }
  co_return co_await find_anew(std::move(table));
}

Task<Result<KeyLayoutPtr>> KeyLayouts::find_anew(std::string table) {
  const std::string name(table_name_in(table));
  const auto rule = this->rule(name);
  if (rule == nullptr) co_return KeyLayoutPtr();
  std::uint64_t generation = 0;
  {
    const std::lock_guard lock(mutex_);
    generation = generation_;
  }
  Result<TableDescription> physical = co_await below_.describe_table({name});
  if (!physical.ok()) {
    if (physical.error().code() == ErrorCode::resource_not_found) co_return KeyLayoutPtr();
    co_return std::move(physical).error();
  }
  const bool changes = physical->status != TableStatus::active;
  const KeyLayoutPtr layout = KeyLayout::make(*rule, std::move(physical).value());
  if (!layout->misfit().empty())
    co_return messages::key_rule_does_not_fit(*layout, layout->misfit());
  if (!changes) CO_TRY(co_await check_items(*layout, generation));
  const std::lock_guard lock(mutex_);
  if (!changes && generation == generation_) known_.insert_or_assign(name, layout);
  co_return layout;
}

Task<Result<void>> KeyLayouts::check_items(const KeyLayout& layout, std::uint64_t generation) {
  const std::string& id = layout.physical().id;
  {
    const std::lock_guard lock(mutex_);
    if (by_the_rule_.contains(id)) co_return Result<void>();
  }
  CO_ASSIGN_OR_RETURN(const auto foreign, co_await find_foreign_items(below_, layout));
  if (foreign) co_return messages::key_rule_does_not_fit(layout, *foreign);
  const std::lock_guard lock(mutex_);
  if (generation >= schema_generation_) by_the_rule_.insert(id);
  co_return Result<void>();
}

void KeyLayouts::forget(std::string_view table) {
  const std::lock_guard lock(mutex_);
  if (const auto at = known_.find(table_name_in(table)); at != known_.end()) known_.erase(at);
  ++generation_;
}

}  // namespace isotherm::gateway
