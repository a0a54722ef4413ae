#pragma once

// Physical answers made logical: hidden attributes out, physical names replaced.

#include "gateway/layout.h"
#include "store/store.h"

namespace isotherm::gateway {

void make_logical(const Layout& layout, GetItemResponse& response);
void make_logical(const Layout& layout, WriteItemResponse& response);
/// Items and capacity; the cursor of a sharded index is its own matter.
void make_logical(const Layout& layout, ReadManyResponse& response);
void make_logical(const Layout& layout, std::vector<WriteRequest>& unprocessed);

/// An answer as the application knows it; errors too.
template <class Response>
Result<Response> logical_answer(const Layout& layout, Result<Response> answer);

}  // namespace isotherm::gateway
