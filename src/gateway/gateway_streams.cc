// Gateway: streams. All that it changes of them is what records show: no hidden attribute, and no
// record of a change that was only one of hidden attributes.

#include <string_view>

#include "gateway/gateway.h"
#include "gateway/layout.h"
#include "gateway/layouts.h"

namespace isotherm::gateway {
namespace {

/// The table in `<table arn>/stream/<label>|…`: iterators begin with their stream's ARN.
std::string_view table_of_iterator(std::string_view iterator) {
  constexpr std::string_view before = ":table/";
  const std::size_t at = iterator.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = iterator.substr(at + before.size());
  return rest.substr(0, rest.find('/'));
}

void strip_image(const Layout& layout, std::optional<Item>& image, std::int64_t& bytes) {
  if (!image) return;
  const auto before = static_cast<std::int64_t>(size_bytes(*image));
  layout.strip(*image);
  bytes += static_cast<std::int64_t>(size_bytes(*image)) - before;
}

/// Whether something is left that the application can see.
bool make_logical(const Layout& layout, StreamRecord& record) {
  strip_image(layout, record.new_image, record.size_bytes);
  strip_image(layout, record.old_image, record.size_bytes);
  return !(record.event == StreamEvent::modify && record.new_image &&
           record.new_image == record.old_image);
}

}  // namespace

Task<Result<GetRecordsResponse>> Gateway::get_records(GetRecordsRequest request) {
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(table_of_iterator(request.shard_iterator));
  Result<GetRecordsResponse> answer = co_await below_.get_records(std::move(request));
  if (rule == nullptr || !answer.ok()) co_return answer;
  const Layout layout(*rule, std::nullopt);
  std::erase_if(answer->records,
                [&](StreamRecord& record) { return !make_logical(layout, record); });
  co_return answer;
}

}  // namespace isotherm::gateway
