#include "store/engine/resource_arn.h"

#include <utility>

#include "store/engine/stream_messages.h"

namespace isotherm::engine {
namespace {

/// Takes what stands before the next colon.
std::string_view take_field(std::string_view& rest) {
  const std::size_t colon = rest.find(':');
  const std::string_view field = rest.substr(0, colon);
  rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  return field;
}

}  // namespace

Result<ResourceName> parse_resource_arn(std::string_view arn) {
  if (!arn.starts_with("arn:")) return messages::not_an_arn(arn);
  std::string_view rest = arn;
  take_field(rest);
  take_field(rest);
  if (take_field(rest) != "dynamodb") return messages::not_our_arn(arn);
  take_field(rest);
  take_field(rest);
  constexpr std::string_view kind = "table/";
  if (!rest.starts_with(kind)) return messages::arn_of_other_kind(arn);
  rest.remove_prefix(kind.size());
  const std::size_t slash = rest.find('/');
  ResourceName name;
  name.table = rest.substr(0, slash);
  if (name.table.empty()) return messages::arn_of_other_kind(arn);
  if (slash == std::string_view::npos) return name;
  rest.remove_prefix(slash + 1);
  constexpr std::string_view stream = "stream/";
  if (!rest.starts_with(stream)) return messages::arn_of_other_kind(arn);
  name.stream_label = rest.substr(stream.size());
  return name;
}

Result<TablePtr> find_resource(Core& core, std::string_view arn, const ResourceName& name) {
  TablePtr table = core.tables().find(name.table);
  // A table that is being deleted is in the catalog no more, and must not come back into it.
  if (table == nullptr || table->description.status == TableStatus::deleting) {
    return messages::arn_not_found(arn);
  }
  if (!name.stream_label.empty() &&
      core.change_logs().find_stream(name.table, name.stream_label) == nullptr) {
    return messages::stream_not_found(arn);
  }
  return table;
}

Result<void> change_settings(Core& core, const Table& table, TableSettings settings) {
  auto next = std::make_shared<Table>(table);
  next->settings = std::make_shared<const TableSettings>(std::move(settings));
  rocksdb::WriteBatch batch;
  core.catalog().put_table(*next, batch);
  TRY(core.database().write(batch));
  core.tables().publish(std::move(next));
  return {};
}

}  // namespace isotherm::engine
