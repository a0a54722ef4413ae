// Gateway: streams. All that it changes of them is what records show: no hidden attribute, and no
// record of a change that was only one of hidden attributes.

#include "gateway/gateway.h"
#include "gateway/layout.h"
#include "gateway/layouts.h"
#include "gateway/stream_records.h"

namespace isotherm::gateway {

Task<Result<GetRecordsResponse>> Gateway::get_records(GetRecordsRequest request) {
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(table_of_iterator(request.shard_iterator));
  Result<GetRecordsResponse> answer = co_await below_.get_records(std::move(request));
  if (rule == nullptr || !answer.ok()) co_return answer;
  const Layout layout(*rule, std::nullopt);
  make_logical(answer->records, [&](Item& item) { layout.strip(item); });
  co_return answer;
}

}  // namespace isotherm::gateway
