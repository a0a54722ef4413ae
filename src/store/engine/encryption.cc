#include "store/engine/encryption.h"

#include "store/engine/messages.h"

namespace isotherm::engine {
namespace {

using messages::invalid_parameters;

// The name that the service's managed key has in every account.
constexpr std::string_view managed_key = "alias/aws/dynamodb";

bool is_enabled(const EncryptionRequest& request) { return request.enabled.value_or(false); }

}  // namespace

Result<void> check_encryption(const EncryptionRequest& request) {
  if (request.type == "AES256") return invalid_parameters("SSEType AES256 is not supported");
  if (!is_enabled(request)) {
    if (request.type) {
      return invalid_parameters("SSEType can not be specified if Enabled is false");
    }
    if (request.key_id) {
      return invalid_parameters("KMSMasterKeyId can not be specified if Enabled is false");
    }
  } else if (request.key_id && !request.type) {
    return invalid_parameters("SSEType KMS is required if KMSMasterKeyId is specified");
  }
  return {};
}

std::optional<std::string> encryption_key(const EncryptionRequest& request,
                                          const EngineOptions& options) {
  if (!is_enabled(request)) return std::nullopt;
  std::string id = request.key_id.value_or(std::string(managed_key));
  if (id.starts_with("arn:")) return id;
  const bool is_named = id.starts_with("alias/") || id.starts_with("key/");
  return "arn:aws:kms:" + options.region + ":" + options.account + ":" + (is_named ? "" : "key/") +
         id;
}

Result<std::optional<std::string>> changed_encryption(const std::optional<std::string>& before,
                                                      const EncryptionRequest& request,
                                                      const EngineOptions& options) {
  std::optional<std::string> after = encryption_key(request, options);
  if (after != before) return after;
  if (!after) return invalid_parameters("Table is already encrypted by default");
  return invalid_parameters(
      "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you "
      "want to change Master Key");
}

}  // namespace isotherm::engine
