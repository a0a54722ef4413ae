#pragma once

// Inside the wire room only: how the functions that serve operations answer an error.

#include <exception>

#include "model/error.h"
#include "wire/dispatch.h"

namespace isotherm::wire {

/// Makes the reply one that says the error.
void fail(Reply& reply, const Error& error);
/// No exception leaves the room. What throws is the environment (memory) or a fault of ours.
void fail(Reply& reply, const std::exception& exception);

}  // namespace isotherm::wire
