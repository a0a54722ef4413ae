#pragma once

// SSESpecification: which key a table says that it is encrypted with. It is described as the
// service describes it, and nothing on disk is encrypted (docs/compatibility.md).

#include <optional>
#include <string>

#include "model/error.h"
#include "store/engine/engine.h"
#include "store/table_operations.h"

namespace isotherm::engine {

/// What goes together in a specification.
Result<void> check_encryption(const EncryptionRequest& request);

/// The key of a table that is made so; nothing: the service's own, which is not shown.
std::optional<std::string> encryption_key(const EncryptionRequest& request,
                                          const EngineOptions& options);

/// The key after a change from `before`; what would change nothing is refused.
Result<std::optional<std::string>> changed_encryption(const std::optional<std::string>& before,
                                                      const EncryptionRequest& request,
                                                      const EngineOptions& options);

}  // namespace isotherm::engine
