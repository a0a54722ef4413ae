#include "store/fleet/fleet_table.h"

#include <set>
#include <utility>

#include "model/error_detail.h"
#include "store/table_names.h"

namespace isotherm::fleet {
namespace {

/// Checks what does not need the placements.
Expected<void, std::string> check_members(const FleetRule& rule) {
  if (rule.members.empty()) return Failure("table " + rule.table + " has no members");
  std::set<std::string_view> names;
  std::set<std::pair<Store*, std::string_view>> places;
  for (const Member& member : rule.members) {
    if (!names.insert(member.name).second)
      return Failure("table " + rule.table + " has two members called " + member.name);
    if (!places.emplace(member.store, member.table).second)
      return Failure("table " + rule.table + " lies twice in the same table " + member.table +
                     " of one store: " + member.name + " is the second");
  }
  return {};
}

/// The partition key as a placement sees it. It points into `value` or `text`.
placement::KeyPart key_part(const AttributeValue& value, std::string& text) {
  if (const auto* string = value.get_if<std::string>()) return placement::KeyPart::of_text(*string);
  if (const auto* binary = value.get_if<Binary>())
    return placement::KeyPart::of_binary(binary->bytes);
  text = value.get_if<Number>()->to_string();
  return placement::KeyPart::of_decimal(text);
}

}  // namespace

Expected<std::unique_ptr<FleetTable>, std::string> FleetTable::make(FleetRule rule) {
  TRY(check_members(rule));
  std::unique_ptr<FleetTable> table(new FleetTable(std::move(rule)));
  ASSIGN_OR_RETURN(table->readers_, table->place(table->rule_.readers));
  ASSIGN_OR_RETURN(table->writers_, table->place(table->rule_.writers));
  return table;
}

Expected<FleetTable::Placed, std::string> FleetTable::place(
    std::shared_ptr<const placement::Placement> placement) const {
  if (!placement) return Failure("table " + name() + " has no placement");
  Placed placed{std::move(placement), {}};
  for (const placement::Node& node : placed.placement->nodes()) {
    MemberIndex member = 0;
    while (member < members().size() && members()[member].name != node.name) ++member;
    if (member == members().size())
      return Failure("table " + name() + " is placed on " + node.name +
                     ", which is none of its members");
    placed.members.push_back(member);
  }
  return placed;
}

Task<Result<DescriptionPtr>> FleetTable::description() {
  {
    const std::lock_guard lock(mutex_);
    if (description_) co_return description_;
  }
  const Member& first = members().front();
  auto asked = co_await first.store->describe_table({first.table});
  if (!asked.ok()) co_return logical(first, std::move(asked).error());
  const bool changes = asked->status != TableStatus::active;
  auto description = std::make_shared<const TableDescription>(std::move(asked).value());
  const std::lock_guard lock(mutex_);
  if (!changes) description_ = description;
  co_return description;
}

void FleetTable::forget() {
  const std::lock_guard lock(mutex_);
  description_.reset();
}

Result<std::optional<MemberIndex>> FleetTable::reader_of(const Item& item,
                                                         const KeySchema& key) const {
  return owner_of(readers_, item, key);
}

Result<std::optional<MemberIndex>> FleetTable::writer_of(const Item& item,
                                                         const KeySchema& key) const {
  return owner_of(writers_, item, key);
}

Result<std::optional<MemberIndex>> FleetTable::owner_of(const Placed& placed, const Item& item,
                                                        const KeySchema& key) const {
  const AttributeValue* value = find(item, key.partition.name);
  if (value == nullptr || !has_type(*value, key.partition.type))
    return std::optional<MemberIndex>();
  std::string text;
  const placement::KeyPart part = key_part(*value, text);
  const auto owner = placed.placement->owner({&part, 1});
  if (!owner.ok())
    return Error::validation("Isotherm: table " + name() +
                             " has no place for this key: " + owner.error().message);
  if (*owner == placement::no_node)
    return Error::validation("Isotherm: table " + name() +
                             " has no place for this key: no member "
                             "of its placement owns it");
  return std::optional<MemberIndex>(placed.members[*owner]);
}

Error FleetTable::logical(const Member& member, Error error) const {
  if (member.table == name()) return error;
  const auto named = [&](const std::string& text) {
    return with_name_replaced(text, member.table, name());
  };
  Error told(error.code(), named(error.message()));
  const ErrorDetail& detail = error.detail();
  if (detail.throttling_reasons.empty() && !detail.item && detail.cancellation_reasons.empty())
    return told;
  ErrorDetail& own = told.mutable_detail() = detail;
  for (ThrottlingReason& reason : own.throttling_reasons) reason.resource = named(reason.resource);
  for (CancellationReason& reason : own.cancellation_reasons)
    if (reason.message) reason.message = named(*reason.message);
  return told;
}

ConsumedCapacity FleetTable::logical(ConsumedCapacity consumed) const {
  consumed.table_name = name();
  return consumed;
}

}  // namespace isotherm::fleet
