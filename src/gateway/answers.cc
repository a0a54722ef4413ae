#include "gateway/answers.h"

#include "gateway/logical_names.h"

namespace isotherm::gateway {

void make_logical(const Layout& layout, GetItemResponse& response) {
  if (response.item) layout.strip(*response.item);
  response.consumed = logical(layout, std::move(response.consumed));
}

void make_logical(const Layout& layout, WriteItemResponse& response) {
  if (response.attributes) {
    layout.strip(*response.attributes);
    // An update of nothing but the hidden attribute updated nothing.
    if (response.attributes->empty()) response.attributes.reset();
  }
  response.consumed = logical(layout, std::move(response.consumed));
}

void make_logical(const Layout& layout, ReadManyResponse& response) {
  for (Item& item : response.items) layout.strip(item);
  response.consumed = logical(layout, std::move(response.consumed));
}

void make_logical(const Layout& layout, std::vector<WriteRequest>& unprocessed) {
  for (WriteRequest& write : unprocessed)
    if (auto* put = std::get_if<PutRequest>(&write)) layout.strip(put->item);
}

template <class Response>
Result<Response> logical_answer(const Layout& layout, Result<Response> answer) {
  if (!answer.ok()) return logical(layout, std::move(answer).error());
  make_logical(layout, *answer);
  return answer;
}

template Result<GetItemResponse> logical_answer(const Layout&, Result<GetItemResponse>);
template Result<WriteItemResponse> logical_answer(const Layout&, Result<WriteItemResponse>);
template Result<ReadManyResponse> logical_answer(const Layout&, Result<ReadManyResponse>);

}  // namespace isotherm::gateway
