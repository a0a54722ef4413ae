// PutResourcePolicy, GetResourcePolicy and DeleteResourcePolicy. A policy is kept and given back;
// nobody is kept out by it.

#include "store/engine/resource_policies.h"

#include <algorithm>

#include "store/engine/operations.h"
#include "store/engine/resource_arn.h"
#include "store/engine/stream_messages.h"

namespace isotherm::engine {
namespace {

// [DG:Constraints]
constexpr std::size_t policy_bytes_max = 20 * 1024;
// ExpectedRevisionId of a policy that must not be there yet.
constexpr std::string_view no_policy = "NO_POLICY";

const ResourcePolicy* find_policy(const TableSettings& settings, const std::string& resource) {
  const auto it = settings.policies.find(resource);
  return it == settings.policies.end() ? nullptr : &it->second;
}

bool is_expected(const ResourcePolicy* policy, const std::optional<std::string>& expected) {
  if (!expected) return true;
  return policy == nullptr ? *expected == no_policy : *expected == policy->revision;
}

}  // namespace

Result<std::string> put_policy(TableSettings& settings, const std::string& resource,
                               const std::string& document, UnixMillis now) {
  if (document.empty()) return messages::empty_policy();
  if (document.size() > policy_bytes_max) return messages::policy_too_large(policy_bytes_max);
  ResourcePolicy& policy = settings.policies[resource];
  // The same policy again changes nothing.
  if (policy.document == document) return policy.revision;
  const std::string time = std::to_string(now.count());
  const bool taken = policy.revision.size() > time.size() ||
                     (policy.revision.size() == time.size() && policy.revision >= time);
  policy.revision = taken ? std::to_string(std::stoll(policy.revision) + 1) : time;
  policy.document = document;
  return policy.revision;
}

Result<ResourcePolicyRevision> put_resource_policy(Core& core,
                                                   const PutResourcePolicyRequest& request) {
  ASSIGN_OR_RETURN(const ResourceName name, parse_resource_arn(request.resource_arn));
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const TablePtr table, find_resource(core, request.resource_arn, name));
  TableSettings settings = *table->settings;
  if (!is_expected(find_policy(settings, name.stream_label), request.expected_revision_id)) {
    return messages::other_policy_revision();
  }
  ASSIGN_OR_RETURN(
      const std::string revision,
      put_policy(settings, name.stream_label, request.policy, core.clock().unix_time()));
  TRY(change_settings(core, *table, std::move(settings)));
  return ResourcePolicyRevision{revision};
}

Result<GetResourcePolicyResponse> get_resource_policy(Core& core,
                                                      const GetResourcePolicyRequest& request) {
  ASSIGN_OR_RETURN(const ResourceName name, parse_resource_arn(request.resource_arn));
  ASSIGN_OR_RETURN(const TablePtr table, find_resource(core, request.resource_arn, name));
  const ResourcePolicy* policy = find_policy(*table->settings, name.stream_label);
  if (policy == nullptr) return messages::policy_not_found();
  return GetResourcePolicyResponse{policy->document, policy->revision};
}

Result<ResourcePolicyRevision> delete_resource_policy(Core& core,
                                                      const DeleteResourcePolicyRequest& request) {
  ASSIGN_OR_RETURN(const ResourceName name, parse_resource_arn(request.resource_arn));
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const TablePtr table, find_resource(core, request.resource_arn, name));
  TableSettings settings = *table->settings;
  const ResourcePolicy* policy = find_policy(settings, name.stream_label);
  if (!is_expected(policy, request.expected_revision_id)) {
    return messages::other_policy_revision();
  }
  if (policy == nullptr) return ResourcePolicyRevision{};
  ResourcePolicyRevision deleted{policy->revision};
  settings.policies.erase(name.stream_label);
  TRY(change_settings(core, *table, std::move(settings)));
  return deleted;
}

}  // namespace isotherm::engine
