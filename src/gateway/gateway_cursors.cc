// Gateway: reads of sharded indexes and index tables whose cursors are sealed (cursor_seal.h). The
// seal is taken off on the way in and put on on the way out; what is between knows nothing of it.

#include "gateway/cursor_seal.h"
#include "gateway/gateway.h"
#include "gateway/layouts.h"
#include "gateway/messages.h"

namespace isotherm::gateway {

bool Gateway::seals_cursors(const ReadManyRequest& request) const {
  if (!options_.cursor_seal || !request.index_name) return false;
  const auto schema = layouts_->schema();
  const schema::TableRule* rule = schema->find_table(table_name_in(request.table_name));
  const schema::IndexRule* index =
      rule == nullptr ? nullptr : rule->find_index(*request.index_name);
  return index != nullptr && (index->is_sharded() || index->table);
}

template <class Request>
Task<Result<ReadManyResponse>> Gateway::read_sealed(Request request) {
  // A key condition that does not parse is refused by what comes next.
  const Result<std::string> context = cursor_context(request);
  if (context.ok() && request.exclusive_start_key) {
    Request opened = request;
    if (!options_.cursor_seal->open(*context, *opened.exclusive_start_key))
      co_return co_await first_error(std::move(request), messages::bad_start_key());
    request = std::move(opened);
  }
  Result<ReadManyResponse> answer = co_await read_sharded(std::move(request));
  if (context.ok() && answer.ok() && answer->last_evaluated_key)
    options_.cursor_seal->seal(*context, *answer->last_evaluated_key);
  co_return answer;
}

template Task<Result<ReadManyResponse>> Gateway::read_sealed(QueryRequest);
template Task<Result<ReadManyResponse>> Gateway::read_sealed(ScanRequest);

}  // namespace isotherm::gateway
