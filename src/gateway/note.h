#pragma once

// Inside the gateway only: Gateway::note, which its files share.

#include "gateway/gateway.h"
#include "gateway/layouts.h"

namespace isotherm::gateway {

template <class Response>
void Gateway::note(std::string_view table, const Result<Response>& answer) {
  if (answer.ok()) return;
  const ErrorCode code = answer.error().code();
  if (code == ErrorCode::validation || code == ErrorCode::resource_not_found)
    layouts_->forget(table);
}

}  // namespace isotherm::gateway
